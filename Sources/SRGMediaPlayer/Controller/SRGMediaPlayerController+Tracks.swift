import Foundation
import PlayerCore

/// The tracks of the open media, as far as they can be chosen.
struct TrackList {
  var audio: [SRGMediaTrack] = []
  var subtitles: [SRGMediaTrack] = []
  var playingAudio: SRGMediaTrack?
  var playingSubtitle: SRGMediaTrack?
}

extension SRGMediaPlayerController {
  func presentTracks(_ notification: Player.Notification) {}
  func forgetTracks() {}
}
