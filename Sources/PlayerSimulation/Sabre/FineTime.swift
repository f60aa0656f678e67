import PlayerText

/// Time in units of 2⁻³² ns, for sums that must not drift: in exact arithmetic three downloads of a third of a second
/// end together with the second, and what they do not need is not left over for an outage after it.
typealias FineTime = WideSigned

extension FineTime {
  static let nanosecond = FineTime(1) << 32

  /// More than a `TimeSpan` holds.
  static let limit = FineTime(1) << 106

  /// In whole microseconds, rounded to the nearest, up from the middle.
  var roundedToMicroseconds: Int64 {
    let microsecond = Self.nanosecond * 1_000
    return ((self + microsecond / 2) / microsecond).clamped
  }
}

/// A place in a network profile, as ``NetworkCursor`` but in ``FineTime``. Where something is rounded, the network is
/// faster by less than one unit.
struct FineCursor {
  private let profile: NetworkProfile
  private var index = 0
  private var left: FineTime

  init(_ profile: NetworkProfile) {
    self.profile = profile
    left = FineTime(profile.periods[0].nanoseconds) << 32
  }

  /// True when the profile begins to repeat.
  private mutating func enterNextPeriod() -> Bool {
    index += 1
    let repeats = index == profile.periods.count
    if repeats { index = profile.restart }
    left = FineTime(profile.periods[index].nanoseconds) << 32
    return repeats
  }

  private mutating func spend(_ time: FineTime) {
    left -= time
    if left <= 0 { _ = enterNextPeriod() }
  }

  mutating func wait(_ time: FineTime) {
    var rest = time
    while rest >= left {
      rest -= left
      if enterNextPeriod() { rest %= FineTime(profile.cycle) << 32 }
    }
    left -= rest
  }

  /// The wait for a first bit, each period serving its share of it.
  mutating func awaitFirstBit() -> FineTime {
    let latency = profile.periods[index].latencyNanoseconds
    let time = FineTime(latency) << 32
    guard time > left else {
      spend(time)
      return time
    }
    return awaitFirstBitInParts()
  }

  /// A share is counted in 2⁻⁴⁸: with a latency below an hour (2⁷⁴ units) that fits into 122 bits.
  private mutating func awaitFirstBitInParts() -> FineTime {
    var share = FineTime(1) << 48
    var total: FineTime = 0
    var shareAtRestart: FineTime?
    while true {
      let latency = FineTime(profile.periods[index].latencyNanoseconds) << 32
      let need = (share * latency) >> 48
      if need <= left {
        spend(need)
        return total + need
      }
      total += left
      share -= ((left << 48) + latency - 1) / latency
      if share <= 0 {
        _ = enterNextPeriod()
        return total
      }
      guard enterNextPeriod() else { continue }
      if let before = shareAtRestart, before > share {
        let cycles = (share - 1) / (before - share)
        share -= cycles * (before - share)
        total += cycles * FineTime(profile.cycle) << 32
      }
      shareAtRestart = share
    }
  }

  /// The time until this many millionths of a bit have arrived; `nil` when they never do, or later than a `TimeSpan`
  /// can express.
  mutating func receive(microbits: Int64) -> FineTime? {
    var rest = WideUnsigned(max(0, microbits).magnitude, times: 1_000_000_000)
    if rest == 0 { return 0 }
    var total: FineTime = 0
    while true {
      let rate = profile.periods[index].microbitsPerSecond.magnitude
      let capacity = Self.capacity(left, rate)
      if rest <= capacity, rate > 0 {
        let time = min(left, Self.time(of: rest, rate))
        spend(time)
        return total + time
      }
      rest -= capacity
      total += left
      if enterNextPeriod() {
        guard profile.femtobitsPerCycle > 0 else { return nil }
        if rest > profile.femtobitsPerCycle {
          let cycles = (rest - 1) / profile.femtobitsPerCycle
          rest -= cycles * profile.femtobitsPerCycle
          guard cycles < (FineTime.limit >> 32).magnitude / WideUnsigned(profile.cycle.magnitude) else { return nil }
          total += FineTime(cycles) * FineTime(profile.cycle) << 32
        }
      }
    }
  }

  /// Femtobits that arrive in `time`, rounded up.
  private static func capacity(_ time: FineTime, _ rate: UInt64) -> WideUnsigned {
    let whole = WideUnsigned((time >> 32).magnitude.low, times: rate)
    let part = time.magnitude.low & 0xFFFF_FFFF
    return part == 0 ? whole : whole + WideUnsigned(part, times: rate) >> 32 + 1
  }

  /// The time in which `femtobits` arrive, rounded down; they arrive within 2⁶⁴ ns.
  private static func time(of femtobits: WideUnsigned, _ rate: UInt64) -> FineTime {
    let (whole, rest) = rate.dividingFullWidth((femtobits.high, femtobits.low))
    if rest == 0 { return FineTime(WideUnsigned(whole)) << 32 }
    return FineTime(WideUnsigned(whole)) << 32
      + FineTime(WideUnsigned(rate.dividingFullWidth((rest >> 32, rest << 32)).quotient))
  }
}
