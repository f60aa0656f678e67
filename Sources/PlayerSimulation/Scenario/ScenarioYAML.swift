import PlayerText
import Yams

/// YAML as far as scenarios use it: bounded, and without references.
enum ScenarioYAML {
  /// One problem ends the reading of YAML itself.
  struct Failure: Error {
    var problem: ScenarioProblem

    init(_ line: Int, _ column: Int, _ expected: String, found: String, _ advice: String = "") {
      problem = ScenarioProblem(
        at: ScenarioPlace(line: line, column: column), "YAML", expected: expected, found: found, advice: advice)
    }
  }

  static func root(of text: String) throws(Failure) -> Node {
    guard text.utf8.count <= ScenarioLimit.bytes else {
      throw Failure(1, 1, "at most \(ScenarioLimit.bytes) bytes", found: "\(text.utf8.count)", "Split it")
    }
    try ScenarioYAMLGuard.check(text)
    let node: Node?
    do { node = try compose(yaml: text, .basic) } catch {
      guard let comparing = try comparisons(in: text) else { throw failure(error, in: text) }
      node = comparing
    }
    guard var node else { throw Failure(1, 1, "a scenario", found: "an empty file", "Begin with 'scenario: NAME'") }
    try measure(node)
    if text.unicodeScalars.contains("\u{FEFF}") || text.utf8.contains(UInt8(ascii: "\\")) {
      restoreMarks(in: &node, ScenarioSource(text))
    }
    if text.utf8.contains(UInt8(ascii: ">")) { ScenarioYAMLComparisons.fillEmpty(&node, ScenarioSource(text)) }
    return node
  }

  /// The content of a text that is YAML except for its comparisons.
  private static func comparisons(in text: String) throws(Failure) -> Node? {
    guard let marked = ScenarioYAMLComparisons.mark(text) else { return nil }
    try ScenarioYAMLGuard.check(marked.text)
    guard var node = try? compose(yaml: marked.text, .basic) else { return nil }
    ScenarioYAMLComparisons.restore(&node, marked.standIn)
    return node
  }

  /// The parser takes a byte order mark at the beginning of a text for one of the file, and leaves it out.
  private static func restoreMarks(in node: inout Node, _ source: ScenarioSource) {
    switch node {
    case .scalar(var scalar):
      guard let start = source.start(of: node), scalar.isQuoted else { return }
      let raw = String(String.UnicodeScalarView(source.scalars[start...].prefix(7))).dropFirst()
      let isMarked = raw.unicodeScalars.first == "\u{FEFF}" || raw.lowercased().begins(with: "\\ufeff")
      guard isMarked, scalar.string.unicodeScalars.first != "\u{FEFF}" else { return }
      scalar.string = "\u{FEFF}" + scalar.string
      node = .scalar(scalar)
    case .sequence(var sequence):
      for index in sequence.indices { restoreMarks(in: &sequence[index], source) }
      node = .sequence(sequence)
    case .mapping(var mapping):
      for index in mapping.indices {
        var value = mapping[index].value
        restoreMarks(in: &value, source)
        mapping[index] = (mapping[index].key, value)
      }
      node = .mapping(mapping)
    case .alias: break
    }
  }

  private static func measure(_ root: Node) throws(Failure) {
    var open = [(root, 1)]
    while let (node, depth) = open.popLast() {
      let place = node.place
      if depth > ScenarioLimit.depth {
        throw Failure(
          place.line, place.column, "at most \(ScenarioLimit.depth) levels", found: "more", "Make it flatter")
      }
      if let tag = node.foreignTag {
        throw Failure(
          place.line, place.column, "no tags", found: "'\(Excerpt.of(String(tag.prefix(60))))'",
          "Put only texts in quotes")
      }
      switch node {
      case .mapping(let mapping):
        for (key, value) in mapping { open += [(key, depth + 1), (value, depth + 1)] }
      case .sequence(let sequence): for value in sequence { open.append((value, depth + 1)) }
      case .scalar, .alias: break
      }
    }
  }

  /// The mistake of an author who indents with tabs.
  private static func tab(in text: String, atLine line: Int) -> Failure? {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for number in [line, line - 1] where lines.indices.contains(number - 1) {
      let indentation = lines[number - 1].prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x2D }
      guard let tab = indentation.firstIndex(of: 0x09) else { continue }
      return Failure(
        number, indentation.distance(from: indentation.startIndex, to: tab) + 1, "spaces before the first word",
        found: "a tab", "Indent with spaces")
    }
    return nil
  }

  private static func failure(_ error: any Error, in text: String) -> Failure {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      if let tab = tab(in: text, atLine: mark.line) { return tab }
      let advice =
        problem.contains("mapping values") ? "Put a text with ': ' in quotes" : "Check indentation, brackets and quotes"
      return Failure(mark.line, mark.column, "YAML", found: "a mistake: \(Excerpt.of(problem))", advice)
    case YamlError.duplicatedKeysInMapping(let duplicates, let context):
      return Failure(
        context.mark.line, context.mark.column, "each key once",
        found: "'\(duplicates.first.map { Excerpt.of(String(String(describing: $0).prefix(40))) } ?? "")' twice",
        "Remove one of them")
    case YamlError.reader(let problem, _, _, _):
      return Failure(1, 1, "text", found: "a mistake: \(Excerpt.of(problem))", "Save it as UTF-8")
    default:
      return Failure(1, 1, "YAML", found: "'\(Excerpt.of(String("\(error)".prefix(80))))'", "Check the file")
    }
  }
}

extension ScenarioNode {
  /// What the reader sees of YAML that was measured: it has no references.
  init(_ node: Node) {
    let content: Content =
      switch node {
      case .scalar(let scalar): .scalar(Scalar(string: scalar.string, form: scalar.isQuoted ? .quoted : .plain))
      case .sequence(let sequence): .sequence(sequence.map { ScenarioNode($0) })
      case .mapping(let mapping): .mapping(mapping.map { (key: ScenarioNode($0.key), value: ScenarioNode($0.value)) })
      case .alias: .scalar(Scalar(string: "", form: .plain))
      }
    self.init(content, at: node.place)
  }
}

extension Node.Scalar {
  /// Whether it is in quotes, a block, or tagged as a text.
  fileprivate var isQuoted: Bool {
    switch style {
    case .singleQuoted, .doubleQuoted, .literal, .folded: true
    case .plain, .any: tag.rawValue == Tag.Name.str.rawValue
    }
  }
}

extension Node {
  fileprivate var place: ScenarioPlace { ScenarioPlace(line: mark?.line ?? 1, column: mark?.column ?? 1) }

  /// A tag that makes something else of it than what it looks like; `nil` without one.
  fileprivate var foreignTag: String? {
    let (tag, own): (Tag, Tag.Name) =
      switch self {
      case .scalar(let scalar): (scalar.tag, .str)
      case .mapping(let mapping): (mapping.tag, .map)
      case .sequence(let sequence): (sequence.tag, .seq)
      case .alias: (.implicit, .implicit)
      }
    return [Tag.Name.implicit.rawValue, own.rawValue].contains(tag.rawValue) ? nil : tag.rawValue
  }
}
