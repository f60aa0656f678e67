import PlayerCore
import PlayerTrace

/// Puts the observations of one player together into a trace: what its notifications would have been, at the instants of
/// the log.
///
/// It notifies what was observed, contradictions included: it repairs nothing and invents nothing but what the format
/// leaves out by design (see ``LogReader``).
struct LogAssembler {
  private(set) var encoder: ObservedTraceEncoder
  /// How many lines had a time before that of an earlier one.
  private(set) var timesBack: Int64 = 0
  /// The lines of the log that were the first and the last of this player.
  private(set) var firstLine: Int64 = 0
  private(set) var lastLine: Int64 = 0
  /// How long the session was.
  var duration: TimeSpan { now - .zero }
  private var names = LogNames()
  private let reportsPlaying: Bool
  private let reportsIntent: Bool
  private var origin: Int64?
  private var now = Instant.zero
  private var lastStep = Instant.zero
  private var outputs: [ObservedTraceEncoder.Observation] = []

  // What was observed last.
  private var item = ItemID.none
  private var phase = Phase.empty
  private var shownState = PlaybackState.idle
  private var supply = BufferState.unknown
  private var wantsPlay: Bool?
  private var isMoving = false
  private var isBuffering = false
  private var isInterrupted = false
  private var hasPlayed = false
  private var seek = SeekSerial.none
  private var isSeeking = false
  private var waitsAfterSeek = false
  /// Whether the playhead moved when the seek began, and nothing has stopped it since.
  private var movesAfterSeek = false
  private var seekTarget = MediaTime.unknown
  /// Where the playhead was last, and since when.
  private var position = MediaTime.unknown { didSet { positionAt = now } }
  private var positionAt = Instant.zero
  private var rate = Rate.normal
  private var stalls: Int32 = 0
  private var stalledSince: Instant?
  private var openedAt = Instant.zero
  private var hasFrame = false
  private var retries: Int32 = 0

  init(_ format: LogFormat, _ form: TraceForm, engine: String, tool: String, note: String, recordedAt: Int64?) {
    encoder = ObservedTraceEncoder(
      form, engine: engine.isEmpty ? format.title : engine, tool: tool, note: note, recordedAt: recordedAt)
    reportsPlaying = format.reader.reportsPlaying
    reportsIntent = format.reader.reportsIntent
  }

