/// The bytes of a trace, through a window that moves along.
struct TraceBytes {
  let name: String
  /// The window. What lies before `index` was used up.
  private(set) var window: [UInt8]
  var index = 0
  /// Where the window begins in the file.
  private var base: Int64 = 0
  private let file: OpenFile?
  /// True when nothing comes behind the window.
  private(set) var isLast: Bool

  init(_ file: OpenFile) {
    name = file.name
    self.file = file
    window = []
    window.reserveCapacity(2 * TraceLimit.buffer)
    isLast = false
  }

  init(_ bytes: [UInt8], name: String) {
    self.name = name
    file = nil
    window = bytes
    isLast = true
  }

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
      if try file.read(upTo: TraceLimit.buffer, into: &window) == 0 { isLast = true }
    }
  }
}
