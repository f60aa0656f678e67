import PlayerCore

/// An engine that plays nothing and reports what a real one would, in virtual time: media of ten minutes over a network
/// that is fast, and now and then is not.
struct ScriptedEngine {
  private struct Report {
    var instant: Instant
    var event: EngineEvent
    var epoch: Epoch
  }

  static let duration = MediaTime.seconds(600)
  /// Media is read this many seconds ahead.
  private static let readAhead = 30

  private var reports: [Report] = []
  private var random = Random(seed: 7)
  private var epoch = Epoch.none
  private var position = MediaTime.zero
  private var movingSince = Instant.never
  private var rate = Rate.normal
  private var bufferedUntil = MediaTime.zero
  private var bytesRead: Int64 = 0
  private var hasShownFrame = false
  /// The network delivers nothing before this.
  private var blockedUntil = Instant.zero

  /// When the next report is due.
  var nextEvent: Instant { reports.first?.instant ?? .never }

  /// The next report; there must be one.
  mutating func takeReport() -> (Instant, Input) {
    let report = reports.removeFirst()
    switch report.event {
    case .buffered(let until, _, _):
      bufferedUntil = until
      scheduleBuffering(after: report.instant)
    case .starved, .ended: rest(at: report.instant)
    default: break
    }
    return (report.instant, .engine(report.event, report.epoch))
  }

  mutating func perform(_ command: EngineCommand, _ epoch: Epoch, at now: Instant) {
    switch command {
    case .open: open(epoch, at: now)
    case .close:
      reports.removeAll()
      movingSince = .never
      report(.closed, epoch, at: now, after: 1)
    case .play(let rate): play(rate, at: now)
    case .pause:
      rest(at: now)
      report(.playbackStopped(position: position), self.epoch, at: now, after: 5)
    case .seek(let serial, let target, _, _): seek(to: target, serial, at: now)
    case .reportPosition: report(.positionReported(playhead(at: now)), self.epoch, at: now, after: 1)
    case .captureStill(let serial): report(.stillCaptured(serial, isCaptured: true), self.epoch, at: now, after: 30)
    case .selectTrack(let kind, let track): report(.trackSelected(kind, track), self.epoch, at: now, after: 5)
    case .setVolume, .setPresentation, .setVideoEnabled, .catchUp: break
    }
  }

  /// The network stops for a while, long enough to run out of data when it plays.
  mutating func block(at now: Instant) {
    blockedUntil = now + rate.span(for: bufferedUntil - playhead(at: now)) + .seconds(8)
    for index in reports.indices {
      if case .buffered = reports[index].event { reports[index].instant = max(reports[index].instant, blockedUntil) }
    }
    sort()
    scheduleEnd(at: now)
  }
}

extension ScriptedEngine {
  private mutating func open(_ epoch: Epoch, at now: Instant) {
    self.epoch = epoch
    position = .zero
    movingSince = .never
    bufferedUntil = .zero
    bytesRead = 0
    hasShownFrame = false
    report(
      .connected(
        address: TextID(1), nameLookup: .milliseconds(4), connect: .milliseconds(21), firstData: .milliseconds(60)),
      epoch, at: now, after: 60)
    report(
      .trackFound(.audio, TrackID(0), language: TextID(2), title: .none, isDefault: true), epoch, at: now, after: 90)
    report(.trackFound(.video, TrackID(1), language: .none, title: .none, isDefault: true), epoch, at: now, after: 90)
    report(.trackSelected(.audio, TrackID(0)), epoch, at: now, after: 91)
    report(.trackSelected(.video, TrackID(1)), epoch, at: now, after: 91)
    report(.naturalSizeChanged(width: 1_280, height: 720), epoch, at: now, after: 92)
    report(.opened(OpenedMedia(duration: Self.duration, hasVideo: true)), epoch, at: now, after: 95)
    scheduleBuffering(after: now + .milliseconds(100))
  }

  private mutating func play(_ rate: Rate, at now: Instant) {
    rest(at: now)
    movingSince = now + .milliseconds(20)
    self.rate = rate
    report(.playbackStarted(position: position, rate: rate), epoch, at: now, after: 20)
    if !hasShownFrame {
      hasShownFrame = true
      report(.firstFrame(.audio, position: position), epoch, at: now, after: 21)
      report(.firstFrame(.video, position: position), epoch, at: now, after: 25)
    }
    if !isBuffering { scheduleBuffering(after: now) }
    scheduleEnd(at: now)
  }

  private mutating func seek(to target: MediaTime, _ serial: SeekSerial, at now: Instant) {
    rest(at: now)
    removeReports { if case .buffered = $0 { true } else { false } }
    position = target
    bufferedUntil = target
    blockedUntil = now
    report(.seekCompleted(serial, position: target, isFinished: true), epoch, at: now, after: 40)
    scheduleBuffering(after: now + .milliseconds(60))
  }

  private func playhead(at now: Instant) -> MediaTime {
    guard movingSince <= now else { return position }
    return min(position + rate.advance(during: now - movingSince), Self.duration)
  }

  private mutating func rest(at now: Instant) {
    position = playhead(at: now)
    movingSince = .never
    removeReports {
      switch $0 {
      case .ended, .starved: true
      default: false
      }
    }
  }

  /// Whether the next second of media is on its way; it is not while a full buffer rests.
  private var isBuffering: Bool {
    reports.contains { if case .buffered = $0.event { true } else { false } }
  }

  /// The next second of media arrives: quickly while the buffer fills, then as fast as it is used.
  private mutating func scheduleBuffering(after now: Instant) {
    guard bufferedUntil < Self.duration else { return }
    let next = min(bufferedUntil + .seconds(1), Self.duration)
    let isFull = next - playhead(at: now) > .seconds(Int64(Self.readAhead))
    guard !isFull || movingSince != .never else { return }
    bytesRead += 250_000 + Int64(random.below(5_000))
    let delay = TimeSpan.milliseconds(isFull ? 1_000 : Int64(100 + random.below(80)))
    report(
      .buffered(until: next, bytesRead: bytesRead, isSaturated: next == Self.duration), epoch,
      at: max(now + delay, blockedUntil))
    if blockedUntil <= now + delay { scheduleEnd(at: now) }
  }

  /// Playback ends where the data ends: at the end of the media, or where it runs out because the network stands.
  private mutating func scheduleEnd(at now: Instant) {
    guard movingSince != .never else { return }
    removeReports {
      switch $0 {
      case .ended, .starved: true
      default: false
      }
    }
    let isBlocked = blockedUntil > now && bufferedUntil < Self.duration
    let last = isBlocked ? bufferedUntil : Self.duration
    let instant = max(now, movingSince) + rate.span(for: max(.zero, last - playhead(at: now)))
    if !isBlocked {
      report(.ended(position: Self.duration), epoch, at: instant)
    } else if instant < blockedUntil {
      report(.starved(position: last), epoch, at: instant)
    }
  }

  private mutating func report(_ event: EngineEvent, _ epoch: Epoch, at now: Instant, after milliseconds: Int64 = 0) {
    reports.append(Report(instant: now + .milliseconds(milliseconds), event: event, epoch: epoch))
    sort()
  }

  private mutating func removeReports(where isDropped: (EngineEvent) -> Bool) {
    reports.removeAll { isDropped($0.event) }
  }

  /// By instant; at the same instant as they were appended.
  private mutating func sort() {
    let sorted = reports.enumerated().sorted {
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
    }
    reports = sorted.map(\.element)
  }
}
