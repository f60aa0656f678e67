/// The bytes of a trace, through a window that moves along.
struct TraceBytes {
  let name: String
  /// The window. What is before `index` was used up.
  private(set) var window: [UInt8]
  var index = 0
  /// Where the window begins in the file.
  private var base: Int64 = 0
  private let file: OpenFile?
  /// True when nothing comes after the window.
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

  /// Whether bytes may come after the window, which ``append(_:)`` adds.
  var isGrowing = false

  /// Adds bytes that came later.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    // What was used goes, but not for every few bytes.
    if index > window.count / 2 {
      base += Int64(index)
      window.removeFirst(index)
      index = 0
    }
    window.append(contentsOf: bytes)
    bytesRead += Int64(bytes.count)
  }

  /// How many bytes were taken from the file, in whatever order.
  private(set) var bytesRead: Int64 = 0

  /// Where `index` is in the file.
  var offset: Int64 { base + Int64(index) }
  /// How many bytes are there to use.
  var available: Int { window.count - index }

  /// Makes at least `count` bytes available, or all there are.
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

  /// How many bytes there are; `nil` for what can only be read from its beginning.
  var size: Int64? { file.map { $0.size } ?? Int64(window.count) }

  /// Bytes from anywhere, up to `count`; `nil` when there are none.
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
