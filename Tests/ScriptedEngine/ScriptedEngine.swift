import PlayerCore
import PlayerRuntime

/// A ``ScriptedPlayback`` driven by a host: ten seconds of media that opens after 100 ms and lands seeks after 50 ms.
public final class ScriptedEngine: Engine {
  /// Announced with every opening.
  public var chapters: [(start: MediaTime, end: MediaTime, title: TextID)] = []
  /// Never answers an open.
  public var isSilent = false
  /// Sees every command before it is carried out.
  public var onCommand: (EngineCommand, Epoch, Instant) -> Void = { _, _, _ in }
  /// The script.
  public var playback = ScriptedPlayback()
  /// Every command that it was given, in order.
  public private(set) var commands: [EngineCommand] = []
  /// Whether the host has shut it down.
  public private(set) var isShutDown = false

  /// The name that traces show.
  public let identity = "scripted 1"

  /// Ten seconds of media; opens after 100 ms, lands seeks after 50 ms.
  public init() {
    playback.media = OpenedMedia(duration: .seconds(10))
    playback.openLatency = .milliseconds(100)
    playback.seekLatency = .milliseconds(50)
    playback.answersSelections = true
  }

  /// The duration of the media that the next opening reports.
  public var duration: MediaTime {
    get { playback.media.duration }
    set { playback.media.duration = newValue }
  }

  /// What the media reports of itself.
  public var isSeekable: Bool {
    get { playback.media.isSeekable }
    set { playback.media.isSeekable = newValue }
  }

  /// How long it takes to open; never for an engine that does not answer.
  public var openLatency: TimeSpan {
    get { playback.openLatency ?? .never }
    set { playback.openLatency = newValue }
  }

  /// How long it takes to seek; never for an engine that does not answer.
  public var seekLatency: TimeSpan {
    get { playback.seekLatency ?? .never }
    set { playback.seekLatency = newValue }
  }

  /// How many seeks it was commanded to make.
  public var seekCount: Int { commands.count { if case .seek = $0 { true } else { false } } }

  /// Records the command, calls ``onCommand``, and schedules the script's reports.
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

  /// When the next report is due; never after the end.
  public var nextEvent: Instant { isShutDown ? .never : playback.nextEvent }

  /// Appends all reports due at `now`; none after the end.
  public func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    if !isShutDown { playback.takeEvents(upTo: now, into: &events) }
  }

  /// Ignored: every report is scheduled by a command, so it never has to wake its host.
  public func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  /// Ends all reports.
  public func shutDown() { isShutDown = true }
}

extension MainPlayer {
  /// Lets time pass on either clock until `condition` holds. It must not hold for a moment only: a busy machine looks late.
  public func pass(until condition: () -> Bool) async throws {
    for _ in 0..<6_000 {
      if condition() { return }
      switch timekeeping {
      case .caller: run(until: now + .milliseconds(10))
      case .machine: try await Task.sleep(for: .milliseconds(10))
      }
    }
    throw NeverCame()
  }

  private struct NeverCame: Error {}
}
