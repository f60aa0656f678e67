/// The registry: names and fields of every message and enumeration, by number.
///
/// A line reads `name field:type …`. Types are `int`, `long`, `bool`, `rate` (thousandths), `time` and `span`
/// (microseconds; `null` in text for unknown and endless), identifiers (`item`, `text`, `segment`, `observer`, `epoch`,
/// `seek`, `still`, `request`, `track`), and the names of enumerations. Numbers are assigned once and never reused.
public enum Vocabulary {
  /// Version of the core's behaviour: raised whenever the same inputs can cause different outputs.
  public static var behaviourVersion: Int32 { 2 }

  /// Numbers below this can be inputs or outputs.
  public static var codeLimit: UInt16 { 256 }

  /// A kind of message: its number, its name, and its fields in the order in which they travel.
  public struct Kind: Sendable {
    /// The number of the kind, assigned once and never reused.
    public var code: UInt16
    /// Unique among inputs, and among outputs: engine commands begin with `engine.`.
    public var name: StaticString
    /// The fields in the order in which they travel.
    public var fields: [Field]

    init(_ code: UInt16, _ name: StaticString, _ fields: Field...) {
      self.code = code
      self.name = name
      self.fields = fields
    }
  }

  /// A field of a message.
  public struct Field: Sendable {
    /// Unique within its message.
    public var name: StaticString
    /// What the integer of the field means.
    public var type: FieldType

    init(_ name: StaticString, _ type: FieldType) {
      self.name = name
      self.type = type
    }
  }

  /// A case of an enumeration.
  public struct Case: Sendable {
    /// The number that travels.
    public var number: Int64
    /// The name in text traces.
    public var name: StaticString
  }

  /// All kinds of inputs, by number.
  public static var inputs: [Kind] { (0..<codeLimit).compactMap(inputKind) }

  /// All kinds of outputs, by number.
  public static var outputs: [Kind] { (0..<codeLimit).compactMap(outputKind) }

  /// A hash over every line: two cores with the same hash read each other's traces.
  public static var hash: UInt64 {
    var digest = StateDigest()
    for code in 0..<codeLimit {
      if let line = input(code) { digest.absorb(line, code) }
    }
    for code in 0..<codeLimit {
      if let line = output(code) { digest.absorb(line, code) }
    }
    for index in 0..<enumerationCount {
      guard let (name, cases) = enumeration(index) else { continue }
      digest.absorb(name, UInt16(truncatingIfNeeded: index))
      digest.absorb(cases, UInt16(truncatingIfNeeded: index))
    }
    return digest.value
  }
}

extension StateDigest {
  @inline(never)
  fileprivate mutating func absorb(_ text: StaticString, _ number: UInt16) {
    put(Int64(number))
    text.withUTF8Buffer { for byte in $0 { put(Int64(byte)) } }
  }
}
