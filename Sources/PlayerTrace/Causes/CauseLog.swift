import PlayerCore

/// Records, during a replay, which earlier steps caused each step. Memory grows with the number of steps, by about two
/// words each.
struct CauseLog {
  struct Link {
    var role: CauseRole
    var step: Int32
  }

  private var links: [Link] = []
  /// Where the links of each step begin.
  private var offsets: [Int32] = [0]
  private var slots = [(due: Instant, step: Int64)](repeating: (.never, 0), count: DeadlineSlot.allCases.count)
  private var opened: [UInt32: Int64] = [:]
  private var closed: [UInt32: Int64] = [:]
  private var seeks: [UInt32: Int64] = [:]
  private var requests: [UInt32: Int64] = [:]
  private var observers: [UInt32: Int64] = [:]
  /// The last step with each input, and with each engine command, by code.
  private(set) var lastInput = [Int64](repeating: 0, count: Int(Vocabulary.codeLimit))
  private(set) var lastCommand = [Int64](repeating: 0, count: Int(Vocabulary.codeLimit))
  /// The step since which each of these is unchanged.
  private(set) var intentSince: Int64 = 0
  private(set) var phaseSince: Int64 = 0
  private(set) var supplySince: Int64 = 0
  private(set) var interruptionSince: Int64 = 0
  /// The last step that failed or began a stall.
  private(set) var lastTrouble: Int64?
  private(set) var count: Int64 = 0

  func links(of step: Int64) -> ArraySlice<Link> {
    guard step >= 1, step <= count else { return [] }
    return links[Int(offsets[Int(step) - 1])..<Int(offsets[Int(step)])]
  }

  /// Takes the steps from 1 on, without a gap.
  mutating func take(_ input: Input, _ outputs: Outputs, before: Player, after: Player) {
    count += 1
    link(input, outputs, before)
    remember(input, outputs, before, after)
    offsets.append(Int32(truncatingIfNeeded: links.count))
  }

  private mutating func add(_ role: CauseRole, _ step: Int64?) {
    guard let step, step > 0, step < count else { return }
    if links[Int(offsets[Int(count) - 1])...].contains(where: { $0.step == step }) { return }
    links.append(Link(role: role, step: Int32(truncatingIfNeeded: step)))
  }

  // MARK: Links

  private mutating func link(_ input: Input, _ outputs: Outputs, _ before: Player) {
    switch input {
    case .deadline:
      if !outputs.isEmpty || before.nextSlot != .none {
        add(.armed(before.nextSlot), slots[Int(before.nextSlot.rawValue)].step)
        switch before.nextSlot {
        case .read, .bufferingLimit: add(.data, lastInput[Int(Self.buffered)])
        default: break
        }
      }
    case .command, .environment: break
    case .engine(let event, let epoch): link(event, epoch, outputs)
    }
    for output in outputs { link(output, input, before) }
  }

  private mutating func link(_ event: EngineEvent, _ epoch: Epoch, _ outputs: Outputs) {
    if let oddity = outputs.first?.oddity {
      if oddity == .staleEpoch { return add(.closing, closed[epoch.rawValue] ?? opened[epoch.rawValue]) }
      if oddity == .staleSerial { return add(.newerSeek, lastCommand[Int(Self.seek)]) }
    }
    switch event {
    case .seekCompleted(let serial, _, _): add(.answered(Self.seek), seeks[serial.rawValue])
    case .playbackStarted: add(.answered(Self.play), lastCommand[Int(Self.play)])
    case .playbackStopped where lastCommand[Int(Self.pause)] > lastCommand[Int(Self.play)]:
      add(.answered(Self.pause), lastCommand[Int(Self.pause)])
    case .positionReported: add(.answered(Self.report), lastCommand[Int(Self.report)])
    case .stillCaptured: add(.answered(Self.still), lastCommand[Int(Self.still)])
    case .closed: add(.answered(Self.close), closed[epoch.rawValue])
    default: break
    }
    if case .starved = event { add(.data, lastInput[Int(Self.buffered)]) }
    // An answer to a command is linked to the opening through that command.
    if links.count == Int(offsets[Int(count) - 1]) { add(.opening, opened[epoch.rawValue]) }
  }

