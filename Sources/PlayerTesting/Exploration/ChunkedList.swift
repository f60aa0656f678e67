/// A list of plain values that grows by chunks: growing copies nothing, and takes no more memory than it says.
struct ChunkedList<Element: BitwiseCopyable> {
  private static var chunkBits: Int { 14 }

  private(set) var chunks: [[Element]] = []
  private(set) var count = 0

  var byteCount: Int { (chunks.count << Self.chunkBits) * MemoryLayout<Element>.stride }

  /// What it takes more of memory for `additions`.
  static func growth(for additions: Int) -> Int { (additions + (1 << chunkBits)) * MemoryLayout<Element>.stride }

  mutating func append(_ element: Element) {
    if count & ((1 << Self.chunkBits) - 1) == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(1 << Self.chunkBits)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    get { chunks[index >> Self.chunkBits][index & ((1 << Self.chunkBits) - 1)] }
    set { chunks[index >> Self.chunkBits][index & ((1 << Self.chunkBits) - 1)] = newValue }
  }

  func forEach(_ visit: (Element) -> Void) { for chunk in chunks { chunk.forEach(visit) } }
}
