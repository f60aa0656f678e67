import PlayerCore

// Segments: the pieces of the list follow the rules, and the shown segment contains the playhead.

extension PlayerMonitor {
  /// The pieces of a new list, computed independently mark by mark (SRG.md#3.8). Precedence: blocked before not
  /// blocked, visible before hidden, then a segment that starts at this mark, then the shorter, then the later in the
  /// list.
  @inline(never)
  mutating func checkSegmentTable(_ player: inout Player, isNew: Bool) {
    let list = player.segmentList
    guard list.count <= 12, lists.isCut else { return }
    if memory.isStagedWhole, isNew {
      var digest = StateDigest()
      for segment in list { digest.putSegment(segment) }
      expect(digest.value == memory.stagedDigest.value, .segmentsWrong)
    }
    // Near the limits of the number range, sums depend on their order.
    guard isCutInWorld else { return }
    for (index, mark) in lists.cut.marks.enumerated() {
      let id = lists.cut.winners[index].map { lists.list[$0].id }
      expectSame("segment", player.segment(at: mark)?.id ?? .none, id ?? .none, at: mark, .segmentsWrong)
      let (seen, expected) = (player.landing(behindBlockedAt: mark), lists.cut.landings[index])
      expectSame(
        "landing after blocked media", seen ?? .unknown, expected ?? .unknown, at: mark, .segmentsWrong)
    }
    if let first = lists.cut.marks.first, first.microseconds != .min {
      let place = first + .microseconds(-1)
      expectSame("segment", player.segment(at: place)?.id ?? .none, .none, at: place, .segmentsWrong)
    }
  }

  /// Whether the marks of the list are far from the limits of the number range.
  var isCutInWorld: Bool {
    lists.dates.isKnown && lists.cut.marks.allSatisfy { $0.microseconds.magnitude <= 1 << 61 }
  }

  /// All starts and ends, sorted and without duplicates.
  static func marks(of segments: [Segment]) -> [MediaTime] {
    var marks: [MediaTime] = []
    marks.reserveCapacity(2 * segments.count)
    func insert(_ mark: MediaTime) {
      let place = marks.firstIndex { $0 >= mark } ?? marks.count
      if place == marks.count || marks[place] != mark { marks.insert(mark, at: place) }
    }
    for segment in segments {
      insert(segment.start)
      insert(segment.end)
    }
    return marks
  }

  static func winner(_ segments: [Segment], at mark: MediaTime, isByRules: Bool) -> Int? {
    var winner: Int?
    for index in segments.indices where segments[index].start <= mark && mark < segments[index].end {
      if let best = winner, !isByRules || !wins(segments, index, over: best, at: mark) { continue }
      winner = index
    }
    return winner
  }

  private static func wins(_ segments: [Segment], _ a: Int, over b: Int, at mark: MediaTime) -> Bool {
    let (x, y) = (segments[a], segments[b])
    if x.isBlocked != y.isBlocked { return x.isBlocked }
    if x.isHidden != y.isHidden { return y.isHidden }
    if (x.start == mark) != (y.start == mark) { return x.start == mark }
    if x.end - x.start != y.end - y.start { return x.end - x.start < y.end - y.start }
    return a > b
  }

  /// The landing after blocked media at a position, and after all blocked media that the margin leads into
  /// (SRG.md#3.4).
  func landing(
    _ margin: TimeSpan, _ segments: [Segment], _ marks: [MediaTime], _ winners: [Int?], _ place: Int
  ) -> MediaTime? {
    var place = place
    guard let winner = winners[place], segments[winner].isBlocked else { return nil }
    while true {
      var end = place
      while end < marks.count, winners[end] == winners[place] { end += 1 }
      guard end < marks.count else { return marks[marks.count - 1] }
      let landing = marks[end] + margin
      guard let next = marks.lastIndex(where: { $0 <= landing }), let blocked = winners[next],
        segments[blocked].isBlocked,
        next > place || landing > marks[end]
      else { return landing }
      if next == place { return landing }
      place = next
    }
  }

  /// The shown segment contains the playhead, unless it is blocked; in a gap there is none (SRG.md#3.1).
  @inline(__always)
  mutating func checkSegmentPlace(_ code: UInt16, _ player: inout Player) {
    guard inspection.looksAtSegments, !inspection.isSegmentDue, inspection.nextDeadline > inspection.clock else {
      return
    }
    let position = inspection.position
    if position < inspection.placeStart {
      expectSame("beginning of the place", inspection.placeStart, position, .segmentsWrong)
    } else if position >= inspection.placeEnd, position != .microseconds(.max) {
      // The least end that is after the playhead.
      expectSame("end of the place", inspection.placeEnd, position + .microseconds(1), .segmentsWrong)
    }
    let isSame =
      inspection.placeStart == before.placeStart && inspection.placeEnd == before.placeEnd
      && inspection.shown.segment == before.shown.segment && before.looksAtSegments && code != Kind.commitSegments
      && inspection.shown.playedBlocked == before.shown.playedBlocked && !before.isSegmentDue
    if !isSame {
      checkSegmentShown(&player)
      checkBounds()
    }
  }

  /// The place of the playhead reaches from where its segment or gap begins to where that ends.
  @inline(never)
  private mutating func checkBounds() {
    guard lists.isCut, isCutInWorld, !lists.cut.marks.isEmpty else { return }
    let (start, end) = lists.cut.bounds(at: inspection.position)
    expectSame("beginning of the place", inspection.placeStart, start, .segmentsWrong)
    expectSame("end of the place", inspection.placeEnd, end, .segmentsWrong)
  }

  @inline(never)
  private mutating func checkSegmentShown(_ player: inout Player) {
    if !lists.dates.isKnown, lists.list.contains(where: { $0.isDated }) { return }
    var (shown, blocked) = (SegmentID.none, SegmentID.none)
    if let segment = segment(at: inspection.position, &player) {
      // Blocked media that is presented all the same is announced.
      if landing(behindBlockedAt: inspection.position, &player) == nil {
        shown = segment.id
      } else {
        blocked = segment.id
      }
    }
    expectSame("shown segment", inspection.shown.segment, shown, at: inspection.position, .segmentsWrong)
    expectSame("blocked segment", inspection.shown.playedBlocked, blocked, at: inspection.position, .segmentsWrong)
  }

  // MARK: Segment notifications

  /// Both notifications of a pair name the same positions (SRG.md#3.3, SRG.md#3.5).
  @inline(never)
  mutating func hearSegment(_ notification: Player.Notification) {
    recordSegments(of: notification)
    switch notification {
    case .segmentEnded(let id, _, _, let exit, let next, let last):
      if exit == .stop || exit == .failure { return expectSame("next segment", next, .none, .segmentsWrong) }
      (stepOutputs.endedSegment, stepOutputs.nextSegment, stepOutputs.lastPosition) = (id, next, last)
    case .segmentStarted(let id, _, _, let previous, let last):
      let ended = stepOutputs.endedSegment
      expectSame("previous segment", previous, ended, .segmentsWrong)
      expectSame("next segment", stepOutputs.nextSegment, ended.isNone ? .none : id, .segmentsWrong)
      if !ended.isNone { expectSame("last position", last, stepOutputs.lastPosition, .segmentsWrong) }
      (stepOutputs.endedSegment, stepOutputs.nextSegment) = (.none, .none)
    case .willSkip(_, let last): memory.skipOrigin = last
    case .didSkip(_, let last, _):
      if memory.skipOrigin.isKnown { expectSame("last position", last, memory.skipOrigin, .segmentsWrong) }
      memory.skipOrigin = .unknown
    default: break
    }
  }
}
