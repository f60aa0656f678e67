import PlayerCore

/// Bytes, and their throughput while an opening filled its buffer for the first time.
struct LoadMeter: Sendable {
  private var bytesBefore: Int64 = 0
  private var bytesOfOpening: Int64?
  /// The bytes of all openings until the buffer was full, and the time this took.
  private(set) var filledBytes: Int64 = 0
  private(set) var filledTime: Int64 = 0
  private var filling: (bytes: Int64, time: Int64)?
  private var openedAt: Int64?
  private(set) var isMeasured = false

  /// All bytes of all openings.
  var bytes: Int64? { isMeasured ? bytesBefore.saturatingPlus(bytesOfOpening ?? 0) : nil }

  mutating func opened(at now: Int64) {
    settle()
    bytesBefore = bytesBefore.saturatingPlus(bytesOfOpening ?? 0)
    bytesOfOpening = nil
    openedAt = now
  }

  mutating func read(_ bytes: Int64, isSaturated: Bool, at now: Int64) {
    guard bytes >= 0 else { return }
    isMeasured = true
    bytesOfOpening = bytes
    guard let openedAt else { return }
    filling = (bytes, now - openedAt)
    if isSaturated { settle() }
  }

  /// Counts the last filling, and nothing after it.
  private mutating func settle() {
    openedAt = nil
    guard let filling else { return }
    filledBytes = filledBytes.saturatingPlus(filling.bytes)
    filledTime += filling.time
    self.filling = nil
  }

  /// Bytes and microseconds, the filling in progress included.
  var filled: (bytes: Int64, time: Int64) {
    guard let filling else { return (filledBytes, filledTime) }
    return (filledBytes.saturatingPlus(filling.bytes), filledTime + filling.time)
  }
}
