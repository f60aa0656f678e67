#if FFmpeg
import PlayerCore

/// Decodes what is queued and presents it when its time has come. The caller passes every instant; see
/// ``ThreadedSession`` and ``SteppedSession``.
final class Presenter {
  private let parts: SessionParts
  var state: Monitor<SessionState> { parts.state }
  var report: Reporter { parts.report }
  private var outputs: OutputSet { parts.outputs }
  var interrupt: Interrupt { parts.interrupt }
  private var tracks: [Track] = []
  private var subtitles = SubtitleTrack()
  var clock = PlayClock()
  /// How far the media was presented.
  private var played: Int64 = 0
  /// Where what was presented ends.
  private(set) var presentedUntil: Int64 = 0
  /// Whether the reader is on its way to where the window begins by now.
  var returnsToWindow = false
  /// Whether playback begins when there is something to play: what was there at the command is gone.
  private var awaitsData = false
  /// Until when what a selection fetches anew may come while time goes on: until it has, nothing is missing.
  private var fetchedBy = Instant.zero
  private static let fetchTime = TimeSpan.milliseconds(500)
  private var traits: SourceTraits?
  /// The rate that was asked for, until the first frame is there.
  private var pendingRate: Rate?
  private var plan: Plan?
  private var hasSought = false
  private var presentedKinds: Set<TrackKind> = []
  /// The size that was last reported; nil while it is the container's.
  private var size: PixelSize?
  /// The picture that is shown.
  private var picture: Picture?
  /// Whether the picture at the playhead was shown without being played.
  private var isPreviewed = false
  private let turner = PictureTurner()
  /// Whether outputs may hold some sound back.
  private var hasSound = false

  init(_ parts: SessionParts) { self.parts = parts }

  // MARK: Time

  /// When ``step(at:)`` has something to do; `.never` at rest. Decodes as far as needed for the answer.
  func next(at now: Instant) -> Instant {
    var plan: Plan
    repeat {
      followRestarts(at: now)
      if interrupt.isForGood || traits == nil { return .never }
      if isSeeking { return answerDue }
      if isReturning || (pendingRate == nil && !clock.isMoving) { return .never }
      plan = makePlan(at: now)
      // The reader may have moved in the meantime.
    } while state.access { !$0.restarts.isEmpty }
    self.plan = plan
    if awaitsData, !isPlayable(plan), missesData { return .never }
    if case .starved = plan, pendingRate == nil, now < fetchedBy { return fetchedBy }
    return pendingRate == nil && !isBehindGap(plan) ? clock.instant(of: plan.position) : now
  }

  /// Whether what is queued is about to be dropped: a command to play waits for the landing.
  var isSeeking: Bool { state.access { $0.awaited != nil } }

  /// When a seek is answered that has not landed.
  private var answerDue: Instant {
    state.access { state in state.isAnswered ? .never : state.awaited.map { $0.since + Reader.patience } ?? .never }
  }

  /// Whether more data would change the answer of ``next(at:)``.
  var missesData: Bool {
    if returnsToWindow || isSeeking { return true }
    if case .starved = plan { return true }
    return false
  }

  /// Does what ``next(at:)`` announced.
  func step(at now: Instant) {
    if isSeeking { return answerSeek(at: now) }
    guard let plan = plan.take() else { return }
    if let rate = pendingRate.take(), isPlayable(plan) { return start(at: rate, now) }
    if isBehindGap(plan) { jump(to: plan.position, at: now) }
    switch plan {
    case .frame(let track, _): present(track, at: now)
    case .subtitle(let position): showSubtitles(at: max(position, clock.position(at: now)), now)
    case .tag: reportTag(at: now)
    case .silence(let track, _): endSound(of: track, at: now)
    case .starved(let position):
      clock.rest(at: max(clock.position, position))
      report(.starved(position: .microseconds(clock.position)), at: now)
    case .failed(let error, let position): fail(error, at: position, now)
    case .ended(let position): end(at: max(clock.position, position), now)
    }
  }

