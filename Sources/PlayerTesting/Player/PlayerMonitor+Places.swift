import PlayerCore

// Segments: the pieces are those of the rules, and the one that is shown holds the playhead.

extension PlayerMonitor {
  /// The pieces of a list that was just made, worked out anew mark by mark (SRG.md#3.8): blocked before not blocked,
  /// then visible before hidden, then who starts at this very mark, then the shorter, then the later in the list.
  @inline(never)
  mutating func checkSegmentTable(_ player: inout Player, isNew: Bool) {
    let list = player.segmentList
    guard list.count <= 12, lists.isShort else { return }
    if senses.isStagedWhole, isNew {
      var digest = Digest()
      for segment in list { digest.putSegment(segment) }
      expect(digest.value == senses.stagedDigest.value, .segmentsWrong)
    }
    // Where numbers end, sums depend on their order.
    guard isCutInWorld else { return }
    for (index, mark) in lists.cut.marks.enumerated() {
      let id = lists.cut.winners[index].map { lists.list[$0].id }
      expect(player.segment(at: mark)?.id == id, .segmentsWrong)
      expect(player.landing(behindBlockedAt: mark) == lists.cut.landings[index], .segmentsWrong)
    }
    if let first = lists.cut.marks.first {
      expect(player.segment(at: first + .microseconds(-1)) == nil || first.microseconds == .min, .segmentsWrong)
    }
  }

  /// Whether the marks of the list are far from where numbers end.
  var isCutInWorld: Bool {
    lists.dates.isKnown && lists.cut.marks.allSatisfy { $0.microseconds.magnitude <= 1 << 61 }
  }

  /// Where anything begins or ends, in order and each once.
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

  /// Behind what is blocked there, and behind everything blocked that the margin leads into (SRG.md#3.4).
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

  /// The segment that is shown is the one that holds the playhead, unless that one is blocked; in a gap there is none
  /// (SRG.md#3.1).
  @inline(__always)
  mutating func checkSegmentPlace(_ code: UInt16, _ player: inout Player) {
    guard facts.looksAtSegments, !facts.isSegmentDue, facts.nextDeadline > facts.clock else { return }
    let isInside = facts.placeStart <= facts.position && facts.position < facts.placeEnd
    expect(isInside || facts.position == .microseconds(.max), .segmentsWrong)
    let isSame =
      facts.placeStart == before.placeStart && facts.placeEnd == before.placeEnd
      && facts.shown.segment == before.shown.segment && before.looksAtSegments && code != Kind.commitSegments
    if !isSame { checkSegmentShown(&player) }
  }

  @inline(never)
  private mutating func checkSegmentShown(_ player: inout Player) {
    guard let segment = segment(at: facts.position, &player) else {
      return expect(facts.shown.segment.isNone, .segmentsWrong)
    }
    let isBlocked = landing(behindBlockedAt: facts.position, &player) != nil
    expect(facts.shown.segment == (isBlocked ? .none : segment.id), .segmentsWrong)
  }

  // MARK: What is told of them

  /// Both ends of a pair speak of the same places (SRG.md#3.3, SRG.md#3.5).
  @inline(never)
  mutating func hearSegment(_ notification: Player.Notification) {
    rememberHeard(of: notification)
    switch notification {
    case .segmentEnded(let id, _, _, let exit, let next, let last):
      if exit == .stop || exit == .failure { return expect(next.isNone, .segmentsWrong) }
      (said.endedSegment, said.nextSegment, said.lastPosition) = (id, next, last)
    case .segmentStarted(let id, _, _, let previous, let last):
      expect(
        previous == said.endedSegment && said.nextSegment == (said.endedSegment.isNone ? .none : id), .segmentsWrong)
      if !said.endedSegment.isNone { expect(last == said.lastPosition, .segmentsWrong) }
      (said.endedSegment, said.nextSegment) = (.none, .none)
    case .willSkip(_, let last): senses.skipOrigin = last
    case .didSkip(_, let last, _):
      expect(last == senses.skipOrigin || !senses.skipOrigin.isKnown, .segmentsWrong)
      senses.skipOrigin = .unknown
    default: break
    }
  }
}
