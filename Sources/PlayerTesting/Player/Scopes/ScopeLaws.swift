import PlayerCore
import PlayerTrace

/// What must hold at every input, as far as the states before and after it show: the whole of every path is made of such
/// pairs. Properties have the names that they have in recorded sessions as well.
struct ScopeLaws {
  private let phase: Phase
  private let state: PlaybackState
  private let wantsPlay: Bool
  private let supply: Supply
  private let isMoving: Bool
  private let isInterrupted: Bool
  private let item: ItemID
  private let pending: Int
  private let deadline: Instant
  private let failure: Failure.Kind
  private let seek: SeekSerial
  private let retries: Int32

  @inline(__always)
  init(before player: borrowing Player) {
    phase = player.phase
    state = player.state
    wantsPlay = player.wantsPlay
    supply = player.supply
    isMoving = player.isMoving
    isInterrupted = player.isInterrupted
    item = player.item
    pending = player.pendingRequestCount
    deadline = player.nextDeadline
    failure = player.failure.kind
    seek = player.seekTarget.isKnown ? player.seekInFlight : .none
    retries = player.retryCount
  }

  // MARK: Inputs and outputs

  /// What was said fits what was before and is after.
  @inline(__always)
  func check(_ input: Input, _ outputs: borrowing Outputs, _ after: borrowing Player) -> Breach? {
    if outputs.count > Outputs.maximumPerInput {
      return Breach("too-many-outputs", "\(outputs.count), and the bound is \(Outputs.maximumPerInput)")
    }
    var heard = Heard()
    for index in outputs.indices {
      let kind = heard.hear(outputs[index], self, after)
      if kind < heard.lastKind { return Breach("kinds-out-of-order", TraceDiffer.describe(outputs[index])) }
      heard.lastKind = kind
      if let property = heard.broken { return Breach(property, TraceDiffer.describe(outputs[index])) }
    }
    if let property = forgotten(heard, input, after) { return Breach(property, "\(input)") }
    if let property = illegal(after) { return Breach(property, "\(after.phase), \(after.state), after \(input)") }
    if let property = wish(input, heard, after) { return Breach(property, "after \(input)") }
    return time(input, outputs, after)
  }

  /// What was heard in one input.
  private struct Heard {
    var lastKind: UInt8 = 0
    var answers = 0
    var phases = 0
    var states = 0
    var intents = 0
    var supplies = 0
    var interruptions = 0
    var failures = 0
    var items = 0
    var seeksBegun = 0
    var seeksEnded = 0
    var warnings = 0
    var opens = false
    var broken: String?

    @inline(__always)
    mutating func hear(_ output: Output, _ laws: ScopeLaws, _ after: borrowing Player) -> UInt8 {
      switch output {
      case .diagnostic: return 0
      case .notification(let notification, _):
        hear(notification, laws, after)
        return 1
      case .completion(let completion):
        answers += 1
        if (completion.answer == .refused) != (completion.refusal != .none) { broken = "refusal-without-reason" }
        return 2
      case .engine(let command, _):
        if case .open = command { opens = true }
        return 3
      }
    }

    /// A step can be followed by another that drops what has failed: then both tell of phase and content.
    @inline(__always)
    private mutating func hear(
      _ notification: Player.Notification, _ laws: ScopeLaws, _ after: borrowing Player
    ) {
      switch notification {
      case .phaseChanged(let from, let to):
        phases += 1
        expect(from != to && (phases > 1 || from == laws.phase), "change-announced-twice")
        expect(to == after.phase || to == .failed && after.phase == .empty, "stale-value")
      case .playbackStateChanged(let from, let to):
        states += 1
        expect(from == laws.state && from != to, "change-announced-twice")
        expect(to == after.state, "stale-value")
      case .intentChanged(let playing):
        intents += 1
        expect(playing != laws.wantsPlay, "change-announced-twice")
        expect(playing == after.wantsPlay, "stale-value")
      case .supplyChanged(let from, let to):
        supplies += 1
        expect(from == laws.supply && from != to, "change-announced-twice")
        expect(to == after.supply, "stale-value")
      case .interruptionChanged(let isInterrupted):
        interruptions += 1
        expect(isInterrupted != laws.isInterrupted && isInterrupted == after.isInterrupted, "change-announced-twice")
      case .itemChanged(let from, let to):
        items += 1
        expect(from != to, "change-announced-twice")
      case .failed(let failure, _):
        failures += 1
        expect(failure.kind == after.failure.kind || after.phase == .empty, "stale-value")
      case .warned: warnings += 1
      case .seekBegan(_, _, let target):
        seeksBegun += 1
        expect(target == after.seekTarget, "stale-value")
      case .seekEnded:
        seeksEnded += 1
        expect(!laws.seek.isNone, "seek-not-closed")
      case .stallBegan: expect(after.supply == .stalled, "phantom-stall")
      case .stallEnded(let lasted): expect(lasted >= .zero && laws.supply == .stalled, "phantom-stall")
      case .retryScheduled(let attempt, let limit, _): expect(attempt <= limit, "retry-beyond-limit")
      case .reloading(let attempt): expect(Int64(attempt) <= after.configuration.reloadLimit, "retry-beyond-limit")
      case .ended(let position):
        let isEarly =
          after.duration.isKnown && after.duration - position > after.configuration.earlyEndTolerance
        expect(!isEarly, "ended-before-end")
      default: break
      }
    }

