import PlayerCore
import ReducerTesting

/// Draws one step that fits a state: sensible, late, contradictory, or with numbers from the edges of their types.
struct StepDraw {
  var random: SplitMix64
  let scene: Scene

  /// The relevant habits and the state. Valid as long as the pointer that it was made with.
  struct Scene {
    let host: PlayerSetup.Host
    let extremesOnceIn: Int
    let pace: Int
    let grain: Int64
    let durations: (Int64, Int64)
    let foreignOnceIn: Int
    let listLength: Int
    let languages: Int
    /// The state, read in place and on demand: most steps need little of it.
    private let inspection: UnsafePointer<Player.Inspection>

    @inline(__always)
    init(_ habits: borrowing PlayerHabits, _ inspection: UnsafePointer<Player.Inspection>) {
      host = habits.host
      extremesOnceIn = habits.extremesOnceIn
      pace = habits.pace
      grain = habits.grain
      durations = habits.durations
      foreignOnceIn = habits.foreignOnceIn
      listLength = habits.listLength
      languages = habits.languages
      self.inspection = inspection
    }

    var clock: Instant { inspection.pointee.clock }
    var nextDeadline: Instant { inspection.pointee.nextDeadline }
    var nextSlot: DeadlineSlot { inspection.pointee.nextSlot }
    var position: MediaTime { inspection.pointee.position }
    var anchor: MediaTime { inspection.pointee.anchor }
    var duration: MediaTime { inspection.pointee.shown.duration }
    var placeStart: MediaTime { inspection.pointee.placeStart }
    var placeEnd: MediaTime { inspection.pointee.placeEnd }
    var bufferedUntil: MediaTime { inspection.pointee.bufferedUntil }
    var movingRate: Rate { inspection.pointee.movingRate }
    var phase: Phase { inspection.pointee.shown.phase }
    var streamType: StreamType { inspection.pointee.shown.streamType }
    var supply: BufferState { inspection.pointee.shown.supply }
    var wantsPlay: Bool { inspection.pointee.shown.wantsPlay }
    var isHindered: Bool { inspection.pointee.isHindered }
    var isSeeking: Bool { inspection.pointee.isSeeking }
    var isWaitingToRetry: Bool { inspection.pointee.isWaitingToRetry }
    var network: NetworkPath { inspection.pointee.shown.network }
    var isStarting: Bool { inspection.pointee.isStarting }
    var isMoving: Bool { inspection.pointee.isMoving }
    var isReplacing: Bool { !inspection.pointee.nextEpoch.isNone }
    var hasSegments: Bool { inspection.pointee.segmentCount > 0 }
    var isInterrupted: Bool { inspection.pointee.shown.isInterrupted }
    var isInBackground: Bool { inspection.pointee.shown.isInBackground }
    var isListenedTo: Bool { inspection.pointee.observerCount > 0 }
  }

  mutating func step(_ likes: StepKind, after lastCode: UInt16) -> PlayerStep {
    var kind = likes
    // Segments are staged in runs, and a list is seldom removed.
    if lastCode == Kind.stageSegment {
      kind =
        scene.listLength == 0
        ? random.pick(Self.listKinds) : random.once(in: scene.listLength) ? .commitSegments : .stageSegment
    } else if kind == .commitSegments, scene.hasSegments, !random.once(in: 4) {
      kind = .stageSegment
    } else if random.bool() {
      kind = onward(kind)
    } else if scene.hasSegments, scene.phase == .prepared, random.once(in: 6) {
      kind = .seek
    }
    let now = instant(for: kind)
    return PlayerStep(input(kind), at: now)
  }

  /// Half of the steps advance the session: most steps drawn blindly come while no media is open.
  private mutating func onward(_ kind: StepKind) -> StepKind {
    switch scene.phase {
    case .empty: .load
    case .blocked: random.bool() ? kind : .networkChanged
    case .idle: random.once(in: 3) ? kind : random.pick(Self.openingKinds)
    case .failed: random.once(in: 3) ? kind : random.pick(Self.rescuingKinds)
    case .opening: scene.isWaitingToRetry ? kind : .likely
    case .prepared:
      if scene.isMoving {
        kind
      } else if scene.wantsPlay, !scene.isHindered {
        .likely
      } else if scene.wantsPlay {
        random.bool() ? kind : random.pick(scene.isInterrupted ? Self.interruptedKinds : Self.hinderedKinds)
      } else {
        random.pick(Self.playingKinds)
      }
    case .ended: random.once(in: 3) ? .play : kind
    }
  }

  private static let openingKinds: [StepKind] = [.load, .play, .prepare, .retry]
  /// A network that comes and goes may open it, too.
  private static let rescuingKinds = openingKinds + [.networkChanged, .networkChanged, .networkChanged]
  private static let playingKinds: [StepKind] = [.play, .play, .play, .likely]
  private static let interruptedKinds: [StepKind] = [
    .interruptionEnded, .interruptionEnded, .interruptionBegan, .play, .toggle, .restart,
  ]
  private static let hinderedKinds: [StepKind] = [.play, .interruptionEnded, .enteredForeground, .likely]
  private static let listKinds: [StepKind] = [
    .stageSegment, .stageSegment, .stageSegment, .commitSegments, .commitSegments,
  ]

