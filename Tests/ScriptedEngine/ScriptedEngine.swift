import PlayerCore
import PlayerRuntime

/// A ``ScriptedPlayback`` as hosts drive it: media of ten seconds that opens after 100 ms and is sought in after 50 ms.
public final class ScriptedEngine: Engine {
  /// Announced with every opening.
  public var chapters: [(start: MediaTime, end: MediaTime, title: TextID)] = []
  /// Never answers an open.
  public var isSilent = false
  /// Sees every command before it is carried out.
  public var onCommand: (EngineCommand, Epoch, Instant) -> Void = { _, _, _ in }
  /// The script.
  public var playback = ScriptedPlayback()
  public private(set) var commands: [EngineCommand] = []
  public private(set) var isShutDown = false

  public let identity = "scripted 1"

  public init() {
    playback.media = OpenedMedia(duration: .seconds(10))
    playback.openLatency = .milliseconds(100)
    playback.seekLatency = .milliseconds(50)
    playback.answersSelections = true
  }

  public var duration: MediaTime {
    get { playback.media.duration }
    set { playback.media.duration = newValue }
  }

  /// What the media says of itself.
  public var isSeekable: Bool {
    get { playback.media.isSeekable }
    set { playback.media.isSeekable = newValue }
  }

  public var openLatency: TimeSpan {
    get { playback.openLatency ?? .never }
    set { playback.openLatency = newValue }
  }

  public var seekLatency: TimeSpan {
    get { playback.seekLatency ?? .never }
    set { playback.seekLatency = newValue }
  }

  public func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    commands.append(command)
    onCommand(command, epoch, now)
    if case .open = command { prepare() }
    playback.perform(command, epoch, at: now)
  }

  private func prepare() {
    if isSilent { playback.openLatency = nil }
    playback.overture = chapters.enumerated().map { index, chapter in
      .chapterFound(SegmentID(UInt32(index + 1)), start: chapter.start, end: chapter.end, title: chapter.title)
    }
  }

  public var nextEvent: Instant { isShutDown ? .never : playback.nextEvent }

  public func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    if !isShutDown { playback.takeEvents(upTo: now, into: &events) }
  }

  public func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  public func shutDown() { isShutDown = true }
}