  /// Whether there is anything to begin with.
  private func isPlayable(_ plan: Plan) -> Bool {
    switch plan {
    case .starved(let position), .failed(_, let position): position > clock.position
    case .frame, .subtitle, .tag, .silence, .ended: true
    }
  }

  private func start(at rate: Rate, _ now: Instant) {
    awaitsData = false
    clock.move(from: clock.position, at: rate, since: now)
    outputs.setRate(rate)
    report(.playbackStarted(position: .microseconds(clock.position), rate: rate), at: now)
  }

  private func fail(_ error: MediaError, at position: Int64, _ now: Instant) {
    clock.rest(at: max(clock.position, position))
    report(error, at: now)
  }

  private func end(at position: Int64, _ now: Instant) {
    clock.rest(at: position)
    // Packets, but not one frame: the data is not what the container declares.
    let broken = tracks.filter { $0.hasSent && !$0.hasDecoded }
    for kind in broken.map(\.kind) {
      let failure = kind == .video ? Failure.Kind.videoDecodeFailed : .audioDecodeFailed
      if broken.count == tracks.count { return report(.failed(failure), at: now) }
      report(.warned(Failure(failure)), at: now)
    }
    // It opened but yielded nothing: that is no media, however it begins.
    if presentedKinds.isEmpty, !hasSought, !tracks.contains(where: \.hasDecoded) {
      return report(.failed(Failure(.invalidData)), at: now)
    }
    report(.ended(position: .microseconds(position)), at: now)
  }

  // MARK: Commands

  func perform(_ command: EngineCommand, at now: Instant) {
    followRestarts(at: now)
    if interrupt.isForGood { return }
    switch command {
    case .play(let rate): play(rate, at: now)
    case .pause:
      pause(at: now)
      report(.playbackStopped(position: .microseconds(clock.position)), at: now)
    case .seek(let serial, let target, let before, let after):
      seek(SeekRequest(serial, target: target, toleranceBefore: before, toleranceAfter: after), at: now)
    case .selectTrack(let kind, let track):
      select(SelectRequest(kind: kind, track: track, position: clock.position(at: now)))
    case .setVideoEnabled(let isShown):
      let position = clock.position(at: now)
      select(SelectRequest(kind: .video, track: isShown ? .automatic : .off, position: position, isAnnounced: false))
    case .catchUp(let position): catchUp(to: position.microseconds, at: now)
    case .captureStill(let serial): captureStill(serial, at: now)
    case .reportPosition: report(.positionReported(.microseconds(clock.position(at: now))), at: now)
    case .open, .close, .setVolume, .setPresentation: break
    }
  }

  private func play(_ rate: Rate, at now: Instant) {
    guard rate > .zero else { return pause(at: now) }
    if clock.isMoving {
      clock.move(from: clock.position(at: now), at: rate, since: now)
      outputs.setRate(rate)
      report(.playbackStarted(position: .microseconds(clock.position), rate: rate), at: now)
    } else {
      pendingRate = rate
      returnToWindow()
    }
  }

  private func pause(at now: Instant) {
    pendingRate = nil
    clock.rest(at: clock.position(at: now))
  }

  private func seek(_ request: SeekRequest, at now: Instant) {
    pause(at: now)
    var request = request
    request.origin = clock.position
    let isSeekable = traits?.isSeekable == true
    let landing = state.change { state -> Restart? in
      if let landing = state.land(request) {
        state.restarts.append(landing)
        return landing
      }
      state.seek = request
      state.awaited = (request, now)
      state.isAnswered = false
      // What blocks the reader is no longer needed. A source that cannot seek continues instead. Before the reader knows of the
      // request, or that is what would be broken off.
      if isSeekable { interrupt.breakOff() }
      return nil
    }
    if let landing {
      followRestarts(at: now)
      return answer(request, at: landing.position, now)
    }
  }

