import PlayerCore
import ReducerTesting

// What the laws of effects remember beyond the notifications.

extension PlayerMonitor {
  /// The start position of an opening.
  struct Start: Sendable {
    var offset = TimeSpan.zero
    var anchor = PositionAnchor.defaultPosition
    var isKnown = false

    init() {}

    init(_ anchor: PositionAnchor, _ offset: TimeSpan) {
      (self.anchor, self.offset, isKnown) = (anchor, offset, true)
    }
  }

  /// The memory of the laws of effects. A value that is unknown because the monitor started later breaks no law.
  struct MonitorMemory: Sendable {
    /// The start of the content set by the app (SRG.md#1.6).
    var initialStart = Start()
    /// How many interruptions have begun and not ended; `nil` when unknown.
    var interruptions: Int64?
    /// When the current interruption began; `never` when unknown.
    var interruptedSince = Instant.never
    /// Where the playhead began to move, without a jump or failure since.
    var origin = MediaTime.unknown
    /// The maximum position since the playhead last jumped.
    var high = MediaTime.unknown
    /// Since when playback waits for data, and when data last arrived.
    var waitingSince = Instant.never
    var lastDataAt = Instant.never
    var bytesRead: Int64 = 0
    /// Whether the open media can be sought, once it is known where; `nil` when unknown.
    var isSeekable: Bool?
    var kickedAt = Instant.never
    /// Whether ticks may follow that were due under settings with more ticks than the grid.
    var owesTicks = false
    /// A digest of the segments staged for the next list.
    var stagedDigest = StateDigest()
    var stagedCount: Int32 = 0
    /// The origin of the announced skip.
    var skipOrigin = MediaTime.unknown
    /// The engine's position at the last probe.
    var probedPosition = MediaTime.unknown
    /// How many pauses the engine has not confirmed.
    var pendingStops: Int32 = 0
    /// The number before the running input.
    var pendingStopsBefore: Int32 = 0
    /// How often the running seek was retried.
    var seekAttempts: Int64 = 0
    /// How often readiness has reset the retry count since playback last advanced.
    var resets: Int64 = 0
    var awaitsProbe = false
    /// False if a pause or a probe may have been commanded before the monitor started.
    var knowsDrive = false
    var isStagedWhole = true
    var interruptionHolds = false
    var audioContinues = true
    var knowsHindrance = true
    var knowsResets = true
    var knowsRetries = false
    /// Whether a date of the open media is known.
    var knowsDate = false
    /// Whether the current opening starts at a position that no seek or segment has selected.
    var startIsPlain = true
    var initialIsPlain = true
    var observers = Observers()
    var tracks = TrackMemory()
    var upcoming = Upcoming()
  }

  /// The upcoming opening's reports about itself.
  struct Upcoming: Sendable {
    var tracks = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
    var selected = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
    var width: Int32 = 0
    var height: Int32 = 0
    var isConnected = false
    var isWhole = false
  }

  static func memory(of player: Player, _ inspection: Player.Inspection) -> MonitorMemory {
    var memory = MonitorMemory()
    let isNew = inspection.shown.phase == .empty && inspection.clock == .zero
    memory.knowsHindrance = !inspection.shown.isInterrupted && !inspection.shown.isInBackground
    memory.observers.isWhole = inspection.observerCount == 0
    // Segments staged before the monitor started are unknown.
    memory.isStagedWhole = isNew
    memory.tracks.isWhole = isNew
    memory.bytesRead = inspection.bytesRead
    for kind in TrackKind.allCases { memory.tracks.preferred[kind] = player.preferredLanguage(kind) }
    memory.knowsResets = isNew
    memory.knowsRetries = isNew
    return memory
  }

  /// Updates the memory after one input.
  @inline(__always)
  mutating func remember(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if stepOutputs.opens { timerStarts.opening = inspection.clock }
    if stepOutputs.commandsSeek { timerStarts.seek = inspection.clock }
    if stepOutputs.closes > 0 { timerStarts.close = inspection.clock }
    if stepOutputs.schedulesRetry { timerStarts.retry = inspection.clock + stepOutputs.retryDelay }
    let isDriven = inspection.isStarting || inspection.isMoving
    // An engine that stopped by itself is commanded to play again at once.
    let isRestarted =
      inspection.isStarting && stepOutputs.plays && code >= Kind.supplyChanged && code <= Kind.playbackStopped
    let isNew = isDriven && (!(before.isStarting || before.isMoving) || inspection.epoch != before.epoch)
    if stepOutputs.probes || isNew || inspection.isMoving && before.isStarting || isRestarted {
      timerStarts.probe = inspection.clock
    }
    let here = isSetDown ? inspection.anchor : inspection.position
    memory.high = isSetDown && !staysPut ? here : max(memory.high, here)
    rememberWaiting(input, code)
    rememberDrive(input, code)
    if code > 0, code < Kind.environment {
      rememberCommand(input, code)
    } else if code >= Kind.environment, code < Kind.engine {
      rememberSurroundings(input, &player)
    } else if code >= Kind.engine {
      rememberReport(input)
    }
  }