  /// What was encoded since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { encoder.removeAll() }
    return encoder.bytes
  }

  /// Takes what a line tells.
  mutating func take(_ report: LineReport, line: Int64) {
    if firstLine == 0 { firstLine = line }
    lastLine = line
    if let time = report.time { set(time) }
    guard !report.observations.isEmpty else { return }
    outputs.removeAll(keepingCapacity: true)
    for observation in report.observations { take(observation) }
    derive()
    guard !outputs.isEmpty else { return }
    for definition in names.takeDefinitions() { encoder.define(definition) }
    encoder.encodeStep(at: now, outputs + [.line(line)])
    lastStep = now
  }

  /// Time passes without a word of the player: the end of its log is not its last word.
  mutating func pass(to time: Int64) { set(time) }

  /// The log is over. Until its last line the player was as it was last.
  mutating func finish() {
    if now > lastStep { encoder.encodeStep(at: now, []) }
    encoder.end()
  }

  private mutating func set(_ time: Int64) {
    let start = origin ?? time
    origin = start
    let (offset, overflow) = time.subtractingReportingOverflow(start)
    guard !overflow, offset >= now.microseconds, offset < Self.longest else {
      timesBack += 1
      return
    }
    now = Instant(microseconds: offset)
  }

  /// A hundred years: what lies beyond is no time.
  private static let longest: Int64 = 3_155_760_000_000_000

  private mutating func notify(_ notification: Player.Notification, _ reason: Reason = .engine) {
    outputs.append(.notification(notification, reason))
  }

  // MARK: One observation

  private mutating func take(_ observation: LogObservation) {
    switch observation {
    case .opened(let source): open(source)
    case .prepared: prepare()
    case .intent(let wanted): want(wanted)
    case .playing(let moves):
      if moves {
        prepare()
        if wantsPlay == nil { want(true) }
        waitsAfterSeek = false
      }
      isMoving = moves
      movesAfterSeek = moves
    case .buffering(let waits):
      prepareIfNew()
      isBuffering = waits
      if waits { movesAfterSeek = false }
      isMoving = !waits && movesByItself
      if !waits { waitsAfterSeek = false }
    case .position(let place): report(Self.time(place))
    case .buffered(let until): outputs.append(.buffer(until: Self.time(until), .engine))
    case .seekBegan(let target): beginSeek(target.map(Self.time) ?? .unknown)
    case .seekEnded(let place): endSeek(place.map(Self.time) ?? .unknown)
    case .rate(let thousandths):
      let new = Rate(thousandths: Int32(clamping: thousandths))
      guard new != rate else { return }
      rate = new
      notify(.rateChanged(new), .command)
    case .rendition(let kind, let name): select(kind, name)
    case .size(let width, let height):
      notify(.naturalSizeChanged(width: Int32(clamping: width), height: Int32(clamping: height)))
    case .duration(let duration): notify(.durationChanged(Self.time(duration)))
    case .live(let isLive): notify(.streamTypeChanged(isLive ? .live : .onDemand))
    case .jumped(let from, let to):
      notify(.positionJumped(from: from.map(Self.time) ?? estimate, to: Self.time(to)))
      position = Self.time(to)
    case .firstFrame(let kind): present(kind)
    case .warned(let kind, let words): notify(.warned(Failure(kind, text: names.text(words))))
    case .failed(let kind, let words): fail(kind, words)
    case .retried:
      retries = min(retries, .max - 1) + 1
      notify(.retryScheduled(attempt: retries, limit: retries, after: .zero), .retry)
    case .ended: end()
    case .closed: close()
    case .bandwidth(let bits): outputs.append(.bandwidth(bits, .engine))
    case .interrupted(let isHeld):
      guard isHeld != isInterrupted else { return }
      isInterrupted = isHeld
      notify(.interruptionChanged(isInterrupted: isHeld), .interruption)
    case .muted(let isMuted): notify(.mutedChanged(isMuted), .command)
    }
  }

  /// Whether a player that does not report when it moves would move now.
  private var movesByItself: Bool {
    !reportsPlaying && wantsPlay == true && phase == .prepared && !isSeeking && !isBuffering && !isInterrupted
  }

  private mutating func enter(_ new: Phase, _ reason: Reason = .engine) {
    guard new != phase else { return }
    notify(.phaseChanged(from: phase, to: new), reason)
    phase = new
  }

  private mutating func open(_ source: String) {
    let new = names.item(source)
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    endStall()
    notify(.itemChanged(from: item, to: new), .command)
    item = new
    (hasPlayed, isMoving, isBuffering, isSeeking, waitsAfterSeek, hasFrame) = (false, false, false, false, false, false)
    (position, openedAt, retries) = (.zero, now, 0)
    if phase == .opening { notify(.phaseChanged(from: .opening, to: .idle), .command) }
    if phase == .opening { phase = .idle }
    enter(.opening, .command)
    if !reportsIntent, wantsPlay == nil { want(true) }
  }

  /// A log may begin in the middle of a run.
  private mutating func prepareIfNew() {
    if phase == .empty { open("") }
    if phase == .ended || phase == .failed || phase == .idle { enter(.opening) }
  }

  private mutating func prepare() {
    prepareIfNew()
    guard phase != .prepared else { return }
    enter(.prepared)
    notify(.prepared(duration: .unknown))
    isMoving = movesByItself
  }

  private mutating func want(_ wanted: Bool) {
    guard wanted != wantsPlay else { return }
    // Before anything was said a player does not play.
    if wanted || wantsPlay != nil || phase != .empty { notify(.intentChanged(playing: wanted), .command) }
    wantsPlay = wanted
    if wanted, phase == .ended { enter(.prepared, .command) }
    if !reportsPlaying { isMoving = movesByItself }
    if !wanted { (waitsAfterSeek, movesAfterSeek) = (false, false) }
  }

  private mutating func report(_ place: MediaTime) {
    // The same again tells something only of a playhead that should move.
    guard place != position || isMoving else { return }
    position = place
    notify(.tick(ObserverID(0), position: place))
  }

  private mutating func beginSeek(_ target: MediaTime) {
    if phase == .ended { enter(.prepared, .command) }
    prepareIfNew()
    let wasSeeking = isSeeking
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    endStall()
    seek = SeekSerial(seek.rawValue &+ 1)
    movesAfterSeek = movesAfterSeek && wasSeeking || isMoving
    (isSeeking, waitsAfterSeek, isMoving, seekTarget) = (true, false, false, target)
    notify(.seekBegan(seek, origin: estimate, target: target), .command)
  }

  private mutating func endSeek(_ place: MediaTime) {
    guard isSeeking else {
      // It belongs to no seek that the log tells of.
      notify(.seekEnded(.none, position: place, isFinished: true))
      if place.isKnown { position = place }
      return
    }
    finishSeek(place.isKnown ? place : seekTarget, isFinished: true)
    waitsAfterSeek = wantsPlay == true
    isMoving = movesByItself || movesAfterSeek
    movesAfterSeek = false
  }

  private mutating func finishSeek(_ place: MediaTime, isFinished: Bool) {
    notify(.seekEnded(seek, position: place, isFinished: isFinished))
    isSeeking = false
    if place.isKnown { position = place }
  }

  private mutating func select(_ kind: TrackKind, _ name: String) {
    let (track, isNew) = names.track(kind, name)
    if isNew {
      notify(
        .trackFound(kind, track, language: .none, title: names.text(name), isDefault: false, isForced: false))
    }
    notify(.trackSelected(kind, track))
  }

  private mutating func present(_ kind: TrackKind) {
    prepare()
    guard !hasFrame else { return }
    hasFrame = true
    notify(.firstFrame(kind, after: now - openedAt))
  }

  private mutating func fail(_ kind: Failure.Kind, _ words: String) {
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    (isMoving, isBuffering) = (false, false)
    notify(.failed(Failure(kind, text: names.text(words)), position: estimate))
    enter(.failed)
  }

  private mutating func end() {
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    notify(.ended(position: estimate))
    (isMoving, isBuffering) = (false, false)
    enter(.ended)
  }

  private mutating func close() {
    guard phase != .empty, phase != .idle else { return }
    if isSeeking { finishSeek(.unknown, isFinished: false) }
    (isMoving, isBuffering) = (false, false)
    enter(.idle, .command)
    notify(.closed(Epoch(1)))
  }

  // MARK: What follows

  private mutating func derive() {
    if isMoving, phase == .prepared {
      hasPlayed = true
      waitsAfterSeek = false
    }
    let new: BufferState = isBuffering ? .stalled : phase == .prepared ? .playable : supply
    if new != supply {
      notify(.supplyChanged(from: supply, to: new))
      supply = new
    }
    let isStalled =
      isBuffering && hasPlayed && wantsPlay == true && phase == .prepared && !isSeeking && !waitsAfterSeek
    if isStalled, stalledSince == nil, !isMoving {
      stalledSince = now
      stalls = min(stalls, .max - 1) + 1
      notify(.stallBegan(count: stalls))
    }
    if !isStalled || isMoving { endStall() }
    let state = derivedState
    guard state != shownState else { return }
    position = estimate
    if state == .playing { retries = 0 }
    notify(.playbackStateChanged(from: shownState, to: state))
    shownState = state
  }

  private mutating func endStall() {
    guard let since = stalledSince else { return }
    stalledSince = nil
    notify(.stallEnded(lasted: now - since))
  }

  private var derivedState: PlaybackState {
    switch phase {
    case .empty, .idle, .blocked, .failed: return .idle
    case .opening: return .preparing
    case .ended: return .ended
    case .prepared: break
    }
    if isSeeking { return .seeking }
    if isMoving { return .playing }
    guard wantsPlay == true, !isInterrupted else { return .paused }
    if isBuffering { return waitsAfterSeek ? .seeking : hasPlayed ? .stalled : .preparing }
    return hasPlayed ? .paused : .preparing
  }

  /// Where the playhead is, as far as it has moved since its position was last told.
  private var estimate: MediaTime {
    guard shownState == .playing, position.isKnown else { return position }
    return position + rate.advance(during: now - positionAt)
  }

  private static func time(_ microseconds: Int64) -> MediaTime { MediaTime(microseconds: microseconds) }
}
