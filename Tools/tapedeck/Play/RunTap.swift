import PlayerCore
import PlayerRuntime
import PlayerTrace

/// Sits where a host hands out its steps: writes them to the trace, if there is one, and reports answers.
final class RunTap: RunRecorder {
  enum Happening: Hashable, Sendable {
    case answered(Completion)
    /// The trace ends here; why.
    case traceFailed(String)
    /// A step of the scenario is due because of what happened.
    case isDue
  }

  private let trace: TraceRecorder?
  /// For those who look at the run while it goes on: what fails there ends nothing.
  private let live: TraceRecorder?
  private let stills: StillFiles
  private let script: ScenarioScript?
  private let tell: @Sendable (Happening) -> Void
  private var isTold = false

  init(
    _ trace: TraceRecorder?, live: TraceRecorder? = nil, stills: StillFiles,
    script: ScenarioScript? = nil, tell: @escaping @Sendable (Happening) -> Void
  ) {
    self.trace = trace
    self.live = live
    self.stills = stills
    self.script = script
    self.tell = tell
  }

  func define(_ definition: TraceDefinition) { attempt { trace throws(TraceError) in try trace.define(definition) } }

  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) {
    attempt { trace throws(TraceError) in
      try trace.record(input, at: instant, outputs: outputs, player: player)
    }
    if case .command(.captureStill, _) = input { stills.asked(serial(in: outputs)) }
    for case .completion(let completion) in outputs { tell(.answered(completion)) }
    if script?.hear(outputs, at: instant) == true { tell(.isDue) }
  }

  /// The number under which the engine is asked for a picture; nil when it is not asked.
  private func serial(in outputs: Outputs) -> StillSerial? {
    for case .engine(.captureStill(let serial), _) in outputs { return serial }
    return nil
  }

  func flush() { attempt { trace throws(TraceError) in try trace.flush() } }

  /// Playback continues without a trace; what was written stays.
  private func attempt(_ recording: (TraceRecorder) throws(TraceError) -> Void) {
    if let live { try? recording(live) }
    guard let trace else { return }
    do throws(TraceError) {
      try recording(trace)
    } catch {
      if !isTold { tell(.traceFailed(error.description)) }
      isTold = true
    }
  }
}