    @inline(__always)
    private mutating func expect(_ holds: Bool, _ property: String) { if !holds { broken = property } }
  }

  /// Every change is told, and everything that was asked is answered or waits.
  @inline(__always)
  private func forgotten(_ heard: Heard, _ input: Input, _ after: borrowing Player) -> String? {
    let isSilent =
      (phase != after.phase && heard.phases == 0) || (state != after.state && heard.states == 0)
      || (wantsPlay != after.wantsPlay && heard.intents == 0) || (supply != after.supply && heard.supplies == 0)
      || (isInterrupted != after.isInterrupted && heard.interruptions == 0) || (item != after.item && heard.items == 0)
    if isSilent { return "change-forgotten" }
    if heard.states > 1 || heard.intents > 1 || heard.supplies > 1 { return "change-announced-twice" }
    if after.failure.kind != .none, failure == .none, heard.failures == 0 { return "gives-up-silently" }
    var asked = pending
    if case .command = input { asked += 1 }
    if asked != heard.answers + after.pendingRequestCount {
      return asked < heard.answers + after.pendingRequestCount ? "request-answered-twice" : "request-unanswered"
    }
    let isSeeking = after.seekTarget.isKnown
    if seek.isNone != !isSeeking || heard.seeksBegun + heard.seeksEnded > 0 {
      let open = (seek.isNone ? 0 : 1) + heard.seeksBegun - heard.seeksEnded
      if open != (isSeeking ? 1 : 0) { return "seek-not-closed" }
    }
    if case .engine(.failed, _) = input, heard.failures + heard.warnings == 0, phase == .prepared || phase == .opening,
      !heard.opens
    {
      return "gives-up-silently"
    }
    return nil
  }

  // MARK: States

  /// The axes of the state fit each other.
  @inline(__always)
  private func illegal(_ player: borrowing Player) -> String? {
    let phase = player.phase
    let state = player.state
    if player.item.isNone != (phase == .empty) { return "illegal-state-product" }
    if (phase == .failed) != (player.failure.kind != .none) { return "error-outside-idle" }
    if player.isMoving {
      if phase != .prepared { return "playing-unprepared" }
      if !player.wantsPlay { return "plays-although-paused" }
      if player.isHindered { return "plays-while-hindered" }
      if player.supply == .stalled { return "stalled-although-moving" }
      if !player.supply.allowsPlayback { return "plays-without-data" }
      if !player.seekInFlight.isNone { return "illegal-state-product" }
    }
    switch state {
    case .playing: if phase != .prepared || !player.wantsPlay { return "playing-unprepared" }
    // Until the engine has confirmed that it moves again.
    case .stalled: if phase != .prepared || !player.wantsPlay { return "wait-reason-wrong" }
    // Media that is on its way back to its beginning, silently, is still shown at its end.
    case .ended: if phase != .ended, phase != .prepared || !player.wantsPlay { return "ended-flag-wrong" }
    case .idle, .preparing, .seeking, .paused: break
    }
    if player.supply == .stalled, phase != .prepared { return "buffering-before-load" }
    if phase == .blocked, player.effectivePath != .none { return "illegal-state-product" }
    // Whoever waits, waits for a deadline: no state is stuck for ever.
    switch state {
    case .preparing, .seeking, .stalled, .playing: if player.nextDeadline == .never { return "wait-without-watchdog" }
    case .idle, .paused, .ended: break
    }
    return nil
  }

  /// Only commands, buttons, long interruptions and policies change what is wanted.
  @inline(__always)
  private func wish(_ input: Input, _ heard: Heard, _ after: borrowing Player) -> String? {
    guard wantsPlay != after.wantsPlay else { return nil }
    switch input {
    case .command: return nil
    case .environment(.interruptionEnded): return after.wantsPlay ? "intent-changed-by-itself" : nil
    case .environment(.networkChanged), .environment(.interruptionBegan): return "intent-changed-by-itself"
    case .environment: return nil
    case .engine, .deadline:
      // A failure may hold by policy, and so may the end of the media.
      let isByPolicy = heard.failures + heard.warnings > 0 || after.phase == .ended
      return isByPolicy && !after.wantsPlay ? nil : "intent-changed-by-itself"
    }
  }

  // MARK: Time

  @inline(__always)
  private func time(_ input: Input, _ outputs: borrowing Outputs, _ after: borrowing Player) -> Breach? {
    guard case .deadline = input, after.nextDeadline <= deadline, outputs.isEmpty else { return nil }
    // A boundary may be run over that nobody hears of.
    if after.segmentCount > 0 { return nil }
    return Breach("deadline-without-progress", "at \(deadline.microseconds) µs")
  }
}
