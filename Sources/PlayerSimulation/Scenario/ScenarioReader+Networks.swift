import PlayerCore

// Networks and their profiles.
extension ScenarioReader {
  mutating func readNetworks(_ node: ScenarioNode) {
    let names = MessageWords.shared.names(of: "networkPath") ?? []
    for pair in pairs(node, "networks", "networks by their paths, such as 'cellular: 1 Mbit/s'") ?? [] {
      guard let index = names.firstIndex(of: pair.key), let path = NetworkPath(wireValue: Int64(index)) else {
        unknown(pair.node, pair.key, "networks", among: names)
        continue
      }
      if let network = network(pair.value, pair.key) { scenario.networks.append(Scenario.NamedNetwork(path, network)) }
    }
  }

  static let networkExpectation = "a network such as '3 Mbit/s, latency 80 ms, loss 1 %', periods, or a file"

  mutating func network(_ node: ScenarioNode, _ field: String) -> ScenarioNetwork? {
    switch node.content {
    case .scalar(let scalar):
      if let bits = scalar.integer, (0...NetworkProfile.Limit.rate / 1_000_000).contains(bits) {
        return .constant(bitsPerSecond: bits)
      }
      let phrase = Phrase(scalar.string)
      guard let rate = ScenarioRate(phrase.words[...]) else {
        wrong(node, field, Self.networkExpectation, ScenarioRate.advice(for: phrase.words[...]))
        return nil
      }
      return Self.constant(rate)
    case .sequence: return periods(node, .repeats, field)
    case .mapping: return describedNetwork(node, field)
    }
  }

  static func constant(_ rate: ScenarioRate) -> ScenarioNetwork? {
    var period = rate.period
    period.nanoseconds = 3_600 * 1_000_000_000
    return NetworkProfile([period], seed: rate.seed ?? 0).map { ScenarioNetwork($0, .constant) }
  }

  /// `flaws`: what the periods have that have no loss and no jitter of their own.
  private mutating func periods(
    _ node: ScenarioNode, _ ending: NetworkProfile.Ending, _ field: String, _ flaws: Flaws = Flaws()
  ) -> ScenarioNetwork? {
    let expected = "periods such as '- 10 s: 3 Mbit/s, latency 80 ms'"
    var periods: [NetworkProfile.Period] = []
    for item in list(node) {
      guard let pairs = pairs(item, field, expected), let pair = pairs.first else { return nil }
      guard let length = span(pair.node, field) else { return nil }
      guard var period = rate(pair.value, field)?.period else { return nil }
      flaws.put(into: &period)
      guard pairs.count == 1, (1...NetworkProfile.Limit.period / 1_000).contains(length.microseconds) else {
        wrong(item, field, expected + ", each more than 0 and at most a year")
        return nil
      }
      period.nanoseconds = length.microseconds * 1_000
      periods.append(period)
    }
    guard let profile = NetworkProfile(periods, ending: ending, seed: flaws.seed) else {
      wrong(node, field, "at least one period, and no more than a century of them")
      return nil
    }
    return ScenarioNetwork(profile, .periods(ending))
  }

  /// A rate without a seed: that is the whole network's.
  private mutating func rate(_ node: ScenarioNode, _ field: String) -> ScenarioRate? {
    let words = if case .scalar(let scalar) = node.content { Phrase(scalar.string).words } else { [String]() }
    if let rate = ScenarioRate(words[...]) {
      if rate.seed == nil { return rate }
      wrong(node, field, "no seed here", "The whole network has one: {seed: 7, …}")
      return nil
    }
    // JSON numbers are in bits per second.
    if case .scalar(let scalar) = node.content, let bits = scalar.integer { return ScenarioRate(["\(bits)bit/s"]) }
    wrong(node, field, ScenarioRate.expectation, ScenarioRate.advice(for: words[...]))
    return nil
  }

  /// What a network does to packets, where it is described by keys.
  private struct Flaws {
    var jitter: Int64 = 0
    var loss: Int64 = 0
    var seed: UInt64 = 0

    func put(into period: inout NetworkProfile.Period) {
      if period.jitterNanoseconds == 0 { period.jitterNanoseconds = jitter }
      if period.lossMillionths == 0 { period.lossMillionths = loss }
    }
  }

