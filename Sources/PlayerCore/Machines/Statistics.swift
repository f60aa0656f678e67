/// Counters since the last load.
public struct Statistics: Hashable, Sendable {
  /// How often playback ran out of data (KSYManual.md#6.4, bufferEmptyCount).
  public var stallCount: Int32 = 0
  /// How long playback waited in stalls that are over (KSYManual.md#6.4, bufferEmptyDuration).
  public var stallTime = TimeSpan.zero
  /// From the open to the first frame; never while there is none.
  public var startupTime = TimeSpan.never
  /// Engine events that were dropped.
  public var ignoredEvents: Int32 = 0

  mutating func reset() { self = Statistics() }

  mutating func stallBegan() { stallCount = stallCount.saturatingPlus(1) }

  mutating func stallEnded(after span: TimeSpan) { stallTime = stallTime + span }

  /// Only the first frame of an item counts.
  mutating func frameShown(after span: TimeSpan) { if startupTime == .never { startupTime = span } }

  mutating func eventIgnored() { ignoredEvents = ignoredEvents.saturatingPlus(1) }
}
