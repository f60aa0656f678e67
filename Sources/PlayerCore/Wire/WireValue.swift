/// Something that travels as one 64-bit integer: every field of every message and of the state.
public protocol WireValue {
  var wireValue: Int64 { get }
  /// `nil` when the integer does not stand for a value of this type.
  init?(wireValue: Int64)
  /// What a reader hands out in place of a value it could not read; it reports the damage separately.
  static var placeholder: Self { get }
  /// What the integer means, for who shows or describes it.
  static var wireKind: WireKind { get }
}

/// What an integer that travels means.
public enum WireKind: Sendable {
  /// A plain number or an identifier.
  case integer
  case boolean
  /// Microseconds of media.
  case mediaTime
  /// Microseconds.
  case span
  /// Microseconds on the host's clock.
  case instant
  /// Bits of a ``Supply``.
  case supply
  /// The number of a case; the names of the cases as in ``WireEnumeration/names``.
  case enumeration(StaticString)
}

extension WireValue {
  @inlinable public static var wireKind: WireKind { .integer }
}

/// Writes fields one after the other.
public protocol FieldWriter {
  mutating func put(_ value: Int64)
}

extension FieldWriter {
  @inlinable public mutating func put(_ value: some WireValue) { put(value.wireValue) }
}

/// Reads the fields of one message in the order in which they were written.
public struct FieldReader {
  @usableFromInline var message: Message
  @usableFromInline var index = 0
  /// False once a field was read that did not stand for a value of the type asked for.
  public var isValid = true

  @inlinable public init(_ message: Message) { self.message = message }

  /// True when every field was read.
  public var isAtEnd: Bool { index >= message.count }

  @inlinable public mutating func next<Value: WireValue>(_: Value.Type = Value.self) -> Value {
    guard index < message.count else {
      isValid = false
      return .placeholder
    }
    let wire = message[index]
    index &+= 1
    if let value = Value(wireValue: wire) { return value }
    isValid = false
    return .placeholder
  }
}

/// A message as it travels: a number that names its kind, and integers.
///
/// Kinds are numbered once and for ever (see ``Vocabulary``): reordering the cases of a Swift enum changes nothing.
public struct Message: Equatable, Sendable {
  /// Longest message of the vocabulary.
  public static var maximumFieldCount: Int { 12 }

  public var code: UInt16
  public private(set) var count: Int
  @usableFromInline var fields: InlineArray<12, Int64>

  public init(code: UInt16 = 0) {
    self.code = code
    self.count = 0
    self.fields = InlineArray(repeating: 0)
  }

  /// The field at `index`; 0 outside 0 ..< ``count``.
  @inlinable public subscript(index: Int) -> Int64 {
    index >= 0 && index < Self.maximumFieldCount ? fields[index] : 0
  }

  public static func == (a: Self, b: Self) -> Bool {
    guard a.code == b.code, a.count == b.count else { return false }
    for index in 0..<a.count where a.fields[index] != b.fields[index] { return false }
    return true
  }
}

extension Message: FieldWriter {
  /// Appends a field. More than ``maximumFieldCount`` are dropped; no message of the vocabulary has as many.
  public mutating func put(_ value: Int64) {
    guard count < Self.maximumFieldCount else { return }
    fields[count] = value
    count &+= 1
  }
}

extension Int64: WireValue {
  @inlinable public var wireValue: Int64 { self }
  @inlinable public init?(wireValue: Int64) { self = wireValue }
  @inlinable public static var placeholder: Int64 { 0 }
}

extension Int32: WireValue {
  @inlinable public var wireValue: Int64 { Int64(self) }
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  @inlinable public static var placeholder: Int32 { 0 }
}

extension UInt32: WireValue {
  @inlinable public var wireValue: Int64 { Int64(self) }
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  @inlinable public static var placeholder: UInt32 { 0 }
}

extension UInt16: WireValue {
  @inlinable public var wireValue: Int64 { Int64(self) }
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  @inlinable public static var placeholder: UInt16 { 0 }
}

extension UInt8: WireValue {
  @inlinable public var wireValue: Int64 { Int64(self) }
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  @inlinable public static var placeholder: UInt8 { 0 }
}

extension Bool: WireValue {
  @inlinable public var wireValue: Int64 { self ? 1 : 0 }
  @inlinable public init?(wireValue: Int64) {
    guard wireValue == 0 || wireValue == 1 else { return nil }
    self = wireValue == 1
  }
  @inlinable public static var placeholder: Bool { false }
  @inlinable public static var wireKind: WireKind { .boolean }
}

extension TimeSpan: WireValue {
  @inlinable public var wireValue: Int64 { microseconds }
  @inlinable public init?(wireValue: Int64) { self.init(microseconds: wireValue) }
  @inlinable public static var placeholder: Self { .zero }
  @inlinable public static var wireKind: WireKind { .span }
}

extension Instant: WireValue {
  @inlinable public var wireValue: Int64 { microseconds }
  @inlinable public init?(wireValue: Int64) { self.init(microseconds: wireValue) }
  @inlinable public static var placeholder: Self { .zero }
  @inlinable public static var wireKind: WireKind { .instant }
}

extension MediaTime: WireValue {
  @inlinable public var wireValue: Int64 { microseconds }
  @inlinable public init?(wireValue: Int64) { self.init(microseconds: wireValue) }
  @inlinable public static var placeholder: Self { .unknown }
  @inlinable public static var wireKind: WireKind { .mediaTime }
}

extension Rate: WireValue {
  @inlinable public var wireValue: Int64 { Int64(thousandths) }
  @inlinable public init?(wireValue: Int64) {
    guard let thousandths = Int32(exactly: wireValue) else { return nil }
    self.init(thousandths: thousandths)
  }
  @inlinable public static var placeholder: Self { .zero }
}

extension Identifier: WireValue {
  @inlinable public var wireValue: Int64 { Int64(rawValue) }
  @inlinable public init?(wireValue: Int64) {
    guard let rawValue = UInt32(exactly: wireValue) else { return nil }
    self.init(rawValue)
  }
  @inlinable public static var placeholder: Self { .none }
}

extension TrackID: WireValue {
  @inlinable public var wireValue: Int64 { Int64(rawValue) }
  @inlinable public init?(wireValue: Int64) {
    guard let rawValue = Int32(exactly: wireValue) else { return nil }
    self.init(rawValue)
  }
  @inlinable public static var placeholder: Self { .off }
}

/// An enumeration that travels as its number and reads as its name.
public protocol WireEnumeration: WireValue, RawRepresentable, CaseIterable where RawValue == UInt8 {
  /// The names of the cases by number, separated by one space; a dash for a number that is not in use.
  static var names: StaticString { get }
  /// The name of this case in traces and texts.
  var wireName: StaticString { get }
}

extension WireEnumeration {
  /// All cases, with their numbers and names.
  public static var cases: [Vocabulary.Case] {
    allCases.map { Vocabulary.Case(number: $0.wireValue, name: $0.wireName) }
  }

  @inlinable public static var wireKind: WireKind { .enumeration(names) }
  @inlinable public var wireValue: Int64 { Int64(rawValue) }
  @inlinable public init?(wireValue: Int64) {
    guard let rawValue = UInt8(exactly: wireValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}
