import PlayerCore
import PlayerRuntime
import PlayerTrace

/// Observes the steps of a host: writes them to the trace, if there is one, and reports answers.
final class RunTap: RunRecorder {
  enum Happening: Hashable, Sendable {
    case answered(Completion)
    /// The trace ends here; the reason.
    case traceFailed(String)
    /// A step of the scenario is due because of an event.
    case isDue
    /// The engine warned of media that it could not play.
    case missed
  }

  private let trace: TraceRecorder?
  private let stills: StillFiles
  private let script: ScenarioScript?
  private let tell: @Sendable (Happening) -> Void
  private var isTold = false

  init(
    _ trace: TraceRecorder?, stills: StillFiles, script: ScenarioScript? = nil,
    tell: @escaping @Sendable (Happening) -> Void
  ) {
    self.trace = trace
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
    if case .engine(.warned, _) = input { tell(.missed) }
    if script?.hear(outputs, at: instant) == true { tell(.isDue) }
  }

  /// The serial of a picture requested from the engine; nil if none is.
  private func serial(in outputs: Outputs) -> StillSerial? {
    for case .engine(.captureStill(let serial), _) in outputs { return serial }
    return nil
  }

  func flush() { attempt { trace throws(TraceError) in try trace.flush() } }

  /// Playback continues without a trace; the part already written is kept.
  private func attempt(_ recording: (TraceRecorder) throws(TraceError) -> Void) {
    guard let trace else { return }
    do throws(TraceError) {
      try recording(trace)
    } catch {
      if !isTold { tell(.traceFailed(error.description)) }
      isTold = true
    }
  }
}
