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

  public var id: String
  public var system: String
  /// Where it comes from; empty for the ordered format, which has none.
  public var basis: String
  public var format: Format
  public var body: JSONValue

  /// Whether it describes shipped code where the documents are silent or say something else: runs in source mode.
  public var describesSource: Bool { basis.hasPrefix("source") || ["platform", "relative", "later"].contains(basis) }
}

/// Why a case file cannot be used.
public struct CaseFileError: Error, CustomStringConvertible {
  public var description: String
}

extension ConformanceCase {
  /// Larger files are refused before they are read: 64 MiB.
  static let sizeLimit = 64 << 20

  /// The cases of a file, in its order.
  public static func cases(in data: Data, named name: String) throws -> [ConformanceCase] {
    guard data.count <= sizeLimit else { throw CaseFileError(description: "\(name): larger than 64 MiB") }
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
    return try elements.enumerated().map { index, element in
      do {
        return try ConformanceCase(element)
      } catch let error as CaseFileError {
        throw CaseFileError(description: "\(name): case \(index + 1): \(error.description)")
      }
    }
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

  private init(_ body: JSONValue) throws {
    guard body.object != nil else { throw CaseFileError(description: "found \(body.kind), expected an object") }
    guard let id = body["id"]?.string else { throw CaseFileError(description: "no \"id\" (a string)") }
    guard body["expect"]?.array != nil else { throw CaseFileError(description: "\(id): no \"expect\" (an array)") }
    let system = body["system"]?.string
    guard let name = system ?? body["setup"]?["engine"]?.string else {
      throw CaseFileError(description: "\(id): neither \"system\" (timed format) nor \"setup.engine\" (ordered format)")
    }
    self.init(
      id: id, system: name, basis: body["basis"]?.string ?? "", format: system == nil ? .ordered : .timed, body: body)
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
