import Foundation

/// One acceptance case: a script and what must come of it.
public struct ConformanceCase: Sendable {
  /// The two formats of case files.
  public enum Format: Sendable {
    /// Steps and expectations carry seconds.
    case timed
    /// Steps follow events, and expectations follow each other.
    case ordered
  }

  /// The name of the case, unique in its file.
  public var id: String
  /// The façade it is for, such as `prx`.
  public var system: String
  /// Where it comes from; empty for the ordered format, which has none.
  public var basis: String
  /// How the case is written.
  public var format: Format
  /// The whole case as in its file.
  public var body: JSONValue
  /// Why it is no case at all: such a case fails, and those beside it run.
  var flaw: String?

  /// Whether nothing must come of it, so that it passes whatever happens.
  public var expectsNothing: Bool { body["expect"]?.array?.isEmpty == true }

  /// Whether it describes shipped code where the documents are silent or say something else: runs in source mode.
  public var describesSource: Bool { basis.hasPrefix("source") || ["platform", "relative", "later"].contains(basis) }
}

/// Why a case file cannot be used.
public struct CaseFileError: Error, CustomStringConvertible {
  /// The file, what was found and what was expected.
  public var description: String
}

extension ConformanceCase {
  /// Larger files are refused: 64 MiB.
  public static let sizeLimit = 64 << 20

  /// The cases of a file, in its order.
  public static func cases(in data: Data, named name: String) throws -> [ConformanceCase] {
    guard data.count <= sizeLimit else { throw CaseFileError(description: "\(name): larger than 64 MiB") }
    let opening = data.first { !" \n\r\t\u{FEFF}".utf8.contains($0) } ?? UInt8(ascii: "[")
    let elements =
      "[{".utf8.contains(opening)
      ? try bodies(inJSON: data, named: name) : try CompactCases(data, named: name).bodies
    if elements.isEmpty { throw CaseFileError(description: "\(name): found no case, expected at least one") }
    return elements.enumerated().map { ConformanceCase($1, place: "\(name): case \($0 + 1)") }
  }

  private static func bodies(inJSON data: Data, named name: String) throws -> [JSONValue] {
    guard !hasLongText(data) else {
      throw CaseFileError(description: "\(name): found a text of more than 1000 bytes, expected shorter ones")
    }
    let value: JSONValue
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: data)
    } catch let DecodingError.dataCorrupted(context) {
      throw CaseFileError(description: "\(name): not JSON: \(defect(of: data) ?? context.debugDescription)")
    } catch {
      // Not even text.
      throw CaseFileError(description: "\(name): not JSON: \(error.localizedDescription)")
    }
    guard let elements = value.array else {
      throw CaseFileError(description: "\(name): found \(value.kind), expected an array of cases")
    }
    return elements
  }

  /// Texts are compared in a time that grows with the square of combining marks in a row.
  private static func hasLongText(_ data: Data) -> Bool {
    var (length, isEscaped) = (-1, false)
    for byte in data where length >= 0 || byte == UInt8(ascii: "\"") {
      length = byte == UInt8(ascii: "\"") && !isEscaped ? (length < 0 ? 0 : -1) : length + 1
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if length > 1000 { return true }
    }
    return false
  }

  /// What is wrong with text that is no JSON, and where: the decoder does not say everywhere.
  private static func defect(of data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      guard let reason = (error as NSError).userInfo["NSDebugDescription"] as? String else { return nil }
      let words = reason.split { !$0.isLetter && !$0.isNumber }
      guard let word = words.lastIndex(of: "character"), word + 1 < words.count, let offset = Int(words[word + 1])
      else { return reason }
      let before = data.prefix(offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      return "\(reason) Line \(line), column \(column)."
    }
  }

  private init(_ body: JSONValue, place: String) {
    id = body["id"]?.string ?? place
    basis = body["basis"]?.string ?? ""
    self.body = body
    let engine = body["setup"]?["engine"]?.string
    system = body["system"]?.string ?? engine ?? ""
    format = body["system"] == nil || engine == system ? .ordered : .timed
    if body.object == nil {
      flaw = "\(body.kind), expected an object"
    } else if body["id"]?.string == nil {
      flaw = "no \"id\" (a string)"
    } else if body["expect"]?.array == nil {
      flaw = "no \"expect\" (an array)"
    } else if system.isEmpty {
      flaw = "neither \"system\" (timed format) nor \"setup.engine\" (ordered format)"
    }
  }
}

extension JSONValue {
  /// What it is, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
