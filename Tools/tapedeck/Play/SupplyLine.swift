import PlayerCore

/// Information about the data supply: the place in a live window, the lag, the network, the rate, the amount.
struct SupplyLine {
  private let content: PlayerScreen.Content
  private let style: ScreenStyle

  init(_ content: PlayerScreen.Content, style: ScreenStyle) {
    self.content = content
    self.style = style
  }

  /// As many of the parts as fit into `columns`, the most important first.
  func text(columns: Int) -> String {
    var parts = parts
    let separator = style.glyphs.plain(" · ")
    while parts.count > 1, Printable.width(parts.joined(separator: separator)) > columns { parts.removeLast() }
    return Printable.fitted(parts.joined(separator: separator), columns, ellipsis: style.glyphs.ellipsis)
  }

  private var parts: [String] {
    var parts = live
    if content.transfer.bitsPerSecond > 0 { parts.append(AmountText.bitRate(content.transfer.bitsPerSecond)) }
    if content.player.network != .unknown { parts.append("network: \(content.player.network)") }
    if content.transfer.bytes > 0 { parts.append("\(AmountText.bytes(content.transfer.bytes)) read") }
    return parts
  }

  /// `0:25 behind live`, `0:35 into a window of 1:00`.
  private var live: [String] {
    let player = content.player
    switch player.streamType {
    case .unknown, .onDemand: return []
    case .live: return ["at the live edge"]
    case .dvr:
      let window = player.seekableRange
      guard !window.isEmpty else { return [player.isLive ? "at the live edge" : "behind the live edge"] }
      let position = content.position.clamped(from: window.lowerBound, to: window.upperBound)
      func clock(_ span: TimeSpan) -> String { TimeText.clock(.zero + span) }
      return [
        "\(clock(window.upperBound - position)) behind live" + (player.isLive ? ", at the edge" : ""),
        "\(clock(position - window.lowerBound)) into a window of \(clock(window.upperBound - window.lowerBound))",
      ]
    }
  }
}

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
