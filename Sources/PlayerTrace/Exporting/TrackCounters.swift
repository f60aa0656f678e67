import PlayerCore

/// The curves: a value is written when it changes.
struct TrackCounters {
  var clock = Instant.zero
  private var last: (position: Int64, buffer: Int64, rate: Int64, bytes: Int64) = (0, 0, 0, 0)
  private var isBegun = false

  /// While the playhead moves it is drawn at least this often, so that the curve is not stepped.
  private static var interval: Int64 { 1_000_000 }
  /// The maximum number of values between two steps.
  private static var most: Int64 { 64 }

  /// Takes the time since the previous step.
  mutating func pass(_ moment: RunMoment, _ rows: inout TrackRows) {
    let (start, elapsed) = (clock, (moment.instant - clock).microseconds)
    clock = moment.instant
    let (from, to) = (moment.before.position, moment.positionBefore)
    guard elapsed > 0, from.isKnown, to.isKnown, moment.before.shown.state != .idle else { return }
    let distance = (to - from).microseconds
    let count = min(Self.most, elapsed / Self.interval)
    if distance != 0, count > 1 {
      for place in 1..<count {
        let instant = start + TimeSpan(microseconds: elapsed / count * place)
        put(from + TimeSpan(microseconds: distance / count * place), moment.before, at: instant, &rows)
      }
    }
    put(to, moment.before, at: moment.instant, &rows)
  }

  mutating func take(_ moment: RunMoment, _ rows: inout TrackRows) {
    put(moment.position, moment.after, at: moment.instant, &rows)
    let rate = moment.after.isMoving ? Int64(moment.after.movingRate.thousandths) : 0
    if rate != last.rate || !isBegun { rows.count(rate, on: .rate, at: moment.instant) }
    if moment.after.bytesRead != last.bytes { rows.count(moment.after.bytesRead, on: .bytes, at: moment.instant) }
    (last.rate, last.bytes, isBegun) = (rate, moment.after.bytesRead, true)
  }

  /// Curves have no gaps: they are 0 where nothing is open.
  private mutating func put(
    _ position: MediaTime, _ player: Player.Inspection, at instant: Instant, _ rows: inout TrackRows
  ) {
    let place = position.isKnown ? position.microseconds : 0
    let until = player.bufferedUntil
    let ahead = position.isKnown && until.isKnown ? max(0, (until - position).microseconds) : 0
    if place != last.position || !isBegun { rows.count(place, on: .position, at: instant) }
    if ahead != last.buffer || !isBegun { rows.count(ahead, on: .buffer, at: instant) }
    (last.position, last.buffer) = (place, ahead)
  }
}
