/// The positions that a seek can reach.
struct SeekWindow: Equatable {
  var first: MediaTime
  var last: MediaTime

  /// The nearest position that can be reached; the first one where the window is empty.
  @inline(__always)
  func nearest(to position: MediaTime) -> MediaTime { position.clamped(from: first, to: last) }

  /// The positions of both.
  func intersection(_ other: Self) -> Self { Self(first: max(first, other.first), last: min(last, other.last)) }
}

/// The way around a blocked run, for a start, a seek or a playhead that meets blocked media.
struct BlockedDetour: Equatable {
  /// The first blocked segment met.
  var segment: SegmentID
  /// After the run, or as near to that as a seek can get; never before the beginning of the detour.
  var landing: MediaTime
  /// Whether the landing is still inside the run, because the media ends there.
  var endsInRun: Bool
  /// Whether the landing is after the beginning of the detour.
  var advances: Bool

  /// `nil` where nothing is blocked.
  @inline(__always)
  init?(around place: SegmentTable.Place, from position: MediaTime, in window: SeekWindow) {
    guard place.isBlocked else { return nil }
    let reachable = window.nearest(to: place.landing)
    segment = place.id
    landing = max(position, reachable)
    endsInRun = reachable < place.landing
    advances = reachable > position
  }

  /// Whether it leaves the run instead of only moving on inside it.
  @inline(__always)
  var leadsOut: Bool { advances && !endsInRun }
}
