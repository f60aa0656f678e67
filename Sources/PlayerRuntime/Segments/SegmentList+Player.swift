import PlayerCore

/// A segment in the form that a player accepts.
public struct StagedSegment: Hashable, Sendable {
  /// The player's number for it.
  public var id: SegmentID
  /// The segment as the list has it.
  public var segment: MediaSegment
  /// The ranges that the player gets: one, or several around ranges without sound.
  public var ranges: [Range<MediaTime>]
  /// Whether it covers ranges without sound and was not cut for them, because of ``SegmentList/pieceLimit``.
  public var coversMutes = false
}

extension SegmentList {
  /// Many segments over many ranges without sound would have more pieces than fit in memory.
  public static var pieceLimit: Int { 100_000 }

  /// The segments that are no ranges, and that no player gets: without a start, or with an end before it. No file has such;
  /// an app's list or the chapters of a container may.
  public var unusable: [MediaSegment] {
    segments.filter { !$0.start.isKnown || $0.end.isKnown && $0.end < $0.start }
  }

  /// The segments in the form that a player accepts, numbered from `id`: those with a length, in the order of the list.
  ///
  /// Where segments overlap, a player is in only one of them. It must still enter and leave ranges without sound, so a
  /// segment that neither blocks nor mutes is cut into pieces around them, which share its number. Once there are
  /// ``pieceLimit`` pieces the segments that follow stay whole: sound is heard in the ranges without it that they cover,
  /// and ``StagedSegment/coversMutes`` shows it.
  public func staged(startingAt id: SegmentID) -> [StagedSegment] {
    let mutes = mutedRanges()
    var staged: [StagedSegment] = []
    var count = 0
    for segment in segments where !segment.isPoint && segment.start.isKnown {
      let (number, overflow) = id.rawValue.addingReportingOverflow(UInt32(clamping: staged.count))
      if overflow { break }
      let whole = segment.start..<segment.boundedEnd
      let isCut = !segment.isBlocked && !segment.mutes && Self.covers(whole, any: mutes)
      let isTooMuch = count >= Self.pieceLimit
      let ranges = isCut && !isTooMuch ? Self.pieces(of: whole, around: mutes) : [whole]
      count += ranges.count
      staged.append(
        StagedSegment(id: SegmentID(number), segment: segment, ranges: ranges, coversMutes: isCut && isTooMuch))
    }
    return staged
  }

  /// The commands that give the list to a player. `titles` gives a text its number; see ``IdentifierTable/text(_:)``.
  public func commands(startingAt id: SegmentID, titles: (String) -> TextID = { _ in .none }) -> [Command] {
    staged(startingAt: id).flatMap { staged in
      staged.ranges.map { range in
        .stageSegment(
          staged.id, start: range.lowerBound, end: range.upperBound, isBlocked: staged.segment.isBlocked,
          isHidden: staged.segment.isHidden, isDated: false, title: titles(staged.segment.name))
      }
    } + [.commitSegments]
  }

  /// The list as a player plays it: pieces that do not overlap, in order; a segment may have several. See
  /// ``PlayerCore/SegmentResolver``.
  public func resolved() -> SegmentList {
    let staged = staged(startingAt: SegmentID(1))
    let ranges = staged.flatMap { staged in
      staged.ranges.map { range in
        Segment(
          staged.id, start: range.lowerBound, end: range.upperBound, isBlocked: staged.segment.isBlocked,
          isHidden: staged.segment.isHidden)
      }
    }
    let pieces = SegmentResolver.resolve(ranges).map { piece in
      // Numbers were assigned in order, from 1.
      var segment = staged[Int(piece.id.rawValue) - 1].segment
      segment.start = piece.start
      segment.end = piece.end.microseconds == .max ? .unknown : piece.end
      return segment
    }
    return SegmentList(pieces, format: format)
  }

