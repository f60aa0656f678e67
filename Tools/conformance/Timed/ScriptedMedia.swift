import PlayerCore
import PlayerRuntime

/// The engine that timed cases drive: it opens, buffers and fails when the script says so, and moves the playhead by
/// itself in between.
final class ScriptedMedia: Engine {
  let identity = "scripted"
  /// Sees every command, before it is carried out.
  var onCommand: (EngineCommand, Epoch, Instant) -> Void = { _, _, _ in }
  /// Whether seeks land at once; else the script says when.
  var landsAtOnce = true
  /// Whether media is loaded to its end as soon as it is open, and wherever a seek lands; else the script says when.
  var buffersAtOnce = false
  /// What the buffer allows as soon as a seek has landed; nil: the script says so.
  var supplyAtLandings: Supply?
  /// Whether what plays goes on while other media opens beside it.
  var keepsPlaying = false
  /// Whether closes are confirmed at once; else the script says when.
  var closesAtOnce = true

  private(set) var epoch = Epoch.none
  /// Everything that was opened, in order; the last one is what reports of opening speak of.
  private var openings: [(item: ItemID, epoch: Epoch)] = []
  /// What is known of media that opens beside what plays.
  private var nextDuration = MediaTime.unknown
  private(set) var pendingSeek: (serial: SeekSerial, target: MediaTime)?
  private(set) var rate = Rate.zero
  private var duration = MediaTime.unknown
  private var anchor = MediaTime.zero
  private var anchoredAt = Instant.zero
  private var reports: [(instant: Instant, report: EngineReport)] = []
  private var unconfirmedCloses: [Epoch] = []

  func position(at now: Instant) -> MediaTime { anchor + rate.advance(during: now - anchoredAt) }

  /// Reports something now. What belongs to an opening speaks of the last one, or of the last one of `item`.
  func report(_ event: EngineEvent, at now: Instant, of item: ItemID? = nil) {
    var epoch = epoch
    switch event {
    case .opened(let media):
      epoch = openings.last?.epoch ?? epoch
      if epoch == self.epoch { duration = media.duration } else { nextDuration = media.duration }
    case .connected, .metadataFound, .naturalSizeChanged:
      epoch = openings.last { item == nil || $0.item == item }?.epoch ?? .none
    case .failed: epoch = openings.last?.epoch ?? epoch
    case .starved, .ended, .supplyChanged(.stalled): rest(at: position(at: now), now)
    default: break
    }
    if case .failed = event, epoch == self.epoch { rest(at: position(at: now), now) }
    reports.append((now, EngineReport(event, epoch: epoch, at: now)))
    if case .opened = event, buffersAtOnce { reportBuffer(at: now) }
  }

  /// Everything is loaded.
  func reportBuffer(at now: Instant) {
    let epoch = openings.last?.epoch ?? epoch
    let event = EngineEvent.buffered(until: end(of: epoch), bytesRead: 1, isSaturated: true)
    reports.append((now, EngineReport(event, epoch: epoch, at: now)))
  }

  private func end(of epoch: Epoch) -> MediaTime {
    let duration = epoch == self.epoch ? duration : nextDuration
    return duration.isKnown ? duration : .seconds(3_600)
  }

  /// The pending seek comes down.
  func land(at now: Instant) {
    guard let seek = pendingSeek else { return }
    pendingSeek = nil
    rest(at: seek.target, now)
    report(.seekCompleted(seek.serial, position: seek.target, isFinished: true), at: now)
    if buffersAtOnce { reportBuffer(at: now) }
    if let supplyAtLandings { report(.supplyChanged(supplyAtLandings), at: now) }
  }

  /// Everything that was told to close is closed.
  func confirmCloses(at now: Instant) {
    for epoch in unconfirmedCloses { reports.append((now, EngineReport(.closed, epoch: epoch, at: now))) }
    unconfirmedCloses = []
  }

  /// The playhead stands, and nobody is told.
  func rest(at now: Instant) { rest(at: position(at: now), now) }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    onCommand(command, epoch, now)
    switch command {
    case .open(let item, let keepsBuffer):
      openings.append((item, epoch))
      if !keepsBuffer || !keepsPlaying { begin(epoch, .unknown, now) }
    case .close:
      unconfirmedCloses.append(epoch)
      if closesAtOnce { confirmCloses(at: now) }
      if epoch == self.epoch, let next = openings.last?.epoch, next != epoch { begin(next, nextDuration, now) }
    case .play(let rate):
      rest(at: position(at: now), now)
      self.rate = rate
      report(.playbackStarted(position: anchor, rate: rate), at: now)
    case .pause:
      rest(at: position(at: now), now)
      report(.playbackStopped(position: anchor), at: now)
    case .seek(let serial, let target, _, _):
      rest(at: position(at: now), now)
      pendingSeek = (serial, target)
      if landsAtOnce { land(at: now) }
    case .reportPosition: report(.positionReported(position(at: now)), at: now)
    case .catchUp(let position):
      anchor = position
      anchoredAt = now
    case .captureStill(let serial): report(.stillCaptured(serial, isCaptured: true), at: now)
    case .selectTrack(let kind, let track): report(.trackSelected(kind, track), at: now)
    case .setVolume, .setPresentation, .setVideoEnabled: break
    }
  }

  /// This opening is the one that plays from now on.
  private func begin(_ epoch: Epoch, _ duration: MediaTime, _ now: Instant) {
    self.epoch = epoch
    self.duration = duration
    nextDuration = .unknown
    pendingSeek = nil
    rest(at: .zero, now)
  }

  private func rest(at position: MediaTime, _ now: Instant) {
    anchor = position
    anchoredAt = now
    rate = .zero
  }

  /// When the playhead comes to the end.
  private var end: Instant {
    guard rate > .zero, duration.isKnown else { return .never }
    return anchoredAt + rate.span(for: max(.zero, duration - anchor))
  }

  var nextEvent: Instant { min(reports.first?.instant ?? .never, end) }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    if end <= now {
      let instant = end
      rest(at: duration, instant)
      report(.ended(position: duration), at: instant)
    }
    let due = reports.prefix { $0.instant <= now }
    events += due.map(\.report)
    reports.removeFirst(due.count)
  }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  func shutDown() {}
}
