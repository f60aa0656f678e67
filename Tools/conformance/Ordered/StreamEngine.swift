import PlayerCore
import PlayerRuntime

/// The engine of ordered cases: plays streams that exist only as a description, on the clock it is given, with latencies
/// that are not zero.
final class StreamEngine: Engine {
  let identity = "streams"
  /// What a source stands for.
  var stream: (ItemID) -> ScriptedStream = { _ in ScriptedStream() }
  var openLatency = TimeSpan.milliseconds(300)
  var seekLatency = TimeSpan.milliseconds(500)
  /// Sees every command, before it is carried out.
  var onCommand: (EngineCommand, Instant) -> Void = { _, _ in }

  /// Whether the end of the media is reported.
  var reportsEnd = true
  /// Whether the playhead runs on behind the end while that is not reported.
  var runsPastEnd = false
  private(set) var isFrozen = false

  private(set) var rate = Rate.zero
  private var media = ScriptedStream()
  private var epoch = Epoch.none
  private var openedAt = Instant.zero
  private var anchor = MediaTime.zero
  private var anchoredAt = Instant.zero
  private var queue: [(instant: Instant, report: EngineReport)] = []
  /// When the window is reported again.
  private var nextWindow = Instant.never

  // MARK: Time

  private func position(at now: Instant) -> MediaTime { anchor + rate.advance(during: now - anchoredAt) }

  private func rest(at position: MediaTime, _ now: Instant) {
    anchor = position
    anchoredAt = now
    rate = .zero
  }

  /// The end of the window: one second later every second.
  private func windowEnd(at now: Instant) -> MediaTime {
    let elapsed = max(0, (now - openedAt).microseconds)
    return media.windowEnd + TimeSpan(microseconds: elapsed - elapsed % 1_000_000)
  }

  /// When the playhead comes to the end.
  private var endInstant: Instant {
    guard rate > .zero, media.duration.isKnown, reportsEnd || !runsPastEnd else { return .never }
    return anchoredAt + rate.span(for: max(.zero, media.duration - anchor))
  }

  // MARK: The script

  func fail(_ failure: Failure, at now: Instant) {
    rest(at: position(at: now), now)
    report(.failed(failure), at: now)
  }

  /// The data ends, or comes again.
  func freeze(_ isFrozen: Bool, at now: Instant) {
    self.isFrozen = isFrozen
    guard isFrozen else { return reportBuffer(at: now) }
    rest(at: position(at: now), now)
    report(.starved(position: anchor), at: now)
  }

