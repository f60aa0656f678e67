import PlayerCore
import PlayerText

/// Compares two traces by what they mean, step by step.
///
/// Steps correspond when their inputs are equal. Where one trace has steps that the other lacks, the two are realigned
/// within a window of ``window`` steps (shortest edit script); between equal steps, those with inputs of the same name
/// count as changed. If no two steps in a window are alike, steps are paired in order, and ``isLockstep`` is true.
/// Remarks, dates, and the recording tool are not compared. Memory is bounded by two windows.
public struct TraceComparison {
  /// The number of steps to look ahead for a match.
  public static var window: Int { 1_024 }

  /// True once steps were paired only by their place.
  public private(set) var isLockstep = false
  /// The first place where the states differ, once it was passed: between the steps that have a counterpart.
  public private(set) var stateDifference: StateDifference?
  private let headers: (a: TraceHeader, b: TraceHeader)
  /// The fields of the state that repeat settings in which the traces differ from the beginning.
  private var differingSettings: Set<String> = []
  private var a: TraceSide
  private var b: TraceSide
  private var comparer: MessageComparer
  /// What to return next: true for the side that has the step.
  private var plan: [(a: Bool, b: Bool)] = []
  private var planned = 0

  /// Compares traces from which nothing was read yet.
  public init(_ a: TraceReader, _ b: TraceReader, ignoring ignored: IgnoredFields = IgnoredFields()) {
    headers = (a.header, b.header)
    let vocabulary = TraceVocabulary.union([.current, a.header.words, b.header.words])
    self.a = TraceSide(a, vocabulary)
    self.b = TraceSide(b, vocabulary)
    comparer = MessageComparer(ignored, vocabulary)
    differingSettings = Set(settings.map { "setting.\($0.setting.name)" })
  }

  /// Settings that this build does not have, and that are not at their default in one of the traces.
  public var foreignSettings: [FieldDifference] {
    func values(_ header: TraceHeader) -> [String: Int64] {
      var values: [String: Int64] = [:]
      for setting in header.origin?.foreignSettings ?? [] { values[setting.name] = setting.value }
      return values
    }
    let (a, b) = (values(headers.a), values(headers.b))
    return Set(a.keys).union(b.keys).sorted().filter { a[$0] != b[$0] }.map { name in
      FieldDifference(
        field: name, expected: a[name].map { "\($0)" } ?? "default", found: b[name].map { "\($0)" } ?? "default")
    }
  }

  /// Settings in which the players differ from the beginning, with the values of both.
  public var settings: [(setting: Setting, a: Int64, b: Int64)] {
    let (a, b) = (headers.a.configuration, headers.b.configuration)
    return Setting.allCases.filter { a[$0] != b[$0] && !comparer.ignored.ignores(stateField: "setting.\($0.name)") }
      .map { ($0, a[$0], b[$0]) }
  }

  /// After the last step: how the ends of the traces differ. An unfinished trace just ends.
  public var endFields: [FieldDifference] {
    func words(_ end: TraceEnd?) -> String {
      switch end?.ending {
      case .finished: "finished"
      case .interrupted(let signal): "interrupted by \(Excerpt.of(signal))"
      case .failed(let reason): "failed: \(Excerpt.of(reason))"
      case nil: "unfinished"
      }
    }
    let (first, second) = (words(a.end), words(b.end))
    return first == second ? [] : [FieldDifference(field: "end", expected: first, found: second)]
  }

  /// How many bytes were read of both.
  public var bytesRead: Int64 { a.offset + b.offset }

  /// The next step of both, or of one; `nil` after the last.
  public mutating func next() throws(TraceError) -> ComparedStep? {
    if planned == plan.count { try makePlan() }
    guard planned < plan.count else { return nil }
    let takes = plan[planned]
    planned += 1
    let first = takes.a ? a.takeFirst() : nil
    let second = takes.b ? b.takeFirst() : nil
    return compare(first, second)
  }

  // MARK: Comparing

