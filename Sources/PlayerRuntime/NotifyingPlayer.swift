import Foundation
import PlayerTrace

/// A player that posts its notifications to a notification centre, on the main actor. What façades share.
@MainActor
public protocol NotifyingPlayer: AnyObject {
  /// The host beneath.
  var host: MainPlayer { get }
  /// Where notifications are posted, with this object.
  var postingCenter: NotificationCenter { get }
}

extension NotifyingPlayer {
  /// Calls `body` with every notification of this name that this player posts, for as long as the observation is kept.
  /// It runs on the main actor, before the post returns, so it can read the player and send commands.
  ///
  /// ```swift
  /// observation = player.observe(.prxPlayerChange) { _ in label.text = "\(player.state)" }
  /// ```
  public func observe(
    _ name: Notification.Name, _ body: @escaping @MainActor (Notification) -> Void
  ) -> PlayerObservation {
    let center = postingCenter
    let token = center.addObserver(forName: name, object: self, queue: nil) { notification in
      nonisolated(unsafe) let posted = notification  // Posted on the main actor and nowhere else.
      MainActor.assumeIsolated { body(posted) }
    }
    return PlayerObservation { center.removeObserver(token) }
  }

  /// The notifications of this name from now on; they wait in the sequence until they are taken. It ends when the host
  /// is shut down.
  public func notifications(_ name: Notification.Name) -> AsyncStream<Notification> {
    host.stream { continuation in
      observe(name) { notification in
        nonisolated(unsafe) let posted = notification  // Yielded once, and not kept: one task has it at a time.
        continuation.yield(posted)
      }
    }
  }

  /// Records the run in a trace file; see ``MainPlayer/record(to:note:redacting:failed:)``.
  public func record(
    to url: URL, note: String = "", redacting redact: @escaping TraceFile.Redaction = { $0 },
    failed: @escaping (any Error) -> Void
  ) {
    host.record(to: url, note: note, redacting: redact, failed: failed)
  }
}
