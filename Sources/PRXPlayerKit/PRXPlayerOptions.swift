import Foundation
import PlayerCore

/// How a player behaves where its README and its code disagree, and where its notifications go.
@MainActor
public struct PRXPlayerOptions {
  /// The README, or the shipped code.
  public enum Behavior: Hashable, Sendable {
    /// As in the README; the code decides where the README is silent.
    case readme
    /// As in release 2.0.21, quirks included.
    case source
  }

  /// Whether README or code decides where they disagree.
  public var behavior: Behavior
  /// The reducer's configuration; the presets are `Configuration.prx` and `Configuration.prxSource`. Answers of the
  /// delegate take precedence.
  public var configuration: Configuration
  /// Where notifications are posted.
  public var notificationCenter = NotificationCenter.default

  /// The options for a behaviour, with its preset.
  public init(_ behavior: Behavior = .readme) {
    self.behavior = behavior
    configuration = behavior == .readme ? .prx : .prxSource
  }
}
