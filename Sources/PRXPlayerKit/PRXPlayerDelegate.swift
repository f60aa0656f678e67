import PlayerCore

/// Follows a player more closely than its notifications allow, and makes decisions for it. All methods are optional.
@MainActor
public protocol PRXPlayerDelegate: AnyObject {
  // MARK: What happens

  /// Another item, or the same one again, was assigned. Before the change notification, as everything below.
  func player(_ player: PRXPlayer, playerItemDidChange change: PRXPlayerItemChange)
  /// What was loaded can be played, or has failed.
  func player(_ player: PRXPlayer, currentItemStatusDidChange status: PRXPlayerItemStatus)
  /// The rate of the engine; 0 when it is stopped.
  func player(_ player: PRXPlayer, rateDidChange rate: Float)
  /// The tracks could not be loaded. `holdPlayback`: the intent until then; from now on the player holds.
  func player(_ player: PRXPlayer, failedToLoadTracksForAsset asset: PRXAsset, holdPlayback: Bool)
  /// All retries have failed, and the item was dropped.
  func playerFailedToBecomeReadyToPlay(_ player: PRXPlayer, holdPlayback: Bool)
  /// The playhead ran over the soft end.
  func player(_ player: PRXPlayer, softBoundaryTimeReachedAt time: MediaTime)
  /// The media was played to its end.
  func player(_ player: PRXPlayer, endTimeReachedAt time: MediaTime)

  // MARK: What the player asks

  /// What is loaded for an item, instead of the item's own asset.
  func player(_ player: PRXPlayer, assetFor playerItem: any PRXPlayerItem) -> PRXAsset
  /// How fast files play; streams play at 1.
  func filePlaybackRate(for player: PRXPlayer) -> Float
  /// Whether remote items may be loaded over cellular.
  func playerAllowsPlaybackViaWWAN(_ player: PRXPlayer) -> Bool
  /// The position of the soft end, as a fraction of the duration; truncated to whole seconds.
  func softEndBoundaryProgress(for player: PRXPlayer) -> Float
  /// How many retries follow when what was loaded fails.
  func retryLimit(for player: PRXPlayer) -> Int
}

/// The items before and after an assignment.
@MainActor
public struct PRXPlayerItemChange {
  /// The item before; `nil` when there was none.
  public var old: (any PRXPlayerItem)?
  /// The item after; `nil` when there is none.
  public var new: (any PRXPlayerItem)?
}

extension PRXPlayerDelegate {
  /// Does nothing.
  public func player(_ player: PRXPlayer, playerItemDidChange change: PRXPlayerItemChange) {}
  /// Does nothing.
  public func player(_ player: PRXPlayer, currentItemStatusDidChange status: PRXPlayerItemStatus) {}
  /// Does nothing.
  public func player(_ player: PRXPlayer, rateDidChange rate: Float) {}
  /// Does nothing.
  public func player(_ player: PRXPlayer, failedToLoadTracksForAsset asset: PRXAsset, holdPlayback: Bool) {}
  /// Does nothing.
  public func playerFailedToBecomeReadyToPlay(_ player: PRXPlayer, holdPlayback: Bool) {}
  /// Does nothing.
  public func player(_ player: PRXPlayer, softBoundaryTimeReachedAt time: MediaTime) {}
  /// Does nothing.
  public func player(_ player: PRXPlayer, endTimeReachedAt time: MediaTime) {}

  /// The item's own asset is loaded.
  public func player(_ player: PRXPlayer, assetFor playerItem: any PRXPlayerItem) -> PRXAsset { playerItem.playerAsset }
  /// Files play at 1.
  public func filePlaybackRate(for player: PRXPlayer) -> Float { 1 }
  /// The setting of the player's configuration.
  public func playerAllowsPlaybackViaWWAN(_ player: PRXPlayer) -> Bool {
    player.options.configuration.allowsCellular
  }
  /// The setting of the player's configuration, 0…1.
  public func softEndBoundaryProgress(for player: PRXPlayer) -> Float {
    Float(player.options.configuration.softEndFraction.thousandths) / 1_000
  }
  /// The setting of the player's configuration.
  public func retryLimit(for player: PRXPlayer) -> Int { Int(player.options.configuration.retryLimit) }
}
