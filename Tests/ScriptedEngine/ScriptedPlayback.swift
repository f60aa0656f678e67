import PlayerCore
import PlayerRuntime

/// An engine that honours the contract of `Engine` and follows its script, where real media would be in the way: a
/// value, on the given clock. ``ScriptedEngine`` is the same for hosts.
public struct ScriptedPlayback {
  /// What it opens.
  public var media = OpenedMedia(duration: .seconds(60))
  /// What it reports before `opened`.
  public var overture: [EngineEvent] = []
  /// How long things take; `nil`: it never answers.
  public var openLatency: TimeSpan? = .zero
  /// From `play` to `started`.
  public var startLatency: TimeSpan? = .zero
  /// From `pause` to `stopped`.
  public var stopLatency: TimeSpan? = .zero
  /// From `seek` to `seekEnded`.
  public var seekLatency: TimeSpan? = .zero
  /// From `close` to `closed`.
  public var closeLatency: TimeSpan? = .zero
  /// From `reportPosition` to the answer.
  public var probeLatency: TimeSpan? = .zero
  /// Whether it reports a full buffer after an open and a seek; off for tests that feed it by hand.
  public var fillsBuffer = true
  /// How far the full buffer of media without a duration reaches.
  public var liveBufferEnd = MediaTime.unknown
  /// Whether it reports the end of the media.
  public var reportsEnd = true {
    didSet { if !reportsEnd { agenda.removeAll { if case .ended = $0.event { true } else { false } } } }
  }
  /// Whether the playhead moves on past an end that is not reported.
  public var runsPastEnd = false
  /// Where it rests when it has opened something: the edge of a live stream.
  public var restingPosition = MediaTime.zero
  /// Where seeks land relative to their target.
  public var landingOffset = TimeSpan.zero
  /// Whether it gives up every seek, and rests where it is.
  public var givesUpSeeks = false
  /// Whether the selection of a rendition is answered; off for tests that answer by hand.
  public var answersSelections = false
  /// Fails every open with this, or the first ``failedOpenings``.
  public var openFailure: Failure?
  /// How many openings fail with ``openFailure`` before one succeeds.
  public var failedOpenings = Int.max

  /// What it will report, in order of time.
  public private(set) var agenda: [(instant: Instant, event: EngineEvent, epoch: Epoch)] = []
  /// One playhead for each opening.
  private var playheads: [Epoch: Playhead] = [:]

  private struct Playhead {
    var position = MediaTime.zero
    var startedAt: Instant?
    var rate = Rate.normal
    /// Of the media that is open.
    var duration = MediaTime.unknown
  }

  /// Media of a minute, and an engine that answers at once.
  public init() {}

  /// When the next report is due; never without one.
  public var nextEvent: Instant { agenda.first?.instant ?? .never }

  /// The next report, whenever it is due.
  public mutating func takeNext() -> (event: EngineEvent, epoch: Epoch)? {
    guard !agenda.isEmpty else { return nil }
    let next = agenda.removeFirst()
    // A report describes the instant at which it is made.
    if case .positionReported = next.event {
      return (.positionReported(position(next.epoch, at: next.instant)), next.epoch)
    }
    return (next.event, next.epoch)
  }

