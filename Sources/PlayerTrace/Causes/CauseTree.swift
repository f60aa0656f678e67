import PlayerCore
import PlayerText

/// The causes of a step, first as a tree of numbers, then, once they are fetched, as a tree of steps.
struct CauseTree {
  /// A step with the states around it.
  struct Frame {
    var step: TraceStep
    var before: Player
    var after: Player
  }

  private indirect enum Shape {
    case node(CauseRole, Int64, [Shape], omitted: Int64, isRepeated: Bool)
  }

  /// Every step of the tree.
  private(set) var steps: Set<Int64> = []
  private var shape: Shape
  private let log: CauseLog

  /// The maximum number of steps in a tree, and how often the same kind of step may repeat on one path.
  private static let nodeLimit = 40
  private static let repetitionLimit = 2

  init(_ log: CauseLog, _ subject: Int64) {
    self.log = log
    shape = .node(.subject, subject, [], omitted: 0, isRepeated: false)
    shape = build(.subject, subject, [])
  }

  private mutating func build(_ role: CauseRole, _ step: Int64, _ path: [CauseRole]) -> Shape {
    var (step, omitted) = (step, Int64(0))
    // Watchdogs that re-arm themselves would lead back to the beginning of playback, so repetitions are omitted.
    while path.count(where: { $0 == role }) >= Self.repetitionLimit,
      let next = log.links(of: step).first(where: { path.contains($0.role) })
    {
      step = Int64(next.step)
      omitted += 1
    }
    let isKnown = !steps.insert(step).inserted
    guard !isKnown, steps.count < Self.nodeLimit else {
      return .node(role, step, [], omitted: omitted, isRepeated: isKnown)
    }
    let causes = log.links(of: step).map { build($0.role, Int64($0.step), path + [role]) }
    return .node(role, step, causes, omitted: omitted, isRepeated: false)
  }

  /// The tree with its steps; `nil` when one of them is missing.
  func node(_ frames: [Int64: Frame]) -> CauseNode? { Self.node(shape, frames) }

  private static func node(_ shape: Shape, _ frames: [Int64: Frame]) -> CauseNode? {
    guard case .node(let role, let number, let causes, let omitted, let isRepeated) = shape, let frame = frames[number]
    else {
      return nil
    }
    let isDeadline = frame.step.input == .deadline && frame.before.nextDeadline <= frame.step.instant
    let slot = isDeadline ? frame.before.nextSlot : .none
    return CauseNode(
      role: role, step: frame.step, slot: slot, due: isDeadline ? frame.before.nextDeadline : frame.step.instant,
      settings: DecidingSettings.of(frame, slot), causes: causes.compactMap { node($0, frames) }, omitted: omitted,
      isRepeated: isRepeated)
  }
}

/// Which settings determined the effects of a step.
enum DecidingSettings {
  static func of(_ frame: CauseTree.Frame, _ slot: DeadlineSlot) -> [SettingValue] {
    var settings: [Setting] = slot.settings
    for output in frame.step.outputs {
      for setting in Self.settings(output, frame.step.input, frame.before) where !settings.contains(setting) {
        settings.append(setting)
      }
    }
    return settings.map { SettingValue($0, of: frame.before) }
  }

  private static func settings(_ output: Output, _ input: Input, _ before: Player) -> [Setting] {
    guard case .notification(let notification, let reason) = output else {
      if case .completion(let completion) = output, completion.refusal == .outOfRange { return range(of: input) }
      return []
    }
    switch notification {
    case .retryScheduled: return [.retryLimit, .retryDelayKind, .retryDelay, .retryDelayMaximum]
    case .failed(let failure, _): return refusalToRetry(failure, before)
    case .policyPrevented: return [.allowsCellular]
    case .reloading:
      return reason == .reachability
        ? [.reloadsOnNetworkChange, .resumesOnReconnect, .reloadLimit]
        : [.reloadsOnStall, .reloadLimit]
    case .supplyChanged(let from, let to) where before.configuration.derivesSupply && to.allowsPlayback:
      if to.contains(.playThrough) { return [.playThroughBuffer] }
      return [from.contains(.stalled) ? .rebuffer : .startBuffer]
    case .positionJumped: return [.jumpTolerance]
    case .willSkip: return [.skipLandingMargin]
    case .blockedPlaying(_, let isSeekable): return isSeekable ? [.skipLimit, .playsUnskippable] : []
    case .atLiveEdgeChanged: return [.liveTolerance]
    case .looped: return []
    case .backgroundTimeNeeded: return [.backgroundTime]
    default: return []
    }
  }

