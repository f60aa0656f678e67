import PlayerCore
import PlayerText

/// Times as the commands that read traces print them: exact to the microsecond, and no longer than that needs.
enum TraceTime {
  /// `00:12.345`, `1:02:03.000`, `00:12.345678`: an instant of the run.
  static func stamp(_ instant: Instant) -> String {
    instant == .never ? "never" : ClockText.text(instant.microseconds, .exact, minuteDigits: 2)
  }

  /// `0:12`, `0:12.5`, `1:02:03`: a position in the media; `unknown` for one that is not known.
  static func position(_ time: MediaTime) -> String {
    time.isKnown ? ClockText.text(time.microseconds, .shortest) : "unknown"
  }

  /// `12 s`, `0.25 s`: a length of time; `never` for an endless one.
  static func span(_ span: TimeSpan) -> String {
    span == .never ? "never" : "\(ClockText.seconds(span.microseconds, .shortest)) s"
  }

  /// `+0.250`: how long after the one before.
  static func delta(_ span: TimeSpan) -> String {
    (span.microseconds < 0 ? "" : "+") + ClockText.seconds(span.microseconds, .exact)
  }

  /// `0.4 ms`, `12 ms`, `1.25 s`: time that a computation took.
  static func wall(_ microseconds: Int64) -> String {
    if microseconds < 10_000 { return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms" }
    if microseconds < 1_000_000 { return "\(microseconds / 1_000) ms" }
    return "\(microseconds / 1_000_000).\(padded(microseconds / 10_000 % 100, 2)) s"
  }
}

/// Human-readable numbers: `1 234 567`.
enum NumberText {
  static func grouped(_ value: Int64) -> String {
    var result = ""
    for (index, digit) in String(value.magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { result.append(" ") }
      result.append(digit)
    }
    return (value < 0 ? "-" : "") + String(result.reversed())
  }

  /// `1 input`, `2 inputs`.
  static func counted(_ value: Int64, _ word: String) -> String { "\(grouped(value)) \(word)\(value == 1 ? "" : "s")" }

  /// 16 hexadecimal digits, as in a text trace.
  static func hexadecimal(_ value: UInt64) -> String { PlayerText.hexadecimal(value) }
}
