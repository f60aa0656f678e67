import PlayerCore
import PlayerTrace

/// The differences of two traces as human-readable text, written while they are found.
struct DiffText {
  private let traces: (a: String, b: String)
  private let names: (a: TraceNames, b: TraceNames)
  private let screen = Screen.standardOutput
  private let output = DataStream()
  private var steps: StepList
  private var hasShownState = false

  init(_ a: String, _ b: String, _ names: (TraceNames, TraceNames), limit: Int, context: Int) {
    traces = (a, b)
    self.names = (names.0, names.1)
    let text = StepDifferenceText(
      screen: screen, messagesA: MessageText(names: names.0), messagesB: MessageText(names: names.1))
    steps = StepList(text, output, limit: limit, context: context)
  }

  /// Writes everything; returns whether the traces are equal.
  mutating func write(_ comparison: TraceComparison, progress: (Int64) -> Void) throws -> Bool {
    var comparison = comparison
    try writeHead(comparison)
    while let step = try comparison.next() {
      try steps.take(step)
      if steps.counts.total % 4_096 == 0 { progress(comparison.bytesRead) }
      if let state = comparison.stateDifference, !hasShownState { try write(state) }
    }
    for field in comparison.endFields { try output.line("end: A \(field.expected), B \(field.found)") }
    let isEqual = steps.counts.isEqual && comparison.isEqualAround
    if comparison.isLockstep {
      Talk.line(
        "no two of \(TraceComparison.window) steps were alike: from there on, steps were compared by their place. "
          + "--ignore the fields that always differ, for example instant,bytesRead")
    }
    try steps.writeOmitted()
    try output.line(isEqual ? "equal: \(steps.counts.sentence)" : steps.counts.sentence)
    try output.flush()
    return isEqual
  }

  private func writeHead(_ comparison: TraceComparison) throws {
    try output.line("\(Style.red("- A", screen))  \(Printable.text(traces.a))")
    try output.line("\(Style.green("+ B", screen))  \(Printable.text(traces.b))")
    if !comparison.settings.isEmpty || !comparison.foreignSettings.isEmpty { try output.line("settings") }
    for (setting, a, b) in comparison.settings {
      try output.line("  \(setting.name): A \(setting.described(a).1), B \(setting.described(b).1)")
    }
    for field in comparison.foreignSettings {
      try output.line("  \(Printable.text(field.field)): A \(field.expected), B \(field.found) (this version lacks it)")
    }
    let items = ItemDifference(names.a, names.b)
    for source in items.onlyA { try output.line(Style.red("- item \(source)", screen)) }
    for source in items.onlyB { try output.line(Style.green("+ item \(source)", screen)) }
  }

  private mutating func write(_ state: StateDifference) throws {
    hasShownState = true
    let source = state.isRecorded ? "as their checkpoints say" : "replayed"
    let place =
      state.a == state.b ? "after step \(state.a)" : "after step \(state.a) of A and \(state.b) of B"
    try steps.writeGap()
    try output.line(Style.yellow("  the states differ from here on (\(place), \(source)):", screen))
    for field in state.fields.prefix(12) {
      try output.line("    \(field.field): A \(field.expected), B \(field.found)")
    }
    if state.fields.count > 12 { try output.line("    and \(state.fields.count - 12) more") }
  }
}

/// Writes the steps that differ, each with a few equal ones around it.
struct StepList {
  private(set) var counts = DiffCounts()
  private let limit: Int
  private let context: Int
  private let output: DataStream
  private let text: StepDifferenceText
  /// Equal steps since the last difference, as far as they may still be shown.
  private var before: [ComparedStep] = []
  private var skipped: Int64 = 0
  private var toShow = 0

  init(_ text: StepDifferenceText, _ output: DataStream, limit: Int, context: Int) {
    self.text = text
    self.output = output
    self.limit = limit
    self.context = context
  }

  mutating func take(_ step: ComparedStep) throws {
    counts.take(step)
    if step.isEqual { try takeEqual(step) } else { try takeDifferent(step) }
  }

  private mutating func takeEqual(_ step: ComparedStep) throws {
    if toShow > 0 {
      toShow -= 1
      return try output.line(text.context(step))
    }
    before.append(step)
    guard before.count > context else { return }
    before.removeFirst()
    skipped += 1
  }

  private mutating func takeDifferent(_ step: ComparedStep) throws {
    guard counts.different <= Int64(limit) else { return before.removeAll() }
    try writeGap()
    for line in text.lines(step) { try output.line(line) }
    toShow = context
  }

  /// Writes the remaining equal steps.
  mutating func writeGap() throws {
    if skipped > 0 {
      try output.line(text.faint("  … \(NumberText.counted(skipped, "equal step"))"))
    }
    for step in before { try output.line(text.context(step)) }
    before.removeAll()
    skipped = 0
  }

  /// Writes the number of differing steps that were not shown.
  func writeOmitted() throws {
    let omitted = counts.different - Int64(limit)
    guard omitted > 0 else { return }
    try output.line(text.faint("  … \(NumberText.counted(omitted, "step")) more that differ: see --limit"))
  }
}

extension DiffCounts {
  /// `31 steps equal, 1 changed, 2 only in A`.
  var sentence: String {
    var parts = ["\(NumberText.counted(equal, "step")) equal"]
    if changed > 0 { parts.append("\(NumberText.grouped(changed)) changed") }
    if onlyA > 0 { parts.append("\(NumberText.grouped(onlyA)) only in A") }
    if onlyB > 0 { parts.append("\(NumberText.grouped(onlyB)) only in B") }
    return parts.joined(separator: ", ")
  }
}

/// Sources that only one of two traces knows.
struct ItemDifference {
  var onlyA: [String]
  var onlyB: [String]

  init(_ a: TraceNames, _ b: TraceNames) {
    let (first, second) = (Set(a.items.values), Set(b.items.values))
    onlyA = first.subtracting(second).sorted().map { Printable.text($0) }
    onlyB = second.subtracting(first).sorted().map { Printable.text($0) }
  }
}
