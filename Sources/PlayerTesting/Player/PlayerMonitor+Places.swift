import PlayerCore

// Segments: the pieces are those of the rules, and the one that is shown holds the playhead.

extension PlayerMonitor {
  /// The pieces of a list that was just made, worked out anew mark by mark (SRG.md#3.8): blocked before not blocked,
  /// then visible before hidden, then who starts at this very mark, then the shorter, then the later in the list.
  @inline(never)
  mutating func checkSegmentTable(_ player: inout Player, isNew: Bool) {
    let list = player.segmentList
    guard list.count <= 12 else { return }
    if senses.isStagedWhole, isNew {
      var digest = Digest()
      for segment in list { digest.putSegment(segment) }
      expect(digest.value == senses.stagedDigest.value, .segmentsWrong)
    }
    if list.isEmpty { return }
    let zero = player.position(ofDate: 0)
    // Where numbers end, sums depend on their order.
    if let zero {
      let isInWorld = zero.microseconds.magnitude <= 1 << 61
      guard isInWorld, player.position(ofDate: 1) == zero + .microseconds(1) else { return }
    }
    var segments: [Segment] = []
    for var segment in list {
      if segment.isDated {
        guard let zero else { continue }
        segment.start = zero + (segment.start - .zero)
        segment.end = zero + (segment.end - .zero)
      }
      if segment.start < segment.end { segments.append(segment) }
    }
    let isByRules = player.configuration.resolvesOverlaps
    let marks = Self.marks(of: segments)
    let winners = marks.map { Self.winner(segments, at: $0, isByRules: isByRules) }
    for (index, mark) in marks.enumerated() {
      let id = winners[index].map { segments[$0].id }
      expect(player.segment(at: mark)?.id == id, .segmentsWrong)
      expect(player.landing(behindBlockedAt: mark) == landing(&player, segments, marks, winners, index), .segmentsWrong)
    }
    if let first = marks.first {
      expect(player.segment(at: first + .microseconds(-1)) == nil || first.microseconds == .min, .segmentsWrong)
    }
  }

  /// Where anything begins or ends, in order and each once.
  private static func marks(of segments: [Segment]) -> [MediaTime] {
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

  private static func winner(_ segments: [Segment], at mark: MediaTime, isByRules: Bool) -> Int? {
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
  private mutating func landing(
    _ player: inout Player, _ segments: [Segment], _ marks: [MediaTime], _ winners: [Int?], _ place: Int
  ) -> MediaTime? {
    var place = place
    guard let winner = winners[place], segments[winner].isBlocked else { return nil }
    while true {
      var end = place
      while end < marks.count, winners[end] == winners[place] { end += 1 }
      guard end < marks.count else { return marks[marks.count - 1] }
      let landing = marks[end] + player.configuration.skipLandingMargin
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
    guard let segment = player.segment(at: facts.position) else {
      return expect(facts.shown.segment.isNone, .segmentsWrong)
    }
    let isBlocked = player.landing(behindBlockedAt: facts.position) != nil
    expect(facts.shown.segment == (isBlocked ? .none : segment.id), .segmentsWrong)
  }

  // MARK: What is told of them

  /// Both ends of a pair speak of the same places (SRG.md#3.3, SRG.md#3.5).
  @inline(never)
  mutating func hearSegment(_ notification: Player.Notification) {
    rememberHeard(of: notification)
    switch notification {
    case .segmentEnded(let id, _, _, let exit, let next, let last):
      if exit == .stop || exit == .failure { return }
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
