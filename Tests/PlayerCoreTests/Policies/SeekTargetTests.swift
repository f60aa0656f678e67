import Testing

@testable import PlayerCore

/// Where positions lead (SRG.md#1.8): literals are seconds.
@Suite struct SeekTargetTests {
  /// What is known of each kind of media; the playhead is at 30.
  enum Media: CaseIterable, Sendable {
    case onDemand, live, dvr, dated

    /// On demand and with a window from 10 to 100, of which 90 can be reached; the date 1,000 is at 40.
    var basis: SeekBasis {
      let isWindow = self == .dvr || self == .dated
      return SeekBasis(
        streamType: isWindow ? .dvr : self == .live ? .live : .onDemand,
        start: isWindow ? .seconds(10) : .zero, end: self == .live ? .zero : .seconds(100),
        duration: self == .onDemand ? .seconds(100) : .unknown,
        window: SeekWindow(
          first: isWindow ? .seconds(10) : .zero, last: self == .live ? .zero : .seconds(90)),
        playhead: .seconds(30),
        dates: self == .dated ? DateReference(position: .seconds(40), date: 1_000_000_000) : nil)
    }
  }

  static let anchors: [PositionAnchor] = [
    .start, .playhead, .liveEdge, .windowStart, .defaultPosition, .date, .segment,
  ]

  /// The place that an anchor counts from; `nil` if there is none.
  private static func origin(_ anchor: PositionAnchor, _ media: Media) -> Int64? {
    switch (anchor, media) {
    case (.start, _): 0
    case (.playhead, _): 30
    case (.liveEdge, .live), (.windowStart, .live), (.defaultPosition, .live): 0
    case (.liveEdge, _): 100
    case (.windowStart, .onDemand), (.defaultPosition, .onDemand): 0
    case (.windowStart, _): 10
    case (.defaultPosition, _): 100
    // The date zero is 1,000 s before 40.
    case (.date, .dated): -960
    case (.date, _), (.segment, _): nil
    }
  }

  @Test("an offset counts from its anchor, in every kind of media", arguments: anchors, Media.allCases)
  func anchor(anchor: PositionAnchor, media: Media) {
    for offset in [-5, 0, 7] as [Int64] {
      let target = media.basis.resolve(Position(anchor: anchor, offset: .seconds(offset)))
      if let origin = Self.origin(anchor, media) {
        #expect(target == .at(.seconds(origin + offset)))
      } else {
        #expect(target == .refused(anchor == .date ? .noDate : .unknownSubject))
      }
    }
  }

  @Test("offsets and dates beyond all bounds saturate at the ends of time", arguments: anchors, Media.allCases)
  func extremes(anchor: PositionAnchor, media: Media) {
    for offset in [Int64.min, .min + 1, .max] {
      let target = media.basis.resolve(Position(anchor: anchor, offset: .microseconds(offset)))
      guard target.refusal == .none else { continue }
      #expect((target.position < .zero) == (offset < 0))
    }
  }

  // MARK: Segments

  struct Row: CustomTestStringConvertible, Sendable {
    var anchor = PositionAnchor.segment
    var offset: Int64
    var margins: (start: Int64, end: Int64) = (0, 0)
    var tolerance: Int64?
    /// In microseconds.
    var leadsTo: Int64
    var testDescription: String { "\(anchor) + \(offset), margins \(margins), tolerance \(tolerance ?? 0)" }
  }

  // A segment from 20 to 30 s.
  static let rows: [Row] = [
    Row(offset: 0, leadsTo: 20_000_000),
    Row(offset: 4, leadsTo: 24_000_000),
    Row(offset: -4, leadsTo: 20_000_000),
    // Its end is exclusive.
    Row(offset: 10, leadsTo: 29_999_999),
    Row(offset: 99, leadsTo: 29_999_999),
    Row(anchor: .start, offset: 24, leadsTo: 24_000_000),
    Row(anchor: .start, offset: 4, leadsTo: 20_000_000),
    // The date 1,000 is at 40: 985 is at 25.
    Row(anchor: .date, offset: 985, leadsTo: 25_000_000),
    Row(anchor: .date, offset: 5, leadsTo: 20_000_000),
    // Margins apply at both ends, unless they exceed the segment.
    Row(offset: 0, margins: (2, 3), leadsTo: 22_000_000),
    Row(offset: 9, margins: (2, 3), leadsTo: 27_000_000),
    Row(offset: 0, margins: (7, 3), leadsTo: 27_000_000),
    Row(offset: 0, margins: (8, 3), leadsTo: 20_000_000),
    // A start too close to the end moves to the beginning of the segment; a seek does not.
    Row(offset: 8, tolerance: 2, leadsTo: 20_000_000),
    Row(offset: 7, tolerance: 2, leadsTo: 27_000_000),
    Row(offset: 8, leadsTo: 28_000_000),
  ]

