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

  private(set) var epoch = Epoch.none
  private(set) var pendingSeek: (serial: SeekSerial, target: MediaTime)?
  private(set) var rate = Rate.zero
  private var duration = MediaTime.unknown
  private var anchor = MediaTime.zero
  private var anchoredAt = Instant.zero
  private var reports: [EngineReport] = []

  func position(at now: Instant) -> MediaTime { anchor + rate.advance(during: now - anchoredAt) }

  /// Reports something now.
  func report(_ event: EngineEvent, at now: Instant) {
    switch event {
    case .opened(let media): duration = media.duration
    case .starved, .failed, .ended, .supplyChanged(.stalled): rest(at: position(at: now), now)
    default: break
    }
    reports.append(EngineReport(event, epoch: epoch, at: now))
  }

  /// The pending seek comes down.
  func land(at now: Instant) {
    guard let seek = pendingSeek else { return }
    pendingSeek = nil
    rest(at: seek.target, now)
    report(.seekCompleted(seek.serial, position: seek.target, isFinished: true), at: now)
  }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    onCommand(command, epoch, now)
    switch command {
    case .open:
      self.epoch = epoch
      duration = .unknown
      pendingSeek = nil
      rest(at: .zero, now)
    case .close: reports.append(EngineReport(.closed, epoch: epoch, at: now))
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
    events += due
    reports.removeFirst(due.count)
  }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  func shutDown() {}
}
