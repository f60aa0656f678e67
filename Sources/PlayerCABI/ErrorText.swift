import PlayerCore

// The library that reads traces contains this file too.

/// A short zero-terminated text, stored in place: it must be available when there is no memory.
struct ErrorText {
  private static var capacity: Int { 240 }

  private typealias Words = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
  // Three times eighty bytes.
  private var bytes: (Words, Words, Words)
  private var count = 0

  init() {
    let words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    bytes = (words, words, words)
  }

  var isEmpty: Bool { count == 0 }

  mutating func clear() {
    count = 0
    terminate()
  }

  /// What does not fit is cut off.
  mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
    let count = min(text.count, Self.capacity - 1 - count)
    guard count > 0, let source = text.baseAddress else { return }
    let place = self.count
    withUnsafeMutableBytes(of: &bytes) { target in
      target.baseAddress?.advanced(by: place).copyMemory(from: source, byteCount: count)
    }
    self.count += count
    terminate()
  }

  mutating func put(_ number: Int64) {
    if number < 0 { put("-") }
    put(number.magnitude, radix: 10, width: 1)
  }

  /// A size in C, which has no sign.
  mutating func putSize(_ size: Int) { put(UInt64(UInt(bitPattern: size)), radix: 10, width: 1) }

  /// Sixteen digits.
  mutating func putHexadecimal(_ number: UInt64) {
    put("0x")
    put(number, radix: 16, width: 16)
  }

  private mutating func put(_ number: UInt64, radix: UInt64, width: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number
      var first = 20
      repeat {
        first -= 1
        let digit = UInt8(truncatingIfNeeded: rest % radix)
        digits[first] = digit < 10 ? 48 + digit : 87 + digit
        rest /= radix
      } while rest > 0 || 20 - first < width
      put(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(digits)[first...]))
    }
  }

  private mutating func terminate() {
    let place = count
    withUnsafeMutableBytes(of: &bytes) { $0[place] = 0 }
  }

  /// Copies the text and its zero, cut to `capacity` bytes.
  func copy(to target: UnsafeMutablePointer<CChar>?, _ capacity: Int) {
    guard let target, capacity > 0 else { return }
    let length = min(count, capacity - 1)
    withUnsafeBytes(of: bytes) { source in
      guard let source = source.baseAddress else { return }
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: length)
    }
    target[length] = 0
  }

  /// The start of the text in a value that does not move.
  static func start(of text: UnsafeMutablePointer<ErrorText>) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
  }
}
