import PlayerCore

/// The run as recorded, fed once: states along it, from which other runs begin, and the commands to the engine.
struct RunBase {
  /// The maximum number of stored states.
  private static var stateLimit: Int { 512 }
  private static var shortestStride: Int { 16 }

  private var states: [Rerun] = []
  private let stride: Int
  private var openings: [UInt32: Instant] = [:]
  private var seeks: [UInt32: Instant] = [:]
  private var closings: [UInt32: Instant] = [:]
  /// The inputs, with the deadlines for which the recorded player waited.
  let inputs: [RunInput]
  /// How the run ends, and the deadline for which the player still waits.
  let end: RunOutcome
  private let pending: Instant
  private let lastInstant: Instant

  init(_ player: Player, _ recorded: [RunInput]) {
    stride = max(Self.shortestStride, recorded.count / Self.stateLimit + 1)
    var run = Rerun(player)
    var inputs = recorded
    var lastInstant = Instant.zero
    for place in inputs.indices {
      if place % stride == 0 { states.append(run) }
      inputs[place].pending = run.player.nextDeadline
      run.repeatRecorded(inputs[place])
      lastInstant = max(lastInstant, inputs[place].instant)
      for output in run.outputs {
        guard case .engine(let command, let epoch) = output else { continue }
        switch command {
        case .open: openings[epoch.rawValue] = openings[epoch.rawValue] ?? run.player.clock
        case .seek(let serial, _, _, _): seeks[serial.rawValue] = seeks[serial.rawValue] ?? run.player.clock
        case .close: closings[epoch.rawValue] = closings[epoch.rawValue] ?? run.player.clock
        default: break
        }
      }
    }
    if states.isEmpty { states.append(run) }
    self.inputs = inputs
    (end, pending, self.lastInstant) = (run.outcome, run.player.nextDeadline, lastInstant)
  }

  /// How another run ends once it has taken all inputs.
  func outcome(of run: inout Rerun) -> RunOutcome {
    run.serveDeadlines(before: RunInput(input: .command(.play, .none), instant: lastInstant, pending: pending))
    return run.outcome
  }

  /// The run before the input at a place.
  func run(before place: Int, _ spent: inout Int) -> Rerun {
    let state = place / stride
    var run = states[state]
    for index in (state * stride)..<place { run.feed(inputs[index]) }
    spent += place - state * stride
    return run
  }

  /// Whether another run has returned to this one, where that is checked.
  func isSame(_ other: borrowing Rerun, before place: Int) -> Bool {
    place % stride == 0 && place / stride < states.count && other.isSame(as: states[place / stride])
  }

  /// When the engine got the command that a report is about.
  func cause(of event: EngineEvent, _ epoch: Epoch) -> Instant {
    let opening = openings[epoch.rawValue] ?? .zero
    switch event {
    case .seekCompleted(let serial, _, _): return max(opening, seeks[serial.rawValue] ?? .zero)
    case .closed: return max(opening, closings[epoch.rawValue] ?? .zero)
    default: return opening
    }
  }
}
