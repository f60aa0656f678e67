#if FFmpeg
import PlayerCore

extension LiveFeed {
  /// Dates that differ by less are the same: durations in playlists are rounded.
  private static let dateTolerance: Int64 = 50_000

  /// Reports what is new of the window: its range, the date of a position, its end.
  ///
  /// One thread at a time, so that an older range never follows a newer one.
  func report(to report: Reporter, _ state: Monitor<SessionState>, at now: Instant) {
    let start = contents.withLock { contents in
      guard let window = contents.window, let range = contents.range else { return nil as Int64? }
      if range != contents.reported.range {
        contents.reported.range = range
        report(
          .seekableRangeChanged(start: .microseconds(range.lowerBound), end: .microseconds(range.upperBound)), at: now)
      }
      if let reference = window.reference, !contents.reported.agrees(with: reference, tolerance: Self.dateTolerance) {
        contents.reported.reference = reference
        report(.dateReference(position: .microseconds(reference.position), date: reference.date), at: now)
      }
      if window.hasEnded, !contents.reported.hasEnded {
        contents.reported.hasEnded = true
        report(.durationChanged(.microseconds(range.upperBound)), at: now)
      }
      return range.lowerBound
    }
    if let start { state.change { $0.windowStart = start } }
  }

  /// What was reported so far did not count: a player forgets it when this opening takes the place of another.
  func forgetReports() { contents.withLock { $0.reported = Reported() } }
}

extension LiveFeed.Reported {
  fileprivate func agrees(with other: (position: Int64, date: Int64), tolerance: Int64) -> Bool {
    guard let reference else { return false }
    let expected = reference.date.saturatingPlus(other.position.saturatingMinus(reference.position))
    return abs(expected.saturatingMinus(other.date) / 2) <= tolerance / 2
  }
}
#endif
