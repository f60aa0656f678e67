// The tables that the fields of the state only represent: the lists of segments, and the table of observers.

extension Player {
  /// What is known about one observer: its number, its interval, its position, and where the playhead was when it was
  /// added, if that still matters.
  package typealias ObserverEntry = (id: ObserverID, interval: TimeSpan, offset: MediaTime, since: MediaTime)

  /// The table of observers in its order.
  package var observerTable: [ObserverEntry] {
    intervals.observers.map { ($0.id, $0.interval, $0.offset, $0.since) }
  }

  /// What becomes the list of segments with the next commit, in its order.
  package var stagedSegments: [Segment] { segments.staged.segments }
  /// How many segments are staged.
  package var stagedSegmentCount: Int { Int(segments.staged.count) }
  /// Whether positions of segments in the list depend on the dates of the media: what is known about the dates
  /// determines where these segments lie.
  package var hasDatedSegments: Bool { segments.table.hasDates }
  /// How many observers of the playhead there are.
  package var observerCount: Int { intervals.observers.count }

  /// Completes a state that was rebuilt from its fields. The digests of the tables show whether they belong to it.
  package mutating func takeTables(list: [Segment], staged: [Segment], observers: [ObserverEntry]) {
    segments.table = SegmentTable(SegmentList(list), segmentCircumstances)
    segments.staged = SegmentList(staged)
    intervals.takeTable(observers.map { .init(id: $0.id, interval: $0.interval, offset: $0.offset, since: $0.since) })
  }

  /// Gives the player memory that it shares with no copy, so that each can exist without the memory of the other.
  package mutating func separate() {
    configuration.values.separate()
    apart.separate()
    intervals.observers.separate()
    tracks.found.separate()
    segments.table.separate()
    segments.staged.segments.separate()
  }
}

extension Array {
  /// Moves the elements to separate memory, as compactly as possible.
  mutating func separate() { self = withUnsafeBufferPointer { Array($0) } }
}
