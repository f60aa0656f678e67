import Foundation
import PlayerCore

/// How a player behaves where its README and its code disagree, and where its notifications go.
@MainActor
public struct PRXPlayerOptions {
  /// The README, or what was shipped.
  public enum Behavior: Hashable, Sendable {
    /// As the README has it; the code decides where the README is silent.
    case readme
    /// As release 2.0.21 did it, quirks included.
    case source
  }

  /// Whether README or code decides where they disagree.
  public var behavior: Behavior
  /// What the reducer does; the presets are `Configuration.prx` and `Configuration.prxSource`. What the delegate
  /// answers goes before it.
  public var configuration: Configuration
  /// Whether every jump is announced by the long interval notification, too: the letter of the README
  /// (Contradictions.md#X-03). Otherwise it is where the landing rounds to a second that ends in nine.
  public var jumpsPostLongIntervals = false
  /// Where notifications are posted.
  public var notificationCenter = NotificationCenter.default

  /// The options that fit a behaviour, with its preset.
  public init(_ behavior: Behavior = .readme) {
    self.behavior = behavior
    configuration = behavior == .readme ? .prx : .prxSource
  }
}
