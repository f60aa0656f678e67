import PlayerCore

/// Where a simulated network is in its profile.
///
/// It counts nanoseconds: every download ends at the next whole one, so that what it takes is off by less than one
/// nanosecond for each download, and by less than one for each period whose latency it has waited through.
public struct NetworkCursor: Hashable, Sendable {
  public let profile: NetworkProfile
  private var index = 0
  /// Nanoseconds that are left of the period.
  private var left: Int64

  public init(_ profile: NetworkProfile) {
    self.profile = profile
    left = profile.periods[0].nanoseconds
  }

  private var period: NetworkProfile.Period { profile.periods[index] }

  private mutating func enterNextPeriod() {
    index = index + 1 == profile.periods.count ? 0 : index + 1
    left = period.nanoseconds
  }

  /// Lets time pass; in nanoseconds, not negative.
  public mutating func wait(nanoseconds: Int64) {
    var rest = max(0, nanoseconds)
    let cycle = profile.nanoseconds
    if rest >= cycle { rest %= cycle }
    while rest >= left {
      rest -= left
      enterNextPeriod()
    }
    left -= rest
  }

  /// Waits for the first bit, and returns how long that took in nanoseconds. The wait is one unit: each period serves the
  /// share of it that its own latency allows (sabre.md).
  public mutating func awaitFirstBit() -> Int64 {
    let unit: Int64 = 1 << 40
    var share = unit
    var total: Int64 = 0
    while true {
      let latency = period.latency.microseconds * 1_000
      // share × latency ÷ unit, rounded up.
      let (high, low) = share.multipliedFullWidth(by: latency)
      let need = high << 24 | Int64(low >> 40) + (low & UInt64(unit - 1) == 0 ? 0 : 1)
      if need < left {
        left -= need
        return total + need
      }
      total += left
      if need > left { share -= latency.dividingFullWidth(left.multipliedFullWidth(by: unit)).quotient }
      let isServed = need == left || share <= 0
      enterNextPeriod()
      if isServed { return total }
    }
  }

  /// Receives `bits`, and returns how long that took in nanoseconds; `nil` when the network never delivers.
  public mutating func receive(bits: Int64) -> Int64? {
    guard profile.delivers else { return nil }
    var total: Int64 = 0
    var bits = max(0, bits)
    // In pieces, so that a count of thousand-millionths of a bit fits.
    while bits > 0 {
      let piece = min(bits, 1 << 32)
      total = total.addingSaturated(receive(piece: piece &* 1_000_000_000))
      bits -= piece
    }
    return total
  }

  private mutating func receive(piece: Int64) -> Int64 {
    var rest = piece
    var total: Int64 = 0
    while true {
      let rate = period.bitsPerSecond
      let (capacity, isPlenty) = left.multipliedReportingOverflow(by: rate)
      if rate > 0, isPlenty || rest <= capacity {
        let need = (rest + rate - 1) / rate
        left -= need
        if left == 0 { enterNextPeriod() }
        return total + need
      }
      rest -= capacity
      total = total.addingSaturated(left)
      enterNextPeriod()
    }
  }
}

extension NetworkProfile {
  fileprivate var nanoseconds: Int64 { periods.reduce(0) { $0.addingSaturated($1.nanoseconds) } }
}

extension NetworkProfile.Period {
  fileprivate var nanoseconds: Int64 { duration.microseconds * 1_000 }
}

extension Int64 {
  fileprivate func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
