import PlayerCore

/// The engine while it plays one asset: replaces the original's AVPlayer. Each loaded asset gets a new one; commands to
/// one that is no longer in use do nothing.
@MainActor
public final class PRXUnderlyingPlayer {
  /// What is loaded.
  public let asset: PRXAsset
  /// Whether it can be played.
  public internal(set) var status = PRXPlayerItemStatus.unknown
  private weak var owner: PRXPlayer?
  /// Whether something else is being loaded to replace it.
  var isDiscarded = false

  init(asset: PRXAsset, owner: PRXPlayer) {
    self.asset = asset
    self.owner = owner
  }

  private var user: PRXPlayer? { owner?.player === self && !isDiscarded ? owner : nil }

  /// 0 when it is stopped.
  public var rate: Float { user?.rate ?? 0 }
  /// The playhead; zero when another asset has replaced it.
  public var currentTime: MediaTime { user?.host.position ?? .zero }
  /// Unknown for streams.
  public var duration: MediaTime { user?.host.player.duration ?? .unknown }
  /// Up to where media is loaded; unknown before anything is.
  public var loadedUntil: MediaTime { user?.host.player.bufferedUntil ?? .unknown }

  /// Seeks; whether it plays does not change. The landing is announced by an interval notification.
  public func seek(to time: MediaTime) { user?.host.send(.seek(.at(time))) }
}
