import PlayerCore

/// The inputs of some consecutive steps, in few bytes: enough to feed them to a player again.
///
/// Each is stored as its differences from the previous input of the same kind: which fields, and by how much. Times
/// increase in small steps, and numbers of openings and seeks rarely change.
struct StepStore {
  private var bytes: [UInt8] = []
  private var writing = Predecessors()
  private(set) var count = 0
  /// The instant of the last step.
  private(set) var end = Instant.zero

  /// Takes the next step.
  mutating func append(_ input: Input, at instant: Instant) {
    let message = input.message
    let code = UInt8(truncatingIfNeeded: message.code)
    bytes.append(code)
    if writing.begin(code, message.count) { bytes.append(UInt8(truncatingIfNeeded: message.count)) }
    put(instant.microseconds &- writing.instant)
    writing.instant = instant.microseconds
    end = instant
    count += 1
    guard message.count > 0 else { return }
    let place = writing.place(of: code)
    var changed: UInt64 = 0
    for index in 0..<message.count where message[index] != writing.values[place &+ index] { changed |= 1 << index }
    put(bits: changed)
    while changed != 0 {
      let index = changed.trailingZeroBitCount
      changed &= changed &- 1
      put(message[index] &- writing.values[place &+ index])
      writing.values[place &+ index] = message[index]
    }
  }

  /// Releases the room reserved for further steps, because none follow.
  mutating func close() {
    bytes = bytes.withUnsafeBufferPointer { Array($0) }
    writing = Predecessors()
  }

  private mutating func put(_ value: Int64) { put(bits: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

  private mutating func put(bits: UInt64) {
    var rest = bits
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Calls `body` with each step in order, until it returns false.
  func forEach(_ body: (_ input: Input, _ instant: Instant) -> Bool) {
    var index = 0
    var reading = Predecessors()
    func takeBits() -> UInt64 {
      var (value, shift): (UInt64, UInt64) = (0, 0)
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return value
    }
    func take() -> Int64 {
      let bits = takeBits()
      return Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)
    }
    for _ in 0..<count {
      let code = bytes[index]
      index += 1
      if !reading.knows(code) {
        _ = reading.begin(code, Int(bytes[index]))
        index += 1
      }
      reading.instant &+= take()
      var message = WireMessage(code: UInt16(code))
      let (fields, place) = (reading.count(of: code), reading.place(of: code))
      let changed = fields == 0 ? 0 : takeBits()
      for index in 0..<fields {
        if changed & 1 << index != 0 { reading.values[place &+ index] &+= take() }
        message.put(reading.values[place &+ index])
      }
      // Always an input, because only inputs are stored.
      guard let input = Input(message), body(input, Instant(microseconds: reading.instant)) else { return }
    }
  }
}

/// The last input of each kind.
private struct Predecessors {
  var instant: Int64 = 0
  /// The fields of all of them, one kind after the other.
  var values: [Int64] = []
  /// For each code, where its fields begin, and their number; a negative place for those that have not occurred.
  private var kinds: [(place: Int32, count: Int32)] = []

  func knows(_ code: UInt8) -> Bool { Int(code) < kinds.count && kinds[Int(code)].place >= 0 }
  func place(of code: UInt8) -> Int { Int(kinds[Int(code)].place) }
  func count(of code: UInt8) -> Int { Int(kinds[Int(code)].count) }

  /// True for the first input of this kind.
  mutating func begin(_ code: UInt8, _ count: Int) -> Bool {
    guard !knows(code) else { return false }
    while kinds.count <= Int(code) { kinds.append((-1, 0)) }
    kinds[Int(code)] = (Int32(values.count), Int32(count))
    values.append(contentsOf: repeatElement(0, count: count))
    return true
  }
}
