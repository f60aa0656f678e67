import PlayerCore
import PlayerText

/// How fast a network delivers over time: periods in sequence, which repeat by default.
///
/// A value that many worlds may share: a copy costs one reference, and hashing uses only ``digest``, however many
/// periods there are. Rates are kept in millionths of a bit per second and times in nanoseconds, so that rounding
/// fractions of a kilobit or a millisecond has no measurable effect.
public struct NetworkProfile: Sendable {
  /// A span of time in which nothing changes.
  public struct Period: Hashable, Sendable {
    /// Its length. Possible: 1 up to a year.
    public var nanoseconds: Int64
    /// The rate, in millionths of a bit per second. Possible: 0, an outage, up to 1 Tbit/s.
    public var microbitsPerSecond: Int64
    /// From a request to its first bit. Possible: 0 up to an hour.
    public var latencyNanoseconds: Int64
    /// How much longer a request may wait for its first bit. Possible: 0 up to an hour.
    public var jitterNanoseconds: Int64
    /// How many of a million packets are lost. Possible: 0 up to 1,000,000, at which nothing arrives.
    public var lossMillionths: Int64

    /// A period by its length, its rate, its latency, and how reliable it is.
    public init(
      nanoseconds: Int64, microbitsPerSecond: Int64, latencyNanoseconds: Int64 = 0, jitterNanoseconds: Int64 = 0,
      lossMillionths: Int64 = 0
    ) {
      self.nanoseconds = nanoseconds
      self.microbitsPerSecond = microbitsPerSecond
      self.latencyNanoseconds = latencyNanoseconds
      self.jitterNanoseconds = jitterNanoseconds
      self.lossMillionths = lossMillionths
    }

    /// A period by its length, its rate and its latency.
    public init(duration: TimeSpan, bitsPerSecond: Int64, latency: TimeSpan = .zero) {
      self.init(
        nanoseconds: duration.microseconds.saturatingTimes(1_000),
        microbitsPerSecond: bitsPerSecond.saturatingTimes(1_000_000),
        latencyNanoseconds: latency.microseconds.saturatingTimes(1_000))
    }

    /// A span in which nothing arrives.
    public static func outage(_ duration: TimeSpan, latency: TimeSpan = .zero) -> Period {
      Period(duration: duration, bitsPerSecond: 0, latency: latency)
    }

    /// How long it is, in whole microseconds.
    public var duration: TimeSpan { .microseconds(nanoseconds / 1_000) }
    /// From a request to its first bit, in whole microseconds.
    public var latency: TimeSpan { .microseconds(latencyNanoseconds / 1_000) }
    /// The rate in whole bits per second.
    public var bitsPerSecond: Int64 { microbitsPerSecond / 1_000_000 }

    /// Femtobits that arrive from beginning to end: a rate in millionths of a bit per second, during nanoseconds.
    var femtobits: WideUnsigned { WideUnsigned(nanoseconds.magnitude, times: carriedMicrobitsPerSecond.magnitude) }

    var isPossible: Bool {
      (1...Limit.period).contains(nanoseconds) && (0...Limit.rate).contains(microbitsPerSecond)
        && (0...Limit.latency).contains(latencyNanoseconds) && (0...Limit.latency).contains(jitterNanoseconds)
        && (0...1_000_000).contains(lossMillionths)
    }
  }

  /// What comes after the last period.
  public enum Ending: Hashable, Sendable {
    /// The first one.
    case repeats
    /// The last one, for ever.
    case stays
    /// Nothing arrives any more.
    case falls
  }

  /// What is possible, and what a file may hold.
  public enum Limit {
    /// Nanoseconds of one period: a year.
    public static let period: Int64 = 366 * 86_400 * 1_000_000_000
    /// Nanoseconds of all periods: a century.
    public static let length: Int64 = 100 * period
    /// Millionths of a bit per second: 1 Tbit/s.
    public static let rate: Int64 = 1_000_000_000_000_000_000
    /// Nanoseconds from a request to its first bit: an hour.
    public static let latency: Int64 = 3_600 * 1_000_000_000
    /// Periods of a file.
    public static let periods = 1_000_000
    /// Bytes of a file.
    public static let bytes = 64 << 20
  }

  /// At least one.
  public let periods: [Period]
  /// The period that follows the last one.
  let restart: Int
  /// The seed for losses and delays of requests, where packets are lost or late.
  public let seed: UInt64
  /// Nanoseconds of what is repeated.
  let cycle: Int64
  /// What arrives in a ``cycle``.
  let femtobitsPerCycle: WideUnsigned
  /// A hash of everything above, the same in every process and on every platform.
  public let digest: UInt64

  /// `nil` unless there is at least one period, all of them are possible, and together they last no more than a
  /// century.
  public init?(_ periods: [Period], ending: Ending = .repeats, seed: UInt64 = 0) {
    guard !periods.isEmpty, periods.allSatisfy({ $0.isPossible }) else { return nil }
    var length: Int64 = 0
    for period in periods {
      length += period.nanoseconds
      if length > Limit.length { return nil }
    }
    switch ending {
    case .repeats: self.init(unchecked: periods, restart: 0, seed: seed)
    case .stays: self.init(unchecked: periods, restart: periods.count - 1, seed: seed)
    case .falls:
      let silence = Period(
        nanoseconds: Limit.period, microbitsPerSecond: 0,
        latencyNanoseconds: periods[periods.count - 1].latencyNanoseconds)
      self.init(unchecked: periods + [silence], restart: periods.count, seed: seed)
    }
  }

