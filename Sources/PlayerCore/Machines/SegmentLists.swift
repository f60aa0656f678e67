// Staging and committing a list of segments, and where its segments lie.

extension Player {
  /// The list of segments, in the order in which they were staged.
  public var segmentList: [Segment] { segments.table.list.segments }
  /// How many segments the list has.
  public var segmentCount: Int { Int(segments.table.count) }
  /// The segment of the list with this number; the first one when there are several. Time O(log n).
  public func segment(_ id: SegmentID) -> Segment? { segments.table.segment(id) }

  /// The range of a segment in the media; `nil` when it is dated and the media has no dates.
  public func range(of segment: Segment) -> Range<MediaTime>? {
    guard let segment = segment.inMediaTime(dateToPosition), segment.start <= segment.end else { return nil }
    return segment.start..<segment.end
  }

  /// The segment that holds a position, after overlaps are resolved; none in a gap. Time O(log n).
  public func segment(at position: MediaTime) -> Segment? {
    let id = segments.table.place(at: position).id
    return id.isNone ? nil : segments.table.segment(id)
  }

  /// Other content follows; what is staged is kept for it.
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

  /// The staged list replaces the list. A segment that plays continues under the number of its equivalent (SRG.md#3.6).
  mutating func commitSegments(_ request: RequestID, _ step: inout Step) {
    // Without a list, the effect of a seek was not tracked.
    if segmentsAreIdle { segments.origin = seeking.isVisible ? seeking.origin : .unknown }
    let old = segments.table
    segments.table = SegmentTable(segments.staged, segmentCircumstances)
    segments.staged = SegmentList()
    if segments.table.isEmpty {
      segments.resetSkips()
      presentNothingBlocked(&step)
    }
    // A segment that ends in this very step ends under its known number.
    let successor = segments.table.successor(of: shown.segment, in: old)
    let position = position(at: clock)
    let place = segments.table.place(at: position)
    // A blocked segment may have the same number.
    if !segments.isPresent || place.id == successor && !place.isBlocked { shown.segment = successor }
    segments.target = segments.table.successor(of: segments.target, in: old)
    segments.isStale = true
    segments.isListNew = true
    step.complete(request, .done)
  }

  /// The pieces depend on dates and settings that have changed.
  mutating func resolveSegments() {
    guard !segments.table.isEmpty else { return }
    segments.table.resolve(segmentCircumstances)
    segments.isStale = true
    segments.isListNew = true
  }

  /// What to add to a date to get a position.
  var dateToPosition: TimeSpan? { dateReference?.toPosition }

  var segmentCircumstances: SegmentTable.Circumstances {
    SegmentTable.Circumstances(
      dateToPosition: dateToPosition, order: configuration.resolvesOverlaps ? .rules : .list,
      landingMargin: configuration.skipLandingMargin)
  }

  // MARK: Selection

  func selectedSegment(of position: Position) -> SelectedSegment {
    let segment = segment(position.segment)
    return SelectedSegment(
      isListed: segment != nil, range: segment.flatMap { range(of: $0) }, startMargin: configuration.segmentStartMargin,
      endMargin: configuration.seekEndMargin)
  }

  /// What going to `position` selects when it lands at `landing`: no blocked segment, and none that a way around a
  /// blocked one misses.
  func selection(by position: Position, landing: MediaTime, goesAround: Bool) -> SegmentID {
    guard position.selectsSegment, let segment = segment(position.segment), !segment.isBlocked else { return .none }
    if goesAround, range(of: segment)?.contains(landing) != true { return .none }
    return segment.id
  }

  /// Where an opening begins that was requested at `start`: the way around blocked media there, unless the
  /// configuration starts in it. A seek that waited for the opening always goes around.
  mutating func planSegments(start: MediaTime, _ step: inout Step) -> MediaTime {
    let isSeek = seeking.request.isOpen
    let goesAround = isSeek || configuration.relocatesBlockedStarts && !skipsAreUsedUp
    let detour = goesAround ? detour(at: start) : nil
    let landing = detour?.landing ?? start
    if let detour { beginSkip(detour, from: start, &step) }
    guard content.start.selectsSegment else { return landing }
    segments.target = selection(by: content.start, landing: landing, goesAround: !shown.skipped.isNone)
    segments.selection = isSeek ? .update : .initial
    return landing
  }
}

extension Position {
  /// Whether going there selects ``segment``.
  var selectsSegment: Bool { !segment.isNone && (anchor == .segment || anchor == .date || anchor == .start) }
}
