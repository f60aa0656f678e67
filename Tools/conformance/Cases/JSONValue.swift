import Foundation

/// Any JSON value. Case files have many shapes; what each entry must hold is checked where it is used.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// A whole number.
  public static func int(_ value: Int) -> Self { .number(Double(value)) }

  /// The member with this key; `nil` for all but objects, and for a missing key.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// Whether it is the literal `null`.
  public var isNull: Bool { self == .null }
  /// The value of a boolean; `nil` for others.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value of a number; `nil` for others.
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  /// The value of a string; `nil` for others.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The elements of an array; `nil` for others.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; `nil` for others.
  public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
}

extension JSONValue: Codable {
  /// Reads any value. Throws the decoder's error for what is no JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes whole numbers without a decimal point.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int64(exactly: value) { try container.encode(whole) } else { try container.encode(value) }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// Compact JSON, keys in order.
  public var description: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
