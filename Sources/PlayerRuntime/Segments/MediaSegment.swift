import PlayerCore

/// A range of the media that a file, a service or the container describes.
public struct MediaSegment: Hashable, Sendable {
  /// One line; empty when there is none.
  public var title: String
  /// What kind of range it is, in the words of its source: `sponsor`, `commercial`, `mute`; empty when it has none.
  public var category: String
  /// Where it begins, in the media.
  public var start: MediaTime
  /// Exclusive; `.unknown` for "to the end of the media".
  public var end: MediaTime
  /// Is not played: the player skips it.
  public var isBlocked: Bool
  /// Is played, and not shown in a table of contents.
  public var isHidden: Bool
  /// Is played without sound.
  public var mutes: Bool
  /// The rule that blocked it; `nil` when its source blocks it, or nothing does.
  public var blockedBy: SkipRule?
  /// The line of the file it was read from, from 1.
  public var line: Int?

  /// A segment from `start` on.
  public init(
    title: String = "", category: String = "", start: MediaTime, end: MediaTime = .unknown, isBlocked: Bool = false,
    isHidden: Bool = false, mutes: Bool = false, line: Int? = nil
  ) {
    self.title = title
    self.category = category
    self.start = start
    self.end = end
    self.isBlocked = isBlocked
    self.isHidden = isHidden
    self.mutes = mutes
    self.line = line
  }

  /// A segment without length, such as a highlight, or with its end before its start. It is never played; see
  /// ``SegmentList/unusable``.
  public var isPoint: Bool { end.isKnown && end <= start }

  /// What to call it: the title, or the category when there is none.
  public var name: String { title.isEmpty ? category : title }

  /// The end as a number that compares: later than every other when it is open.
  var boundedEnd: MediaTime { end.isKnown ? end : MediaTime(microseconds: .max) }
}

extension MediaSegment {
  /// The latest time that a file may contain: a million hours.
  public static var timeLimit: MediaTime { .seconds(3_600_000_000) }

  /// Longer titles are cut, in characters.
  public static var titleLimit: Int { 1_000 }
}
