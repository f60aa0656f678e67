import PlayerCore

/// The line to the server: what the network carries, and the one request in progress over it. It counts nanoseconds, so
/// that requests that follow each other at once lose nothing to rounding.
struct Line: Hashable, Sendable {
  /// Where the network was at `at`: when the request began, or when the last one was answered.
  private var cursor: NetworkCursor
  private var at: Int64 = 0
  /// Where the network will be when the request is answered.
  private var after: NetworkCursor
  /// When the first bit arrives, and when the last does; `max`: not under current conditions.
  private var firstBitAt = Int64.max
  private(set) var arrivesAt = Int64.max
  /// What the network has still to carry.
  private var bitsLeft: Int64 = 0
  private var awaitsFirstBit = false
  private(set) var isBusy = false
  private(set) var isCut = false
  /// The fraction of the network's rate at which the server sends, in thousandths.
  private var share: Int64 = 1_000
  private var serverLatency: Int64 = 0

  init(_ network: NetworkProfile) {
    cursor = NetworkCursor(network)
    after = cursor
  }

  var network: NetworkProfile { cursor.profile }

  /// What distinguishes one line from another, for a digest. Where the network will be follows from it.
  var numbers: [Int64] {
    [
      at, firstBitAt, arrivesAt, bitsLeft, awaitsFirstBit ? 1 : 0, isBusy ? 1 : 0, isCut ? 1 : 0, share, serverLatency,
    ] + cursor.numbers
  }

  /// Requests this many bits at `now` nanoseconds; a new request waits for its first bit.
  mutating func ask(for bits: Int64, isRequest: Bool, at now: Int64) {
    stop(at: now)
    bitsLeft = Self.scaled(max(0, bits), 1_000, share)
    awaitsFirstBit = isRequest
    isBusy = true
    goOn()
  }

  /// The requested data has arrived.
  mutating func complete() {
    if isBusy, arrivesAt != .max {
      swap(&cursor, &after)
      at = arrivesAt
    }
    isBusy = false
    arrivesAt = .max
  }

  /// The requested data is no longer needed.
  mutating func drop(at now: Int64) {
    stop(at: now)
    isBusy = false
    arrivesAt = .max
  }

  // MARK: What happens to the network

  /// Switches to another network, at the beginning of its profile. Requests are repeated over it, and continue where
  /// they were.
  mutating func handOver(to network: NetworkProfile, at now: Int64) {
    stop(at: now)
    cursor = NetworkCursor(network)
    at = now
    awaitsFirstBit = true
    goOn()
  }

  mutating func cut(_ isCut: Bool, at now: Int64) {
    guard isCut != self.isCut else { return }
    stop(at: now)
    self.isCut = isCut
    goOn()
  }

  mutating func slow(toThousandths share: Int64, latency: TimeSpan, at now: Int64) {
    stop(at: now)
    let share = max(1, min(share, 1_000_000))
    bitsLeft = Self.scaled(bitsLeft, self.share, share)
    self.share = share
    serverLatency = max(.zero, latency).microseconds.saturatingTimes(1_000)
    goOn()
  }

  // MARK: Time

  /// How much longer than the network's latency a request waits that is made where the line is.
  private var firstBitDelay: Int64 { serverLatency.saturatingPlus(cursor.delay(at: at)) }

  /// Brings the network to `now`; what has arrived until then need not come again.
  private mutating func stop(at now: Int64) {
    guard now > at else { return }
    if isBusy, !isCut, firstBitAt <= now {
      if awaitsFirstBit {
        cursor.wait(nanoseconds: firstBitDelay)
        _ = cursor.awaitFirstBit()
      }
      let received = cursor.receive(for: now - firstBitAt)
      bitsLeft = max(0, bitsLeft - received)
      awaitsFirstBit = false
    } else {
      cursor.wait(nanoseconds: now - at)
    }
    at = now
  }

  /// Computes when the rest will have arrived.
  private mutating func goOn() {
    (firstBitAt, arrivesAt) = (.max, .max)
    guard isBusy, !isCut else { return }
    after = cursor
    firstBitAt = at
    if awaitsFirstBit {
      let delay = firstBitDelay
      after.wait(nanoseconds: delay)
      firstBitAt = at.saturatingPlus(delay.saturatingPlus(after.awaitFirstBit()))
    }
    guard let transfer = after.receive(bits: bitsLeft) else { return }
    arrivesAt = firstBitAt.saturatingPlus(transfer)
  }

  /// The instant at or after it.
  static func instant(_ nanoseconds: Int64) -> Instant {
    guard nanoseconds != .max else { return .never }
    return .microseconds(nanoseconds / 1_000 + (nanoseconds % 1_000 > 0 ? 1 : 0))
  }

  /// `bits × factor ÷ divisor`, both above zero, rounded up.
  private static func scaled(_ bits: Int64, _ factor: Int64, _ divisor: Int64) -> Int64 {
    if factor == divisor { return bits }
    let (product, overflow) = bits.multipliedReportingOverflow(by: factor)
    if overflow { return .max / divisor }
    return product / divisor + (product % divisor == 0 ? 0 : 1)
  }
}
