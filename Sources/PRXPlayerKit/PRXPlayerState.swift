/// What a player is doing.
public enum PRXPlayerState: Int, Hashable, Sendable, CaseIterable {
  /// The item is not loaded, and must not be.
  case unknown
  /// There is no item.
  case empty
  /// The tracks of the item's asset are being loaded.
  case loading
  /// The tracks are loaded, but nothing can be played yet.
  case buffering
  /// Loaded, and interrupted.
  case waiting
  /// Can be played; also during playback and after its end.
  case ready
}

/// The status of what the engine has loaded.
public enum PRXPlayerItemStatus: Int, Hashable, Sendable {
  case unknown
  case readyToPlay
  case failed
}
