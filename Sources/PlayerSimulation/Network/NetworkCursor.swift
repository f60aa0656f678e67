import PlayerCore
import PlayerText

/// Where a simulated network is in its profile.
///
/// It counts time in nanoseconds and data in femtobits, so that time can be split anywhere: receiving for 3 ns and then
/// for 4 ns gives the same as receiving for 7 ns. A download ends at the first whole nanosecond at which its last bit
/// has arrived; what would have arrived in the rest of that nanosecond is lost. So a download is less than a nanosecond
/// longer than in exact arithmetic, and so is the wait for its first bit. Nothing here traps, and nothing takes longer
/// than two passes through the profile, for any arguments.
public struct NetworkCursor: Hashable, Sendable {
  /// The profile of the network.
  public let profile: NetworkProfile
  private var place: Place
  /// What has arrived of the next bit, in femtobits.
  private var part: UInt64 = 0

  /// Begins at the beginning of the profile, or this many nanoseconds later.
  public init(_ profile: NetworkProfile, after nanoseconds: Int64 = 0) {
    self.profile = profile
    place = Place(index: 0, left: profile.periods[0].nanoseconds)
    wait(nanoseconds: nanoseconds)
  }

  /// The period at this place.
  public var period: NetworkProfile.Period { profile.periods[place.index] }

  /// Nanoseconds until the next period begins.
  package var nanosecondsLeft: Int64 { place.left }

  /// What distinguishes one place from another in the same profile, for a digest.
  var numbers: [Int64] { [Int64(place.index), place.left, Int64(bitPattern: part)] }

  /// Lets time pass without receiving anything, in nanoseconds; a negative number counts as 0.
  public mutating func wait(nanoseconds: Int64) {
    var rest = max(0, nanoseconds)
    while rest >= place.left {
      rest -= place.left
      if place.enterNextPeriod(of: profile) { rest %= profile.cycle }
    }
    place.left -= rest
  }

  /// Waits for the first bit of a new request, and returns how long that took in nanoseconds. The wait is one unit:
  /// each period serves the share of it that its own latency allows (SABRE.md#latency).
  public mutating func awaitFirstBit() -> Int64 {
    part = 0
    var share = Self.unit
    var total: Int64 = 0
    var shareAtRestart: UInt64?
    while true {
      let latency = profile.periods[place.index].latencyNanoseconds.magnitude
      let need = Self.time(of: share, latency)
      if need < place.left {
        place.left -= need
        return total + need
      }
      total += place.left
      let isServed = need == place.left
      if !isServed { share -= Self.share(of: place.left.magnitude, latency) }
      if place.enterNextPeriod(of: profile), !isServed {
        if let before = shareAtRestart {
          let (cycles, _) = (share - 1).quotientAndRemainder(dividingBy: before - share)
          share -= cycles * (before - share)
          total += Int64(cycles) * profile.cycle
        }
        shareAtRestart = share
      }
      if isServed { return total }
    }
  }

  /// How much longer than that a request waits because packets are late or lost; `instant` is when it is made, both in
  /// nanoseconds.
  func delay(at instant: Int64) -> Int64 { period.delay(seed: profile.seed, at: instant) }

  /// How long a request made now would wait for its first bit, in nanoseconds.
  package var timeToFirstBit: Int64 {
    var copy = self
    return copy.awaitFirstBit()
  }

  /// Receives `bits`, and returns how long that took in nanoseconds; `nil`, and nothing has happened, when the network
  /// never delivers them. A negative number counts as 0; more nanoseconds than fit are `Int64.max`.
  public mutating func receive(bits: Int64) -> Int64? {
    guard bits > 0 else { return 0 }
    var rest = WideUnsigned(bits.magnitude, times: Self.femtobits) - WideUnsigned(part)
    var (place, total) = (place, Int64(0))
    while true {
      let rate = profile.periods[place.index].carriedMicrobitsPerSecond.magnitude
      let capacity = WideUnsigned(place.left.magnitude, times: rate)
      if rest <= capacity {
        // It fits into the rest of the period, so the quotient fits into 64 bits.
        let (quotient, remainder) = rate.dividingFullWidth((rest.high, rest.low))
        let need = Int64(quotient) + (remainder == 0 ? 0 : 1)
        if need == place.left { _ = place.enterNextPeriod(of: profile) } else { place.left -= need }
        (self.place, part) = (place, 0)
        return total.saturatingPlus(need)
      }
      rest -= capacity
      total = total.saturatingPlus(place.left)
      if place.enterNextPeriod(of: profile) {
        guard profile.femtobitsPerCycle > 0 else { return nil }
        if rest > profile.femtobitsPerCycle {
          let cycles = (rest - 1) / profile.femtobitsPerCycle
          rest -= cycles * profile.femtobitsPerCycle
          total = total.saturatingPlus(cycles.clamped.saturatingTimes(profile.cycle))
        }
      }
    }
  }

  /// How long it would take to receive `bits`, starting now, in nanoseconds; `nil` when the network never delivers
  /// them.
  public func time(toReceive bits: Int64) -> Int64? {
    var copy = self
    return copy.receive(bits: bits)
  }

  /// Receives for this many nanoseconds, and returns how many whole bits arrived; the fraction of the next one is kept,
  /// also while the network waits, until a download is complete or another one is requested. `Int64.max` for more than
  /// that.
  public mutating func receive(for nanoseconds: Int64) -> Int64 {
    var rest = max(0, nanoseconds)
    var sum = WideUnsigned(part)
    while rest >= place.left {
      sum += WideUnsigned(place.left.magnitude, times: profile.periods[place.index].carriedMicrobitsPerSecond.magnitude)
      rest -= place.left
      if place.enterNextPeriod(of: profile), rest >= profile.cycle {
        sum += WideUnsigned((rest / profile.cycle).magnitude) * profile.femtobitsPerCycle
        rest %= profile.cycle
      }
    }
    sum += WideUnsigned(rest.magnitude, times: profile.periods[place.index].carriedMicrobitsPerSecond.magnitude)
    place.left -= rest
    let (bits, femtobits) = sum.divided(by: WideUnsigned(Self.femtobits))
    part = femtobits.low
    return bits.clamped
  }
}

extension NetworkCursor {
  /// A period, and nanoseconds that are left of it: at least one.
  private struct Place: Hashable {
    var index: Int
    var left: Int64

    /// True when the profile begins to repeat.
    mutating func enterNextPeriod(of profile: NetworkProfile) -> Bool {
      index += 1
      let repeats = index == profile.periods.count
      if repeats { index = profile.restart }
      left = profile.periods[index].nanoseconds
      return repeats
    }
  }

  /// Femtobits of a bit.
  private static let femtobits: UInt64 = 1_000_000_000_000_000
  /// The whole of a wait for a first bit. So fine that what is lost at the end of a period is never seen.
  private static let unit: UInt64 = 1 << 62

  /// `share × latency ÷ unit`, rounded up.
  private static func time(of share: UInt64, _ latency: UInt64) -> Int64 {
    let (high, low) = share.multipliedFullWidth(by: latency)
    return Int64(high << 2 | low >> 62) + (low & (unit - 1) == 0 ? 0 : 1)
  }

  /// `unit × time ÷ latency`, rounded down; `time` is shorter than `latency`.
  private static func share(of time: UInt64, _ latency: UInt64) -> UInt64 {
    latency.dividingFullWidth(time.multipliedFullWidth(by: unit)).quotient
  }
}
