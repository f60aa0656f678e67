/// While an opening has to wait.
enum CommandTableWaiting {
  /// A retry waits for its delay: an opening with nothing open.
  static let retry: [Row] = [
    ("play", "done", "opening preparing play"),
    ("pause", "done", "opening preparing hold"),
    ("toggle", "done", "opening preparing hold"),
    ("prepare", "pending", "opening preparing play"),
    ("stop", "done", "idle idle hold"),
    ("reset", "done", "empty idle hold"),
    ("seek", "pending", "opening preparing play"),
    ("reload", "pending", "opening preparing play: open"),
    ("reloadKeeping", "pending", "opening preparing play: open"),
    ("load", "pending", "opening preparing hold: open"),
    ("retry", "pending", "opening preparing play: open"),
    ("captureStill", "refused notPrepared", "opening preparing play"),
  ]

  /// The network does not allow the load (PRX.md#8): whatever would open is prevented again.
  static let blocked: [Row] = [
    ("play", "done", "blocked idle play"),
    ("pause", "done", "blocked idle hold"),
    ("toggle", "done", "blocked idle play"),
    ("prepare", "failed", "blocked idle play"),
    ("stop", "done", "idle idle hold"),
    ("reset", "done", "empty idle hold"),
    ("seek", "done", "blocked idle play"),
    ("reload", "failed", "blocked idle play"),
    ("reloadKeeping", "failed", "blocked idle play"),
    ("load", "failed", "blocked idle hold"),
    ("retry", "failed", "blocked idle play"),
    ("captureStill", "refused notPrepared", "blocked idle play"),
  ]
}
