import PlayerCore
import PlayerTrace

extension Scenario {
  /// Makes a scenario that provokes what was observed of another player: see `ImportALog.md`.
  ///
  /// - Throws: ``PlayerTrace/TraceError`` for a trace that tells of nothing that could be played or provoked.
  init(observed reader: inout TraceReader) throws(TraceError) {
    let header = reader.header
    let file = reader.file
    var session = ObservedSession()
    while let record = try reader.next() {
      switch record {
      case .definition(.item(let item, let source)): session.define(item, source)
      case .foreignStep(let step):
        if let observed = step.observed { session.take(observed) }
        guard session.scenario.steps.count < ObservedSession.stepLimit else {
          throw .notReplayable(
            file: file, reason: ObservedRun.noScenario + "it tells of more than \(ObservedSession.stepLimit) steps")
        }
      default: break
      }
    }
    session.finish()
    if let reason = session.refusal { throw .notReplayable(file: file, reason: ObservedRun.noScenario + reason) }
    self = session.scenario
    name = header.note.isEmpty ? file : header.note
    origin = "observed, as \(file)" + (header.engine.isEmpty ? "" : ": a log of \(header.engine)")
  }
}

/// The expectations of what was observed.
struct ObservedOutcome {
  private var stalls: Int64 = 0
  private var failure: Failure.Kind?
  private var hasEnded = false
  /// The first thing that was played never began.
  var neverPlays = false

  /// Whether there is anything to expect.
  var isEmpty: Bool { stalls == 0 && failure == nil && !hasEnded && !neverPlays }

  mutating func stall() { stalls += 1 }
  mutating func fail(_ kind: Failure.Kind) { if failure == nil { failure = kind } }
  mutating func end() { hasEnded = true }

  /// A player may do better than the one that was observed, so nothing is expected at an instant.
  func expectations(until end: TimeSpan) -> [ScenarioExpectation] {
    var result: [ScenarioExpectation] = []
    if neverPlays {
      result.append(.absence(.state(.playing), ScenarioExpectation.Window(until: end)))
    }
    if stalls > 0 {
      result.append(.count(EventPattern(code: Self.stallBegan), atLeast: stalls, atMost: .max))
    }
    if let failure {
      let condition = EventPattern.Condition(field: 1, value: failure.wireValue)
      result.append(.count(EventPattern(code: Self.failed, [condition]), atLeast: 1, atMost: .max))
    }
    if hasEnded { result.append(.count(Self.end, atLeast: 1, atMost: .max)) }
    return result
  }

  private static let stallBegan = Output.notification(.stallBegan(count: 0), .engine).code
  private static let failed = Output.notification(.failed(Failure(.io), position: .zero), .engine).code
  static let end = EventPattern(code: Output.notification(.ended(position: .zero), .engine).code)
}