  @Test("a position in a segment resolves into it", arguments: rows)
  func inSegment(row: Row) {
    let segment = SelectedSegment(
      isListed: true, range: .seconds(20) ..< .seconds(30), startMargin: .seconds(row.margins.start),
      endMargin: .seconds(row.margins.end))
    let target = Media.dated.basis.resolve(
      Position(anchor: row.anchor, offset: .seconds(row.offset), segment: SegmentID(1)), in: segment,
      start: row.tolerance.map { StartTolerance(absolute: .seconds($0), ratio: .zero) })
    #expect(target == .at(.microseconds(row.leadsTo)))
  }

  @Test("a segment that is unknown or has no place yet is refused; a media time works without it")
  func unresolvedSegment() {
    for isListed in [false, true] {
      let segment = SelectedSegment(isListed: isListed, range: nil, startMargin: .zero, endMargin: .zero)
      let refused = SeekTarget.refused(isListed ? .noDate : .unknownSubject)
      let basis = Media.dated.basis
      #expect(basis.resolve(Position(anchor: .segment, segment: SegmentID(1)), in: segment, start: nil) == refused)
      #expect(basis.resolve(Position(anchor: .date, segment: SegmentID(1)), in: segment, start: nil) == refused)
      #expect(
        basis.resolve(Position(anchor: .start, offset: .seconds(5), segment: SegmentID(1)), in: segment, start: nil)
          == .at(.seconds(5)))
    }
    let listed = SelectedSegment(
      isListed: true, range: .seconds(20) ..< .seconds(30), startMargin: .zero, endMargin: .zero)
    let undated = Media.dvr.basis.resolve(Position(anchor: .date, segment: SegmentID(1)), in: listed, start: nil)
    #expect(undated == .refused(.noDate))
  }

  // MARK: Starts

  @Test("a live stream begins where its engine rests, not at zero")
  func liveStarts() {
    let tolerance = StartTolerance(absolute: .zero, ratio: .zero)
    for media in Media.allCases {
      for position in [Position.standard, .at(.zero), .at(.seconds(-1))] {
        let start = media.basis.start(at: position, media.basis.resolve(position), tolerance)
        #expect(start.position == (media == .onDemand ? .zero : .unknown))
        #expect(start.isClamped == (media == .onDemand && position == .at(.seconds(-1))))
      }
    }
    let later = Position.at(.seconds(50))
    #expect(Media.dvr.basis.start(at: later, .at(.seconds(50)), tolerance) == .at(.seconds(50)))
    let clamped = SeekTarget(position: .seconds(90), isClamped: true)
    #expect(Media.dvr.basis.start(at: later, .at(.seconds(95)), tolerance) == clamped)
    #expect(Media.dvr.basis.start(at: later, .refused(.noDate), tolerance) == .refused(.noDate))
  }

  @Test("a start too near the end of media on demand falls back to the beginning, by the smaller tolerance set")
  func lateStarts() {
    let rows: [(absolute: Int64, perMille: Int64, latest: Int64)] = [
      (0, 0, 100), (20, 0, 80), (0, 300, 70), (20, 300, 80), (40, 300, 70),
    ]
    for row in rows {
      let tolerance = StartTolerance(absolute: .seconds(row.absolute), ratio: Fraction(thousandths: row.perMille))
      let basis = Media.onDemand.basis
      let (before, there) = (MediaTime.seconds(row.latest - 1), MediaTime.seconds(row.latest))
      // The last ten seconds cannot be sought.
      func target(_ position: MediaTime, for wanted: MediaTime) -> SeekTarget {
        SeekTarget(position: position, isClamped: wanted > .seconds(90))
      }
      #expect(
        basis.start(at: .at(before), .at(before), tolerance) == target(min(before, .seconds(90)), for: before))
      #expect(basis.start(at: .at(there), .at(there), tolerance) == target(.zero, for: there))
      // A seek that waited for the opening is only clamped.
      #expect(basis.seek(to: .at(there)) == target(min(there, .seconds(90)), for: there))
    }
    #expect(Media.onDemand.basis.seek(to: .refused(.noDate)) == .refused(.noDate))
  }

  @Test("a start in a segment does not fall back to the beginning of the media")
  func startInSegment() {
    let position = Position(anchor: .start, offset: .seconds(85), segment: SegmentID(1))
    let tolerance = StartTolerance(absolute: .seconds(20), ratio: .zero)
    #expect(Media.onDemand.basis.start(at: position, .at(.seconds(85)), tolerance) == .at(.seconds(85)))
  }
}
