@testable import PlayerCore
import Testing

@Suite("Overlapping segments are resolved (SRG.md#3.8)")
struct SegmentResolverTests {
  @Test("the rules, one by one")
  func rules() {
    for (segments, pieces) in [
      ([Segment.normal(1, 10, 20), .normal(2, 15, 35)], [Segment.normal(1, 10, 15), .normal(2, 15, 35)]),
      ([.normal(1, 10, 20), .blocked(2, 15, 35)], [.normal(1, 10, 15), .blocked(2, 15, 35)]),
      ([.blocked(1, 10, 20), .normal(2, 15, 35)], [.blocked(1, 10, 20), .normal(2, 20, 35)]),
      (
        [.blocked(1, 10, 60), .blocked(2, 20, 40)],
        [.blocked(1, 10, 20), .blocked(2, 20, 40), .blocked(1, 40, 60)]
      ),
      ([.normal(1, 10, 60), .normal(2, 10, 40)], [.normal(2, 10, 40), .normal(1, 40, 60)]),
      ([.normal(1, 10, 60), .blocked(2, 10, 40)], [.blocked(2, 10, 40), .normal(1, 40, 60)]),
      ([.normal(1, 10, 60), .normal(2, 10, 60)], [.normal(2, 10, 60)]),
      ([], []),
      ([.normal(1, 10, 10), .normal(2, 60, 10)], []),
    ] as [([Segment], [Segment])] {
      #expect(SegmentResolver.resolve(segments) == pieces)
    }
  }

  @Test("a visible segment takes precedence over a hidden one that starts later")
  func hidden() {
    var hidden = Segment.normal(2, 15, 35)
    hidden.isHidden = true
    var rest = hidden
    rest.start = .seconds(20)
    #expect(SegmentResolver.resolve([.normal(1, 10, 20), hidden]) == [.normal(1, 10, 20), rest])
  }

  @Test("pieces that are too short to matter are dropped, blocked ones never")
  func short() {
    let cut = Segment(SegmentID(2), start: .milliseconds(10_500), end: .seconds(30), isBlocked: true)
    let pieces = SegmentResolver.resolve([.normal(1, 10, 60), cut], droppingShorterThan: .seconds(1))
    #expect(pieces == [cut, .normal(1, 30, 60)])
    let flash = Segment(SegmentID(1), start: .zero, end: .milliseconds(1), isBlocked: true)
    #expect(SegmentResolver.resolve([flash], droppingShorterThan: .seconds(1)) == [flash])
  }

  @Test("random lists: every position belongs to the segment that a full scan selects", arguments: [true, false])
  func naive(byRules: Bool) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<400 {
      let segments = (0..<(1 + random.below(12))).map { _ in
        let start = Int64(random.below(40))
        return Segment(
          SegmentID(UInt32(random.below(6)) + 1), start: .seconds(start),
          end: .seconds(start + Int64(random.below(20)) - 2), isBlocked: random.bool(), isHidden: random.bool())
      }
      let order: SegmentResolver.Order = byRules ? .rules : .list
      let pieces = SegmentResolver.resolve(segments, order: order)
      for (piece, next) in zip(pieces, pieces.dropFirst()) { #expect(piece.end <= next.start) }
      var list = SegmentList()
      for segment in segments { list.append(segment) }
      let table = SegmentTable(list, .init(dateToPosition: nil, order: order, landingMargin: .zero))
      for second in -3..<64 {
        let position = MediaTime.seconds(Int64(second)) + .milliseconds(500)
        let winner = Self.winner(at: position, segments, byRules: byRules)
        let piece = pieces.first { $0.start <= position && position < $0.end }
        let place = table.place(at: position)
        #expect(piece?.id == winner?.id && piece?.isBlocked == winner?.isBlocked, "\(segments) at \(second)")
        #expect(place.id == winner?.id ?? .none && place.isBlocked == winner?.isBlocked ?? false)
        #expect(place.holds(position))
        if place.isBlocked { #expect(!table.place(at: place.landing).isBlocked, "a landing is free") }
      }
    }
  }

  /// The segment at a position, chosen by the rules from all that cover it.
  private static func winner(at position: MediaTime, _ segments: [Segment], byRules: Bool) -> Segment? {
    let covering = segments.enumerated().filter { $1.start <= position && position < $1.end }
    guard byRules else { return covering.first?.element }
    let marks = segments.filter { $0.start < $0.end }.flatMap { [$0.start, $0.end] }
    let mark = marks.filter { $0 <= position }.max()
    return covering.max { a, b in
      func rank(_ index: Int, _ segment: Segment) -> [Int64] {
        [
          segment.isBlocked ? 1 : 0, segment.isHidden ? 0 : 1, segment.start == mark ? 1 : 0,
          -(segment.end - segment.start).microseconds, Int64(index),
        ]
      }
      return rank(a.offset, a.element).lexicographicallyPrecedes(rank(b.offset, b.element))
    }?.element
  }

  @Test("bounds at the edges of the number range")
  func extremes() {
    let edge = [Int64.min + 1, -1, 0, 1, .max - 1, .max]
    var segments: [Segment] = []
    for start in edge {
      for end in edge {
        segments.append(
          Segment(
            SegmentID(UInt32(segments.count) + 1), start: .microseconds(start), end: .microseconds(end),
            isBlocked: segments.count % 3 == 0))
      }
    }
    for order in [SegmentResolver.Order.rules, .list] {
      let pieces = SegmentResolver.resolve(segments, order: order)
      #expect(pieces.allSatisfy { $0.start < $0.end })
      for (piece, next) in zip(pieces, pieces.dropFirst()) { #expect(piece.end <= next.start) }
    }
  }
}