  /// The ranges without sound, in order, none touching another.
  private func mutedRanges() -> [Range<MediaTime>] {
    var ranges: [Range<MediaTime>] = []
    for segment in segments.filter({ $0.mutes && !$0.isPoint }).sorted(by: { $0.start < $1.start }) {
      if let last = ranges.last, segment.start <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, segment.boundedEnd)
      } else {
        ranges.append(segment.start..<segment.boundedEnd)
      }
    }
    return ranges
  }

  /// The parts of a range that lie outside of others.
  private static func pieces(
    of whole: Range<MediaTime>, around ranges: [Range<MediaTime>]
  ) -> [Range<MediaTime>] {
    var pieces: [Range<MediaTime>] = []
    var start = whole.lowerBound
    for range in ranges[firstIndex(of: ranges, endingAfter: start)...] {
      guard range.lowerBound < whole.upperBound else { break }
      if start < range.lowerBound { pieces.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    return start < whole.upperBound ? pieces + [start..<whole.upperBound] : pieces
  }

  private static func covers(_ whole: Range<MediaTime>, any ranges: [Range<MediaTime>]) -> Bool {
    let index = firstIndex(of: ranges, endingAfter: whole.lowerBound)
    return index < ranges.count && ranges[index].lowerBound < whole.upperBound
  }

  private static func firstIndex(of ranges: [Range<MediaTime>], endingAfter time: MediaTime) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > time { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Turns ranges without sound into mute on and mute off, at their exact boundaries: a host passes it every notification
/// and sends the command that it returns.
///
/// The user has priority: a player that the user muted stays muted, and one that the user unmuted inside a range stays
/// unmuted.
public struct MuteRanges: Hashable, Sendable {
  private var ranges: Set<SegmentID> = []
  /// Whether the ranges muted the player.
  public private(set) var isHolding = false
  /// Whether the next change of the sound is the one that was requested here.
  private var expectsChange = false

  /// Empty at first.
  public init() {}

  /// Replaces the ranges without sound.
  public mutating func replace(with staged: [StagedSegment]) {
    ranges = Set(staged.lazy.filter { $0.segment.mutes && !$0.segment.isBlocked }.map(\.id))
  }

  /// The command to send after a notification; `player` is the state at that moment.
  public mutating func command(after notification: Player.Notification, _ player: Player) -> Command? {
    switch notification {
    case .segmentStarted(let segment, _, _, _, _) where ranges.contains(segment):
      guard !player.isMuted, !isHolding else { return nil }
      return change(to: true)
    case .segmentEnded(let segment, _, _, _, let next, _) where ranges.contains(segment):
      // The sound stays off from one range into the next.
      return ranges.contains(next) ? nil : release(player)
    case .mutedChanged:
      if !expectsChange { isHolding = false }
      expectsChange = false
      return nil
    case .phaseChanged(_, .empty), .phaseChanged(_, .idle): return release(player)
    default: return nil
    }
  }

  private mutating func release(_ player: Player) -> Command? {
    guard isHolding else { return nil }
    let command = player.isMuted ? change(to: false) : nil
    isHolding = false
    return command
  }

  private mutating func change(to isMuted: Bool) -> Command {
    isHolding = isMuted
    expectsChange = true
    return .setMuted(isMuted)
  }
}

/// The chapters of a container, gathered from a player's notifications.
public struct ChapterList: Hashable, Sendable {
  /// In the order in which they were announced.
  public private(set) var segments: [MediaSegment] = []

  /// Empty at first.
  public init() {}

  /// `text` gives a number's text; see ``IdentifierTable/text(of:)``.
  public mutating func take(_ notification: Player.Notification, text: (TextID) -> String) {
    switch notification {
    case .phaseChanged(_, .opening): segments = []
    case .chapterFound(_, let start, let end, let title) where segments.count < SegmentList.countLimit:
      segments.append(MediaSegment(title: SegmentSource.title(text(title)), start: start, end: end))
    default: break
    }
  }
}
