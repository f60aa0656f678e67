import PlayerCore

/// The engine as it plays one asset: stands where the original has an AVPlayer. Each asset that is loaded gets a new one;
/// commands to one that is not in use any more do nothing.
@MainActor
public final class PRXUnderlyingPlayer {
  /// What is loaded.
  public let asset: PRXAsset
  /// Whether it can be played.
  public internal(set) var status = PRXPlayerItemStatus.unknown
  private weak var owner: PRXPlayer?
  /// Whether something else is being loaded in its place.
  var isDiscarded = false

  init(asset: PRXAsset, owner: PRXPlayer) {
    self.asset = asset
    self.owner = owner
  }

  private var user: PRXPlayer? { owner?.player === self && !isDiscarded ? owner : nil }

  /// 0: it stands.
  public var rate: Float { user?.rate ?? 0 }
  /// The playhead; zero when another asset has taken its place.
  public var currentTime: MediaTime { user?.host.position ?? .zero }
  /// Unknown for streams.
  public var duration: MediaTime { user?.host.player.duration ?? .unknown }
  /// Up to where media is loaded; unknown before anything is.
  public var loadedUntil: MediaTime { user?.host.player.bufferedUntil ?? .unknown }

  /// Goes somewhere else; whether it plays stays as it is. The landing is announced by an interval notification.
  public func seek(to time: MediaTime) { user?.host.send(.seek(.at(time))) }
}
