import Foundation

/// A model whose sessions can be kept in files.
///
/// A model whose setups and steps are `Codable` needs no code for it: its sessions are JSON Lines, a header with the
/// model's name and the setup, and then a line for each step. The file's name also contains the model's name, so that
/// several models can share a folder.
public protocol StoredModel: Model {
  /// How the names of its files end, without the first dot, for example `trace.jsonl`. No other model that shares the
  /// folder has the same.
  var fileExtension: String { get }
  /// The bytes of a file. The same session always gives the same bytes.
  func encode(_ session: Session<Setup, Step>, breaking finding: Finding) throws -> [UInt8]
  /// Reads a file back. What it gives need not be the same session, but must break the same property.
  ///
  /// - Throws: An error that names the file, the place and what was expected there.
  func decode(_ bytes: [UInt8], from file: String) throws -> Session<Setup, Step>
  /// How the name of a companion file ends, which is written next to each session for readers and programs that do not
  /// know the model; `nil` when there is none.
  var companionExtension: String? { get }
  /// The bytes of that file. It is never read.
  func companion(of session: Session<Setup, Step>, breaking finding: Finding) throws -> [UInt8]
  /// Whether a file with the right ending is one of its sessions, and not the companion file of another model.
  func claims(_ fileName: String) -> Bool
  /// How the names of files end that an earlier version wrote, from before models had names; `nil` when there is none.
  /// ``owner(of:from:)`` finds which model they belong to.
  var earlierExtension: String? { get }
  /// Which model a file's session belongs to, by its content.
  func owner(of bytes: [UInt8], from file: String) -> SessionOwner
  /// The command that runs a stored session again, and shows whether the property holds if it can; `nil` when there is
  /// none.
  func replayCommand(for file: String, breaking property: String) -> String?
  /// The command that draws the session of a seed again, when there is one. The seed may be a placeholder.
  func drawCommand(forSeed seed: String, length: Int) -> String?
  /// The command that explains a stored session, when there is one.
  func explainCommand(for file: String) -> String?
}

extension StoredModel {
  /// No companion file is written.
  public var companionExtension: String? { nil }
  /// Nothing: no companion file is written.
  public func companion(of session: Session<Setup, Step>, breaking finding: Finding) throws -> [UInt8] { [] }
  /// Every file with the right extension belongs to this model.
  public func claims(_ fileName: String) -> Bool { true }
  /// There was no other extension before.
  public var earlierExtension: String? { nil }
  /// Every file is assumed to belong to this model.
  public func owner(of bytes: [UInt8], from file: String) -> SessionOwner { .this }

  /// The path of the companion file of a stored session; `nil` when the model writes none.
  public func companionPath(for file: String) -> String? {
    guard let companionExtension, file.hasSuffix("." + fileExtension) else { return nil }
    return file.dropLast(fileExtension.count) + companionExtension
  }

  /// There is no such command.
  public func replayCommand(for file: String, breaking property: String) -> String? { nil }
  /// There is no such command.
  public func drawCommand(forSeed seed: String, length: Int) -> String? { nil }
  /// There is no such command.
  public func explainCommand(for file: String) -> String? { nil }
}

extension StoredModel where Setup: Codable, Step: Codable {
  /// The name of the model, and what the file is.
  public var fileExtension: String { "\(Corpus.fileName(of: self)).session.jsonl" }
  /// The extension of files before names of models were in them.
  public var earlierExtension: String? { "session.jsonl" }

  /// Decided by the name of the model in the first line.
  public func owner(of bytes: [UInt8], from file: String) -> SessionOwner {
    let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
    // A file without a header is damaged, and must be reported as such.
    guard let header = try? JSONDecoder().decode(SessionOwnerHeader.self, from: Data(first)) else { return .this }
    if let model = header.model { return model == name ? .this : .another }
    guard header.version == 1 else { return .this }
    do {
      _ = try decode(bytes, from: file)
      return .unknown
    } catch {
      // A torn file belongs to no model; one with whole lines that mean nothing here may be another model's.
      return bytes.split(separator: UInt8(ascii: "\n")).allSatisfy(isJSON) ? .another : .this
    }
  }

  private func isJSON(_ line: ArraySlice<UInt8>) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)) != nil
  }

  /// A line for the head, one for the setup, and one for each step, as JSON.
  public func encode(_ session: Session<Setup, Step>, breaking finding: Finding) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = SessionHeader(model: name, property: finding.violation.property, setup: session.setup)
    var bytes = [UInt8](try encoder.encode(header))
    bytes.append(UInt8(ascii: "\n"))
    for step in session.steps {
      bytes += try encoder.encode([step]).dropFirst().dropLast()
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  /// The session of a file. Throws with the line and what is wrong with it.
  public func decode(_ bytes: [UInt8], from file: String) throws -> Session<Setup, Step> {
    let decoder = JSONDecoder()
    var session: Session<Setup, Step>?
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty { continue }
      do {
        if session == nil {
          let header = try decoder.decode(SessionHeader<Setup>.self, from: Data(line))
          guard header.version == 1 else {
            throw CorpusError("\(file):1: session version \(header.version); this library reads version 1: update it")
          }
          session = Session(header.setup)
        } else {
          // A step may be a bare string or number, which not every decoder accepts at the top level.
          session?.steps += try decoder.decode([Step].self, from: Data("[".utf8 + line + "]".utf8))
        }
      } catch let error as CorpusError {
        throw error
      } catch {
        let expected = session == nil ? "a header with the fields version, model, property and setup" : "a step"
        throw CorpusError(
          "\(file):\(index + 1): expected \(expected), found \(excerpt(line)) (\(reason(error))); "
            + "delete the file, or restore it from version control")
      }
    }
    guard let session else {
      throw CorpusError("\(file): expected a session, found an empty file; delete it")
    }
    return session
  }

  private func excerpt(_ line: some Collection<UInt8>) -> String {
    let text = String(decoding: line.prefix(60), as: UTF8.self)
    return line.count > 60 ? text + "…" : text
  }

  private func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "no field \(key.stringValue)"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      context.debugDescription
    case DecodingError.dataCorrupted(let context): context.debugDescription
    default: "\(error)"
    }
  }
}

/// The first line of a stored session.
private struct SessionHeader<Setup: Codable>: Codable {
  var version = 1
  /// Files from before models had names have none.
  var model: String?
  var property: String
  var setup: Setup
}

/// The part of the first line that shows which model a session belongs to.
private struct SessionOwnerHeader: Codable {
  var version: Int
  var model: String?
}

/// Which model a file of a corpus belongs to.
public enum SessionOwner: Hashable, Sendable {
  /// This model's.
  case this
  /// Another model's: it is left alone.
  case another
  /// It names no model, and this one can read it. It is run, but never deleted.
  case unknown
}

/// A corpus file that cannot be read or written. The text names the file, the place and what to do.
public struct CorpusError: Error, Hashable, CustomStringConvertible {
  /// The error in words.
  public var description: String

  /// An error in words.
  public init(_ description: String) { self.description = description }
}
