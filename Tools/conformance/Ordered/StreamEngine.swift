import PlayerCore
import PlayerRuntime
import ScriptedEngine

/// The engine of ordered cases: plays streams that exist only as a description, on the clock it is given, with latencies
/// that are not zero.
final class StreamEngine: Engine {
  let identity = "streams"
  /// What a source stands for.
  var stream: (ItemID) -> ScriptedStream = { _ in ScriptedStream() }
  /// Sees every command, before it is carried out.
  var onCommand: (EngineCommand, Instant) -> Void = { _, _ in }

  private var playback = ScriptedPlayback()
  private var media = ScriptedStream()
  private var epoch = Epoch.none
  private var openedAt = Instant.zero
  private var isFrozen = false
  /// When the window is reported again.
  private var nextWindow = Instant.never

  init() {
    playback.openLatency = .milliseconds(300)
    playback.seekLatency = .milliseconds(500)
    playback.liveBufferEnd = .seconds(1_000_000)
    playback.answersSelections = true
  }

  // MARK: The script

  var seekLatency: TimeSpan {
    get { playback.seekLatency ?? .never }
    set { playback.seekLatency = newValue }
  }

  /// Whether the end of the media is reported.
  var reportsEnd: Bool {
    get { playback.reportsEnd }
    set { playback.reportsEnd = newValue }
  }

  /// Whether the playhead runs past the end while that is not reported.
  var runsPastEnd: Bool {
    get { playback.runsPastEnd }
    set { playback.runsPastEnd = newValue }
  }

  func rate(at now: Instant) -> Rate { playback.rate(epoch, at: now) }

  func fail(_ failure: Failure, at now: Instant) {
    playback.rest(at: now, epoch)
    playback.report(.failed(failure), epoch, at: now)
  }

  /// The data ends, or comes again.
  func freeze(_ isFrozen: Bool, at now: Instant) {
    self.isFrozen = isFrozen
    playback.fillsBuffer = !isFrozen
    if isFrozen { starve(at: now) } else { playback.reportFullBuffer(epoch, at: now) }
  }

  private func starve(at now: Instant) {
    playback.rest(at: now, epoch)
    playback.report(.starved(position: playback.position(epoch, at: now)), epoch, at: now)
  }

  // MARK: Engine

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    onCommand(command, now)
    switch command {
    case .open(let item, _): open(item, command, epoch, at: now)
    case .close:
      nextWindow = .never
      playback.perform(command, epoch, at: now)
    case .play where isFrozen: starve(at: now)
    case .seek(let serial, let target, let before, let after):
      let end = media.duration.isKnown ? media.duration : windowEnd(at: now)
      let landing = media.landing(target, before, after, end: end)
      playback.perform(
        .seek(serial, target: landing, toleranceBefore: .zero, toleranceAfter: .zero), self.epoch, at: now)
    case .selectTrack(let kind, .automatic):
      let automatic = kind == .audio && !media.audio.isEmpty ? TrackID(0) : .off
      playback.perform(.selectTrack(kind, automatic), self.epoch, at: now)
    case .catchUp: break
    default: playback.perform(command, self.epoch, at: now)
    }
  }

  private func open(_ item: ItemID, _ command: EngineCommand, _ epoch: Epoch, at now: Instant) {
    media = stream(item)
    self.epoch = epoch
    isFrozen = false
    openedAt = now + (playback.openLatency ?? .zero)
    nextWindow = media.kind == .dvr && media.failure == nil ? openedAt + .seconds(1) : .never
    playback.fillsBuffer = true
    playback.openFailure = media.failure
    playback.restingPosition = media.kind == .dvr ? media.windowEnd : .zero
    playback.media = OpenedMedia(
      duration: media.duration, isSeekable: media.kind != .live, hasAudio: true, hasVideo: media.hasVideo)
    playback.overture = media.failure == nil ? media.overture(at: openedAt) : []
    playback.perform(command, epoch, at: now)
  }

  /// The end of the window: one second later every second.
  private func windowEnd(at now: Instant) -> MediaTime {
    let elapsed = max(0, (now - openedAt).microseconds)
    return media.windowEnd + TimeSpan(microseconds: elapsed - elapsed % 1_000_000)
  }

  var nextEvent: Instant { min(playback.nextEvent, nextWindow) }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    if nextWindow <= now {
      let instant = nextWindow
      nextWindow = instant + .seconds(1)
      playback.report(
        .seekableRangeChanged(start: media.windowStart, end: windowEnd(at: instant)), epoch, at: instant)
    }
    playback.takeEvents(upTo: now, into: &events)
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

  /// What is reported before it is open.
  func overture(at instant: Instant) -> [EngineEvent] {
    var events: [EngineEvent] = []
    for (number, language) in audio.enumerated() {
      events.append(
        .trackFound(.audio, TrackID(Int32(number)), language: language, title: .none, isDefault: number == 0))
    }
    for (number, language) in subtitles.enumerated() {
      events.append(
        .trackFound(
          .subtitle, TrackID(Int32(100 + number)), language: language, title: .none, isDefault: false,
          isForced: forcedSubtitles.contains(number)))
    }
    if !audio.isEmpty { events.append(.trackSelected(.audio, TrackID(0))) }
    if kind == .dvr { events.append(.seekableRangeChanged(start: windowStart, end: windowEnd)) }
    if let startDate {
      let position = kind == .dvr ? windowEnd : .zero
      events.append(.dateReference(position: position, date: startDate + instant.microseconds))
    }
    return events
  }

  /// Key frames lie at the beginning and, every two seconds, somewhat after a whole second. A caller that allows it is
  /// taken to the nearest one before `end`.
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
