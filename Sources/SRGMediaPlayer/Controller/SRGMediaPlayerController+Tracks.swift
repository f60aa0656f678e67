import Foundation
import PlayerCore

/// When subtitles are shown without anybody choosing. Takes the place of the system's caption settings.
public enum SRGCaptions: Hashable, Sendable {
  /// As the media suggests.
  case automatic
  case off
  /// Always, in this language if there is such a track.
  case alwaysOn(language: String?)
}

/// The tracks of the open media, as far as they can be chosen.
struct TrackList {
  var audio: [SRGMediaTrack] = []
  var subtitles: [SRGMediaTrack] = []
  var playingAudio: SRGMediaTrack?
  var playingSubtitle: SRGMediaTrack?
}

extension SRGMediaPlayerController {
  public func reloadMediaConfiguration() {}
  func presentTracks(_ notification: Player.Notification) {}
  func forgetTracks() {}
}