  /// All reports that are due.
  public mutating func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    while nextEvent <= now, nextEvent != .never {
      let instant = nextEvent
      guard let next = takeNext() else { return }
      events.append(EngineReport(next.event, epoch: next.epoch, at: instant))
    }
  }

  /// Schedules the reports that the script has for this command.
  public mutating func perform(_ command: EngineCommand, _ epoch: Epoch, at now: Instant) {
    switch command {
    case .open: open(epoch, at: now)
    case .close:
      agenda.removeAll { $0.epoch == epoch }
      plan(.closed, epoch, at: now, after: closeLatency)
    case .play(let rate): play(rate, epoch, at: now)
    case .pause:
      rest(at: now, epoch)
      dropStarts(epoch, after: stopLatency.map { now + $0 })
      plan(.playbackStopped(position: position(epoch, at: now)), epoch, at: now, after: stopLatency)
    case .seek(let serial, let target, _, _):
      rest(at: now, epoch)
      agenda.removeAll { if case .seekCompleted = $0.event, $0.epoch == epoch { true } else { false } }
      dropStarts(epoch, after: seekLatency.map { now + $0 })
      let landing = givesUpSeeks ? position(epoch, at: now) : target + landingOffset
      place(at: landing, epoch)
      plan(.seekCompleted(serial, position: landing, isFinished: !givesUpSeeks), epoch, at: now, after: seekLatency)
      if fillsBuffer { plan(fullBuffer(epoch), epoch, at: now, after: seekLatency) }
    case .reportPosition:
      plan(.positionReported(position(epoch, at: now)), epoch, at: now, after: probeLatency)
    case .captureStill(let serial): plan(.stillCaptured(serial, isCaptured: true), epoch, at: now, after: .zero)
    case .catchUp(let position):
      let start = playheads[epoch]?.startedAt
      playheads[epoch, default: Playhead(duration: media.duration)].position = position
      playheads[epoch]?.startedAt = start.map { max($0, now) }
    case .selectTrack(let kind, let track):
      if answersSelections { plan(.trackSelected(kind, track), epoch, at: now, after: .zero) }
    case .setVolume, .setPresentation, .setVideoEnabled: break
    }
  }

  // MARK: Scripted reports

  /// Reports something at `instant`, after what is already reported then. `opened` sets the duration of the media.
  public mutating func report(_ event: EngineEvent, _ epoch: Epoch, at instant: Instant) {
    if case .opened(let media) = event { playheads[epoch]?.duration = media.duration }
    plan(event, epoch, at: instant, after: .zero)
  }

  /// Runs dry at this position, and rests; the script reports it.
  public mutating func starve(at position: MediaTime, _ epoch: Epoch, now: Instant) {
    rest(at: now, epoch)
    place(at: position, epoch)
  }

  /// Stops the playhead, and drops the end that it would have reached.
  public mutating func rest(at now: Instant, _ epoch: Epoch) {
    place(at: position(epoch, at: now), epoch)
    agenda.removeAll {
      if case .ended = $0.event, $0.epoch == epoch { true } else { false }
    }
  }

  /// Reports everything as buffered: at once, or when the pending seek has landed.
  public mutating func reportFullBuffer(_ epoch: Epoch, at now: Instant) {
    report(fullBuffer(epoch), epoch, at: max(now, landing(of: epoch) ?? now))
  }

  // MARK: Carrying out commands

  private func fullBuffer(_ epoch: Epoch) -> EngineEvent {
    let duration = playheads[epoch]?.duration ?? .unknown
    return .buffered(until: duration.isKnown ? duration : liveBufferEnd, bytesRead: 1_000, isSaturated: true)
  }

  /// When the pending seek lands.
  private func landing(of epoch: Epoch) -> Instant? {
    agenda.last { if case .seekCompleted = $0.event, $0.epoch == epoch { true } else { false } }?.instant
  }

  /// When the last pending pause is answered.
  private func stopping(of epoch: Epoch) -> Instant? {
    agenda.last { if case .playbackStopped = $0.event, $0.epoch == epoch { true } else { false } }?.instant
  }

  private mutating func place(at position: MediaTime, _ epoch: Epoch) {
    playheads[epoch, default: Playhead(duration: media.duration)].position = position
    playheads[epoch]?.startedAt = nil
  }

  private mutating func open(_ epoch: Epoch, at now: Instant) {
    playheads[epoch] = Playhead(position: restingPosition, duration: media.duration)
    if let openFailure, failedOpenings > 0 {
      failedOpenings -= 1
      for event in overture { plan(event, epoch, at: now, after: openLatency) }
      return plan(.failed(openFailure), epoch, at: now, after: openLatency)
    }
    for event in overture { plan(event, epoch, at: now, after: openLatency) }
    plan(.opened(media), epoch, at: now, after: openLatency)
    if fillsBuffer { plan(fullBuffer(epoch), epoch, at: now, after: openLatency) }
  }

  private mutating func play(_ rate: Rate, _ epoch: Epoch, at now: Instant) {
    guard let startLatency else { return }
    rest(at: now, epoch)
    let position = position(epoch, at: now)
    // During a seek the start waits for the landing, during a pause for its answer.
    let start = max(now + startLatency, landing(of: epoch) ?? now, stopping(of: epoch) ?? now)
    let duration = playheads[epoch]?.duration ?? .unknown
    playheads[epoch] = Playhead(position: position, startedAt: start, rate: rate, duration: duration)
    plan(.playbackStarted(position: position, rate: rate), epoch, at: start, after: .zero)
    if reportsEnd, duration.isKnown {
      plan(.ended(position: duration), epoch, at: start, after: rate.span(for: duration - position))
    }
  }

  /// Where the playhead of an opening is.
  public func position(_ epoch: Epoch, at now: Instant) -> MediaTime {
    guard let head = playheads[epoch] else { return .zero }
    guard let startedAt = head.startedAt, now > startedAt else { return head.position }
    let position = head.position + head.rate.advance(during: now - startedAt)
    return head.duration.isKnown && !(runsPastEnd && !reportsEnd) ? min(position, head.duration) : position
  }

  /// The rate at which the playhead of an opening moves; zero at rest, and at the end.
  public func rate(_ epoch: Epoch, at now: Instant) -> Rate {
    guard let head = playheads[epoch], head.startedAt != nil else { return .zero }
    let isPastEnd = head.duration.isKnown && position(epoch, at: now) >= head.duration
    return isPastEnd && !(runsPastEnd && !reportsEnd) ? .zero : head.rate
  }

  /// Where the playhead of an opening really is; `nil` while it rests.
  public func truth(_ epoch: Epoch, at now: Instant) -> MediaTime? {
    guard let head = playheads[epoch], let startedAt = head.startedAt, now > startedAt else { return nil }
    return position(epoch, at: now)
  }

  /// A start from before a pause or a seek is reported before the answer to that, or never.
  private mutating func dropStarts(_ epoch: Epoch, after answer: Instant?) {
    guard let answer else { return }
    agenda.removeAll { if case .playbackStarted = $0.event, $0.epoch == epoch { $0.instant > answer } else { false } }
  }

  private mutating func plan(_ event: EngineEvent, _ epoch: Epoch, at now: Instant, after latency: TimeSpan?) {
    guard let latency else { return }
    let instant = now + latency
    let place = agenda.firstIndex { $0.instant > instant } ?? agenda.endIndex
    agenda.insert((instant, event, epoch), at: place)
  }
}
