import PlayerText

extension NetworkProfile {
  /// See ``NetworkFormat/mahimahi``. The 12,000 bits of an opportunity arrive evenly in the millisecond before it; what
  /// belongs to millisecond 0 arrives in the first one.
  static func mahimahiPeriods(_ text: FileText) throws(Flaw) -> [Period] {
    var lines = LineScanner(text)
    var milliseconds = Milliseconds(text)
    while let line = try lines.next() {
      guard line.count == 1 else { throw columns(text, line[1].offset, "one column, as in the lines before") }
      let instant = try text.value(
        line[0], "millisecond", places: 0, in: 0...(Limit.period / 1_000_000), "0 up to a year, in milliseconds")
      guard line[0].number.scaled(places: 3) == instant * 1_000 else {
        throw text.flaw(at: line[0].offset, "millisecond", expected: "a whole number", "Correct the number")
      }
      try milliseconds.take(instant, at: line[0].offset)
    }
    return try milliseconds.finish()
  }

  /// See ``NetworkFormat/table``.
  static func tablePeriods(_ text: FileText) throws(Flaw) -> [Period] {
    var lines = LineScanner(text)
    var periods: [Period] = []
    var last: Int64 = 0
    var isFirst = true
    while let line = try lines.next() {
      guard line.count == 2 else { throw columns(text, line[0].offset, "two columns, as in the lines before") }
      try text.checkRoom(for: periods.count, at: line[0].offset)
      let instant = try text.value(
        line[0], "seconds", places: 9, in: 0...Limit.length, "0 up to a century, in seconds")
      let rate = try text.value(line[1], "Mbit/s", places: 12, in: 0...Limit.rate, rateWords)
      // A table may begin with 0, before which nothing was measured.
      if instant > last {
        guard instant - last <= Limit.period else {
          throw text.flaw(
            at: line[0].offset, "seconds", expected: "at most a year after the line before", "Correct it")
        }
        periods.append(Period(nanoseconds: instant - last, microbitsPerSecond: rate))
      } else if !isFirst {
        throw text.flaw(
          at: line[0].offset, "seconds", expected: "more than in the line before", "Sort the lines by their seconds")
      }
      (last, isFirst) = (instant, false)
    }
    return periods
  }

  private static func columns(_ text: FileText, _ offset: Int, _ expected: String) -> Flaw {
    text.flaw(at: offset, "columns", expected: expected, "Write all lines in the same way")
  }
}

/// Collects opportunities: as many as fall into a millisecond are one rate, and milliseconds of the same rate one
/// period.
private struct Milliseconds {
  private let text: FileText
  private var periods: [NetworkProfile.Period] = []
  /// The value in the last line.
  private var last: Int64 = 0
  /// The millisecond that is being filled; none has the number 0.
  private var current: Int64 = 0
  private var count: Int64 = 0

  init(_ text: FileText) { self.text = text }

  mutating func take(_ instant: Int64, at offset: Int) throws(Flaw) {
    guard instant >= last else {
      throw text.flaw(at: offset, "millisecond", expected: "at least that of the line before", "Sort the lines")
    }
    last = instant
    let millisecond = max(1, instant)
    if millisecond > current {
      try close(at: offset)
      try append(milliseconds: millisecond - current - 1, rate: 0, at: offset)
      (current, count) = (millisecond, 0)
    }
    count += 1
    guard count <= NetworkProfile.Limit.rate / Self.rate else {
      throw text.flaw(at: offset, "millisecond", expected: "at most 1 Tbit/s", "Remove lines")
    }
  }

  mutating func finish() throws(Flaw) -> [NetworkProfile.Period] {
    guard last > 0 else {
      throw text.flaw(
        at: text.bytes.count, "millisecond", expected: "a last line of more than 0, the length of the trace",
        "Fetch the file again")
    }
    try close(at: text.bytes.count)
    return periods
  }

  /// Millionths of a bit per second of one opportunity in a millisecond.
  private static let rate: Int64 = 12_000 * 1_000 * 1_000_000

  private mutating func close(at offset: Int) throws(Flaw) {
    if current > 0 { try append(milliseconds: 1, rate: count * Self.rate, at: offset) }
  }

  private mutating func append(milliseconds: Int64, rate: Int64, at offset: Int) throws(Flaw) {
    guard milliseconds > 0 else { return }
    if let last = periods.last, last.microbitsPerSecond == rate,
      last.nanoseconds <= NetworkProfile.Limit.period - milliseconds * 1_000_000
    {
      periods[periods.count - 1].nanoseconds += milliseconds * 1_000_000
    } else {
      try text.checkRoom(for: periods.count, at: offset)
      periods.append(.init(nanoseconds: milliseconds * 1_000_000, microbitsPerSecond: rate))
    }
  }
}
