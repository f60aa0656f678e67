extension NetworkProfile {
  /// See ``NetworkFormat/sabre``. A latency that is left out is 0; members with other names are passed over.
  static func sabrePeriods(_ text: FileText) throws(SimulationFileError) -> [Period] {
    var scanner = JSONScanner(text)
    var periods: [Period] = []
    try scanner.list("network") { scanner throws(SimulationFileError) in
      _ = scanner.peek()
      try text.checkRoom(for: periods.count, at: scanner.offset)
      periods.append(try sabrePeriod(&scanner))
    }
    try scanner.expectEnd()
    return periods
  }

  private static func sabrePeriod(_ scanner: inout JSONScanner) throws(SimulationFileError) -> Period {
    let text = scanner.text
    // The caller has looked for it: this is where the period begins.
    let start = scanner.offset
    var duration: Int64?
    var rate: Int64?
    var latency: Int64 = 0
    try scanner.object("period") { scanner, name, _ throws(SimulationFileError) in
      switch name {
      case "duration_ms":
        duration = try text.value(scanner.number(name), name, places: 6, in: 1...Limit.period, durationWords)
      case "bandwidth_kbps":
        rate = try text.value(scanner.number(name), name, places: 9, in: 0...Limit.rate, rateWords)
      case "latency_ms":
        latency = try text.value(scanner.number(name), name, places: 6, in: 0...Limit.latency, latencyWords)
      default: return false
      }
      return true
    }
    guard let duration, let rate else {
      throw text.damage(
        at: start, duration == nil ? "duration_ms" : "bandwidth_kbps", expected: "a number in every period",
        found: "a period without it", "Add it")
    }
    return Period(nanoseconds: duration, microbitsPerSecond: rate, latencyNanoseconds: latency)
  }
}
