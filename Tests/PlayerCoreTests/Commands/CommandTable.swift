@testable import PlayerCore

// What every command does in every situation. A row holds the command, its answer (pending if it comes later), and the
// result: phase, state, intent, and commands to the engine.

typealias Row = (command: String, answer: String, summary: String)

/// Before playback.
enum CommandTableBefore {
  /// No content: only a load helps.
  static let empty: [Row] = [
    ("play", "refused noContent", "empty idle hold"),
    ("pause", "done", "empty idle hold"),
    ("toggle", "refused noContent", "empty idle hold"),
    ("prepare", "refused noContent", "empty idle hold"),
    ("stop", "done", "empty idle hold"),
    ("reset", "done", "empty idle hold"),
    ("seek", "refused noContent", "empty idle hold"),
    ("reload", "refused noContent", "empty idle hold"),
    ("reloadKeeping", "refused noContent", "empty idle hold"),
    ("load", "pending", "opening preparing hold: open"),
    ("retry", "refused notPrepared", "empty idle hold"),
    ("captureStill", "refused notPrepared", "empty idle hold"),
  ]

  /// An item is chosen and not open (KSYManual.md#6.1: the address is set, nothing is initialised).
  static let chosen: [Row] = [
    ("play", "done", "opening preparing play: open"),
    ("pause", "done", "idle idle hold"),
    ("toggle", "done", "opening preparing play: open"),
    ("prepare", "pending", "opening preparing hold: open"),
    ("stop", "done", "idle idle hold"),
    ("reset", "done", "empty idle hold"),
    ("seek", "done", "idle idle hold"),
    ("reload", "pending", "opening preparing hold: open"),
    ("reloadKeeping", "pending", "opening preparing hold: open"),
    ("load", "pending", "opening preparing hold: open"),
    ("retry", "refused notPrepared", "idle idle hold"),
    ("captureStill", "refused notPrepared", "idle idle hold"),
  ]

  /// The engine opens; the app wants to play.
  static let opening: [Row] = [
    ("play", "done", "opening preparing play"),
    ("pause", "done", "opening preparing hold"),
    ("toggle", "done", "opening preparing hold"),
    ("prepare", "pending", "opening preparing play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "opening preparing play"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "opening preparing play: close open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "opening preparing play"),
    ("captureStill", "refused notPrepared", "opening preparing play"),
  ]

  /// The media is open and on its way to its start position.
  static let starting: [Row] = [
    ("play", "done", "opening preparing play"),
    ("pause", "done", "opening preparing hold"),
    ("toggle", "done", "opening preparing hold"),
    ("prepare", "pending", "opening preparing play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "opening preparing play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "opening preparing play: close open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "opening preparing play"),
    ("captureStill", "refused notPrepared", "opening preparing play"),
  ]

  /// Prepared, and waiting for play (KSYManual.md#6.3, shouldAutoplay NO).
  static let held: [Row] = [
    ("play", "done", "prepared paused play: play"),
    ("pause", "done", "prepared paused hold"),
    ("toggle", "done", "prepared paused play: play"),
    ("prepare", "done", "prepared paused hold"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking hold: seek"),
    ("reload", "pending", "opening preparing hold: close open"),
    ("reloadKeeping", "pending", "prepared paused hold: open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "prepared paused hold"),
    ("captureStill", "pending", "prepared paused hold: captureStill"),
  ]

  /// Play is requested and not yet confirmed by the engine: not playing yet (BugZoo.md#34).
  static let begun: [Row] = [
    ("play", "done", "prepared paused play"),
    ("pause", "done", "prepared paused hold: pause"),
    ("toggle", "done", "prepared paused hold: pause"),
    ("prepare", "done", "prepared paused play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "prepared paused play: open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "prepared paused play"),
    ("captureStill", "pending", "prepared paused play: captureStill"),
  ]

  /// The playhead moves.
  static let playing: [Row] = [
    ("play", "done", "prepared playing play"),
    ("pause", "done", "prepared paused hold: pause"),
    ("toggle", "done", "prepared paused hold: pause"),
    ("prepare", "done", "prepared playing play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "prepared playing play: open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "prepared playing play"),
    ("captureStill", "pending", "prepared playing play: captureStill"),
  ]
}