  /// The settings that prevented a retry; none for a failure that is never retried.
  private static func refusalToRetry(_ failure: Failure, _ before: Player) -> [Setting] {
    if failure.kind == .retriesExhausted { return [.reloadLimit] }
    let configuration = before.configuration
    if Int64(before.retryCount) >= configuration.retryLimit { return [.retryLimit] }
    if !configuration.retryableFailures.includes(failure.kind) { return [.retryableFailures] }
    return before.isConnected || configuration.retriesOpening ? [] : [.retriesOpening]
  }

  private static func range(of input: Input) -> [Setting] {
    switch input {
    case .command(.setRate, _): [.minimumRate, .maximumRate]
    case .command(.setVolume, _): [.maximumVolume]
    default: []
    }
  }
}

extension DeadlineSlot {
  /// The settings that decide when it is due.
  public var settings: [Setting] {
    switch self {
    case .none, .interval, .segment: []
    case .close: [.closeTimeout]
    case .open: [.openTimeout]
    case .seek: [.seekTimeout]
    case .read: [.readTimeout]
    case .bufferingLimit: [.bufferingLimit]
    case .pastEnd: [.pastEndTolerance]
    case .probe: [.probeInterval]
    case .edge: [.liveTolerance, .liveRateMargin, .liveBufferMaximum]
    case .retry: [.retryDelayKind, .retryDelay, .retryDelayMaximum]
    case .kick: [.stallKick]
    }
  }
}

/// Why a player does not play.
enum Hindrances {
  static func of(_ player: Player, _ log: CauseLog) -> [Hindrance] {
    guard !player.isMoving else { return [] }
    var result: [Hindrance] = []
    func add(_ axis: Hindrance.Axis, _ since: Int64) { result.append(Hindrance(axis: axis, since: since)) }
    switch player.phase {
    case .empty: add(.content, log.phaseSince)
    case .idle, .ended: add(.phase, log.phaseSince)
    case .blocked: add(.network, log.phaseSince)
    case .failed: add(.failure, log.phaseSince)
    case .opening: add(player.isWaitingToRetry ? .retry : .phase, log.phaseSince)
    case .prepared: break
    }
    if !player.wantsPlay { add(.intent, log.intentSince) }
    let fields = StateFlags(player)
    if player.isInterrupted, fields["interruption.holds"] { add(.interruption, log.interruptionSince) }
    if player.isHindered, !(player.isInterrupted && fields["interruption.holds"]) {
      add(.background, log.lastInput[Int(CauseLog.enteredBackground)])
    }
    guard player.phase == .prepared else { return result }
    if fields["seeking.isActive"] {
      add(.seek, log.lastCommand[Int(CauseLog.seek)])
    } else if !player.supply.allowsPlayback {
      add(.supply, log.supplySince)
    } else if player.wantsPlay, !player.isHindered {
      add(.drive, log.lastCommand[Int(CauseLog.play)])
    }
    return result
  }

  /// Fields of a state that are true or false.
  private struct StateFlags {
    private let values: [Int64]
    init(_ player: Player) { values = player.stateValues }
    subscript(name: String) -> Bool {
      TraceVocabulary.current.statePlaces[ByteRange(name)].map { values[$0] != 0 } ?? false
    }
  }
}
