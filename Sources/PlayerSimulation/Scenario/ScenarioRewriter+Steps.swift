import PlayerCore
import Yams

// Steps and expectations, which are independent items of a list.
extension ScenarioRewriter {
  private typealias Edit = ScenarioSource.Edit

  /// A list, its items, and where these stand.
  private func items(_ key: String) -> (node: Node, items: [Node], ranges: [Range<Int>])? {
    guard let node = root.first(where: { $0.key == key })?.value, let sequence = node.sequence else { return nil }
    let items = Array(sequence)
    let ranges = items.compactMap { source.range(of: $0) }
    return ranges.count == items.count ? (node, items, ranges) : nil
  }

  // MARK: Expectations

  /// The edits that leave the target's expectations; `nil` when it has others than the file.
  func expectationEdits() -> [ScenarioSource.Edit]? {
    guard let (node, items, ranges) = items("expect"), items.count == file.scenario.expectations.count else {
      return nil
    }
    var rest = target.expectations[...]
    var gone: [Int] = []
    for (index, expectation) in file.scenario.expectations.enumerated() {
      if rest.first == expectation { rest.removeFirst() } else { gone.append(index) }
    }
    guard rest.isEmpty else { return nil }
    return source.removal(of: gone, from: ranges, inFlow: source.isFlow(node))
  }

  // MARK: Steps

  /// The edits that leave the target's steps; `nil` when that cannot be done.
  func stepEdits() -> [ScenarioSource.Edit]? {
    guard let (node, items, ranges) = items("steps"), let pairs = matches() else { return nil }
    let isFlow = source.isFlow(node)
    let writer = ScenarioWriter(target)
    var edits: [Edit] = []
    var gone: [Int] = []
    var first = 0
    for (index, item) in items.enumerated() {
      let actions = Self.actions(of: item)
      let kept = (first..<first + actions.count).map { pairs[$0] }
      let originals = Array(file.scenario.steps[first..<first + actions.count])
      first += actions.count
      if kept.allSatisfy({ $0 == nil }) {
        gone.append(index)
        continue
      }
      if kept == originals { continue }
      guard let changes = change(item, actions, originals, to: kept, writer, isFlow) else {
        let steps = kept.compactMap { $0 }.map { Self.words($0, writer, isFlow) }
        let gap = isFlow ? ", " : "\n\(String(repeating: " ", count: column(of: ranges[index])))- "
        edits.append(Edit(range: ranges[index], text: steps.joined(separator: gap)))
        continue
      }
      edits += changes
    }
    guard first == file.scenario.steps.count else { return nil }
    guard let removals = source.removal(of: gone, from: ranges, inFlow: isFlow) else { return nil }
    return edits + removals
  }

  /// The place of an item's dash.
  private func column(of range: Range<Int>) -> Int {
    var place = range.lowerBound
    while place > 0, source.scalars[place - 1] != "-", source.scalars[place - 1] != "\n" { place -= 1 }
    return max(0, source.column(of: max(0, place - 1)))
  }

  /// The text after the trigger of an item; the whole item when it has no trigger.
  private static func actions(of item: Node) -> [Node] {
    guard let value = triggered(item)?.value else { return [item] }
    if case .sequence(let sequence) = value { return Array(sequence) }
    return [value]
  }

  private static func triggered(_ item: Node) -> (key: Node, value: Node)? {
    guard case .mapping(let mapping) = item, let first = mapping.first, let key = first.key.scalar?.string,
      !ScenarioReader.actionKeys.contains(key)
    else { return nil }
    return (first.key, first.value)
  }

