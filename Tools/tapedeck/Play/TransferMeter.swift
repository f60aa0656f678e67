import PlayerCore

/// Amounts of data in the usual notation, rounded down.
enum AmountText {
  /// `812 B`, `3.4 MB`: decimal units.
  static func bytes(_ count: Int64) -> String { text(count, ["B", "kB", "MB", "GB", "TB"]) }

  /// `1.2 Mbit/s`.
  static func bitRate(_ bitsPerSecond: Int64) -> String {
    text(bitsPerSecond, ["bit/s", "kbit/s", "Mbit/s", "Gbit/s", "Tbit/s"])
  }

  private static func text(_ amount: Int64, _ units: [String]) -> String {
    var (rest, unit) = (max(0, amount), 0)
    // Tenths are kept separately, so that nothing is rounded up.
    var tenths: Int64 = 0
    while rest >= 1_000, unit < units.count - 1 {
      tenths = rest % 1_000 / 100
      rest /= 1_000
      unit += 1
    }
    return unit == 0 || rest >= 100 ? "\(rest) \(units[unit])" : "\(rest).\(tenths) \(units[unit])"
  }
}

/// Measures the throughput by the amounts that a player has read at different instants.
struct TransferMeter {
  struct Reading: Hashable {
    /// Since the source was opened.
    var bytes: Int64 = 0
    /// Over the last seconds; 0 if no data has arrived, or too little time has passed.
    var bitsPerSecond: Int64 = 0
  }

  private var samples: [(instant: Instant, bytes: Int64)] = []

  /// The length of the measurement, and how much of it must have passed.
  private static let window = TimeSpan.seconds(5)
  private static let least = TimeSpan.seconds(1)

  mutating func take(_ bytes: Int64, at now: Instant) -> Reading {
    // Another opening counts from zero.
    if let last = samples.last, bytes < last.bytes || now < last.instant { samples = [] }
    // The newest sample that is older than the window stays, because no data may have arrived since.
    while samples.count > 1, samples[1].instant + Self.window <= now { samples.removeFirst() }
    if samples.last?.bytes != bytes || samples.isEmpty { samples.append((now, bytes)) }
    guard let first = samples.first, now - first.instant >= Self.least else { return Reading(bytes: bytes) }
    let span = min(now - first.instant, Self.window)
    let milliseconds = max(1, span.microseconds / 1_000)
    let bits = (bytes - first.bytes).multipliedReportingOverflow(by: 8_000)
    return Reading(bytes: bytes, bitsPerSecond: bits.overflow ? 0 : bits.partialValue / milliseconds)
  }
}
