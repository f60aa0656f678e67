/// During playback and after it.
enum CommandTableRunning {
  /// A seek is pending; commands change only what follows (SRG.md#1.3).
  static let seeking: [Row] = [
    ("play", "done", "prepared seeking play"),
    ("pause", "done", "prepared seeking hold"),
    ("toggle", "done", "prepared seeking hold"),
    ("prepare", "done", "prepared seeking play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "opening preparing play: close open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "prepared seeking play"),
    ("captureStill", "pending", "prepared seeking play: captureStill"),
  ]

  /// Playback ran dry.
  static let stalled: [Row] = [
    ("play", "done", "prepared stalled play"),
    ("pause", "done", "prepared paused hold"),
    ("toggle", "done", "prepared paused hold"),
    ("prepare", "done", "prepared stalled play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "prepared stalled play: open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "prepared stalled play"),
    ("captureStill", "pending", "prepared stalled play: captureStill"),
  ]

  /// In the gap of a loop: shown as playing.
  static let looping: [Row] = [
    ("play", "done", "prepared playing play"),
    ("pause", "done", "prepared paused hold"),
    ("toggle", "done", "prepared paused hold"),
    ("prepare", "done", "prepared playing play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "opening preparing play: close open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "prepared playing play"),
    ("captureStill", "pending", "prepared playing play: captureStill"),
  ]

  /// At the end, still wanting to play (SRG.md#1.3: pause shows nothing).
  static let ended: [Row] = [
    ("play", "done", "prepared ended play: seek"),
    ("pause", "done", "ended ended hold"),
    ("toggle", "done", "prepared ended play: seek"),
    ("prepare", "done", "ended ended play"),
    ("stop", "done", "idle idle hold: close"),
    ("reset", "done", "empty idle hold: close"),
    ("seek", "pending", "prepared seeking play: seek"),
    ("reload", "pending", "opening preparing play: close open"),
    ("reloadKeeping", "pending", "opening preparing play: close open"),
    ("load", "pending", "opening preparing hold: close open"),
    ("retry", "refused notPrepared", "ended ended play"),
    ("captureStill", "pending", "ended ended play: captureStill"),
  ]

  /// A call holds wanted playback.
  static let interrupted: [Row] = [
    ("play", "done", "prepared paused play"),
    ("pause", "done", "prepared paused hold"),
    ("toggle", "done", "prepared paused play"),
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

  /// Playback failed; the intent stays for a retry (SRG.md#1.6).
  static let failed: [Row] = [
    ("play", "done", "opening preparing play: open"),
    ("pause", "done", "failed idle hold"),
    ("toggle", "done", "opening preparing play: open"),
    ("prepare", "pending", "opening preparing play: open"),
    ("stop", "done", "idle idle hold"),
    ("reset", "done", "empty idle hold"),
    ("seek", "done", "failed idle play"),
    ("reload", "pending", "opening preparing play: open"),
    ("reloadKeeping", "pending", "opening preparing play: open"),
    ("load", "pending", "opening preparing hold: open"),
    ("retry", "pending", "opening preparing play: open"),
    ("captureStill", "refused notPrepared", "failed idle play"),
  ]

  /// Plays out while a new opening is under way (KSYManual.md#6.2, reload).
  static let replacing: [Row] = [
    ("play", "done", "prepared playing play"),
    ("pause", "done", "prepared paused hold: pause"),
    ("toggle", "done", "prepared paused hold: pause"),
    ("prepare", "done", "prepared playing play"),
    ("stop", "done", "idle idle hold: close close"),
    ("reset", "done", "empty idle hold: close close"),
    ("seek", "pending", "opening preparing play: close"),
    ("reload", "pending", "opening preparing play: close close open"),
    ("reloadKeeping", "pending", "prepared playing play: close open"),
    ("load", "pending", "opening preparing hold: close close open"),
    ("retry", "refused notPrepared", "prepared playing play"),
    ("captureStill", "pending", "prepared playing play: captureStill"),
  ]
}
