// How a list of segments comes in, and where its segments lie.

extension Player {
  /// The list of segments, in the order in which they were staged.
  public var segmentList: [Segment] { segments.table.list.segments }
  /// How many segments the list has.
  public var segmentCount: Int { Int(segments.table.count) }
  /// The segment of the list with this number; the first one when there are several. Time O(log n).
  public func segment(_ id: SegmentID) -> Segment? { segments.table.segment(id) }

  /// Where a segment lies in the media; `nil` when it is dated and the media has no dates.
  public func range(of segment: Segment) -> Range<MediaTime>? {
    guard let segment = segment.inMediaTime(dateToPosition), segment.start <= segment.end else { return nil }
    return segment.start..<segment.end
  }

  /// The segment that holds a position: what remains where segments overlap; none in a gap. Time O(log n).
  public func segment(at position: MediaTime) -> Segment? {
    let id = segments.table.place(at: position).id
    return id.isNone ? nil : segments.table.segment(id)
  }

  /// Other content comes; what is staged is kept for it.
  mutating func dropSegmentList() { segments.table = SegmentTable() }

  mutating func stageSegment(_ segment: Segment, _ request: RequestID, _ step: inout Step) {
    guard !segment.id.isNone else { return step.complete(request, .refused, .unknownSubject) }
    guard segments.staged.count < .max else { return step.complete(request, .refused, .outOfRange) }
    if segment.start.isKnown, segment.start < segment.end {
      segments.staged.append(segment)
    } else {
      step.diagnose(.emptyRange)
    }
    step.complete(request, .done)
  }

  /// What holds from now on. A segment that is played goes on under the number of its equivalent (SRG.md#3.6).
  mutating func commitSegments(_ request: RequestID, _ step: inout Step) {
    // Without a list nobody looked whether a seek had shown its effect.
    if segmentsAreIdle { segments.origin = seeking.isVisible ? seeking.origin : .unknown }
    let old = segments.table
    segments.table = SegmentTable(segments.staged, segmentCircumstances)
    segments.staged = SegmentList()
    // What ends in this very step ends under the number by which it is known.
    let heir = heir(of: shown.segment, in: old)
    let place = segments.table.place(at: position(at: clock))
    // One that is blocked may have the same number.
    if !segments.isPresent || place.id == heir && !place.isBlocked { shown.segment = heir }
    segments.target = self.heir(of: segments.target, in: old)
    segments.isStale = true
    segments.isListNew = true
    step.complete(request, .done)
  }

  private mutating func heir(of id: SegmentID, in old: SegmentTable) -> SegmentID {
    guard !id.isNone, segments.table.segment(id) == nil, let segment = old.segment(id) else { return id }
    return segments.table.list.segments.first { $0.isEquivalent(to: segment) }?.id ?? id
  }

  /// The pieces depend on dates and settings that have changed.
  mutating func resolveSegments() {
    guard !segments.table.isEmpty else { return }
    segments.table.resolve(segmentCircumstances)
    segments.isStale = true
    segments.isListNew = true
  }

  /// What to add to a date to get a position.
  var dateToPosition: TimeSpan? {
    guard timeline.hasReference else { return nil }
    return TimeSpan(
      microseconds: timeline.referencePosition.microseconds.saturatingMinus(timeline.referenceDate))
  }

  private var segmentCircumstances: SegmentTable.Circumstances {
    SegmentTable.Circumstances(
      dateToPosition: dateToPosition, order: configuration.resolvesOverlaps ? .rules : .list,
      landingMargin: configuration.skipLandingMargin)
  }

  // MARK: Selection

  /// Where a position in a segment lies, within the bounds of the segment (SRG.md#1.8). A date stays a date, and a time
  /// of the media one, which is enough where the segment is not there any more.
  mutating func resolve(_ position: Position, inSegmentAsStart isStart: Bool) -> (MediaTime, Refusal) {
    let time = MediaTime.zero + position.offset
    guard let segment = segment(position.segment) else {
      return position.anchor == .start ? (time, .none) : (.unknown, .unknownSubject)
    }
    guard let range = range(of: segment) else {
      return position.anchor == .start ? (time, .none) : (.unknown, .noDate)
    }
    let (first, end) = (range.lowerBound, range.upperBound)
    var wanted = first + position.offset
    if position.anchor == .date {
      guard let dateToPosition else { return (.unknown, .noDate) }
      wanted = time + dateToPosition
    } else if position.anchor == .start {
      wanted = time
    }
    if isStart, wanted >= end + (.zero - startEndTolerance(of: end - first)) { wanted = first }
    let (startMargin, endMargin) = (configuration.segmentStartMargin, configuration.seekEndMargin)
    let last = end + (.zero - max(endMargin, .microseconds(1)))
    let isRoomy = end - first >= startMargin + endMargin
    return (wanted.clamped(from: isRoomy ? first + startMargin : first, to: last), .none)
  }

  /// What going to `position` selects when it lands at `landing`: nothing that is blocked, and nothing that a way around
  /// something blocked misses.
  mutating func selection(by position: Position, landing: MediaTime, isTrapped: Bool) -> SegmentID {
    guard position.selectsSegment, let segment = segment(position.segment), !segment.isBlocked else { return .none }
    if isTrapped, range(of: segment)?.contains(landing) != true { return .none }
    return segment.id
  }

  /// Where an opening begins that was meant to begin at `start`: around what is blocked there, unless the configuration
  /// has it begin there all the same. A seek that waited for the opening always goes around.
  mutating func aimSegments(start: MediaTime, _ step: inout Step) -> MediaTime {
    let isSeek = seeking.request.isOpen
    let trap = configuration.relocatesBlockedStarts || isSeek ? trap(at: start) : nil
    let landing = trap?.landing ?? start
    if let trap { beginSkip(trap, from: start, &step) }
    guard content.start.selectsSegment else { return landing }
    segments.target = selection(by: content.start, landing: landing, isTrapped: trap != nil)
    segments.selection = isSeek ? .update : .initial
    return landing
  }
}

extension Position {
  /// Whether going there selects ``segment``.
  var selectsSegment: Bool { !segment.isNone && (anchor == .segment || anchor == .date || anchor == .start) }
}
