import PlayerCore
import PlayerRuntime

/// Stands in for an engine where media would only be in the way: opens, plays, seeks and ends on the clock it is given,
/// with fixed latencies. It keeps to the contract of `Engine`, and to nothing else.
public final class ScriptedEngine: Engine {
  public var duration = MediaTime.seconds(10)
  /// Whether the media that opens can be sought in.
  public var isSeekable = true
  public var openLatency = TimeSpan.milliseconds(100)
  public var seekLatency = TimeSpan.milliseconds(50)
  /// Announced with every opening.
  public var chapters: [(start: MediaTime, end: MediaTime, title: TextID)] = []
  /// Never answers an open.
  public var isSilent = false
  public private(set) var commands: [EngineCommand] = []
  public private(set) var isShutDown = false

  private var epoch = Epoch.none
  private var position = MediaTime.zero
  private var startedAt: Instant?
  private var rate = Rate.normal
  private var queue: [(instant: Instant, report: EngineReport)] = []

  public let identity = "scripted 1"

  public init() {}

  public func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    commands.append(command)
    switch command {
    case .open:
      self.epoch = epoch
      position = .zero
      startedAt = nil
      if isSilent { return }
      for (index, chapter) in chapters.enumerated() {
        let number = SegmentID(UInt32(index + 1))
        let found = EngineEvent.chapterFound(number, start: chapter.start, end: chapter.end, title: chapter.title)
        report(found, at: now + openLatency)
      }
      report(.opened(OpenedMedia(duration: duration, isSeekable: isSeekable)), at: now + openLatency)
      report(.buffered(until: duration, bytesRead: 1_000, isSaturated: true), at: now + openLatency)
    case .close:
      queue.removeAll { $0.report.epoch == epoch }
      startedAt = nil
      queue.append((now, EngineReport(.closed, epoch: epoch, at: now)))
    case .play(let rate):
      rest(at: now)
      self.rate = rate
      startedAt = now
      report(.playbackStarted(position: position, rate: rate), at: now)
      report(.ended(position: duration), at: now + rate.span(for: duration - position))
    case .pause:
      rest(at: now)
      report(.playbackStopped(position: position), at: now)
    case .seek(let serial, let target, _, _):
      rest(at: now)
      position = target
      report(.seekCompleted(serial, position: target, isFinished: true), at: now + seekLatency)
      report(.buffered(until: duration, bytesRead: 1_000, isSaturated: true), at: now + seekLatency)
    case .reportPosition: report(.positionReported(currentPosition(at: now)), at: now)
    case .captureStill(let serial): report(.stillCaptured(serial, isCaptured: true), at: now)
    case .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .catchUp: break
    }
  }

  public var nextEvent: Instant { queue.first?.instant ?? .never }

  public func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    while let first = queue.first, first.instant <= now { events.append(queue.removeFirst().report) }
  }

  public func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}

  public func shutDown() { isShutDown = true }

  private func report(_ event: EngineEvent, at instant: Instant) {
    let place = queue.firstIndex { $0.instant > instant } ?? queue.endIndex
    queue.insert((instant, EngineReport(event, epoch: epoch, at: instant)), at: place)
  }

  private func currentPosition(at now: Instant) -> MediaTime {
    guard let startedAt else { return position }
    return min(duration, position + rate.advance(during: now - startedAt))
  }

  /// Stops the playhead; what would have happened had it gone on does not happen.
  private func rest(at now: Instant) {
    position = currentPosition(at: now)
    startedAt = nil
    queue.removeAll { _, report in
      if case .ended = report.event { return true }
      return false
    }
  }
}