  /// The same at every instant. Impossible values are replaced by the nearest possible ones.
  public static func constant(bitsPerSecond: Int64, latency: TimeSpan = .zero) -> NetworkProfile {
    var period = Period(duration: .seconds(3_600), bitsPerSecond: bitsPerSecond, latency: latency)
    period.microbitsPerSecond = min(max(0, period.microbitsPerSecond), Limit.rate)
    period.latencyNanoseconds = min(max(0, period.latencyNanoseconds), Limit.latency)
    return NetworkProfile(unchecked: [period], restart: 0)
  }

  private init(unchecked periods: [Period], restart: Int, seed: UInt64 = 0) {
    self.periods = periods
    self.restart = restart
    self.seed = seed
    cycle = periods[restart...].reduce(0) { $0 + $1.nanoseconds }
    femtobitsPerCycle = periods[restart...].reduce(0) { $0 + $1.femtobits }
    digest = Self.digest(periods, restart, seed)
  }
}

extension NetworkProfile {
  /// The time from the beginning to the end of the last period.
  public var length: TimeSpan { .microseconds(periods.reduce(0) { $0 + $1.nanoseconds } / 1_000) }

  /// Whether it never stops delivering for good.
  public var delivers: Bool { femtobitsPerCycle > 0 }

  /// The same with all rates multiplied by `thousandths` ÷ 1,000, rounded down. `nil` for a negative factor, or when a
  /// rate becomes more than possible.
  public func scaled(byThousandths thousandths: Int64) -> NetworkProfile? {
    guard thousandths >= 0 else { return nil }
    var scaled = periods
    for index in scaled.indices {
      let rate = (WideSigned(scaled[index].microbitsPerSecond) * WideSigned(thousandths) / 1_000).clamped
      guard rate <= Limit.rate else { return nil }
      scaled[index].microbitsPerSecond = rate
    }
    return NetworkProfile(unchecked: scaled, restart: restart, seed: seed)
  }

  /// The same with other losses and delays in all periods that have none of their own, and another seed. What is not
  /// possible is replaced by the nearest that is.
  func with(jitterNanoseconds: Int64, lossMillionths: Int64, seed: UInt64) -> NetworkProfile {
    if jitterNanoseconds == 0, lossMillionths == 0, seed == self.seed { return self }
    var flawed = periods
    for index in flawed.indices {
      if flawed[index].jitterNanoseconds == 0 {
        flawed[index].jitterNanoseconds = min(max(0, jitterNanoseconds), Limit.latency)
      }
      if flawed[index].lossMillionths == 0 { flawed[index].lossMillionths = min(max(0, lossMillionths), 1_000_000) }
    }
    return NetworkProfile(unchecked: flawed, restart: restart, seed: seed)
  }

  /// The same, started `offset` later: the network of a session that begins at that time. A negative offset counts from
  /// the end of a profile that repeats, and is ignored for any other.
  public func begun(after offset: TimeSpan) -> NetworkProfile {
    let whole = periods.reduce(0) { $0 + $1.nanoseconds }
    var rest = (WideSigned(offset.microseconds) * 1_000 % WideSigned(whole)).clamped
    if restart > 0 {
      let passed = max(0, WideSigned(offset.microseconds) * 1_000).clamped
      guard passed < whole else { return NetworkProfile(unchecked: Array(periods[restart...]), restart: 0, seed: seed) }
      rest = passed
    }
    if rest < 0 { rest += whole }
    var index = 0
    while rest >= periods[index].nanoseconds {
      rest -= periods[index].nanoseconds
      index += 1
    }
    var later = Array(periods[index...])
    later[0].nanoseconds -= rest
    guard restart == 0 else {
      // The last period has no end, so it does not matter how much of it is left.
      if index == periods.count - 1 { later[0].nanoseconds += rest }
      return NetworkProfile(unchecked: later, restart: later.count - 1, seed: seed)
    }
    later += periods[..<index]
    if rest > 0 {
      var part = periods[index]
      part.nanoseconds = rest
      later.append(part)
    }
    return NetworkProfile(unchecked: later, restart: 0, seed: seed)
  }
}

extension NetworkProfile: Hashable {
  /// Equal when the periods are, by their digest.
  public static func == (a: Self, b: Self) -> Bool {
    a.digest == b.digest && a.restart == b.restart && a.seed == b.seed && a.periods == b.periods
  }

  /// Feeds the digest of the periods.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// FNV-1a, a number at a time, with the mixing of SplitMix64 after it.
  private static func digest(_ periods: [Period], _ restart: Int, _ seed: UInt64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ value: Int64) {
      hash = (hash ^ UInt64(bitPattern: value)) &* 0x100_0000_01B3
      hash ^= hash >> 29
    }
    take(Int64(restart))
    for period in periods {
      take(period.nanoseconds)
      take(period.microbitsPerSecond)
      take(period.latencyNanoseconds)
      // Networks without jitter and loss keep their original digests.
      if !period.isIdeal {
        take(period.jitterNanoseconds)
        take(period.lossMillionths)
      }
    }
    if seed != 0 { take(Int64(bitPattern: seed)) }
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }
}
