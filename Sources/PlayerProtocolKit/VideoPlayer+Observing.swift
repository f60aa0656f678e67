import Foundation
import PlayerRuntime
import PlayerTrace

/// A notification of a player to its observers, as a value.
public enum PlayerChange: Hashable, Sendable {
  case state(PlayerState)
  case error(PlayerError)
  case playbackReady
  case playbackFinished
  /// `nil` when it is removed.
  case subtitle(String?)
  case video(Video?)
  /// In seconds; 0 for live streams.
  case duration(TimeInterval)
  /// In seconds.
  case position(TimeInterval)
  case muted(Bool)
  case aspectMode(AspectMode)
}

extension VideoPlayer {
  /// Calls `body` with everything that observers are notified of, for as long as the observation is kept. It runs on
  /// the main actor, so it can read the player and send it commands.
  ///
  /// ```swift
  /// observation = player.observe { change in
  ///   if case .error(let error) = change { print(error, player.position) }
  /// }
  /// ```
  public func observe(_ body: @escaping @MainActor (PlayerChange) -> Void) -> PlayerObservation {
    let observer = ClosureObserver(body)
    addObserver(observer)
    return PlayerObservation { [weak self] in self?.removeObserver(observer) }
  }

  /// The notifications of observers from now on; each waits in the sequence until it is taken. It ends when the host is
  /// shut down.
  public func changes() -> AsyncStream<PlayerChange> {
    host.stream { continuation in observe { continuation.yield($0) } }
  }

  /// Records the run in a trace file; see `MainPlayer.record(to:note:redacting:failed:)`.
  public func record(
    to url: URL, note: String = "", redacting redact: @escaping TraceFile.Redaction = { $0 },
    failed: @escaping (any Error) -> Void
  ) {
    host.record(to: url, note: note, redacting: redact, failed: failed)
  }
}

/// Converts calls into values.
private final class ClosureObserver: PlayerObserver {
  private let body: @MainActor (PlayerChange) -> Void

  init(_ body: @escaping @MainActor (PlayerChange) -> Void) { self.body = body }

  func playerStateChanged(_ state: PlayerState) { body(.state(state)) }
  func playerError(_ error: any Error) {
    body(.error(error as? PlayerError ?? PlayerError(kind: .unknown, code: 0, message: "\(error)")))
  }
  func playerPlaybackReady() { body(.playbackReady) }
  func playerPlaybackFinished() { body(.playbackFinished) }
  func playerSubtitleChanged(_ text: String?) { body(.subtitle(text)) }
  func playerVideoChanged(video: Video?) { body(.video(video)) }
  func playerDurationChanged(duration: TimeInterval) { body(.duration(duration)) }
  func playerPositionChanged(position: TimeInterval) { body(.position(position)) }
  func playerMutedChanged(muted: Bool) { body(.muted(muted)) }
  func playerAspectModeChanged(aspectMode: AspectMode) { body(.aspectMode(aspectMode)) }
}
