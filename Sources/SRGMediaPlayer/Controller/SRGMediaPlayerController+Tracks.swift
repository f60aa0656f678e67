import Foundation
import PlayerCore

/// When subtitles are shown without a selection. Replaces the system's caption settings.
public enum SRGCaptions: Hashable, Sendable {
  /// The forced ones in the language of the audio; else those that the media suggests, which the original ignores
  /// (``SRGCompatibility/source``).
  case automatic
  /// None at all.
  case off
  /// Only forced ones, in the language of the audio.
  case forcedOnly
  /// Always, in this language if there is such a track. If there is none: the forced ones in the language of the audio,
  /// else the first that are not forced; with ``SRGCompatibility/source``, none.
  case alwaysOn(language: String?)
}

/// The selectable tracks of the open media.
struct TrackList {
  var audio: [SRGMediaTrack] = []
  var subtitles: [SRGMediaTrack] = []
  var playingAudio: SRGMediaTrack?
  var playingSubtitle: SRGMediaTrack?
  /// The last posted tracks.
  var toldAudio: SRGMediaTrack?
  var toldSubtitle: SRGMediaTrack?
  /// Whether the blocks have made their choice: a track that plays before is not a selection and is not posted.
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

  /// Plays another audio track; one of other media is ignored. Subtitles that are shown without a selection change with
  /// it.
  public func selectAudioTrack(_ track: SRGMediaTrack) {
    guard trackList.audio.contains(track) else { return }
    let isUnchosen = trackList.playingSubtitle == standardSubtitle(beside: trackList.playingAudio)
    select(.audio, track)
    switch captions {
    case .off, .alwaysOn: break
    case .automatic, .forcedOnly: if isUnchosen { host.perform { self.matchSubtitle(to: track) } }
    }
  }

  /// Shows another subtitle track, or none; one of other media is ignored.
  public func selectSubtitleTrack(_ track: SRGMediaTrack?) {
    if track.map(trackList.subtitles.contains) ?? true { select(.subtitle, track) }
  }

  private func select(_ kind: TrackKind, _ track: SRGMediaTrack?) {
    let number = track.map { TrackID(Int32(truncatingIfNeeded: $0.number)) } ?? .off
    host.perform { self.host.send(.selectTrack(kind, number)) }
  }

  private func matchSubtitle(to audio: SRGMediaTrack) {
    guard isReady else { return }
    let subtitle = standardSubtitle(beside: audio)
    if subtitle != trackList.playingSubtitle { select(.subtitle, subtitle) }
  }

  /// Calls the configuration blocks again. Does nothing before the tracks are known.
  public func reloadMediaConfiguration() {
    host.perform { if self.isReady { self.configureTracks() } }
  }

  // MARK: What is found and what plays

  /// The media is ready: the blocks make their choice before anything is shown.
  func configureTracks() {
    trackList.isConfigured = true
    let audio = chooseAudio()
    if let audio, audio != trackList.playingAudio { select(.audio, audio) } else { tellTracks(.audio) }
    guard !trackList.subtitles.isEmpty else { return }
    let standard = standardSubtitle(beside: audio)
    let chosen = subtitleConfigurationBlock.map { $0(trackList.subtitles, audio, standard) } ?? standard
    let subtitle = chosen.map(trackList.subtitles.contains) ?? true ? chosen : standard
    if subtitle != trackList.playingSubtitle { select(.subtitle, subtitle) } else { tellTracks(.subtitle) }
  }

  /// The track to play; `nil` without any. Like the original, this takes the standard one if a block returns none of the
  /// media's tracks.
  private func chooseAudio() -> SRGMediaTrack? {
    let playing = trackList.audio.inLanguage(preferredAudioLanguage).first ?? trackList.playingAudio
    let standard = playing ?? trackList.audio.first { $0.isDefault } ?? trackList.audio.first
    guard let standard, !trackList.audio.isEmpty else { return nil }
    let chosen = audioConfigurationBlock?(trackList.audio, standard) ?? standard
    return trackList.audio.contains(chosen) ? chosen : standard
  }

  /// The subtitle that is shown without a selection. Forced subtitles are shown only as such, together with sound in
  /// their language.
  func standardSubtitle(beside audio: SRGMediaTrack?) -> SRGMediaTrack? {
    let ordinary = trackList.subtitles.withoutMediaCharacteristics([.containsOnlyForcedSubtitles])
    let forced = trackList.subtitles.withMediaCharacteristics([.containsOnlyForcedSubtitles])
      .inLanguage(audio?.languageCode).first
    let isSource = environment.compatibility == .source
    switch captions {
    case .off: return nil
    case .forcedOnly: return forced
    case .automatic: return forced ?? (isSource ? nil : ordinary.first { $0.isDefault })
    case .alwaysOn(nil): return ordinary.first ?? forced
    case .alwaysOn(let language?):
      return ordinary.inLanguage(language).first ?? forced ?? (isSource ? nil : ordinary.first)
    }
  }

  func presentTracks(_ notification: Player.Notification) {
    switch notification {
    case .trackFound(let kind, let number, let language, let title, let isDefault, let isForced):
      find(kind, number, language, title, isDefault: isDefault, isForced: isForced)
    case .trackSelected(let kind, let number): play(kind, number)
    default: break
    }
  }

  private func find(
    _ kind: TrackKind, _ number: TrackID, _ language: TextID, _ title: TextID, isDefault: Bool, isForced: Bool
  ) {
    func track(_ kind: SRGMediaTrack.Kind) -> SRGMediaTrack {
      SRGMediaTrack(
        kind: kind, number: Int(number.rawValue), language: language.isNone ? nil : host.library.text(of: language),
        title: host.library.text(of: title), isDefault: isDefault, isForced: isForced)
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

  /// Discards the tracks together with their media.
  func forgetTracks() {
    let last = trackList
    trackList = TrackList()
    if last.toldAudio != nil { tell(.audio, from: last.toldAudio, to: nil) }
    if last.toldSubtitle != nil { tell(.subtitle, from: last.toldSubtitle, to: nil) }
  }
}
