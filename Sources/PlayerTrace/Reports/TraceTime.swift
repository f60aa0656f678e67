import PlayerCore
import PlayerText

/// Times as the commands that read traces print them: exact to the microsecond, and no longer than that needs.
package enum TraceTime {
  /// `00:12.345`, `1:02:03.000`, `00:12.345678`: an instant of the run; `never` for one that never comes, and for the
  /// one before all others.
  package static func stamp(_ instant: Instant) -> String {
    instant == .never || instant.microseconds == .min
      ? "never" : ClockText.text(instant.microseconds, .exact, minuteDigits: 2)
  }

  /// `0:12`, `0:12.5`, `1:02:03`: a position in the media; `unknown` for an unknown one, `never` for the one after all
  /// others, which no playhead reaches.
  package static func position(_ time: MediaTime) -> String {
    time.microseconds == .max ? "never" : time.isKnown ? ClockText.text(time.microseconds, .shortest) : "unknown"
  }

  /// `12 s`, `0.25 s`: a length of time; `never` for an endless one.
  package static func span(_ span: TimeSpan) -> String {
    span == .never ? "never" : "\(ClockText.seconds(span.microseconds, .shortest)) s"
  }

  /// `+0.250`: the time since the previous one.
  package static func delta(_ span: TimeSpan) -> String {
    (span.microseconds < 0 ? "" : "+") + ClockText.seconds(span.microseconds, .exact)
  }

  /// `0.4 ms`, `12 ms`, `1.25 s`: time that a computation took.
  package static func wall(_ microseconds: Int64) -> String {
    if microseconds < 10_000 { return "\(microseconds / 1_000).\(microseconds / 100 % 10) ms" }
    if microseconds < 1_000_000 { return "\(microseconds / 1_000) ms" }
    return "\(microseconds / 1_000_000).\(padded(microseconds / 10_000 % 100, 2)) s"
  }
}
