import PlayerCore

/// The facts about a whole run, collected while it is read.
struct RunFacts {
  /// Sources in the order in which they were named.
  private(set) var items: [(item: UInt32, source: String)] = []
  private(set) var texts: [UInt32: String] = [:]
  private(set) var marks: [TraceMark] = []
  /// The segments at the end, and the chapters.
  var parts = MediaParts(limit: Self.limit)
  /// The longest duration that was known.
  var duration = MediaTime.unknown
  /// Since the last load that had an effect.
  var statistics = Player().statistics
  var stalls: [Int64] = []
  var failures: [Int64] = []
  /// The first date that the host reported, in microseconds since 1970.
  var clock: (instant: Instant, date: Int64)?
  var ending: TraceEnding?
  /// The first step whose outputs differ from the trace.
  var differsAt: Int64?

  /// The maximum number of entries in each list.
  static var limit: Int { 10_000 }

  func text(_ number: UInt32) -> String { number == 0 ? "" : texts[number] ?? "text \(number)" }

  func source(_ number: UInt32) -> String? { items.last { $0.item == number }?.source }

  mutating func take(_ definition: TraceDefinition) {
    switch definition {
    case .item(let item, let source): items.append((item.rawValue, source))
    case .text(let text, let words): texts[text.rawValue] = words
    }
  }

  mutating func take(_ mark: TraceMark) { if marks.count < Self.limit { marks.append(mark) } }

  /// Takes a step that was just fed.
  mutating func take(_ input: Input, _ number: Int64, _ stepper: borrowing RunStepper) {
    let known = stepper.inspection.shown.duration
    if known.isKnown { duration = max(duration, known) }
    if stepper.inspection.shown.phase != .empty { statistics = stepper.player.statistics }
    _ = parts.take(input, stepper.outputs.fed)
    if case .environment(.wallClock(let date)) = input, clock == nil { clock = (stepper.inspection.clock, date) }
    for output in stepper.outputs { takeOutput(output, number) }
  }

  private mutating func takeOutput(_ output: Output, _ step: Int64) {
    guard case .notification(let notification, _) = output else { return }
    switch notification {
    case .stallBegan: if stalls.count < Self.limit { stalls.append(step) }
    case .failed: if failures.count < Self.limit { failures.append(step) }
    default: break
    }
  }
}