  /// Changes only what is different in an item; `nil` when it must be rewritten.
  private func change(
    _ item: Node, _ actions: [Node], _ originals: [ScenarioStep], to kept: [ScenarioStep?], _ writer: ScenarioWriter,
    _ isFlow: Bool
  ) -> [ScenarioSource.Edit]? {
    guard let head = kept.first ?? nil else { return nil }
    var edits: [Edit] = []
    if head.trigger != originals[0].trigger {
      guard let key = Self.triggered(item)?.key, let range = source.range(of: key),
        let words = writer.trigger(head.trigger)
      else { return nil }
      edits.append(Edit(range: range, text: Self.plain(words, isFlow || source.isFlow(item))))
    }
    // Later actions of a list follow the first one at once and have no trigger to change.
    let rest = zip(originals, kept).dropFirst()
    guard rest.allSatisfy({ original, step in step == nil || step?.trigger == original.trigger }) else { return nil }
    var gone: [Int] = []
    let ranges = actions.compactMap { source.range(of: $0) }
    guard ranges.count == actions.count else { return nil }
    let list = Self.triggered(item)?.value
    let isInFlow = isFlow || source.isFlow(item) || list.map { $0.sequence != nil && source.isFlow($0) } == true
    for (index, step) in kept.enumerated() {
      guard let step else {
        gone.append(index)
        continue
      }
      if step.action == originals[index].action { continue }
      edits.append(Edit(range: ranges[index], text: Self.plain(writer.action(step.action), isInFlow)))
    }
    if gone.isEmpty { return edits }
    let removals = list.flatMap { source.removal(of: gone, from: ranges, inFlow: source.isFlow($0)) }
    return removals.map { edits + $0 }
  }

  private static func words(_ step: ScenarioStep, _ writer: ScenarioWriter, _ isFlow: Bool) -> String {
    let action = plain(writer.action(step.action), isFlow)
    guard let trigger = writer.trigger(step.trigger).map({ plain($0, isFlow) }) else { return action }
    return isFlow ? "{\(trigger): \(action)}" : "\(trigger): \(action)"
  }

  /// Inside of brackets a text with a comma is in quotes.
  private static func plain(_ words: String, _ isFlow: Bool) -> String {
    let isMapping = words.first == "{"
    return isFlow && !isMapping && words.contains { ",[]{}".contains($0) } ? QuotedText.quoted(words) : words
  }

  // MARK: Which step is which

  /// For each step of the file what became of it; `nil` for one that is gone. The steps of the target are in their order.
  private func matches() -> [ScenarioStep?]? {
    let (all, left) = (file.scenario.steps, target.steps)
    guard left.count <= all.count, all.count * max(1, left.count) <= 4_000_000 else { return nil }
    // The best score of the steps from there on; -1 when there are too few.
    var scores = [[Int]](repeating: [Int](repeating: -1, count: left.count + 1), count: all.count + 1)
    for index in scores.indices { scores[index][left.count] = 0 }
    for index in all.indices.reversed() {
      for other in left.indices.reversed() {
        let taken = scores[index + 1][other + 1]
        scores[index][other] = max(
          scores[index + 1][other], taken < 0 ? -1 : taken + Self.likeness(all[index], left[other]))
      }
    }
    guard scores[0][0] >= 0 else { return nil }
    var found = [ScenarioStep?](repeating: nil, count: all.count)
    var other = 0
    for index in all.indices where other < left.count {
      let taken = scores[index + 1][other + 1]
      guard taken >= 0, scores[index][other] == taken + Self.likeness(all[index], left[other]) else { continue }
      found[index] = left[other]
      other += 1
    }
    return other == left.count ? found : nil
  }

  private static func likeness(_ a: ScenarioStep, _ b: ScenarioStep) -> Int {
    if a == b { return 12 }
    if a.action == b.action { return 8 }
    return (kind(a.action) == kind(b.action) ? 4 : 0) + (a.trigger == b.trigger ? 2 : 0)
  }

  /// What sort of action it is, whatever its values.
  private static func kind(_ action: ScenarioAction) -> Int {
    switch action {
    case .command(let command, _): Int(Input.command(command, .none).code)
    case .environment(let event): Int(Input.environment(event).code)
    case .report(let event, _): Int(Input.engine(event, .none).code)
    case .fault(let fault): 1_000 + FaultWords.fields(of: fault).code
    case .deadline: 2_000
    case .segments: 2_001
    case .heal: 2_002
    case .wait: 2_003
    case .connect: 2_004
    case .sleep: 2_005
    }
  }
}
