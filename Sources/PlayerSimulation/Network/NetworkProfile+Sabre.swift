import PlayerText

extension NetworkProfile {
  /// See ``NetworkFormat/sabre``. A latency that is left out is 0; members with other names are passed over.
  static func sabrePeriods(_ text: FileText) throws(Flaw) -> [Period] {
    var json = text.json
    var periods: [Period] = []
    var count = 0
    try json.expect(UInt8(ascii: "["))
    while try json.enterElement(&count) {
      try text.checkRoom(for: periods.count, at: json.nextIndex)
      periods.append(try sabrePeriod(&json, text))
      json.leave()
    }
    try json.expectEnd()
    return periods
  }

  private static func sabrePeriod(_ json: inout JSONCursor, _ text: FileText) throws(Flaw) -> Period {
    let start = json.nextIndex
    var duration: Int64?
    var rate: Int64?
    var latency: Int64 = 0
    var first = true
    try json.expect(UInt8(ascii: "{"))
    while let name = try json.enterMember(&first) {
      switch name {
      case "duration_ms": duration = try json.value(places: 6, in: 1...Limit.period, durationWords)
      case "bandwidth_kbps": rate = try json.value(places: 9, in: 0...Limit.rate, rateWords)
      case "latency_ms": latency = try json.value(places: 6, in: 0...Limit.latency, latencyWords)
      default: try json.skipValue()
      }
      json.leave()
    }
    guard let duration, let rate else {
      throw text.flaw(
        at: start, duration == nil ? "duration_ms" : "bandwidth_kbps", expected: "a number in every period",
        found: "a period without it", "Add it")
    }
    return Period(nanoseconds: duration, microbitsPerSecond: rate, latencyNanoseconds: latency)
  }
}
