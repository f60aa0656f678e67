import PlayerCore

/// How fast a network delivers over time: periods that follow each other, again and again.
public struct NetworkProfile: Hashable, Sendable {
  /// A stretch of time in which nothing changes.
  public struct Period: Hashable, Sendable {
    /// Longer than zero.
    public var duration: TimeSpan
    /// 0: nothing arrives.
    public var bitsPerSecond: Int64
    /// From a request to its first bit.
    public var latency: TimeSpan

    public init(duration: TimeSpan, bitsPerSecond: Int64, latency: TimeSpan = .zero) {
      self.duration = duration
      self.bitsPerSecond = bitsPerSecond
      self.latency = latency
    }
  }

  /// At least one.
  public private(set) var periods: [Period]

  /// `nil` unless there is a period and all are possible: longer than zero and at most a year, at most 1 Tbit/s, a latency
  /// of zero up to an hour.
  public init?(_ periods: [Period]) {
    guard !periods.isEmpty, periods.allSatisfy(\.isPossible) else { return nil }
    self.periods = periods
  }

  /// The same at every instant.
  public static func constant(bitsPerSecond: Int64, latency: TimeSpan = .zero) -> NetworkProfile {
    NetworkProfile([Period(duration: .seconds(3_600), bitsPerSecond: bitsPerSecond, latency: latency)])
      ?? NetworkProfile(unchecked: [Period(duration: .seconds(3_600), bitsPerSecond: 0)])
  }

  private init(unchecked periods: [Period]) { self.periods = periods }

  /// How long it takes until it begins again.
  public var length: TimeSpan { periods.reduce(.zero) { $0 + $1.duration } }

  /// Whether it ever delivers anything.
  public var delivers: Bool { periods.contains { $0.bitsPerSecond > 0 } }

  /// The same with all rates multiplied by `thousandths` ÷ 1,000.
  public func scaled(byThousandths thousandths: Int64) -> NetworkProfile? {
    NetworkProfile(
      periods.map {
        var period = $0
        let (rate, isTooMuch) = $0.bitsPerSecond.multipliedReportingOverflow(by: thousandths)
        period.bitsPerSecond = isTooMuch ? .max : rate / 1_000
        return period
      })
  }

  /// The same, begun `offset` later.
  public func begun(after offset: TimeSpan) -> NetworkProfile {
    var rest = offset.microseconds % max(1, length.microseconds)
    if rest < 0 { rest += length.microseconds }
    var index = 0
    while rest >= periods[index].duration.microseconds {
      rest -= periods[index].duration.microseconds
      index += 1
    }
    guard rest > 0 else { return NetworkProfile(unchecked: Array(periods[index...] + periods[..<index])) }
    var (first, last) = (periods[index], periods[index])
    first.duration = .microseconds(first.duration.microseconds - rest)
    last.duration = .microseconds(rest)
    return NetworkProfile(unchecked: [first] + periods[(index + 1)...] + periods[..<index] + [last])
  }
}

extension NetworkProfile.Period {
  fileprivate var isPossible: Bool {
    duration > .zero && duration <= .seconds(366 * 86_400) && (0...1_000_000_000_000).contains(bitsPerSecond)
      && latency >= .zero && latency <= .seconds(3_600)
  }
}
