import PlayerCore
import PlayerTrace

/// An event worth a line, in words.
struct TimelineEvent: Hashable {
  enum Kind: String, CaseIterable, Encodable {
    /// The app sent a command, or a setting was changed.
    case command
    case seek
    case stall
    case failure
    /// Events of the media: opened, first frame, ended.
    case media
    /// Interruptions, networks, routes.
    case environment
    /// An input was not accepted unchanged, or a request was refused.
    case oddity
    case mark
  }

  var instant: Instant
  var step: Int64
  var kind: Kind
  var text: String

  /// The priority among several events at one place.
  var weight: Int {
    switch kind {
    case .failure: 7
    case .stall: 6
    case .seek: 5
    case .mark: 4
    case .command: 3
    case .environment: 2
    case .oddity: 1
    case .media: 0
    }
  }
}

/// A segment of the media, as in the player.
struct TimelineSegment: Hashable {
  var id: SegmentID
  var start: MediaTime
  var end: MediaTime
  var isBlocked: Bool
  var isHidden: Bool
  var title: String
  /// Why it was presented although it is blocked; `nil` if it was not.
  var presented: MediaParts.Presented?

  /// The name for display.
  var name: String { title.isEmpty ? "segment \(id.rawValue)" : title }
  var isSkipped: Bool { isBlocked && presented == nil }
  /// What became of it, for display; `nil` for a segment that is not blocked.
  var fate: String? { isBlocked ? presented?.words ?? "skipped" : nil }
}

/// A chapter of the media.
struct TimelineChapter: Hashable {
  var start: MediaTime
  var end: MediaTime
  var title: String
}
