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

  /// An input and its instant.
  struct Step {
    let input: Input
    let instant: Instant
  }

  /// Steps that were read again.
  private struct Part {
    var first: Int64
    var steps: [Step]
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
  func steps(from first: Int64, count: Int, at place: Place) -> [Step] {
    if let known = parts.first(where: { $0.first == first && $0.steps.count == count }) { return known.steps }
    var collector = StepCollector(count: count)
    do throws(TraceError) {
      if next != first {
        if beginning == nil { beginning = try trace.reader().binary }
        reader = beginning
        try reader?.move(toBlockAt: place.offset)
        var skipper = StepSkipper(count: place.skipped)
        try read(&skipper)
      }
      try read(&collector)
    } catch {}
    next = collector.isSatisfied ? first + Int64(count) : nil
    if parts.count == Self.partLimit { parts.removeFirst() }
    parts.append(Part(first: first, steps: collector.steps))
    return collector.steps
  }

  private func read(_ listener: inout some StepListener) throws(TraceError) {
    while !listener.isSatisfied {
      if let count = try reader?.pass(to: &listener), count > 0 { continue }
      guard let record = try reader?.next() else { return }
      if case .step(let step) = record { listener.begin(step.input, at: step.instant) }
    }
  }
}

/// Passes over steps.
private struct StepSkipper: StepListener {
  private var rest: Int

  init(count: Int) { rest = count }

  static func wantsInput(_ code: UInt8) -> Bool { false }
  static func wantsOutput(_ code: UInt8) -> Bool { false }

  var isSatisfied: Bool { rest <= 0 }

  mutating func begin(_ input: Input, at instant: Instant) { rest -= 1 }
  mutating func take(_ output: Output) {}
  mutating func end() {}
}

/// Collects steps.
private struct StepCollector: StepListener {
  private let count: Int
  private(set) var steps: [RecordedSteps.Step] = []

  init(count: Int) {
    self.count = count
    // An index may name any number.
    steps.reserveCapacity(min(count, RunBlock.size))
  }

  static func wantsInput(_ code: UInt8) -> Bool { true }
  static func wantsOutput(_ code: UInt8) -> Bool { false }

  var isSatisfied: Bool { steps.count >= count }

  mutating func begin(_ input: Input, at instant: Instant) { steps.append(.init(input: input, instant: instant)) }
  mutating func take(_ output: Output) {}
  mutating func end() {}
}