  /// The server takes its time. That is no matter of the engine: playback goes on at the target, when data comes.
  private func answerSeek(at now: Instant) {
    let request = state.change { state -> SeekRequest? in
      guard let (request, since) = state.awaited, !state.isAnswered, since + Reader.patience <= now else { return nil }
      state.isAnswered = true
      return request
    }
    guard let request else { return }
    clock.rest(at: request.target)
    answer(request, at: request.target, now)
  }

  /// Reports that `request` has landed, and what lies ahead.
  private func answer(_ request: SeekRequest, at position: Int64, _ now: Instant) {
    let (until, bytesRead, isSaturated) = state.access { state in
      let isThere = state.awaited == nil
      let until = isThere ? max(state.queue.bufferedUntil ?? position, position) : position
      state.lastReport = (until, isThere && state.isSaturated)
      return (until, state.bytesRead, isThere && state.isSaturated)
    }
    report(.seekCompleted(request.serial, position: .microseconds(position), isFinished: true), at: now)
    report(.buffered(until: .microseconds(until), bytesRead: bytesRead, isSaturated: isSaturated), at: now)
  }

  private func select(_ request: SelectRequest) { state.change { $0.selections.append(request) } }

  private func catchUp(to position: Int64, at now: Instant) {
    for index in tracks.indices { tracks[index].restart(at: position, flushes: false) }
    discardSound()
    clock.move(from: position, at: clock.rate, since: now)
    report(.positionReported(.microseconds(position)), at: now)
  }

  private func captureStill(_ serial: StillSerial, at now: Instant) {
    var shown = picture
    if shown == nil, let index = tracks.firstIndex(where: { $0.kind == .video }),
      case .next(let frame) = tracks[index].fill(take)
    {
      shown = Picture(turner.upright(frame), rate: tracks[index].decoder.frameRate)
    }
    if let shown { parts.onStill?(serial, shown) }
    report(.stillCaptured(serial, isCaptured: shown != nil && parts.onStill != nil), at: now)
  }

  /// While nothing plays, shows what lies at the playhead to those who want it. Reports nothing: only what is played
  /// counts. Returns whether more data is needed for it.
  func preview() -> Bool {
    let isAtRest = traits != nil && pendingRate == nil && !clock.isMoving && !isSeeking && !isReturning
    guard isAtRest, picture == nil, !isPreviewed, outputs.wantsPreviews,
      let index = tracks.firstIndex(where: { $0.kind == .video })
    else { return false }
    switch tracks[index].fill(take) {
    case .next(let frame):
      isPreviewed = true
      outputs.preview(Picture(turner.upright(frame), rate: tracks[index].decoder.frameRate), unless: interrupt)
      return false
    case .dry: return true
    case .skipped, .over, .failure: return false
    }
  }

  // MARK: Following the reader

  private func followRestarts(at now: Instant) {
    let restarts = state.access { state in
      defer { state.restarts.removeAll() }
      traits = state.traits
      return state.restarts
    }
    for restart in restarts { follow(restart, at: now) }
  }

  private func follow(_ restart: Restart, at now: Instant) {
    plan = nil
    // A selection fetches again what plays while the clock keeps running. A seek has stopped the clock before.
    let position = clock.isMoving ? max(clock.position(at: now), restart.position) : restart.position
    for (kind, decoder) in restart.decoders {
      tracks.removeAll { $0.kind == kind }
      if kind == .subtitle { subtitles.decoder = decoder as? SubtitleDecoder }
      if kind == .video { (picture, isPreviewed) = (nil, false) }
      if kind == .audio { discardSound() }
      if let decoder = decoder as? Decoder { tracks.append(Track(decoder, start: position)) }
    }
    if restart.isBeginning {
      played = position
      presentedUntil = position
      clock.rest(at: position)
    }
    guard restart.isSeek else { return }
    hasSought = true
    awaitsData = returnsToWindow
    returnsToWindow = false
    for index in tracks.indices {
      tracks[index].restart(at: position, flushes: restart.moved?.contains(tracks[index].kind) ?? true)
    }
    if restart.moved == nil { subtitles.restart() }
    (picture, isPreviewed) = (nil, false)
    played = position
    hasSound = false
    presentedUntil = position
    outputs.flush()
    if !clock.isMoving { clock.rest(at: position) }
    // On the virtual clock all that there is has been read by now.
    if clock.isMoving, !report.keepsInstants { fetchedBy = now + Self.fetchTime }
  }

