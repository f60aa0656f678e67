import PlayerCore

extension SessionMeter {
  /// The value of every metric in the order of ``SessionMetric/all``; `nil` for what was not measured, because the
  /// trace does not contain it or because the denominator is zero.
  ///
  /// `isOver` is false for a session whose trace is unfinished: it may still start.
  public func values(isOver: Bool) -> [Int64?] {
    let times = account.times
    let hasStarted = start.count > 0
    var values: [Int64?] = [account.elapsed]
    values += [start.time, start.time.map { _ in start.isValid ? 1 : 0 }, start.openToPrepared, start.firstFrame]
    values += [start.count, times[.preloading]]
    values.append(isOver && hasStarted ? exitBeforeStart : nil)
    values.append(hasStarted ? (failures.isBeforeStart ? 1 : 0) : nil)
    values += [times[.playing], playhead.media, times.watch]
    values += rebuffering
    values += seeking
    values += [Ratio.millionths(times.waiting, of: times.watch), waits.resuming]
    values += [seeks.skips, seeks.skipped, seeks.skipTime, seeks.heardBlocked]
    values += [failures.retries, failures.reloads, times[.retrying], failures.successes]
    values += [failures.count, failures.count > 0 ? Int64(failures.last.rawValue) : nil, failures.firstAt]
    values.append(failures.warnings)
    values += live
    values += [Percentile.of(playhead.lows, 5), playhead.lows.min()]
    values += [load.bytes, throughput, Ratio.millionths(playhead.media, of: times[.playing])]
    values.append(playhead.completion.flatMap { Ratio.millionths($0.part, of: $0.whole) })
    values += [times[.interrupted], times[.blocked]]
    values += [MuxScore.startup(start.time), MuxScore.smoothness(waits.count, times[.rebuffering], of: times.watch)]
    values += [nil, nil]
    return values
  }

  private var exitBeforeStart: Int64 {
    !start.hasPlayed && failures.count == 0 && account.times[.starting] >= 1_000_000 ? 1 : 0
  }

  private var rebuffering: [Int64?] {
    let times = account.times
    let (time, play) = (times[.rebuffering], times[.playing])
    return [
      waits.count, time, waits.longest, Ratio.millionths(time, of: times.watch), Ratio.millionths(time, of: play),
      playhead.completion.flatMap { Ratio.millionths(time, of: $0.whole) },
      Ratio.part(waits.count, of: play, per: 3_600_000_000_000_000), waits.pauses, time,
      waits.count > 0 ? play / waits.count : nil,
    ]
  }

  private var seeking: [Int64?] {
    let latencies = seeks.latencies
    return [
      seeks.count, seeks.superseded, account.times[.seeking], Percentile.of(latencies, 50),
      Percentile.of(latencies, 95), latencies.isEmpty ? nil : seeks.landing, latencies.isEmpty ? nil : seeks.resuming,
    ]
  }

  private var live: [Int64?] {
    [
      Percentile.mean(playhead.latencies), Percentile.of(playhead.latencies, 95),
      playhead.hasBeenLive ? Ratio.millionths(playhead.edgePlay, of: playhead.livePlay) : nil,
      playhead.hasBeenLive ? playhead.catchUps : nil,
    ]
  }

  /// Bits per millisecond are kilobits per second.
  private var throughput: Int64? {
    let (bytes, time) = load.filled
    return Ratio.part(bytes, of: time, per: 8_000)
  }
}

/// Quotients of integers, rounded to the nearest, halves up.
enum Ratio {
  /// In millionths; `nil` if the divisor is zero.
  static func millionths(_ part: Int64, of whole: Int64) -> Int64? { Self.part(part, of: whole, per: 1_000_000) }

  /// `part × unit / whole`, of non-negative numbers; `nil` if the divisor is zero, the largest number if the quotient
  /// is out of range.
  static func part(_ part: Int64, of whole: Int64, per unit: Int64) -> Int64? {
    guard whole > 0, part >= 0 else { return nil }
    let product = part.multipliedFullWidth(by: unit)
    let (low, carry) = product.low.addingReportingOverflow(UInt64(whole / 2))
    let high = UInt64(product.high) + (carry ? 1 : 0)
    let divisor = UInt64(whole)
    guard high < divisor else { return .max }
    let quotient = divisor.dividingFullWidth((high, low)).quotient
    return Int64(exactly: quotient) ?? .max
  }
}

/// Percentiles by the nearest rank: the smallest value that at least this percentage does not exceed. Exact.
enum Percentile {
  static func of(_ values: [Int64], _ percent: Int) -> Int64? {
    guard !values.isEmpty else { return nil }
    let rank = Int((Int64(values.count) * Int64(percent) + 99) / 100)
    return values.sorted()[max(1, rank) - 1]
  }

  /// Rounded towards negative infinity; `nil` without values, and where the sum is out of range.
  static func mean(_ values: [Int64]) -> Int64? {
    guard !values.isEmpty else { return nil }
    var sum: Int64 = 0
    for value in values {
      let (next, overflow) = sum.addingReportingOverflow(value)
      if overflow { return nil }
      sum = next
    }
    let count = Int64(values.count)
    return sum >= 0 ? sum / count : -((-sum + count - 1) / count)
  }
}
