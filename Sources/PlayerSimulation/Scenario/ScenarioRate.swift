import PlayerCore

/// A network at a time, in words: `3 Mbit/s, latency 80 ms, jitter 20 ms, loss 2 %, seed 7`.
struct ScenarioRate {
  static let expectation = "a rate such as '3 Mbit/s, latency 80 ms, jitter 20 ms, loss 2 %', or nothing"

  /// Of no length.
  var period: NetworkProfile.Period
  var seed: UInt64?

  /// `nil` for anything else. The words after the rate may stand in any order, each once.
  init?(_ words: ArraySlice<String>) {
    var words = words
    guard let first = words.popFirst() else { return nil }
    let micro = first.lowercased() == "nothing" ? 0 : ScenarioNumber.bits(first, places: 6)
    guard let micro, (0...NetworkProfile.Limit.rate).contains(micro) else { return nil }
    period = NetworkProfile.Period(nanoseconds: 1, microbitsPerSecond: micro)
    var named: [String] = []
    while !words.isEmpty {
      if words.first == "," { words = words.dropFirst() }
      guard let name = words.popFirst(), let value = words.popFirst(), !named.contains(name) else { return nil }
      named.append(name)
      switch name {
      case "latency":
        guard let latency = Self.nanoseconds(value) else { return nil }
        period.latencyNanoseconds = latency
      case "jitter":
        guard let jitter = Self.nanoseconds(value) else { return nil }
        period.jitterNanoseconds = jitter
      case "loss":
        guard let loss = ScenarioNumber.loss(value) else { return nil }
        period.lossMillionths = loss
      case "seed":
        guard let seed = ScenarioNumber.integer(value), seed >= 0 else { return nil }
        self.seed = UInt64(seed)
      default: return nil
      }
    }
  }

  static func nanoseconds(_ word: String) -> Int64? {
    guard let time = ScenarioNumber.time(word), (0...NetworkProfile.Limit.latency / 1_000).contains(time) else {
      return nil
    }
    return time * 1_000
  }

  /// What was meant by words that are no rate, for the end of an error.
  static func advice(for words: ArraySlice<String>) -> String {
    guard let first = words.first else { return "" }
    switch first.lowercased() {
    case "offline", "none", "off", "outage", "down": return "Did you mean 'nothing'?"
    case "wifi", "cellular", "wired", "wi-fi", "lte", "3g", "4g", "5g", "ethernet":
      return
        "A network is described by its rate; what it is called is a step, such as 'network wifi', or under 'networks'"
    default: break
    }
    let all = Array(words)
    for (index, word) in all.enumerated() {
      let joined = index + 1 < all.count ? word + all[index + 1] : word
      let isRate = index == 0 && ScenarioNumber.bits(word) == nil
      if isRate, let meant = ScenarioNumber.bits(meantBy: joined) ?? ScenarioNumber.bits(meantBy: word) {
        return "Did you mean '\(meant)'?"
      }
      guard index > 0 else { continue }
      switch all[index - 1] {
      case "latency" where ScenarioNumber.time(word) == nil, "jitter" where ScenarioNumber.time(word) == nil:
        // Delays of networks are usually in milliseconds.
        let isNumber = ScenarioNumber.integer(word) != nil
        let meant = isNumber ? "\(word) ms" : ScenarioNumber.time(meantBy: word)
        if let meant { return "Did you mean '\(all[index - 1]) \(meant)'?" }
      case "loss" where ScenarioNumber.loss(word) == nil:
        if let meant = ScenarioNumber.percent(meantBy: word) { return "Did you mean 'loss \(meant)'?" }
      default: break
      }
      if word != ",", let meant = CommonWords.meaning(of: word, among: ["latency", "jitter", "loss", "seed"]),
        meant != word
      {
        return "Did you mean '\(meant)'?"
      }
    }
    return ""
  }
}

extension ScenarioNumber {
  /// `2%` are 20,000 of a million packets; up to four decimals.
  static func loss(_ word: String) -> Int64? {
    guard word.hasSuffix("%"), let loss = fixed(word.dropLast(), places: 4), loss <= 1_000_000 else { return nil }
    return loss
  }
}

extension NetworkProfile.Period {
  /// The words in which it is read, without its length.
  var words: String {
    var words =
      microbitsPerSecond == 0 ? "nothing" : "\(ScenarioNumber.decimal(microbitsPerSecond, places: 12)) Mbit/s"
    if latency.microseconds != 0 { words += ", latency \(ScenarioNumber.text(time: latency.microseconds))" }
    if jitterNanoseconds >= 1_000 { words += ", jitter \(ScenarioNumber.text(time: jitterNanoseconds / 1_000))" }
    if lossMillionths != 0 { words += ", loss \(ScenarioNumber.decimal(lossMillionths, places: 4)) %" }
    return words
  }
}
