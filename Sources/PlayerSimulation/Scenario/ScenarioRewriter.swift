import PlayerCore
import Yams

extension ScenarioFile {
  /// The file's own text, changed as little as needed to express `scenario`, which is this file's scenario without some
  /// of its parts, or with simpler ones: what stays keeps its words and comments.
  ///
  /// If that is impossible, the scenario as ``Scenario/text`` writes it.
  public func rewritten(as scenario: Scenario) -> String {
    guard scenario != self.scenario else { return text }
    var rewriter = ScenarioRewriter(self, scenario)
    guard let text = rewriter.rewrite() else { return scenario.text }
    return text
  }
}

/// Takes parts out of a scenario file, and makes others simpler.
struct ScenarioRewriter {
  let target: Scenario
  /// The file as far as it is rewritten.
  private(set) var file: ScenarioFile
  private(set) var source: ScenarioSource
  private(set) var root: [(key: String, node: Node, value: Node)] = []
  private let folder: String?

  /// More than this is rewritten.
  private static let lengthLimit = 200_000
  /// How often a file is read again while a part of it is looked for.
  private var tries = 1_500

  init(_ file: ScenarioFile, _ target: Scenario) {
    (self.file, self.target, folder) = (file, target, file.folder)
    source = ScenarioSource(file.text)
    root = Self.pairs(file.text)
  }

  private static func pairs(_ text: String) -> [(key: String, node: Node, value: Node)] {
    guard case .mapping(let mapping)? = try? ScenarioYAML.root(of: text) else { return [] }
    return mapping.compactMap { key, value in key.scalar.map { ($0.string, key, value) } }
  }

  mutating func rewrite() -> String? {
    guard file.text.utf8.count <= Self.lengthLimit, !isRootFlow else { return nil }
    rewriteList("expect", expectationEdits())
    rewriteList("steps", stepEdits())
    for key in root.map(\.key) where !["steps", "expect", "scenario", "source", "tags"].contains(key) {
      rewrite(section: key)
    }
    return Self.body(file.scenario) == Self.body(target) ? file.text : nil
  }

  private var isRootFlow: Bool {
    guard let first = root.first, let start = source.start(of: first.node) else { return true }
    return source.column(of: start) > 0
  }

  /// The content of a scenario, whatever the numbers of its texts.
  static func body(_ scenario: Scenario) -> [Substring] {
    scenario.text.split(separator: "\n").filter { !$0.hasPrefix("texts:") }
  }

  // MARK: Applying

  /// Makes this text the file; false when it is none.
  private mutating func accept(_ text: String) -> Bool {
    guard let read = read(text) else { return false }
    (file, source, root) = (read, ScenarioSource(text), Self.pairs(text))
    return true
  }

  private func read(_ text: String) -> ScenarioFile? {
    try? ScenarioFile(text: text, name: file.name, folder: folder, allowsFiles: true)
  }

  private func pair(_ key: String) -> (key: String, node: Node, value: Node)? { root.first { $0.key == key } }

  /// The text without a key.
  private func text(without key: String) -> String? {
    guard let pair = pair(key), let start = source.start(of: pair.node), let end = source.range(of: pair.value)
    else { return nil }
    return source.ownLines(of: start..<max(end.upperBound, start + 1)).map { source.text(after: [.init(range: $0)]) }
  }

  private mutating func rewriteList(_ key: String, _ edits: [ScenarioSource.Edit]?) {
    guard pair(key) != nil else { return }
    let isEmpty = key == "steps" ? target.steps.isEmpty : target.expectations.isEmpty
    if isEmpty {
      if let text = text(without: key) { _ = accept(text) }
    } else if let edits {
      if !edits.isEmpty { _ = accept(source.text(after: edits)) }
    } else {
      writeAnew(key)
    }
  }

  // MARK: Sections

  private mutating func rewrite(section key: String) {
    guard Self.section(key, of: file.scenario) != Self.section(key, of: target) else { return }
    if Self.isStandard(key, target), let text = text(without: key), accept(text) { return }
    if key == "texts", rewriteTexts() { return }
    if approach(key) { return }
    writeAnew(key)
  }

  /// The part of a scenario that a key is about, and nothing else, in the writer's words.
  private static func section(_ key: String, of scenario: Scenario) -> [Substring] {
    var part = Scenario("")
    part.texts = scenario.texts
    switch key {
    case "preset": part.preset = scenario.preset
    case "settings": part.settings = scenario.settings
    case "media", "live": part.media = scenario.media
    case "network": part.network = scenario.network
    case "networks": part.networks = scenario.networks
    case "engine": (part.source, part.timing) = (scenario.source, scenario.timing)
    case "segments": part.segments = scenario.segments
    case "load": (part.source, part.loading) = (scenario.source, scenario.loading)
    case "until": part.end = scenario.end
    case "texts": return part.texts.map { $0[...] }
    case "items": part.sources = scenario.sources
    default: break
    }
    return body(part)
  }

