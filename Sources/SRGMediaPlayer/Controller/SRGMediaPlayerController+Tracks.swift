import Foundation
import PlayerCore

/// When subtitles are shown without anybody choosing. Takes the place of the system's caption settings.
public enum SRGCaptions: Hashable, Sendable {
  /// Only those that the media suggests.
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
  /// What was told of them.
  var toldAudio: SRGMediaTrack?
  var toldSubtitle: SRGMediaTrack?
  /// Whether the blocks have chosen: what plays before that is nobody's choice and is not told.
  var isConfigured = false
}

extension SRGMediaPlayerController {
  /// The audio tracks of the open media.
  public var audioTracks: [SRGMediaTrack] { trackList.audio }
  /// The subtitle tracks of the open media.
  public var subtitleTracks: [SRGMediaTrack] { trackList.subtitles }
  /// The audio track that plays.
  public var audioTrack: SRGMediaTrack? { trackList.playingAudio }
  /// The subtitle track that is shown.
  public var subtitleTrack: SRGMediaTrack? { trackList.playingSubtitle }

  /// Plays another audio track.
  public func selectAudioTrack(_ track: SRGMediaTrack) { select(.audio, track) }
  /// Shows another subtitle track, or none.
  public func selectSubtitleTrack(_ track: SRGMediaTrack?) { select(.subtitle, track) }

  private func select(_ kind: TrackKind, _ track: SRGMediaTrack?) {
    let number = track.map { TrackID(Int32(truncatingIfNeeded: $0.number)) } ?? .off
    perform { self.send(.selectTrack(kind, number)) }
  }

  /// Asks the configuration blocks again. Nothing before the tracks are known.
  public func reloadMediaConfiguration() {
    perform { if self.isReady { self.configureTracks() } }
  }

  // MARK: What is found and what plays

  /// The media is ready: the blocks choose before anything is shown.
  func configureTracks() {
    trackList.isConfigured = true
    let audio = chooseAudio()
    if let audio, audio != trackList.playingAudio { select(.audio, audio) } else { tellTracks(.audio) }
    guard !trackList.subtitles.isEmpty else { return }
    let standard = standardSubtitle
    let subtitle =
      subtitleConfigurationBlock.map { $0(trackList.subtitles, audio, standard) } ?? standard
    if subtitle != trackList.playingSubtitle { select(.subtitle, subtitle) } else { tellTracks(.subtitle) }
  }

  /// The track that shall play; `nil` without any.
  private func chooseAudio() -> SRGMediaTrack? {
    let preferred = trackList.audio.first { $0.language != nil && $0.language == preferredAudioLanguage }
    let playing = preferred ?? trackList.playingAudio
    let standard = playing ?? trackList.audio.first { $0.isDefault } ?? trackList.audio.first
    guard let standard, !trackList.audio.isEmpty else { return nil }
    return audioConfigurationBlock?(trackList.audio, standard) ?? standard
  }

  private var standardSubtitle: SRGMediaTrack? {
    switch captions {
    case .off: nil
    case .automatic: trackList.subtitles.first { $0.isDefault }
    case .alwaysOn(let language): trackList.subtitles.first { $0.language == language } ?? trackList.subtitles.first
    }
  }

  func presentTracks(_ notification: Player.Notification) {
    switch notification {
    case .trackFound(let kind, let number, let language, let title, let isDefault):
      find(kind, number, language, title, isDefault: isDefault)
    case .trackSelected(let kind, let number): play(kind, number)
    default: break
    }
  }

  private func find(_ kind: TrackKind, _ number: TrackID, _ language: TextID, _ title: TextID, isDefault: Bool) {
    func track(_ kind: SRGMediaTrack.Kind) -> SRGMediaTrack {
      SRGMediaTrack(
        kind: kind, number: Int(number.rawValue), language: language.isNone ? nil : host.library.text(of: language),
        title: host.library.text(of: title), isDefault: isDefault)
    }
    switch kind {
    case .audio: trackList.audio.append(track(.audio))
    case .subtitle: trackList.subtitles.append(track(.subtitle))
    case .video: break
    }
  }

  private func play(_ kind: TrackKind, _ number: TrackID) {
    switch kind {
    case .audio: trackList.playingAudio = trackList.audio.first { $0.number == Int(number.rawValue) }
    case .subtitle: trackList.playingSubtitle = trackList.subtitles.first { $0.number == Int(number.rawValue) }
    case .video: return
    }
    if trackList.isConfigured { tellTracks(kind) }
  }

  private func tellTracks(_ kind: TrackKind) {
    let (audio, subtitle) = (trackList.toldAudio, trackList.toldSubtitle)
    if kind == .audio, audio != trackList.playingAudio {
      trackList.toldAudio = trackList.playingAudio
      tell(.audio, from: audio, to: trackList.playingAudio)
    } else if kind == .subtitle, subtitle != trackList.playingSubtitle {
      trackList.toldSubtitle = trackList.playingSubtitle
      tell(.subtitle, from: subtitle, to: trackList.playingSubtitle)
    }
  }

  private func tell(_ kind: SRGMediaTrack.Kind, from previous: SRGMediaTrack?, to track: SRGMediaTrack?) {
    var userInfo = lastPlayback(MediaTime(seconds: currentTime))
    userInfo[.track] = track
    userInfo[.previousTrack] = previous
    post(kind == .audio ? .SRGMediaPlayerAudioTrackDidChange : .SRGMediaPlayerSubtitleTrackDidChange, userInfo)
  }

  /// The media goes, and its tracks with it.
  func forgetTracks() {
    let last = trackList
    trackList = TrackList()
    if last.toldAudio != nil { tell(.audio, from: last.toldAudio, to: nil) }
    if last.toldSubtitle != nil { tell(.subtitle, from: last.toldSubtitle, to: nil) }
  }
}