  private mutating func compare(_ first: TraceSide.Element?, _ second: TraceSide.Element?) -> ComparedStep {
    var result = ComparedStep(a: first?.step, b: second?.step)
    guard let first, let second else {
      comparer.acceptShifts()
      result.outputs = comparer.outputs(first?.step.outputs ?? [], second?.step.outputs ?? [])
      return result
    }
    result.fields = comparer.fields(first.step.input, second.step.input)
    if !comparer.ignored.instants, first.step.instant != second.step.instant {
      result.fields.append(
        FieldDifference(
          field: "instant", expected: "\(first.step.instant.microseconds)",
          found: "\(second.step.instant.microseconds)"))
    }
    if headers.a.hasOutputs, headers.b.hasOutputs {
      result.outputs = comparer.outputs(first.step.outputs, second.step.outputs)
      // Outputs missing from a truncated step may exist in the other trace.
      if !first.step.isWhole { result.outputs = result.outputs.filter { !$0.isOnlyB } }
      if !second.step.isWhole { result.outputs = result.outputs.filter { !$0.isOnlyA } }
    }
    if !result.outputs.allSatisfy({ $0.isEqual }) { comparer.acceptShifts() }
    compareStates(first, second)
    return result
  }

  private mutating func compareStates(_ first: TraceSide.Element, _ second: TraceSide.Element) {
    guard stateDifference == nil else { return }
    func take(_ x: Player, _ y: Player, isRecorded: Bool) {
      guard x != y else { return }
      let fields = StateComparer.fields(x, y, comparer).filter { !differingSettings.contains($0.field) }
      guard !fields.isEmpty else { return }
      stateDifference = StateDifference(
        a: first.step.number, b: second.step.number, fields: fields, isRecorded: isRecorded)
    }
    if let x = a.player, let y = b.player { take(x, y, isRecorded: false) }
    if stateDifference == nil, let x = first.checkpoint?.state, let y = second.checkpoint?.state {
      take(x, y, isRecorded: true)
    }
  }

  // MARK: Aligning

  private mutating func makePlan() throws(TraceError) {
    plan.removeAll(keepingCapacity: true)
    planned = 0
    try fill(1)
    // Nothing has to be aligned while the next steps of both are equal.
    if let first = a.waiting.first, let second = b.waiting.first, first.key == second.key {
      return plan.append((true, true))
    }
    guard !a.waiting.isEmpty || !b.waiting.isEmpty else { return }
    try fill(Self.window)
    align()
  }

  private mutating func fill(_ count: Int) throws(TraceError) {
    try a.fill(count, comparer.ignored, &comparer.namesA)
    try b.fill(count, comparer.ignored, &comparer.namesB)
  }

  private mutating func align() {
    let first = a.waiting.map { (key: $0.key, kind: UInt64($0.step.input.code)) }
    let second = b.waiting.map { (key: $0.key, kind: UInt64($0.step.input.code)) }
    var edits = Pairing.pairs(first, second, limit: 2 * Self.window + 2)
    let isWhole = a.isAtEnd && b.isAtEnd
    if !isWhole, let last = edits.lastIndex(where: { $0.isMatch }) {
      // Steps after the window may match the unpaired steps at its end.
      edits.removeLast(edits.count - last - 1)
    } else if !isWhole {
      isLockstep = true
      edits = (0..<min(first.count, second.count)).map { .match($0, $0) }
      if edits.isEmpty { edits = first.indices.map { .onlyA($0) } + second.indices.map { .onlyB($0) } }
    }
    plan = edits.map { edit in
      switch edit {
      case .match: (true, true)
      case .onlyA: (true, false)
      case .onlyB: (false, true)
      }
    }
  }
}

extension Alignment.Edit {
  fileprivate var isMatch: Bool {
    if case .match = self { return true }
    return false
  }
}

extension ComparedOutput {
  fileprivate var isOnlyA: Bool {
    if case .onlyA = self { return true }
    return false
  }

  fileprivate var isOnlyB: Bool {
    if case .onlyB = self { return true }
    return false
  }
}