  /// The next packet; the reader is notified when there is room again.
  private func take(_ kind: TrackKind) -> Supply<Packet> {
    let (next, hasRoom) = state.access { ($0.next(kind), $0.wantsPackets) }
    if hasRoom { state.change { _ in } }
    return next
  }

  // MARK: Presenting

  private func makePlan(at now: Instant) -> Plan {
    var survey = Survey(playedTo: played)
    var silent: Int?
    for index in tracks.indices {
      let supply = tracks[index].fill(take)
      if let place = tracks[index].takeLoss() { reportLoss(of: tracks[index].kind, from: place, at: now) }
      if case .over = supply, tracks[index].kind == .audio { silent = index }
      survey.add(supply, of: tracks[index], index)
    }
    if let silent, hasSound { return .silence(track: silent, at: played) }
    subtitles.fill(take)
    let plan = survey.plan()
    if let change = subtitles.nextChange, change <= plan.position { return .subtitle(at: change) }
    if let tag = state.access({ $0.tags.first }), tag.position <= plan.position {
      return .tag(at: max(tag.position, clock.position))
    }
    return plan
  }

  private func reportLoss(of kind: TrackKind, from position: Int64, at now: Instant) {
    let failure: Failure.Kind = kind == .video ? .videoDecodeFailed : .audioDecodeFailed
    report.warn(of: .failed(failure, words: "from \(Double(position / 1_000) / 1_000) s on"), at: now)
  }

  private func showSubtitles(at position: Int64, _ now: Instant) {
    report(.subtitleShown(report.library.text(subtitles.advance(to: position))), at: now)
  }

  private func reportTag(at now: Instant) {
    let library = report.library
    guard let tag = state.access({ $0.tags.isEmpty ? nil : $0.tags.removeFirst() }) else { return }
    report(.metadataFound(key: library.text(tag.key), value: library.text(tag.value)), at: now)
  }

  private func present(_ index: Int, at now: Instant) {
    guard let frame = tracks[index].takeHead().map(turner.upright) else { return }
    let position = MediaTime.microseconds(max(frame.position, tracks[index].start))
    played = max(played, frame.position)
    presentedUntil = max(presentedUntil, frame.end)
    let rate = tracks[index].decoder.frameRate
    if frame.kind == .video { show(frame, Picture(frame, rate: rate), at: now) }
    if frame.kind == .audio { hasSound = true }
    do throws(OutputError) {
      try outputs.present(frame, from: tracks[index].start, rate: rate, unless: interrupt)
    } catch {
      return fail(.failed(.io, detail: error.code), at: clock.position(at: now), now)
    }
    if presentedKinds.insert(frame.kind).inserted { report(.firstFrame(frame.kind, position: position), at: now) }
  }

  private func endSound(of index: Int, at now: Instant) {
    hasSound = false
    do throws(OutputError) {
      try outputs.endSound(from: tracks[index].start, unless: interrupt)
    } catch {
      fail(.failed(.io, detail: error.code), at: clock.position(at: now), now)
    }
  }

  /// The sound so far does not lead over to what follows.
  private func discardSound() {
    if hasSound { outputs.discardSound() }
    hasSound = false
  }

  private func show(_ frame: Frame, _ picture: Picture, at now: Instant) {
    self.picture = picture
    let natural = frame.naturalSize
    if (size ?? traits?.naturalSize) == natural { return }
    size = natural
    report(.naturalSizeChanged(width: natural.width, height: natural.height), at: now)
  }
}
#endif
