import PlayerCore

/// The steps of a binary trace in memory, which are read from it again when they are needed, so that they are not in
/// memory twice.
final class RecordedSteps {
  /// Where steps begin in the trace.
  struct Place {
    /// Where their block of the trace begins, in bytes.
    var offset: Int64
    /// How many steps of that block precede them.
    var skipped: Int
  }

  /// Steps that are read again, and steps that were.
  private struct Part {
    var first: Int64
    var steps: StepStore
  }

  /// The maximum number of parts that stay in memory: a picture and a step beside it need some at the same time.
  private static var partLimit: Int { 8 }

  let trace: TraceMemory
  /// A reader that has read nothing yet, and one somewhere in the trace; `nil` before the first use.
  private var beginning: BinaryReader?
  private var reader: BinaryReader?
  /// The number of the step that `reader` reads next; `nil` when it has read none.
  private var next: Int64?
  private var parts: [Part] = []

  init(_ trace: TraceMemory) { self.trace = trace }

  /// `count` steps from `first` on. Fewer if the trace is damaged there: but then it could not be read before, either.
  func steps(from first: Int64, count: Int, at place: Place) -> StepStore {
    if let known = parts.first(where: { $0.first == first && $0.steps.count == count }) { return known.steps }
    var collector = InputCollector(count: count, skipping: next == first ? 0 : place.skipped)
    do throws(TraceError) {
      if next != first {
        if beginning == nil { beginning = try trace.reader().binary }
        reader = beginning
        try reader?.move(toBlockAt: place.offset)
      }
      try read(&collector)
    } catch {}
    next = collector.isSatisfied ? first + Int64(count) : nil
    collector.steps.close()
    if parts.count == Self.partLimit { parts.removeFirst() }
    parts.append(Part(first: first, steps: collector.steps))
    return collector.steps
  }

  private func read(_ collector: inout InputCollector) throws(TraceError) {
    while !collector.isSatisfied {
      if let count = try reader?.pass(to: &collector), count > 0 { continue }
      guard let record = try reader?.next() else { return }
      if case .step(let step) = record { collector.begin(step.input, at: step.instant) }
    }
  }
}

/// Stores inputs.
private struct InputCollector: StepListener {
  private let count: Int
  private var skipped: Int
  var steps = StepStore()

  init(count: Int, skipping skipped: Int) {
    self.count = count
    self.skipped = skipped
  }

  static func wantsInput(_ code: UInt8) -> Bool { true }
  static func wantsOutput(_ code: UInt8) -> Bool { false }

  var isSatisfied: Bool { steps.count >= count }

  mutating func begin(_ input: Input, at instant: Instant) {
    if skipped > 0 { skipped -= 1 } else { steps.append(input, at: instant) }
  }

  mutating func take(_ output: Output) {}
  mutating func end() {}
}
