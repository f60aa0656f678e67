import PlayerCore
import PlayerTrace
import ReducerTesting

/// What must hold at every input, as far as the states before and after it show: the whole of every path is made of such
/// pairs. Properties have the names that they have in recorded sessions as well.
struct ScopeLaws {
  /// What held before the input, and what holds after it.
  // Where they are, so that nothing is copied; nobody writes there meanwhile.
  let before: UnsafePointer<Player.Facts>
  let after: UnsafePointer<Player.Facts>

  // MARK: Inputs and outputs

  /// What was said fits what was before and is after.
  @inline(__always)
  func check(_ input: Input, _ outputs: UnsafePointer<Outputs>, _ player: inout Player) -> Breach? {
    let count = outputs.pointee.count
    if count > Outputs.maximumPerInput {
      return Breach("too-many-outputs", "\(count), and the bound is \(Outputs.maximumPerInput)")
    }
    var heard = Heard()
    for index in 0..<count {
      let kind = heard.hear(outputs.pointee[index], self, &player)
      if kind < heard.lastKind { return Self.breach("kinds-out-of-order", outputs.pointee[index]) }
      heard.lastKind = kind
      if let property = heard.broken { return Self.breach(property, outputs.pointee[index]) }
    }
    if let property = forgotten(heard, input) { return Self.breach(property, "\(input)") }
    if let property = illegal(&player) {
      return Self.breach(property, "\(after.pointee.shown.phase), \(after.pointee.shown.state), after \(input)")
    }
    if let property = wish(input, heard) { return Self.breach(property, "after \(input)") }
    return time(input, count)
  }

  @inline(never)
  private static func breach(_ property: StaticString, _ output: Output) -> Breach {
    Breach("\(property)", TraceDiffer.describe(output))
  }

