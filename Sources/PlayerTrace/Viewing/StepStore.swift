import PlayerCore

/// The inputs of some steps that follow each other, in few bytes: enough to feed them to a player again.
struct StepStore {
  private var bytes: [UInt8] = []
  private var last: Int64 = 0
  private(set) var count = 0

  /// Takes the next step.
  mutating func append(_ input: Input, at instant: Instant) {
    let message = input.message
    bytes.append(UInt8(truncatingIfNeeded: message.code))
    bytes.append(UInt8(truncatingIfNeeded: message.count))
    put(instant.microseconds &- last)
    last = instant.microseconds
    for index in 0..<message.count { put(message[index]) }
    count += 1
  }

  /// Gives back the room that was kept for further steps.
  mutating func close() { bytes = bytes.withUnsafeBufferPointer { Array($0) } }

  private mutating func put(_ value: Int64) {
    var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Calls `body` with each step in order, until it returns false.
  func forEach(_ body: (_ input: Input, _ instant: Instant) -> Bool) {
    var index = 0
    var instant: Int64 = 0
    func take() -> Int64 {
      var (value, shift): (UInt64, UInt64) = (0, 0)
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
    while index + 1 < bytes.count {
      var message = WireMessage(code: UInt16(bytes[index]))
      let fields = bytes[index + 1]
      index += 2
      instant &+= take()
      for _ in 0..<fields { message.put(take()) }
      // What was an input when it was stored still is one.
      guard let input = Input(message), body(input, Instant(microseconds: instant)) else { return }
    }
  }
}