  private mutating func describedNetwork(_ node: ScenarioNode, _ field: String) -> ScenarioNetwork? {
    guard let pairs = pairs(node, field, Self.networkExpectation) else { return nil }
    let keys = ScenarioWord.keys(of: .network)
    var (list, file, single, delay): (ScenarioNode?, ScenarioNode?, ScenarioNode?, ScenarioNode?) = (nil, nil, nil, nil)
    var flaws = Flaws()
    var ending = NetworkProfile.Ending.repeats
    var (offset, scaled) = (TimeSpan.zero, Int64(1_000))
    for pair in pairs {
      switch pair.key {
      case "periods": list = pair.value
      case "then": ending = self.ending(pair.value) ?? .repeats
      case "file": file = pair.value
      case "offset": offset = span(pair.value, "offset") ?? .zero
      case "scaled": scaled = value(pair.value, "scaled", "a percentage", ScenarioNumber.percent) ?? 1_000
      case "rate": single = pair.value
      case "latency": delay = pair.value
      case "jitter": flaws.jitter = nanoseconds(pair.value, "jitter")
      case "loss": flaws.loss = loss(pair.value)
      case "seed": flaws.seed = UInt64(integer(pair.value, "seed", 0 ... .max) ?? 0)
      default: unknown(pair.node, pair.key, field, among: keys)
      }
    }
    guard [list, file, single].count(where: { $0 != nil }) == 1 else {
      wrong(node, field, "one of 'rate', 'periods' and 'file'")
      return nil
    }
    if let delay, single == nil {
      wrong(delay, "latency", "a latency next to 'rate'", "In periods and files, write it after the rate")
      return nil
    }
    if let list { return periods(list, ending, field, flaws) }
    if let file { return self.file(file, offset, scaled, flaws) }
    guard let single, var rate = rate(single, "rate") else { return nil }
    if let delay { rate.period.latencyNanoseconds = nanoseconds(delay, "latency") }
    flaws.put(into: &rate.period)
    rate.seed = flaws.seed
    return Self.constant(rate)
  }

  /// A time of a network, at most an hour; 0 when it is none.
  private mutating func nanoseconds(_ node: ScenarioNode, _ field: String) -> Int64 {
    guard let span = span(node, field) else { return 0 }
    guard span.microseconds <= NetworkProfile.Limit.latency / 1_000 else {
      wrong(node, field, "at most an hour")
      return 0
    }
    return span.microseconds * 1_000
  }

  /// A number of JSON is in thousandths, as with every percentage.
  private mutating func loss(_ node: ScenarioNode) -> Int64 {
    if case .scalar(let scalar) = node.content, let thousandths = scalar.integer, (0...1_000).contains(thousandths) {
      return thousandths * 1_000
    }
    guard let word = word(node, "loss", "a percentage such as 2 %") else { return 0 }
    guard let loss = ScenarioNumber.loss(word) else {
      wrong(node, "loss", "a percentage from 0 % to 100 %, such as 2 %", found: "'\(word)'")
      return 0
    }
    return loss
  }

  private mutating func ending(_ node: ScenarioNode) -> NetworkProfile.Ending? {
    let all: [NetworkProfile.Ending] = [.repeats, .stays, .falls]
    guard let word = word(node, "then", "repeats, stays or falls") else { return nil }
    let found = all.first { $0.word == word }
    if found == nil { unknown(node, word, "then", among: all.map { $0.word }) }
    return found
  }

  private mutating func file(
    _ node: ScenarioNode, _ offset: TimeSpan, _ scaled: Int64, _ flaws: Flaws
  ) -> ScenarioNetwork? {
    guard let path = words(node, "file", "the path of a file") else { return nil }
    if files == nil, case .scalar(let scalar) = node.content, scalar.form == .string {
      wrong(node, "file", "no file", "Nothing is read from files here: give its periods")
      return nil
    }
    let isBelow = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    guard let files, isBelow || files.allowsOthers else {
      wrong(
        node, "file", "a file in the scenario's own folder or below",
        "Put the file there, or allow others with --allow-files")
      return nil
    }
    let whole = path.hasPrefix("/") || files.folder.isEmpty ? path : "\(files.folder)/\(path)"
    networkFiles.append(whole)
    do throws(SimulationFileError) {
      guard let profile = try files.read(whole).scaled(byThousandths: scaled) else {
        wrong(node, "scaled", "a factor with which no rate is more than 1 Tbit/s")
        return nil
      }
      let flawed = profile.begun(after: offset).with(
        jitterNanoseconds: flaws.jitter, lossMillionths: flaws.loss, seed: flaws.seed)
      return ScenarioNetwork(flawed, .file(path, offset: offset, thousandths: scaled))
    } catch {
      wrong(node, "file", "a network", found: "a file with a problem: \(error.description)")
      return nil
    }
  }
}

extension NetworkProfile.Ending {
  /// As scenarios write it.
  var word: String {
    switch self {
    case .repeats: "repeats"
    case .stays: "stays"
    case .falls: "falls"
    }
  }
}
