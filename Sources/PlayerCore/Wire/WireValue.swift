/// Something that travels as one 64-bit integer: every field of every message and of the state.
public protocol WireValue {
  var wireValue: Int64 { get }
  /// `nil` when the integer does not stand for a value of this type.
  init?(wireValue: Int64)
  /// What a reader hands out in place of a value it could not read; it reports the damage separately.
  static var placeholder: Self { get }
  /// What the integer means, for code that shows or describes it.
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
  /// Bits of a ``BufferState``.
  case supply
  /// The number of a case; the names of the cases as in ``WireEnumeration/names``.
  case enumeration(StaticString)
}

extension WireValue {
  /// What the integer of such a value means.
  @inlinable public static var wireKind: WireKind { .integer }
}

/// Writes fields one after the other.
public protocol FieldWriter {
  mutating func put(_ value: Int64)
}

extension FieldWriter {
  /// Appends the integer that `value` travels as.
  @inlinable public mutating func put(_ value: some WireValue) { put(value.wireValue) }
}

/// Fields in the order in which they were written.
public protocol FieldSource {
  /// False once a field was read that is missing, or is not a value of the requested type.
  var isValid: Bool { get set }
  /// The integer of the next field; `nil` when there are no more.
  mutating func take() -> Int64?
}

extension FieldSource {
  /// The next field; if it is missing or invalid, its type's placeholder, and ``isValid`` is false.
  @inlinable public mutating func next<Value: WireValue>(_: Value.Type = Value.self) -> Value {
    if let wire = take(), let value = Value(wireValue: wire) { return value }
    isValid = false
    return .placeholder
  }
}

/// Reads the fields of one message.
public struct FieldReader: FieldSource {
  @usableFromInline var message: WireMessage
  @usableFromInline var index = 0
  /// False once a field was read that is not a value of the requested type.
  public var isValid = true

  /// Reads from the first field of `message` on.
  @inlinable public init(_ message: WireMessage) { self.message = message }

  /// True when every field was read.
  public var isAtEnd: Bool { index >= message.count }

  /// The integer of the next field; `nil` when there are no more.
  @inlinable public mutating func take() -> Int64? {
    guard index < message.count else { return nil }
    defer { index &+= 1 }
    return message.fieldInPlace(index)
  }
}

/// A message as it travels: a number that names its kind, and integers.
///
/// Kinds are numbered once and for all (see ``Vocabulary``): reordering the cases of a Swift enum changes nothing.
public struct WireMessage: Equatable, Sendable {
  /// Longest message of the vocabulary.
  public static var maximumFieldCount: Int { 12 }

  /// The number of the kind; see ``Vocabulary``.
  public var code: UInt16
  /// How many fields there are, at most ``maximumFieldCount``.
  public private(set) var count: Int
  @usableFromInline var fields: Fields

  /// A message of this kind without fields.
  public init(code: UInt16 = 0) {
    self.code = code
    self.count = 0
    self.fields = Fields()
  }

  /// The field at `index`, as by the subscript. Changes nothing, but `mutating` lets it read in place; otherwise all
  /// fields would be copied to read one.
  @inlinable
  @inline(__always)
  mutating func fieldInPlace(_ index: Int) -> Int64 {
    guard UInt(bitPattern: index) < UInt(bitPattern: Self.maximumFieldCount) else { return 0 }
    return withUnsafeMutableBytes(of: &fields) { $0.load(fromByteOffset: index &* 8, as: Int64.self) }
  }

  /// The field at `index`; 0 outside 0 ..< ``count``.
  @inlinable public subscript(index: Int) -> Int64 {
    index >= 0 && index < Self.maximumFieldCount ? fields[index] : 0
  }

  /// Compares the kind and the fields that are in use.
  public static func == (a: Self, b: Self) -> Bool {
    guard a.code == b.code, a.count == b.count else { return false }
    for index in 0..<a.count where a.fields[index] != b.fields[index] { return false }
    return true
  }
}

