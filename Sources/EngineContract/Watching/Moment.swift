import PlayerCore

/// When something happened, as far as that is known: on the virtual clock to the microsecond, on the machine's clock after
/// the host last took reports and before it took this one.
struct Moment {
  var earliest: Instant
  var latest: Instant
  /// By how much it may have been noted too late, because the machine was busy about then.
  var delay = TimeSpan.zero
  /// What the engine had waited for a processor until then, all in all.
  var waited = TimeSpan.zero

  init(_ earliest: Instant, _ latest: Instant) {
    self.earliest = min(earliest, latest)
    self.latest = latest
  }
}

/// Where a moving playhead is, as far as that is known.
struct Course {
  var position: MediaTime
  var since: Moment
  var rate: Rate

  /// The positions that are possible at some time in `moment`, with `tolerance` at normal speed. What a busy machine
  /// takes makes instants later than they should be, and may hold up the playhead itself.
  func positions(in moment: Moment, within tolerance: TimeSpan) -> ClosedRange<MediaTime> {
    let tolerance = tolerance + since.delay + moment.delay
    let slack = max(tolerance, rate.advance(during: tolerance))
    let held = rate.advance(during: max(.zero, moment.waited - since.waited))
    let least = position + rate.advance(during: max(.zero, moment.earliest - since.latest)) + (.zero - slack - held)
    let most = position + rate.advance(during: max(.zero, moment.latest - since.earliest)) + slack
    return least...most
  }
}
