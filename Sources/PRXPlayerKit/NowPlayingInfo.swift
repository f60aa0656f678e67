import PlayerCore

/// The keys of ``PRXPlayer/nowPlayingInfo``.
public enum PRXNowPlayingInfo {
  /// The title of the item.
  public static let title = "title"
  /// The title of the album or the series.
  public static let albumTitle = "albumTitle"
  /// The performer or the author.
  public static let artist = "artist"
  /// Seconds; only of media with a duration.
  public static let playbackDuration = "playbackDuration"
  /// Seconds; only of media with a duration.
  public static let elapsedPlaybackTime = "elapsedPlaybackTime"
  /// The rate at which it plays, or would.
  public static let playbackRate = "playbackRate"
}

extension PRXPlayer {
  /// The item's metadata takes precedence over the media's (PRX.md#11).
  func publishNowPlayingInfo() {
    var info: [String: any Sendable] = [:]
    for (key, tag) in Self.tags { info[key] = metadata[tag] }
    info[PRXNowPlayingInfo.playbackRate] = Float(host.player.effectiveRate.thousandths) / 1_000
    let duration = host.player.duration
    if duration.isKnown, duration > .zero {
      info[PRXNowPlayingInfo.playbackDuration] = Double(duration.microseconds) / 1e6
      info[PRXNowPlayingInfo.elapsedPlaybackTime] = Double(host.position.microseconds) / 1e6
    }
    info.merge(item?.mediaItemProperties ?? [:]) { $1 }
    nowPlayingInfo = info
  }

  private static let tags = [
    PRXNowPlayingInfo.title: "title", PRXNowPlayingInfo.albumTitle: "album", PRXNowPlayingInfo.artist: "artist",
  ]
}