  // MARK: Engine

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    onCommand(command, now)
    switch command {
    case .open(let item, _): open(item, epoch, at: now)
    case .close:
      queue.removeAll { $0.report.epoch == epoch }
      nextWindow = .never
      rest(at: .zero, now)
      queue.append((now, EngineReport(.closed, epoch: epoch, at: now)))
    case .play(let rate):
      rest(at: position(at: now), now)
      if isFrozen { return report(.starved(position: anchor), at: now) }
      self.rate = rate
      report(.playbackStarted(position: anchor, rate: rate), at: now)
    case .pause:
      rest(at: position(at: now), now)
      report(.playbackStopped(position: anchor), at: now)
    case .seek(let serial, let target, let before, let after):
      let end = media.duration.isKnown ? media.duration : windowEnd(at: now)
      seek(serial, media.landing(target, before, after, end: end), at: now)
    case .reportPosition: report(.positionReported(position(at: now)), at: now)
    case .captureStill(let serial): report(.stillCaptured(serial, isCaptured: true), at: now)
    case .selectTrack(let kind, let track): select(kind, track, at: now)
    case .setVolume, .setPresentation, .setVideoEnabled, .catchUp: break
    }
  }

  private func open(_ item: ItemID, _ epoch: Epoch, at now: Instant) {
    media = stream(item)
    self.epoch = epoch
    isFrozen = false
    openedAt = now + openLatency
    rest(at: media.kind == .dvr ? media.windowEnd : .zero, now)
    if let failure = media.failure { return report(.failed(failure), at: openedAt) }
    reportTracks(at: openedAt)
    if media.kind == .dvr {
      report(.seekableRangeChanged(start: media.windowStart, end: media.windowEnd), at: openedAt)
      nextWindow = openedAt + .seconds(1)
    }
    if let date = media.startDate {
      let position = media.kind == .dvr ? media.windowEnd : .zero
      report(.dateReference(position: position, date: date + openedAt.microseconds), at: openedAt)
    }
    report(
      .opened(
        OpenedMedia(
          duration: media.duration, isSeekable: media.kind != .live, hasAudio: true, hasVideo: media.hasVideo)),
      at: openedAt)
    reportBuffer(at: openedAt)
  }

  private func seek(_ serial: SeekSerial, _ landing: MediaTime, at now: Instant) {
    rest(at: landing, now)
    queue.removeAll {
      if case .seekCompleted = $0.report.event { true } else { false }
    }
    report(.seekCompleted(serial, position: landing, isFinished: true), at: now + seekLatency)
    if !isFrozen { reportBuffer(at: now + seekLatency) }
  }

  private func reportBuffer(at now: Instant) {
    // What has arrived before a seek lands belongs to the place that it leaves.
    let landing = queue.last {
      if case .seekCompleted = $0.report.event { true } else { false }
    }
    let now = max(now, landing?.instant ?? now)
    let end = media.duration.isKnown ? media.duration : MediaTime.seconds(1_000_000)
    report(.buffered(until: end, bytesRead: 1_000_000, isSaturated: true), at: now)
  }

  // MARK: Tracks

  private func reportTracks(at now: Instant) {
    for (number, language) in media.audio.enumerated() {
      report(
        .trackFound(
          .audio, TrackID(Int32(number)), language: language, title: .none, isDefault: number == 0), at: now)
    }
    for (number, language) in media.subtitles.enumerated() {
      report(
        .trackFound(
          .subtitle, TrackID(Int32(100 + number)), language: language, title: .none, isDefault: false,
          isForced: media.forcedSubtitles.contains(number)), at: now)
    }
    if !media.audio.isEmpty { report(.trackSelected(.audio, TrackID(0)), at: now) }
  }

  private func select(_ kind: TrackKind, _ track: TrackID, at now: Instant) {
    let automatic = kind == .audio && !media.audio.isEmpty ? TrackID(0) : .off
    report(.trackSelected(kind, track == .automatic ? automatic : track), at: now)
  }

  // MARK: Reports

  private func report(_ event: EngineEvent, at instant: Instant) {
    let place = queue.firstIndex { $0.instant > instant } ?? queue.endIndex
    queue.insert((instant, EngineReport(event, epoch: epoch, at: instant)), at: place)
  }

  var nextEvent: Instant { min(queue.first?.instant ?? .never, min(nextWindow, endInstant)) }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    if nextWindow <= now {
      let instant = nextWindow
      nextWindow = instant + .seconds(1)
      report(.seekableRangeChanged(start: media.windowStart, end: windowEnd(at: instant)), at: instant)
    }
    if endInstant <= now {
      let instant = endInstant
      rest(at: media.duration, instant)
      if reportsEnd { report(.ended(position: media.duration), at: instant) }
    }
    let due = queue.prefix { $0.instant <= now }
    events += due.map(\.report)
    queue.removeFirst(due.count)
  }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  func shutDown() {}
}

/// A stream that exists only as a description.
struct ScriptedStream {
  enum Kind {
    case onDemand
    case live
    case dvr
  }

  var kind = Kind.onDemand
  var duration = MediaTime.seconds(1_800)
  var windowStart = MediaTime.zero
  var windowEnd = MediaTime.seconds(7_200)
  /// The date of the instant zero, if the stream carries dates.
  var startDate: Int64?
  var hasVideo = true
  var audio: [TextID] = []
  var subtitles: [TextID] = []
  /// The places of those among them that hold forced subtitles only.
  var forcedSubtitles: Set<Int> = []
  var failure: Failure?

  /// Key frames lie at the beginning and, every two seconds, somewhat behind a whole second. Whoever allows it is taken to
  /// the nearest one before `end`.
  func landing(_ target: MediaTime, _ before: TimeSpan, _ after: TimeSpan, end: MediaTime) -> MediaTime {
    let distance = max(0, target.microseconds - Self.keyFrameOffset) / Self.keyFrameInterval
    let earlier = MediaTime(
      microseconds: target.microseconds < Self.keyFrameOffset
        ? 0 : Self.keyFrameOffset + distance * Self.keyFrameInterval)
    let later = MediaTime(
      microseconds: earlier == .zero ? Self.keyFrameOffset : earlier.microseconds + Self.keyFrameInterval)
    let reachable = [earlier, later].filter { frame in
      frame <= target ? target - frame <= before : frame - target <= after && frame < end
    }
    return reachable.min { abs(($0 - target).microseconds) < abs(($1 - target).microseconds) } ?? target
  }

  private static let keyFrameInterval: Int64 = 2_000_000
  private static let keyFrameOffset: Int64 = 2_600_000
}
