import Foundation

/// A part of the media: a time range or a range of dates, that may be blocked (SRGGuide.md#segments).
///
/// A segment may change while it is in a list, for example when the rights to a part of a broadcast end: the controller
/// checks every second while it plays or is paused, shortly before playback reaches the next segment, and before a
/// seek. ``SRGMediaPlayerController/reloadSegments()`` makes it check at once.
@MainActor
public protocol SRGSegment: AnyObject {
  /// The range covered by the segment in its media. `srg_markRange` in the original.
  var markRange: SRGMarkRange { get }
  /// Blocked segments are never played. `srg_blocked` in the original.
  var isBlocked: Bool { get }
  /// Hidden segments are not shown; for playback they are like any other. `srg_hidden` in the original.
  var isHidden: Bool { get }
  /// The title for display: timelines and recordings show it. Empty for none.
  var title: String { get }
}

extension SRGSegment {
  /// It is played.
  public var isBlocked: Bool { false }
  /// It is visible.
  public var isHidden: Bool { false }
  /// It has no name.
  public var title: String { "" }

  /// Whether the other one covers the same range and has the same flags: such a segment silently replaces this one when
  /// a list is updated (SRG.md#3.1).
  public func isEquivalent(to other: any SRGSegment) -> Bool {
    markRange == other.markRange && isBlocked == other.isBlocked && isHidden == other.isHidden
  }
}

/// A simple segment.
public final class SRGMediaSegment: SRGSegment {
  /// The range that it covers.
  public let markRange: SRGMarkRange
  /// Whether it is never played.
  public let isBlocked: Bool
  /// Whether lists and timelines leave it out.
  public let isHidden: Bool
  /// What to call it; empty when it has no name.
  public let name: String
  /// The name.
  public var title: String { name }

  /// A segment over a range; without a name its title is empty.
  public init(_ markRange: SRGMarkRange, isBlocked: Bool = false, isHidden: Bool = false, name: String = "") {
    self.markRange = markRange
    self.isBlocked = isBlocked
    self.isHidden = isHidden
    self.name = name
  }
}