  @inline(never)
  private static func breach(_ property: StaticString, _ detail: @autoclosure () -> String) -> Breach {
    Breach("\(property)", detail())
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
    var broken: StaticString?

    @inline(__always)
    mutating func hear(_ output: Output, _ laws: ScopeLaws, _ player: inout Player) -> UInt8 {
      switch output {
      case .diagnostic: return 0
      case .notification(let notification, _):
        hear(notification, laws, &player)
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
    private mutating func hear(_ notification: Player.Notification, _ laws: ScopeLaws, _ player: inout Player) {
      let (before, after) = (laws.before, laws.after)
      switch notification {
      case .phaseChanged(let from, let to):
        phases += 1
        expect(from != to && (phases > 1 || from == before.pointee.shown.phase), "change-announced-twice")
        expect(to == after.pointee.shown.phase || to == .failed && after.pointee.shown.phase == .empty, "stale-value")
      case .playbackStateChanged(let from, let to):
        states += 1
        expect(from == before.pointee.shown.state && from != to, "change-announced-twice")
        expect(to == after.pointee.shown.state, "stale-value")
      case .intentChanged(let playing):
        intents += 1
        expect(playing != before.pointee.shown.wantsPlay, "change-announced-twice")
        expect(playing == after.pointee.shown.wantsPlay, "stale-value")
      case .supplyChanged(let from, let to):
        supplies += 1
        expect(from == before.pointee.shown.supply && from != to, "change-announced-twice")
        expect(to == after.pointee.shown.supply, "stale-value")
      case .interruptionChanged(let isInterrupted):
        interruptions += 1
        expect(
          isInterrupted != before.pointee.shown.isInterrupted && isInterrupted == after.pointee.shown.isInterrupted,
          "change-announced-twice")
      case .itemChanged(let from, let to):
        items += 1
        expect(from != to, "change-announced-twice")
      case .failed(let failure, _):
        failures += 1
        expect(failure.kind == after.pointee.failure || after.pointee.shown.phase == .empty, "stale-value")
      case .warned: warnings += 1
      case .seekBegan(_, _, let target):
        seeksBegun += 1
        expect(target == after.pointee.shown.seekTarget, "stale-value")
      case .seekEnded:
        seeksEnded += 1
        expect(laws.wasSeeking, "seek-not-closed")
      case .stallBegan: expect(after.pointee.shown.supply == .stalled, "phantom-stall")
      case .stallEnded(let lasted): expect(lasted >= .zero && before.pointee.shown.supply == .stalled, "phantom-stall")
      case .retryScheduled(let attempt, let limit, _): expect(attempt <= limit, "retry-beyond-limit")
      case .reloading(let attempt): expect(Int64(attempt) <= player.configuration.reloadLimit, "retry-beyond-limit")
      case .ended(let position):
        let isEarly =
          after.pointee.shown.duration.isKnown
          && after.pointee.shown.duration - position > player.configuration.earlyEndTolerance
        expect(!isEarly, "ended-before-end")
      default: break
      }
    }

    @inline(__always)
    private mutating func expect(_ holds: Bool, _ property: StaticString) { if !holds { broken = property } }
  }

  /// Every change is told, and everything that was asked is answered or waits.
  @inline(__always)
  private func forgotten(_ heard: Heard, _ input: Input) -> StaticString? {
    let isSilent =
      (before.pointee.shown.phase != after.pointee.shown.phase && heard.phases == 0)
      || (before.pointee.shown.state != after.pointee.shown.state && heard.states == 0)
      || (before.pointee.shown.wantsPlay != after.pointee.shown.wantsPlay && heard.intents == 0)
      || (before.pointee.shown.supply != after.pointee.shown.supply && heard.supplies == 0)
      || (before.pointee.shown.isInterrupted != after.pointee.shown.isInterrupted && heard.interruptions == 0)
      || (before.pointee.shown.item != after.pointee.shown.item && heard.items == 0)
    if isSilent { return "change-forgotten" }
    if heard.states > 1 || heard.intents > 1 || heard.supplies > 1 { return "change-announced-twice" }
    if after.pointee.failure != .none, before.pointee.failure == .none, heard.failures == 0 {
      return "gives-up-silently"
    }
    var asked = Self.pending(before)
    if case .command = input { asked += 1 }
    let answered = heard.answers + Self.pending(after)
    if asked != answered { return asked < answered ? "request-answered-twice" : "request-unanswered" }
    let isSeeking = after.pointee.shown.seekTarget.isKnown
    if wasSeeking != isSeeking || heard.seeksBegun + heard.seeksEnded > 0 {
      let open = (wasSeeking ? 1 : 0) + heard.seeksBegun - heard.seeksEnded
      if open != (isSeeking ? 1 : 0) { return "seek-not-closed" }
    }
    if case .engine(.failed, _) = input, heard.failures + heard.warnings == 0,
      before.pointee.shown.phase == .prepared || before.pointee.shown.phase == .opening, !heard.opens
    {
      return "gives-up-silently"
    }
    return nil
  }

  /// Whether there was a seek that people see.
  @inline(__always)
  private var wasSeeking: Bool {
    before.pointee.shown.seekTarget.isKnown && before.pointee.isSeeking && !before.pointee.seekInFlight.isNone
  }

  /// How many commands wait for their answer; all of a scope have numbers.
  @inline(__always)
  private static func pending(_ facts: UnsafePointer<Player.Facts>) -> Int {
    (facts.pointee.pendingLoad.isNone ? 0 : 1) + (facts.pointee.pendingSeek.isNone ? 0 : 1)
      + (facts.pointee.pendingStill.isNone ? 0 : 1)
  }

  // MARK: States

  /// The axes of the state fit each other.
  @inline(__always)
  private func illegal(_ player: inout Player) -> StaticString? {
    let phase = after.pointee.shown.phase
    let supply = after.pointee.shown.supply
    let wantsPlay = after.pointee.shown.wantsPlay
    if after.pointee.shown.item.isNone != (phase == .empty) { return "illegal-state-product" }
    if (phase == .failed) != (after.pointee.failure != .none) { return "error-outside-idle" }
    if after.pointee.isMoving {
      if phase != .prepared { return "playing-unprepared" }
      if !wantsPlay { return "plays-although-paused" }
      if after.pointee.isHindered { return "plays-while-hindered" }
      if supply == .stalled { return "stalled-although-moving" }
      if !supply.allowsPlayback { return "plays-without-data" }
      if after.pointee.isSeeking, !after.pointee.seekInFlight.isNone { return "illegal-state-product" }
    }
    let state = after.pointee.shown.state
    switch state {
    case .playing: if phase != .prepared || !wantsPlay { return "playing-unprepared" }
    // Until the engine has confirmed that it moves again.
    case .stalled: if phase != .prepared || !wantsPlay { return "wait-reason-wrong" }
    // Media that is on its way back to its beginning, silently, is still shown at its end.
    case .ended: if phase != .ended, phase != .prepared || !wantsPlay { return "ended-flag-wrong" }
    case .idle, .preparing, .seeking, .paused: break
    }
    if supply == .stalled, phase != .prepared { return "buffering-before-load" }
    if phase == .blocked, player.effectivePath != .none { return "illegal-state-product" }
    // Whoever waits, waits for a deadline: no state is stuck for ever.
    switch state {
    case .preparing, .seeking, .stalled, .playing:
      if after.pointee.nextDeadline == .never { return "wait-without-watchdog" }
    case .idle, .paused, .ended: break
    }
    return nil
  }

  /// Only commands, buttons, long interruptions and policies change what is wanted.
  @inline(__always)
  private func wish(_ input: Input, _ heard: Heard) -> StaticString? {
    let wantsPlay = after.pointee.shown.wantsPlay
    guard before.pointee.shown.wantsPlay != wantsPlay else { return nil }
    switch input {
    case .command: return nil
    case .environment(.interruptionEnded): return wantsPlay ? "intent-changed-by-itself" : nil
    case .environment(.networkChanged), .environment(.interruptionBegan): return "intent-changed-by-itself"
    case .environment: return nil
    case .engine, .deadline:
      // A failure may hold by policy, and so may the end of the media.
      let isByPolicy = heard.failures + heard.warnings > 0 || after.pointee.shown.phase == .ended
      return isByPolicy && !wantsPlay ? nil : "intent-changed-by-itself"
    }
  }

  // MARK: Time

  @inline(__always)
  private func time(_ input: Input, _ count: Int) -> Breach? {
    let deadline = before.pointee.nextDeadline
    guard case .deadline = input, after.pointee.nextDeadline <= deadline, count == 0 else { return nil }
    // A boundary may be run over that nobody hears of.
    if after.pointee.segmentCount > 0 { return nil }
    return Self.breach("deadline-without-progress", "at \(deadline.microseconds) µs")
  }
}