  @inline(__always)
  private mutating func rememberWaiting(_ input: Input, _ code: UInt16) {
    if code == Kind.playbackStarted, memory.kickedAt != .never, memory.waitingSince != .never, !before.isSeeking,
      before.shown.supply == .stalled, isOwnReport(input)
    {
      ledger.budgets.kick(at: before.anchor, after: inspection.clock - memory.waitingSince)
    }
    let isWaiting =
      inspection.shown.phase == .prepared && !inspection.isSeeking && inspection.shown.wantsPlay
      && !inspection.isHindered
      && !inspection.shown.supply.allowsPlayback && inspection.nextEpoch.isNone
    if !isWaiting {
      memory.waitingSince = .never
    } else if memory.waitingSince == .never {
      guard ledger.budgets.isKnown || policies.stallKick == .never else { return }
      // Whoever asks for playback begins anew, also when an interruption has held it.
      let isAsked =
        code == Kind.play || code == Kind.toggle || code == Kind.restart || code == Kind.remoteControl
      if isAsked || !before.shown.wantsPlay { ledger.budgets.forgetKicks() }
      memory.waitingSince = inspection.clock + (.zero - ledger.budgets.waited(at: inspection.anchor))
    }
    if inspection.shown.supply != .stalled { memory.kickedAt = .never }
    if inspection.shown.preparedCount != before.shown.preparedCount { memory.startIsPlain = memory.initialIsPlain }
    // Dropping failed media drops its lists, too.
    if inspection.shown.phase == .empty, before.shown.phase != .empty {
      (memory.stagedDigest, memory.stagedCount, memory.isStagedWhole) = (StateDigest(), 0, true)
    }
  }

  @inline(never)
  private mutating func rememberCommand(_ input: Input, _ code: UInt16) {
    guard !stepOutputs.isRefused, case .command(let command, _) = input else { return }
    // The code first: most commands change nothing here.
    switch code {
    case Kind.load:
      guard case .load(let item, let start, _, _, _) = command else { break }
      memory.initialStart = Start(start.anchor == .playhead ? .start : start.anchor, start.offset)
      (memory.startIsPlain, memory.initialIsPlain) = (start.segment.isNone, start.segment.isNone)
      if item != before.shown.item { memory.tracks.forgetNumbers() }
    case Kind.seek:
      if case .seek(let position) = command, !position.segment.isNone { memory.startIsPlain = false }
    case Kind.restart:
      if case .restart(let position, _) = command, !position.segment.isNone { memory.startIsPlain = false }
    case Kind.stageSegment:
      guard case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _) = command,
        start.isKnown, start < end
      else { break }
      memory.stagedDigest.putSegment(
        Segment(id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated))
      memory.stagedCount &+= 1
    case Kind.reset, Kind.commitSegments:
      (memory.stagedDigest, memory.stagedCount, memory.isStagedWhole) = (StateDigest(), 0, true)
    default: break
    }
  }

  @inline(never)
  private mutating func rememberSurroundings(_ input: Input, _ player: inout Player) {
    guard case .environment(let event) = input else { return }
    switch event {
    case .interruptionBegan(let stopsEngine):
      if !before.shown.isInterrupted {
        (memory.interruptedSince, memory.interruptions, memory.interruptionHolds) = (inspection.clock, 0, false)
      }
      memory.interruptions = memory.interruptions.map { min($0 + 1, 255) }
      if stopsEngine || player.configuration.interruptionsHold { memory.interruptionHolds = true }
    case .interruptionEnded:
      if before.shown.isInterrupted { memory.interruptions = memory.interruptions.map { $0 - 1 } }
    case .enteredBackground(let audioContinues): memory.audioContinues = audioContinues
    case .enteredForeground: memory.audioContinues = true
    default: break
    }
    if !inspection.shown.isInterrupted, !inspection.shown.isInBackground { memory.knowsHindrance = true }
  }
}

extension StateDigest {
  mutating func putSegment(_ segment: Segment) {
    put(Int64(segment.id.rawValue))
    put(segment.start.microseconds)
    put(segment.end.microseconds)
    put((segment.isBlocked ? 1 : 0) | (segment.isHidden ? 2 : 0) | (segment.isDated ? 4 : 0))
  }
}
