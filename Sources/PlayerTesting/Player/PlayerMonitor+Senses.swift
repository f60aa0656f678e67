import PlayerCore
import ReducerTesting

// What the laws of effects remember of a session, beyond what listeners know.

extension PlayerMonitor {
  /// Where an opening begins.
  struct Start: Sendable {
    var offset = TimeSpan.zero
    var anchor = Anchor.defaultPosition
    var isKnown = false

    init() {}

    init(_ anchor: Anchor, _ offset: TimeSpan) {
      (self.anchor, self.offset, isKnown) = (anchor, offset, true)
    }
  }

  /// What is remembered for the laws of effects; what is not known, because the watch began later, breaks none.
  struct Senses: Sendable {
    /// Where the app wanted the content to begin (SRG.md#1.6).
    var initialStart = Start()
    /// When the interruption began that is pending; never when that is not known.
    var interruptedSince = Instant.never
    /// Where the playhead began to move that has not jumped or failed since.
    var origin = MediaTime.unknown
    /// The furthest that the playhead was since it last jumped.
    var high = MediaTime.unknown
    /// Since when playback waits for data, and when something last arrived.
    var waitingSince = Instant.never
    var lastDataAt = Instant.never
    var bytesRead: Int64 = 0
    var kickedAt = Instant.never
    /// Whether ticks may still come that were due under settings which tell more than the grid.
    var owesTicks = false
    /// What was staged for the next list of segments, in short.
    var stagedDigest = Digest()
    var stagedCount: Int32 = 0
    /// Where the announced skip was decided.
    var skipOrigin = MediaTime.unknown
    /// Where the engine was the last time it was asked.
    var probedPosition = MediaTime.unknown
    /// How often the engine stopped by itself, and how many pauses it has not confirmed.
    var stops: Int64 = 0
    var pendingStops: Int32 = 0
    /// Before the running input.
    var pendingStopsBefore: Int32 = 0
    /// How often the running seek was asked again.
    var seekAttempts: Int64 = 0
    /// How often being prepared has ended the count of retries since playback last got on.
    var resets: Int64 = 0
    var awaitsProbe = false
    /// False where a pause or a probe may have come before the watch.
    var knowsDrive = false
    var isStagedWhole = true
    var interruptionHolds = false
    var audioContinues = true
    var knowsHindrance = true
    var knowsResets = true
    var knowsRetries = false
    /// Whether anybody has told a date that belongs to the media that is open.
    var knowsDate = false
    /// Whether the running opening begins at a place that was not chosen by a seek or a segment.
    var startIsPlain = true
    var initialIsPlain = true
    var observers = Observers()
    var tracks = TrackMemory()
    var upcoming = Upcoming()
  }

  /// What the opening beside the one that plays out has reported of itself.
  struct Upcoming: Sendable {
    var tracks = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
    var selected = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
    var width: Int32 = 0
    var height: Int32 = 0
    var isConnected = false
    var isWhole = false
  }

  static func senses(of player: Player, _ facts: Player.Facts) -> Senses {
    var senses = Senses()
    let isNew = facts.shown.phase == .empty && facts.clock == .zero
    senses.knowsHindrance = !facts.shown.isInterrupted && !facts.shown.isInBackground
    senses.observers.isWhole = facts.observerCount == 0
    // What was staged before the watch is not known.
    senses.isStagedWhole = isNew
    senses.tracks.isWhole = isNew
    for kind in TrackKind.allCases { senses.tracks.preferred[kind] = player.preferredLanguage(kind) }
    senses.knowsResets = isNew
    senses.knowsRetries = isNew
    return senses
  }

  /// Remembers what one input has brought.
  @inline(__always)
  mutating func remember(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if said.opens { beginnings.opening = facts.clock }
    if said.commandsSeek { beginnings.seek = facts.clock }
    if said.closes > 0 { beginnings.close = facts.clock }
    if said.schedulesRetry { beginnings.retry = facts.clock + said.retryDelay }
    let isDriven = facts.isStarting || facts.isMoving
    // What stopped by itself is told to go on at once.
    let isAnew =
      facts.isStarting && said.plays && code >= Kind.supplyChanged && code <= Kind.playbackStopped
    let isNew = isDriven && (!(before.isStarting || before.isMoving) || facts.epoch != before.epoch)
    if said.probes || isNew || facts.isMoving && before.isStarting || isAnew {
      beginnings.probe = facts.clock
    }
    let here = isSetDown ? facts.anchor : facts.position
    senses.high = isSetDown && !staysPut ? here : max(senses.high, here)
    rememberWaiting()
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
  private mutating func rememberWaiting() {
    let isWaiting =
      facts.shown.phase == .prepared && !facts.isSeeking && facts.shown.wantsPlay && !facts.isHindered
      && !facts.shown.supply.allowsPlayback && facts.nextEpoch.isNone
    if !isWaiting {
      senses.waitingSince = .never
    } else if senses.waitingSince == .never {
      senses.waitingSince = facts.clock
    }
    if facts.shown.supply != .stalled { senses.kickedAt = .never }
    if facts.shown.preparedCount != before.shown.preparedCount { senses.startIsPlain = senses.initialIsPlain }
    // What fails and is dropped takes its lists with it.
    if facts.shown.phase == .empty, before.shown.phase != .empty {
      (senses.stagedDigest, senses.stagedCount, senses.isStagedWhole) = (Digest(), 0, true)
    }
  }

  @inline(never)
  private mutating func rememberCommand(_ input: Input, _ code: UInt16) {
    guard !said.isRefused, case .command(let command, _) = input else { return }
    // By the number first: most commands leave nothing to remember.
    switch code {
    case Kind.load:
      guard case .load(let item, let start, _, _, _) = command else { break }
      senses.initialStart = Start(start.anchor == .playhead ? .start : start.anchor, start.offset)
      (senses.startIsPlain, senses.initialIsPlain) = (start.segment.isNone, start.segment.isNone)
      if item != before.shown.item { senses.tracks.forgetNumbers() }
    case Kind.seek:
      if case .seek(let position) = command, !position.segment.isNone { senses.startIsPlain = false }
    case Kind.stageSegment:
      guard case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _) = command,
        start.isKnown, start < end
      else { break }
      senses.stagedDigest.putSegment(
        Segment(id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated))
      senses.stagedCount &+= 1
    case Kind.reset, Kind.commitSegments:
      (senses.stagedDigest, senses.stagedCount, senses.isStagedWhole) = (Digest(), 0, true)
    default: break
    }
  }

  @inline(never)
  private mutating func rememberSurroundings(_ input: Input, _ player: inout Player) {
    guard case .environment(let event) = input else { return }
    switch event {
    case .interruptionBegan(let stopsEngine):
      guard before.shown.phase != .empty else { return }
      if !before.shown.isInterrupted { senses.interruptedSince = facts.clock }
      senses.interruptionHolds = stopsEngine || player.configuration.interruptionsHold
    case .enteredBackground(let audioContinues): senses.audioContinues = audioContinues
    case .enteredForeground: senses.audioContinues = true
    default: break
    }
    if !facts.shown.isInterrupted, !facts.shown.isInBackground { senses.knowsHindrance = true }
  }
}

extension Digest {
  mutating func putSegment(_ segment: Segment) {
    put(Int64(segment.id.rawValue))
    put(segment.start.microseconds)
    put(segment.end.microseconds)
    put((segment.isBlocked ? 1 : 0) | (segment.isHidden ? 2 : 0) | (segment.isDated ? 4 : 0))
  }
}