  private mutating func link(_ output: Output, _ input: Input, _ before: Player) {
    switch output {
    case .engine(.play, _):
      if lastInput[Int(Self.seekCompleted)] > lastCommand[Int(Self.play)] {
        add(.landing, lastInput[Int(Self.seekCompleted)])
      }
      if !input.isIntent { add(.intent, intentSince) }
    case .completion(let completion): add(.request, requests[completion.request.rawValue])
    case .notification(.willSkip, _), .notification(.blockedPlaying, _), .notification(.segmentStarted, _):
      add(.segments, lastInput[Int(Self.commitSegments)])
    case .notification(.tick(let observer, _), _), .notification(.boundaryReached(let observer, _), _):
      add(.observer, observers[observer.rawValue])
    case .notification(.policyPrevented, _): add(.network, lastInput[Int(Self.networkChanged)])
    default: break
    }
  }

  // MARK: What later steps may go back to

  private mutating func remember(_ input: Input, _ outputs: Outputs, _ before: Player, _ after: Player) {
    lastInput[Int(input.code)] = count
    if case .command(let command, let request) = input {
      requests[request.rawValue] = count
      switch command {
      case .addPeriodicObserver(let id, _, _), .addBoundaryObserver(let id, _): observers[id.rawValue] = count
      default: break
      }
    }
    for output in outputs {
      switch output {
      case .engine(let command, let epoch): remember(command, epoch, output.code)
      case .notification(.failed, _), .notification(.stallBegan, _): lastTrouble = count
      default: break
      }
    }
    for slot in DeadlineSlot.allCases {
      let due = after.deadline(of: slot)
      if due != slots[Int(slot.rawValue)].due { slots[Int(slot.rawValue)] = (due, count) }
    }
    if before.wantsPlay != after.wantsPlay { intentSince = count }
    if before.phase != after.phase { phaseSince = count }
    if before.supply != after.supply { supplySince = count }
    if before.isInterrupted != after.isInterrupted { interruptionSince = count }
  }

  private mutating func remember(_ command: EngineCommand, _ epoch: Epoch, _ code: UInt16) {
    lastCommand[Int(code)] = count
    switch command {
    case .open: opened[epoch.rawValue] = count
    case .close: closed[epoch.rawValue] = count
    case .seek(let serial, _, _, _): seeks[serial.rawValue] = count
    default: break
    }
  }

  // MARK: Numbers of the vocabulary

  static let close = Output.engine(.close, .none).code
  static let play = Output.engine(.play(rate: .normal), .none).code
  static let pause = Output.engine(.pause, .none).code
  static let seek = Output.engine(
    .seek(.none, target: .zero, toleranceBefore: .zero, toleranceAfter: .zero), .none
  ).code
  static let report = Output.engine(.reportPosition, .none).code
  static let still = Output.engine(.captureStill(.none), .none).code
  static let commitSegments = Input.command(.commitSegments, .none).code
  static let buffered = Input.engine(.buffered(until: .zero, bytesRead: 0, isSaturated: false), .none).code
  static let seekCompleted = Input.engine(.seekCompleted(.none, position: .zero, isFinished: true), .none).code
  static let networkChanged = Input.environment(.networkChanged(.none)).code
  static let enteredBackground = Input.environment(.enteredBackground(audioContinues: true)).code
}

extension Output {
  fileprivate var oddity: DiagnosticCode? {
    if case .diagnostic(let diagnostic) = self { return diagnostic.oddity }
    return nil
  }
}

extension Input {
  /// True for an input that itself expresses the intent to play.
  fileprivate var isIntent: Bool {
    switch self {
    case .command(let command, _):
      switch command {
      case .load, .prepare, .play, .toggle, .restart: true
      default: false
      }
    case .environment(.remoteControl): true
    default: false
    }
  }
}
