import PlayerCore

/// Something to play (PRXReadme.md#item).
@MainActor
public protocol PRXPlayerItem: AnyObject {
  /// What is loaded. It may change over time, from a stream to a downloaded file for example.
  var playerAsset: PRXAsset { get }

  /// Whether both are the same object of the app's world. False for an item and itself once its asset has changed.
  func isEqual(toPlayerItem item: (any PRXPlayerItem)?) -> Bool

  // MARK: Optional

  /// Where playback begins, and where it was last: the player reads it to start, and writes it once a second while it
  /// plays. nil: the item stores no position.
  var playerTime: MediaTime? { get set }
  /// How long the item is, as far as the app knows. The player does not use it.
  var playerDuration: MediaTime? { get set }
  /// What ``PRXPlayer/nowPlayingInfo`` shows of it, before the media's own metadata.
  var mediaItemProperties: [String: any Sendable] { get }
}

extension PRXPlayerItem {
  /// The item stores no position.
  public var playerTime: MediaTime? {
    get { nil }
    set {}
  }
  /// The app does not know the duration.
  public var playerDuration: MediaTime? {
    get { nil }
    set {}
  }
  /// Only the media's own metadata.
  public var mediaItemProperties: [String: any Sendable] { [:] }
}