  /// The instant of the step. Most engines answer in time: waits seldom time out.
  private mutating func instant(for kind: StepKind) -> Instant {
    let instant = anyInstant(for: kind)
    switch scene.nextSlot {
    case .open, .seek, .read, .bufferingLimit:
      return instant < scene.nextDeadline || kind == .deadline || random.once(in: 8) ? instant : scene.clock
    case .probe:
      return instant < scene.nextDeadline || kind == .deadline || random.bool() ? instant : scene.clock
    // Something should happen during playback.
    case .segment, .interval, .edge, .pastEnd:
      return scene.isMoving && random.once(in: 3) ? max(scene.clock, scene.nextDeadline) : instant
    case .kick: return scene.wantsPlay && random.bool() ? max(scene.clock, scene.nextDeadline) : instant
    case .none, .close, .retry: return instant
    }
  }

  /// Mostly the same instant, often a little later, sometimes the deadline; with a hostile host rarely earlier or far
  /// away.
  private mutating func anyInstant(for kind: StepKind) -> Instant {
    let now = scene.clock
    let isHostile = scene.host == .hostile
    if kind == .deadline, isHostile, scene.nextDeadline != .never {
      return random.once(in: 4) ? scene.nextDeadline + .microseconds(-1) : max(now, scene.nextDeadline)
    }
    // Interruptions and the background last.
    if kind == .interruptionEnded || kind == .enteredForeground, scene.isHindered, random.bool() {
      return now + .seconds(Int64(random.below(30)))
    }
    switch random.below(16) {
    case 0...6: return now
    case 7...10: return now + span(upTo: scene.pace)
    // Progress, kicks and catching up are measured in seconds.
    case 11: return now + .seconds(1)
    case 12: return now + .seconds(Int64(random.below(60)))
    case 13, 14:
      // Up to the deadline, unless it is unrealistically far away.
      let wait = scene.nextDeadline - now
      return wait < .seconds(100_000) ? max(now, scene.nextDeadline) : now
    default:
      guard isHostile else { return now + .microseconds(max(scene.grain, 1_000)) }
      if random.once(in: 8) { return .seconds(-10) }
      if scene.extremesOnceIn > 0, random.once(in: 40) { return .microseconds(extreme()) }
      return now
    }
  }

  private mutating func input(_ kind: StepKind) -> Input {
    switch kind {
    case .deadline: return .deadline
    case .likely:
      return scene.isReplacing && random.bool() ? .engine(likelyOpening(), .next) : .engine(likelyEvent(), .current)
    default: break
    }
    if let command = command(kind) { return .command(command, .fresh) }
    if let event = environment(kind) { return .environment(event) }
    return .engine(engineEvent(kind), epoch())
  }

  private mutating func epoch() -> Epoch {
    if scene.isReplacing, random.bool() { return .next }
    guard random.once(in: scene.foreignOnceIn) else { return .current }
    switch random.below(6) {
    case 0: return .none
    case 1, 2: return .next
    case 3: return .newestClosed
    case 4: return .previous
    default: return id()
    }
  }

  // MARK: Numbers

  private static let extremes: [Int64] = [
    Int64.min, Int64.min + 1, Int64.min / 2, -2_147_483_648, -1, 0, 1, 2_147_483_648, 4_294_967_296, Int64.max / 2,
    Int64.max - 1, Int64.max,
  ]

  @inline(__always)
  private mutating func isExtreme() -> Bool { scene.extremesOnceIn > 0 && random.once(in: scene.extremesOnceIn) }

  mutating func extreme() -> Int64 { random.pick(Self.extremes) }

  mutating func microseconds() -> Int64 {
    isExtreme() ? extreme() : rounded(Int64(random.below(70_000_000))) - 2_000_000
  }

  /// A multiple of the session's grain: with whole seconds, many events happen exactly at a limit.
  private func rounded(_ microseconds: Int64) -> Int64 { microseconds - microseconds % scene.grain }

  /// A span of at most this many milliseconds.
  mutating func span(upTo milliseconds: Int) -> TimeSpan {
    if scene.grain == 1 { return .milliseconds(Int64(random.below(milliseconds + 1))) }
    return .microseconds(rounded(Int64(random.below(milliseconds + 1)) * 1_000 + scene.grain / 2))
  }

  mutating func int32() -> Int32 {
    if isExtreme() { return Self.extremeInt32s[random.below(5)] }
    return Self.usualInt32s[random.below(8)]
  }

  private static let extremeInt32s: [Int32] = [.min, -1, 0, 1, .max]
  private static let usualInt32s: [Int32] = [0, 90, 180, 270, 320, 500, 1_000, 1_001]

