/// Numbers words in order of appearance: 1, 2, 3 … for each kind.
struct WordNumbers: Sendable {
  /// The kinds of words, which are numbered separately; the raw value is the word before the number.
  enum Kind: UInt8 {
    case text, scheme, user, host, path, query, fragment, content
  }

  private var numbers: [[UInt8]: Int] = [:]
  private var counts = [Int](repeating: 0, count: 8)
  private var byteCount = 0
  /// Words beyond this total number of bytes are not stored, so that no file can exhaust the memory. They share the
  /// number 0.
  private static var limit: Int { 64 << 20 }

  /// The number of these words: their previous one, or the next free one.
  mutating func number(of words: some Sequence<UInt8>, as kind: Kind) -> Int {
    var key = [kind.rawValue]
    key.append(contentsOf: words)
    if let number = numbers[key] { return number }
    guard byteCount + key.count <= Self.limit else { return 0 }
    byteCount += key.count
    counts[Int(kind.rawValue)] += 1
    let number = counts[Int(kind.rawValue)]
    numbers[key] = number
    return number
  }
}