  /// Whether it is what it would be without the key.
  private static func isStandard(_ key: String, _ scenario: Scenario) -> Bool {
    key != "media" && key != "live" && section(key, of: scenario) == section(key, of: Scenario(""))
  }

  /// Texts keep their numbers: those that are no longer used are empty.
  private mutating func rewriteTexts() -> Bool {
    guard let items = pair("texts")?.value.sequence.map(Array.init), items.count >= target.texts.count else {
      return false
    }
    let ranges = items.compactMap { source.range(of: $0) }
    guard ranges.count == items.count, let node = pair("texts")?.value else { return false }
    let gone = Array(target.texts.count..<items.count)
    guard var edits = source.removal(of: gone, from: ranges, inFlow: source.isFlow(node)) else { return false }
    for (index, text) in target.texts.enumerated() where text.isEmpty && items[index].string?.isEmpty == false {
      edits.append(.init(range: ranges[index], text: "\"\""))
    }
    return accept(source.text(after: edits))
  }

  /// Takes out, or makes simpler, one node after the other as long as that makes the section more like its target.
  private mutating func approach(_ key: String) -> Bool {
    let wanted = Self.section(key, of: target)
    var distance = Self.distance(Self.section(key, of: file.scenario), wanted)
    while distance > 0 {
      var best: (text: String, distance: Int)?
      for text in changes(key) where tries > 0 && best?.distance != 0 {
        tries -= 1
        guard let read = read(text) else { continue }
        let nearer = Self.distance(Self.section(key, of: read.scenario), wanted)
        if nearer < best?.distance ?? distance { best = (text, nearer) }
      }
      guard let best, accept(best.text) else { return false }
      distance = best.distance
    }
    return true
  }

  /// How many words must come or go.
  private static func distance(_ a: [Substring], _ b: [Substring]) -> Int {
    func words(_ lines: [Substring]) -> [Substring] {
      lines.flatMap { $0.split { " ,{}[]".contains($0) } }
    }
    return words(a).difference(from: words(b)).count
  }

  /// The file with one node less in a section, or one time another.
  private func changes(_ key: String) -> [String] {
    guard let value = pair(key)?.value else { return [] }
    let times = target.times.map { ScenarioNumber.text(time: $0) }
    var texts: [String] = []
    var open = [value]
    while let node = open.popLast() {
      var children: [(start: Node, end: Node)] = []
      switch node {
      case .sequence(let sequence): children = sequence.map { ($0, $0) }
      case .mapping(let mapping): children = mapping.map { ($0.key, $0.value) }
      case .scalar(let scalar):
        guard ScenarioNumber.time(Phrase(scalar.string).words.joined()) != nil, let range = source.range(of: node)
        else { continue }
        texts += times.map { source.text(after: [.init(range: range, text: $0)]) }
      case .alias: continue
      }
      open += children.map(\.end)
      let ranges = children.compactMap { child -> Range<Int>? in
        guard let start = source.start(of: child.start), let end = source.range(of: child.end) else { return nil }
        return start..<max(start, end.upperBound)
      }
      guard ranges.count == children.count else { continue }
      for index in ranges.indices {
        guard let edits = source.removal(of: [index], from: ranges, inFlow: source.isFlow(node)) else { continue }
        texts.append(source.text(after: edits))
      }
    }
    return texts
  }

  /// Puts the writer's words in the place of a section.
  private mutating func writeAnew(_ key: String) {
    let lines = target.text.split(separator: "\n")
    let name = key == "live" ? "media" : key
    guard let first = lines.firstIndex(where: { $0.hasPrefix("\(name):") }), let pair = pair(key),
      let start = source.start(of: pair.node), let value = source.range(of: pair.value),
      let range = source.ownLines(of: start..<max(start + 1, value.upperBound))
    else { return }
    let section = [lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix(" ") }
    _ = accept(source.text(after: [.init(range: range, text: section.map { "\($0)\n" }.joined())]))
  }
}

extension Scenario {
  /// The times of media and segments, the end of the run, and how long a network's periods are.
  fileprivate var times: [Int64] {
    var times = media.flatMap { [$0.duration.microseconds, $0.window.microseconds] }
    times += segments.flatMap { [$0.start.microseconds, $0.end.microseconds] }
    if let end { times.append(end.microseconds) }
    return Array(Set(times)).sorted()
  }
}