extension WireMessage {
  /// As many integers as a message may have, in place. `InlineArray` does the same, but needs macOS 26 or iOS 26.
  @frozen
  public struct Fields: BitwiseCopyable, Sendable {
    @usableFromInline
    var values: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64)

    /// All are 0.
    @inlinable
    public init() { values = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) }

    /// The integer at `index`, which must be in 0 ..< ``WireMessage/maximumFieldCount``.
    @inlinable
    public subscript(index: Int) -> Int64 {
      @inline(__always) get {
        precondition(index >= 0 && index < WireMessage.maximumFieldCount, "a message has no such field")
        return withUnsafeBytes(of: values) { $0.load(fromByteOffset: index &* 8, as: Int64.self) }
      }
      @inline(__always) set {
        precondition(
          UInt(bitPattern: index) < UInt(bitPattern: WireMessage.maximumFieldCount), "a message has no such field")
        withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: newValue, toByteOffset: index &* 8, as: Int64.self) }
      }
    }
  }
}

extension WireMessage: FieldWriter {
  /// Appends a field. More than ``maximumFieldCount`` are dropped; no message of the vocabulary has as many.
  /// Where the size of the program counts it is nowhere inlined: nearly every kind of message appends several.
  #if hasFeature(Embedded)
  @inline(never)
  #endif
  public mutating func put(_ value: Int64) {
    // As an unsigned number, the index is compared once for both bounds.
    guard UInt(bitPattern: count) < UInt(bitPattern: Self.maximumFieldCount) else { return }
    fields[count] = value
    count &+= 1
  }
}

extension Int64: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { self }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self = wireValue }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Int64 { 0 }
}

extension Int32: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(self) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Int32 { 0 }
}

extension UInt32: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(self) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: UInt32 { 0 }
}

extension UInt16: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(self) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: UInt16 { 0 }
}

extension UInt8: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(self) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(exactly: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: UInt8 { 0 }
}

extension Bool: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { self ? 1 : 0 }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) {
    guard wireValue == 0 || wireValue == 1 else { return nil }
    self = wireValue == 1
  }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Bool { false }
  /// What the integer of such a value means.
  @inlinable public static var wireKind: WireKind { .boolean }
}

extension TimeSpan: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { microseconds }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(microseconds: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Self { .zero }
  /// What the integer of such a value means.
  @inlinable public static var wireKind: WireKind { .span }
}

extension Instant: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { microseconds }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(microseconds: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Self { .zero }
  /// What the integer of such a value means.
  @inlinable public static var wireKind: WireKind { .instant }
}

extension MediaTime: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { microseconds }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) { self.init(microseconds: wireValue) }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Self { .unknown }
  /// What the integer of such a value means.
  @inlinable public static var wireKind: WireKind { .mediaTime }
}

extension Rate: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(thousandths) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) {
    guard let thousandths = Int32(exactly: wireValue) else { return nil }
    self.init(thousandths: thousandths)
  }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Self { .zero }
}

extension Identifier: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(rawValue) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) {
    guard let rawValue = UInt32(exactly: wireValue) else { return nil }
    self.init(rawValue)
  }
  /// Takes the place of a value that could not be read.
  @inlinable public static var placeholder: Self { .none }
}

extension TrackID: WireValue {
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(rawValue) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) {
    guard let rawValue = Int32(exactly: wireValue) else { return nil }
    self.init(rawValue)
  }
  /// Takes the place of a value that could not be read.
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

  /// What the integer of such a value means.
  @inlinable public static var wireKind: WireKind { .enumeration(names) }
  /// The integer for this value.
  @inlinable public var wireValue: Int64 { Int64(rawValue) }
  /// The value for this integer; `nil` when there is none.
  @inlinable public init?(wireValue: Int64) {
    guard let rawValue = UInt8(exactly: wireValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}
