import PlayerCore

/// A rendition of subtitles that a video has.
public struct SubtitleRendition: Hashable, Sendable, Identifiable {
  /// Its number in the video.
  public var id: Int
  /// As a tag, `en` or `pt-BR`, whatever code the file has; nil when it has none.
  public var language: String?
  /// In the file's words; nil when it has none.
  public var title: String?
  /// Whether the file marks it as the one to show without a selection.
  public var isDefault: Bool

  var track: TrackID { TrackID(Int32(clamping: id)) }
}

/// Which subtitles a player shows.
public enum SubtitleChoice: Hashable, Sendable {
  /// Those in the preferred language, else those that the file marks as default, else none.
  case automatic
  case off
  case rendition(SubtitleRendition)

  var track: TrackID {
    switch self {
    case .automatic: .automatic
    case .off: .off
    case .rendition(let rendition): rendition.track
    }
  }
}
