import PlayerCore
import PlayerText
import PlayerTrace

/// Combines the observations of one player into a trace: the notifications that it would have made, at the instants of
/// the log.
///
/// It reports what was observed, contradictions included: it repairs nothing, and adds only what the format omits by
/// design (see ``LogReader``).
struct LogAssembler {
  private(set) var encoder: ObservedTraceEncoder
  /// The number of lines whose time precedes that of an earlier line.
  private(set) var timesBack: Int64 = 0
  /// The first and the last line of the log about this player.
  private(set) var firstLine: Int64 = 0
  private(set) var lastLine: Int64 = 0
  /// How long the session was.
  var duration: TimeSpan { now - .zero }
  var names = LogNames()
  let reportsPlaying: Bool
  let reportsIntent: Bool
  let assumesIntent: Bool
  var origin: Int64?
  var now = Instant.zero
  var lastStep = Instant.zero
  var outputs: [ObservedTraceEncoder.Observation] = []

  // The latest observations.
  var item = ItemID.none
  var phase = Phase.empty
  var shownState = PlaybackState.idle
  var supply = BufferState.unknown
  var wantsPlay: Bool?
  var isMoving = false
  var isBuffering = false
  var isInterrupted = false
  var hasPlayed = false
  var seek = SeekSerial.none
  var isSeeking = false
  var waitsAfterSeek = false
  /// Whether the playhead moved when the seek began, and nothing has stopped it since.
  var movesAfterSeek = false
  var seekTarget = MediaTime.unknown
  /// The last known position of the playhead, and its time.
  var position = MediaTime.unknown { didSet { positionAt = now } }
  var positionAt = Instant.zero
  var rate = Rate.normal
  var stalls: Int32 = 0
  var stalledSince: Instant?
  var openedAt = Instant.zero
  /// The kinds of tracks of which a first frame was reported.
  var kindsWithFrame: [TrackKind] = []
  var retries: Int32 = 0
  /// The latest requests.
  var requests: [ExactText] = []

  init(_ format: LogFormat, _ form: TraceForm, engine: String, tool: String, note: String, recordedAt: Int64?) {
    encoder = ObservedTraceEncoder(
      form, engine: engine.isEmpty ? format.title : engine, tool: tool, note: note, recordedAt: recordedAt)
    reportsPlaying = format.reader.reportsPlaying
    reportsIntent = format.reader.reportsIntent
    assumesIntent = format.reader.assumesIntent
  }

  /// The bytes encoded since the last call.
  mutating func takeBytes() -> [UInt8] {
    defer { encoder.removeAll() }
    return encoder.bytes
  }

  /// Takes the content of a line.
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

  /// Time passes without a report of the player: its log ends later than its last report.
  mutating func pass(to time: Int64) { set(time) }

  /// The log has ended. Up to its last line the player stays in its last state.
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
    let instant = Instant(microseconds: offset)
    // What follows would look as if the log had been silent since the last step.
    if instant - lastStep >= ObservedRun.silence, now > lastStep {
      encoder.encodeStep(at: now, [])
      lastStep = now
    }
    now = instant
  }

  /// A hundred years: a larger value is not a time.
  private static let longest: Int64 = 3_155_760_000_000_000

  mutating func notify(_ notification: Player.Notification, _ reason: Reason = .engine) {
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
    case .moved(let to):
      notify(.positionJumped(from: .unknown, to: Self.time(to)))
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
    case .framesDropped(let count): outputs.append(.sign(.framesDropped(count)))
    case .audioGap: outputs.append(.sign(.audioGap))
    case .drift(let by, let isMeasured):
      outputs.append(.sign(.drift(TimeSpan(microseconds: by), isMeasured: isMeasured)))
    case .picture(let isMissing): outputs.append(.sign(.picture(isMissing: isMissing)))
    case .requested(let what): request(what)
    }
  }

  static func time(_ microseconds: Int64) -> MediaTime { MediaTime(microseconds: microseconds) }
}
