/// The bytes of a trace, through a moving window.
struct TraceBytes {
  let name: String
  /// The window. The bytes before `index` are consumed.
  private(set) var window: [UInt8]
  var index = 0
  /// Where the window begins in the file.
  private var base: Int64 = 0
  private let file: OpenFile?
  /// True when nothing follows the window.
  private(set) var isLast: Bool

  init(_ file: OpenFile) {
    name = file.name
    self.file = file
    window = []
    window.reserveCapacity(Int(min(file.size ?? .max, 2 * Int64(TraceLimit.buffer))))
    isLast = false
  }

  init(_ bytes: [UInt8], name: String) {
    self.name = name
    file = nil
    window = bytes
    isLast = true
  }

  /// Whether ``append(_:)`` may add bytes after the window.
  var isGrowing = false

  /// Adds bytes that arrived later.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    // Consumed bytes are removed, but not every few bytes.
    if index > window.count / 2 {
      base += Int64(index)
      window.removeFirst(index)
      index = 0
    }
    window.append(contentsOf: bytes)
    bytesRead += Int64(bytes.count)
  }

  /// The number of bytes read from the file, in any order.
  private(set) var bytesRead: Int64 = 0

  /// The place of `index` in the file.
  var offset: Int64 { base + Int64(index) }
  /// The number of available bytes.
  var available: Int { window.count - index }

  /// Makes at least `count` bytes available, or all remaining ones.
  mutating func fill(_ count: Int) throws(TraceError) {
    guard let file else { return }
    while available < count, !isLast {
      if index > 0 {
        base += Int64(index)
        window.removeFirst(index)
        index = 0
      }
      let count = try file.read(upTo: TraceLimit.buffer, into: &window)
      bytesRead += Int64(count)
      if count == 0 { isLast = true }
    }
  }

  // MARK: Anywhere

  /// The total number of bytes; `nil` for a file that can only be read sequentially.
  var size: Int64? { file.map { $0.size } ?? Int64(window.count) }

  /// Up to `count` bytes from any place; `nil` when there are none.
  mutating func peek(_ count: Int, at offset: Int64) throws(TraceError) -> [UInt8]? {
    guard let size, offset >= 0, offset < size else { return nil }
    guard let file else { return Array(window[Int(offset)...].prefix(count)) }
    let bytes = try file.read(upTo: count, at: offset)
    bytesRead += Int64(bytes.count)
    return bytes
  }

  /// Continues at an offset within ``size``.
  mutating func move(to offset: Int64) throws(TraceError) {
    guard let file else { return index = Int(offset) }
    try file.seek(to: offset)
    window.removeAll(keepingCapacity: true)
    (base, index, isLast) = (offset, 0, false)
  }
}
