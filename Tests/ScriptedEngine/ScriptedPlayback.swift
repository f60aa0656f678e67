import PlayerCore

/// An engine that keeps to the contract and does what its script says: a value, driven by the clock of its ``Stage``.
struct ScriptedEngine {
  /// What it opens.
  var media = OpenedMedia(duration: .seconds(60))
  /// What it reports before `opened`.
  var overture: [EngineEvent] = []
  /// How long things take; `nil`: it never answers.
  var openLatency: TimeSpan? = .zero
  var startLatency: TimeSpan? = .zero
  var stopLatency: TimeSpan? = .zero
  var seekLatency: TimeSpan? = .zero
  var closeLatency: TimeSpan? = .zero
  var probeLatency: TimeSpan? = .zero
  /// Whether it reports a full buffer after an open and a seek; off for stories that feed it by hand.
  var fillsBuffer = true
  /// Whether it reports the end of the media.
  var reportsEnd = true
  /// Where it rests when it has opened something: the edge of a live stream.
  var restingPosition = MediaTime.zero
  /// Where seeks land relative to their target.
  var landingOffset = TimeSpan.zero
  /// Fails every open with this, or as many as there are ``failedOpenings``.
  var openFailure: Failure?
  var failedOpenings = Int.max

  /// What it will report, in order of time.
  private(set) var agenda: [(instant: Instant, event: EngineEvent, epoch: Epoch)] = []
  /// One playhead for each opening.
  private var playheads: [Epoch: Playhead] = [:]

  private struct Playhead {
    var position = MediaTime.zero
    var startedAt: Instant?
    var rate = Rate.normal
  }

  var nextEvent: Instant { agenda.first?.instant ?? .never }

  mutating func takeNext() -> (event: EngineEvent, epoch: Epoch)? {
    guard !agenda.isEmpty else { return nil }
    let next = agenda.removeFirst()
    // A report speaks of the instant it is made at.
    if case .positionReported = next.event {
      return (.positionReported(position(next.epoch, at: next.instant)), next.epoch)
    }
    return (next.event, next.epoch)
  }

  mutating func perform(_ command: EngineCommand, _ epoch: Epoch, at now: Instant) {
    switch command {
    case .open: open(epoch, at: now)
    case .close:
      agenda.removeAll { $0.epoch == epoch }
      plan(.closed, epoch, at: now, after: closeLatency)
    case .play(let rate): play(rate, epoch, at: now)
    case .pause:
      rest(at: now, epoch)
      plan(.playbackStopped(position: position(epoch, at: now)), epoch, at: now, after: stopLatency)
    case .seek(let serial, let target, _, _):
      rest(at: now, epoch)
      agenda.removeAll { if case .seekCompleted = $0.event, $0.epoch == epoch { true } else { false } }
      // A start from before the seek is reported before its landing, or never.
      if let seekLatency {
        let landing = now + seekLatency
        agenda.removeAll {
          if case .playbackStarted = $0.event, $0.epoch == epoch { $0.instant > landing } else { false }
        }
      }
      let landing = target + landingOffset
      playheads[epoch] = Playhead(position: landing)
      plan(.seekCompleted(serial, position: landing, isFinished: true), epoch, at: now, after: seekLatency)
      if fillsBuffer { plan(fullBuffer, epoch, at: now, after: seekLatency) }
    case .reportPosition:
      plan(.positionReported(position(epoch, at: now)), epoch, at: now, after: probeLatency)
    case .captureStill(let serial): plan(.stillCaptured(serial, isCaptured: true), epoch, at: now, after: .zero)
    case .catchUp(let position):
      let head = playheads[epoch] ?? Playhead()
      playheads[epoch] = Playhead(position: position, startedAt: head.startedAt.map { max($0, now) }, rate: head.rate)
    case .setVolume, .selectTrack, .setPresentation, .setVideoEnabled: break
    }
  }

  /// Runs dry at this position, and rests.
  mutating func starve(at position: MediaTime, _ epoch: Epoch, now: Instant) {
    rest(at: now, epoch)
    playheads[epoch] = Playhead(position: position)
  }

  private var fullBuffer: EngineEvent { .buffered(until: media.duration, bytesRead: 1_000, isSaturated: true) }

  private mutating func open(_ epoch: Epoch, at now: Instant) {
    playheads[epoch] = Playhead(position: restingPosition)
    if let openFailure, failedOpenings > 0 {
      failedOpenings -= 1
      for event in overture { plan(event, epoch, at: now, after: openLatency) }
      return plan(.failed(openFailure), epoch, at: now, after: openLatency)
    }
    for event in overture { plan(event, epoch, at: now, after: openLatency) }
    plan(.opened(media), epoch, at: now, after: openLatency)
    if fillsBuffer { plan(fullBuffer, epoch, at: now, after: openLatency) }
  }

  private mutating func play(_ rate: Rate, _ epoch: Epoch, at now: Instant) {
    guard let startLatency else { return }
    rest(at: now, epoch)
    let position = position(epoch, at: now)
    playheads[epoch] = Playhead(position: position, startedAt: now + startLatency, rate: rate)
    plan(.playbackStarted(position: position, rate: rate), epoch, at: now, after: startLatency)
    if reportsEnd, media.duration.isKnown {
      let rest = startLatency + rate.span(for: media.duration - position)
      plan(.ended(position: media.duration), epoch, at: now, after: rest)
    }
  }

  private func position(_ epoch: Epoch, at now: Instant) -> MediaTime {
    guard let head = playheads[epoch] else { return .zero }
    guard let startedAt = head.startedAt, now > startedAt else { return head.position }
    let position = head.position + head.rate.advance(during: now - startedAt)
    return media.duration.isKnown ? min(position, media.duration) : position
  }

  /// Where the playhead of an opening really is; `nil` while it rests.
  func truth(_ epoch: Epoch, at now: Instant) -> MediaTime? {
    guard let head = playheads[epoch], let startedAt = head.startedAt, now > startedAt else { return nil }
    return position(epoch, at: now)
  }

  /// What would have happened had the playhead gone on does not happen.
  private mutating func rest(at now: Instant, _ epoch: Epoch) {
    playheads[epoch] = Playhead(position: position(epoch, at: now))
    agenda.removeAll {
      if case .ended = $0.event, $0.epoch == epoch { true } else { false }
    }
  }

  private mutating func plan(_ event: EngineEvent, _ epoch: Epoch, at now: Instant, after latency: TimeSpan?) {
    guard let latency else { return }
    let instant = now + latency
    let place = agenda.firstIndex { $0.instant > instant } ?? agenda.endIndex
    agenda.insert((instant, event, epoch), at: place)
  }
}
