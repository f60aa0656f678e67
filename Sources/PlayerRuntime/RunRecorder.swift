import PlayerCore
import PlayerTrace

/// Keeps a run: a trace recorder, or anything else that observes every step. A recorder that throws is detached.
public protocol RunRecorder: AnyObject {
  /// Called once, when the recorder is attached: how the player is configured and what plays.
  func begin(configuration: Configuration, engine: String) throws
  /// Called once after it, when the recorder was attached too late to see the first input: `player` has a history.
  func resume(player: Player) throws
  func define(_ definition: TraceDefinition) throws
  /// `player` is the state after the input.
  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws
  /// The host noticed something that is neither input nor output: a ``HostDiagnostic``, in words.
  func mark(_ text: String) throws
  /// Everything recorded so far should reach the file: the host is about to wait.
  func flush() throws
  /// Called once, when the host is shut down: `player` is at rest, and nothing follows.
  func end(player: Player) throws
}

extension RunRecorder {
  /// Does nothing: most recorders are given these when they are made.
  public func begin(configuration: Configuration, engine: String) throws {}
  /// Does nothing.
  public func resume(player: Player) throws {}
  /// Does nothing.
  public func mark(_ text: String) throws {}
  /// Does nothing.
  public func end(player: Player) throws {}
}
