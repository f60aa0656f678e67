import PlayerCore
import PlayerText

/// The dates of the instants of a run.
struct RunDates {
  /// The date of the instant zero, in microseconds since 1970.
  private let origin: Int64

  /// `given` is the date of the first step, in microseconds since 1970. Without it the first date that the host
  /// reported applies, or else the date of the recording; without any of them the run begins in 1970.
  init(_ context: RunContext, given: Int64?) {
    let first = context.clock.microseconds
    if let given {
      origin = given &- first
    } else if let clock = context.facts.clock {
      origin = clock.date &- clock.instant.microseconds
    } else {
      origin = (context.header.recordedAt ?? 0) &- first
    }
  }

  /// Milliseconds since 1970, in the 15 digits that structured fields allow.
  func milliseconds(_ instant: Instant) -> Int64 {
    let (date, overflow) = origin.addingReportingOverflow(instant.microseconds)
    return overflow ? Self.limit : min(max(date / 1_000, -Self.limit), Self.limit)
  }

  static var limit: Int64 { 999_999_999_999_999 }
}

extension ViewedRun {
  /// Whether the date of the run is known.
  package var hasDates: Bool { header.recordedAt != nil || facts.clock != nil }
}

/// Names for the sessions of a run that are the same whenever the run is exported.
struct SessionNames {
  private let given: String?
  private let seed: Int64

  /// `given` is the first session's name.
  init(_ context: RunContext, given: String?) {
    self.given = given
    var digest = StateDigest()
    digest.put(context.header.recordedAt ?? 0)
    digest.put(context.lastStep)
    digest.put(Int64(bitPattern: context.endDigest))
    for (_, source) in context.facts.items { for byte in source.utf8 { digest.put(Int64(byte)) } }
    seed = Int64(bitPattern: digest.value)
  }

  /// A UUID of version 8, whose content is up to its creator. Sessions count from 0.
  func name(_ session: Int64) -> String {
    if session == 0, let given { return given }
    let digits = Array((hexadecimal(half(session, 0)) + hexadecimal(half(session, 1))).utf8)
    var name = ""
    for (place, digit) in digits.enumerated() {
      if place == 8 || place == 12 || place == 16 || place == 20 { name += "-" }
      let fixed = place == 12 ? UInt8(ascii: "8") : place == 16 ? UInt8(ascii: "a") : digit
      name.unicodeScalars.append(Unicode.Scalar(fixed))
    }
    return name
  }

  private func half(_ session: Int64, _ half: Int64) -> UInt64 {
    var digest = StateDigest()
    for value in [seed, session, half] { digest.put(value) }
    return digest.value
  }
}
