import CTapeDeck
import PlayerCore

// Messages as records of the interface: the first field of a family is stored separately, as its context.

extension td_message {
  /// Whether the inputs of this code begin with a number that names a request or an opening.
  @inline(__always)
  static func hasContext(_ code: UInt16) -> Bool { code != 0 && !EnvironmentEvent.codes.contains(code) }

  /// The input of a record; `nil` when the record contains none.
  @inline(__always)
  static func input(_ record: UnsafePointer<td_message>) -> Input? {
    var reader = RecordReader(record)
    guard let input = Input(code: record.pointee.code, &reader) else { return nil }
    let count = record.pointee.count
    return count == 0 || Int(count) == reader.index ? input : nil
  }

  /// Writes an output.
  @inline(__always)
  static func write(_ output: Output, at instant: Instant, input: UInt32, to target: UnsafeMutablePointer<td_message>) {
    target.pointee = td_message()
    var writer = RecordWriter(target)
    output.putFields(into: &writer)
    target.pointee.code = output.code
    target.pointee.count = UInt16(truncatingIfNeeded: max(0, writer.count))
    target.pointee.time = instant.microseconds
    target.pointee.input = input
  }
}

/// Reads the fields of an input in place: all that a record has room for, regardless of how many are in use.
private struct RecordReader: FieldSource {
  private let record: UnsafePointer<td_message>
  /// The next of the record's fields; -1 is the context.
  private(set) var index: Int
  var isValid = true

  /// The record must outlive the reader.
  @inline(__always)
  init(_ record: UnsafePointer<td_message>) {
    self.record = record
    index = td_message.hasContext(record.pointee.code) ? -1 : 0
  }

  @inline(__always)
  mutating func take() -> Int64? {
    guard index < Int(TD_MESSAGE_FIELDS) else { return nil }
    defer { index &+= 1 }
    if index < 0 { return Int64(record.pointee.context) }
    return (UnsafeRawPointer(record) + 16).load(fromByteOffset: 8 &* index, as: Int64.self)
  }
}

/// Writes the fields of an output to their places: the first field of every kind is the context.
private struct RecordWriter: FieldWriter {
  private let target: UnsafeMutablePointer<td_message>
  private let fields: UnsafeMutablePointer<Int64>
  /// How many fields there are, without the context.
  private(set) var count = -1

  @inline(__always)
  init(_ target: UnsafeMutablePointer<td_message>) {
    self.target = target
    let start = UnsafeMutableRawPointer(target) + 16
    fields = start.assumingMemoryBound(to: Int64.self)
  }

  mutating func put(_ value: Int64) {
    if count < 0 {
      target.pointee.context = UInt32(truncatingIfNeeded: value)
    } else if count < Int(TD_MESSAGE_FIELDS) {
      fields[count] = value
    }
    count &+= 1
  }
}

extension ErrorText {
  /// Explains why a record is not an input.
  mutating func explain(_ record: td_message) {
    guard let line = Vocabulary.input(record.code) else {
      put("code: there is no input ")
      return put(Int64(record.code))
    }
    let words = Words(line)
    let all = Vocabulary.inputFieldCount(record.code)
    let first = td_message.hasContext(record.code) ? 1 : 0
    if record.count != 0, Int(record.count) != all - first {
      put("count is ")
      put(Int64(record.count))
      put("; ")
      put(words[0])
      put(" has ")
      put(Int64(all - first))
      put(all - first == 1 ? " field" : " fields")
      return
    }
    for index in 0..<all where !record.isValid(field: index) {
      put(words[0])
      put(index < first ? ": context (" : ": fields[")
      if index >= first { put(Int64(index - first)) }
      if index >= first { put("] (") }
      put(words[index + 1])
      put(") has no value ")
      put(record.value(index))
      return
    }
    put(words[0])
    put(": the fields contradict each other")
  }
}

extension td_message {
  fileprivate func value(_ index: Int) -> Int64 {
    let first = Self.hasContext(code) ? 1 : 0
    if index < first { return Int64(context) }
    return withUnsafeBytes(of: fields) { fields in
      let fields = fields.assumingMemoryBound(to: Int64.self)
      return index - first < fields.count ? fields[index - first] : 0
    }
  }

  /// Whether a field has a value of its type: the input with this field, and zeros for the others, can be read.
  fileprivate func isValid(field index: Int) -> Bool {
    var record = td_message()
    record.code = code
    let first = Self.hasContext(code) ? 1 : 0
    if index < first {
      record.context = context
    } else {
      let value = value(index)
      withUnsafeMutableBytes(of: &record.fields) { fields in
        fields.assumingMemoryBound(to: Int64.self)[min(index - first, Int(TD_MESSAGE_FIELDS) - 1)] = value
      }
    }
    return Self.input(&record) != nil
  }
}

/// The words of a line of the registry: a name, and `field:type` for each field.
struct Words {
  private let line: StaticString

  init(_ line: StaticString) { self.line = line }

  /// The word at `index` without its type; empty where there is none.
  subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeBufferPointer(start: line.utf8Start, count: line.utf8CodeUnitCount)
    var (place, start) = (0, 0)
    for end in 0...bytes.count where end == bytes.count || bytes[end] == 32 {
      if place == index {
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        return UnsafeBufferPointer(rebasing: word[..<(word.firstIndex(of: 58) ?? word.count)])
      }
      place += 1
      start = end + 1
    }
    return UnsafeBufferPointer(start: line.utf8Start, count: 0)
  }
}