  /// A reported position: mostly the assumed one, or that of the last report.
  mutating func reported() -> MediaTime {
    switch random.below(6) {
    case 0, 1: return time()
    case 2, 3: return scene.anchor
    default: return scene.position
    }
  }

  /// A position in the media: anywhere, at a relevant position, or one microsecond next to it.
  mutating func time() -> MediaTime {
    switch random.below(16) {
    case 0: return .unknown
    case 1: return near(scene.position)
    case 2: return near(scene.duration)
    case 3: return near(scene.placeEnd)
    case 4: return near(scene.bufferedUntil)
    case 5...9: return .seconds(Int64(random.below(13) * 5))
    default: return MediaTime(microseconds: microseconds())
    }
  }

  private mutating func near(_ time: MediaTime) -> MediaTime {
    let isInWorld = time.microseconds > -1 << 50 && time.microseconds < 1 << 50
    guard isInWorld else { return .milliseconds(Int64(random.below(9_000))) }
    return time + .microseconds(Int64(random.below(3)) - 1)
  }

  mutating func span() -> TimeSpan { TimeSpan(microseconds: microseconds()) }

  mutating func rate() -> Rate {
    if isExtreme() { return Rate(thousandths: int32()) }
    return Rate(thousandths: (scene.streamType == .dvr ? Self.liveRates : Self.rates)[random.below(8)])
  }

  private static let rates: [Int32] = [500, 750, 1_000, 1_000, 1_000, 1_250, 2_000, 2_000]
  private static let liveRates: [Int32] = [500, 750, 1_000, 1_250, 1_250, 2_000, 2_000, 2_000]

  @inline(__always)
  mutating func id<Subject>(_: Subject.Type = Subject.self) -> Identifier<Subject> {
    Identifier(isExtreme() ? 0xFFFF_FFFF : UInt32(random.below(4)))
  }

  mutating func language() -> TextID { isExtreme() ? id() : TextID(UInt32(random.below(scene.languages))) }

  /// One of the cases of an enumeration whose raw values are 0 ..< `count`.
  @inline(__always)
  mutating func any<Value: RawRepresentable>(_: Value.Type = Value.self, of count: Int) -> Value?
  where Value.RawValue == UInt8 {
    Value(rawValue: UInt8(truncatingIfNeeded: random.below(count)))
  }

  mutating func kind() -> TrackKind { any(of: 3) ?? .audio }
  /// A network state; networks come and go.
  mutating func path() -> NetworkPath {
    if scene.network != .none, random.once(in: 3) { return .none }
    return any(of: 5) ?? .wifi
  }

  mutating func position() -> Position {
    var position = Position(anchor: .start, offset: TimeSpan(microseconds: time().microseconds))
    let bits = random.next()
    if bits & 3 == 0 {
      position.anchor = any(of: 7) ?? .start
      position.offset = bits & 4 == 0 ? .zero : bits & 0x800 == 0 ? span() : .seconds(Int64(random.below(20)) - 5)
      if bits & 8 == 0 || position.anchor == .segment { position.segment = id() }
    } else if scene.hasSegments, bits & 0x1000 == 0 {
      position = Position(
        anchor: .segment, offset: .seconds(Int64(random.below(8))), segment: SegmentID(UInt32(1 + random.below(4))))
    }
    if bits & 0x70 == 0 { position.toleranceBefore = span() }
    if bits & 0x380 == 0 { position.toleranceAfter = span() }
    return position
  }

  mutating func failure() -> Failure {
    let bits = random.next()
    // One in four has a kind with special rules.
    let kind = bits & 3 == 0 ? random.pick(Self.specialFailures) : any(of: Self.failureCount) ?? .io
    let detail = bits & 0xC == 0 ? int32() : kind == .httpTooManyRequests ? Int32(random.below(40)) : 0
    return Failure(kind, detail: detail, text: bits & 0x30 == 0 ? TextID(UInt32(random.below(4))) : .none)
  }

  private static let specialFailures: [Failure.Kind] = [.httpTooManyRequests, .httpTooManyRequests, .none, .io]
  private static let failureCount = Failure.Kind.allCases.count

  mutating func media() -> OpenedMedia {
    let bits = random.next()
    let seconds = bits & 1 == 0 ? scene.durations.0 : scene.durations.1
    var media = OpenedMedia(duration: seconds == 0 ? .unknown : .seconds(seconds))
    if isExtreme() { media.duration = time() }
    media.isDurationEstimated = bits & 0xE0 == 0
    media.isSeekable = bits & 0x700 != 0
    media.hasAudio = bits & 0x800 == 0
    media.hasVideo = bits & 0x1000 == 0
    if bits & 0xE000 == 0 { media.supply = BufferState(rawValue: UInt8(truncatingIfNeeded: bits >> 20) & 7) }
    return media
  }
}
