import PlayerCore
import PlayerText

/// Lengths and points of time in the usual notation, in integer microseconds.
enum TimeText {
  /// What ``span(_:)`` reads, for error messages.
  static let expectation = "a time such as 90, 1:30, 1:02:03.5, 250ms, 10s or 5 min"

  private static let units: [ClockText.Unit] = [
    ("us", 0, 1), ("ms", 3, 1), ("s", 6, 1), ("min", 6, 60), ("m", 6, 60), ("h", 6, 3_600),
  ]

  /// Reads `90`, `1.5`, `1:30`, `1:02:03.5`, `250ms`, `10s`, `10 s`, `5m`, `5 min` or `2h`; nil for anything else, for
  /// more than six decimals of a second, and for a time out of range.
  static func span(_ text: some StringProtocol) -> TimeSpan? {
    // One space may precede a unit.
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    let isSpaced = parts.count == 2 && parts[0].last?.isNumber == true && parts[1].first?.isLetter == true
    guard parts.count == 1 || isSpaced else { return nil }
    let text = parts.joined()
    let microseconds =
      text.contains(":")
      ? ClockText.microseconds(text) : ClockText.microseconds(text, units: units) ?? fixed(text, places: 6)
    return microseconds.map(TimeSpan.init(microseconds:))
  }

  /// A decimal number times ten to the power of `places`: `fixed("1.5", places: 3)` is 1500. No sign, no exponent.
  static func fixed(_ text: some StringProtocol, places: Int) -> Int64? { FixedPoint.value(of: text, places: places) }

  /// `1:30`, `1:02:03`; whole seconds, rounded down; `-0:05` before zero, `-:--` for what is not known.
  static func clock(_ time: MediaTime) -> String {
    time.isKnown ? ClockText.text(whole(time.microseconds, 1_000_000), .none) : "-:--"
  }

  /// `0:31.250`: a position to the millisecond, without decimals that are all zeros.
  static func exact(_ time: MediaTime) -> String {
    let milliseconds = whole(time.microseconds, 1_000)
    return time.isKnown && milliseconds % 1_000_000 != 0 ? ClockText.text(milliseconds, .milliseconds) : clock(time)
  }

  /// `00:12.345`: an instant of the run.
  static func stamp(_ instant: Instant) -> String {
    ClockText.text(max(0, instant.microseconds), .milliseconds, minuteDigits: 2)
  }

  /// `250 ms`, `1.2 s`, `30 s`, `1:30`: a length of time in the usual notation, rounded down.
  static func length(_ span: TimeSpan) -> String {
    if span == .never { return "for ever" }
    let milliseconds = max(0, span.microseconds) / 1_000
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    if milliseconds >= 60_000 { return ClockText.text(span.microseconds, .none) }
    return "\(FixedPoint.text(milliseconds / 100, places: 1)) s"
  }

  /// The part of a number that is a multiple of `unit`, towards zero.
  private static func whole(_ value: Int64, _ unit: Int64) -> Int64 { value - value % unit }
}

/// Thousandths in the usual notation.
enum ThousandthsText {
  /// `1500` for `1.5`; nil for more than three decimals.
  static func parse(_ text: some StringProtocol) -> Int64? { FixedPoint.value(of: text, places: 3) }

  /// `1.5` for 1500.
  static func text(_ thousandths: Int64) -> String { FixedPoint.text(thousandths, places: 3) }
}
