import PlayerCore

// Segments and dates as given by the inputs: the current list, the ranges of its segments, the winner where several
// overlap, and the date of a position (SRG.md#1.9, SRG.md#3.8).

extension PlayerMonitor {
  /// The lists of the app, and what follows from the current one.
  struct Lists: Sendable {
    var staged: [Segment] = []
    var list: [Segment] = []
    var dates = Dates()
    /// The pieces of the list; empty without one.
    var cut = Cut()
    /// Whether the staged segments are known.
    var isWhole = false
    /// Whether the media had dates before the running input; `nil` when unknown.
    var wereDated: Bool?
    /// Whether the pieces of the list are computed here mark by mark: it is short, and its dates are known.
    var isCut: Bool { list.count <= Self.limit && (dates.isKnown || !list.contains { $0.isDated }) }

    static let limit = 48
  }

  /// Between two marks one segment wins, or none.
  struct Cut: Sendable {
    var marks: [MediaTime] = []
    /// From each mark on: the winner's index in the list, and where a skip lands if it is blocked.
    var winners: [Int?] = []
    var landings: [MediaTime?] = []

    /// Where the segment or gap begins and ends that holds a position.
    func bounds(at position: MediaTime) -> (start: MediaTime, end: MediaTime) {
      guard let place = marks.lastIndex(where: { $0 <= position }) else {
        return (.microseconds(.min), marks.first ?? .microseconds(.max))
      }
      var (first, last) = (place, place + 1)
      while first > 0, winners[first - 1] == winners[place] { first -= 1 }
      while last < marks.count, winners[last] == winners[place] { last += 1 }
      return (marks[first], last < marks.count ? marks[last] : .microseconds(.max))
    }
  }

  /// A position with its date in microseconds since 1970, and the host's date.
  struct Dates: Sendable {
    var position = MediaTime.unknown
    var date: Int64 = 0
    /// Whether the date comes from the host's clock, not from the media.
    var isDerived = false
    /// Date minus instant; `nil` before the host has set a date.
    var wallClock: Int64?
    /// False if a date may have been set before the monitor started, or is not recomputed here.
    var isKnown = true

    var has: Bool { position.isKnown }

    /// The position of a date; `nil` if the media has none.
    func position(of date: Int64) -> MediaTime? {
      has ? position + TimeSpan(microseconds: Self.difference(date, self.date)) : nil
    }

    func date(of position: MediaTime) -> Int64 {
      let (sum, isOver) = date.addingReportingOverflow((position - self.position).microseconds)
      return isOver ? (date < 0 ? .min : .max) : sum
    }

    static func difference(_ a: Int64, _ b: Int64) -> Int64 {
      let (difference, isOver) = a.subtractingReportingOverflow(b)
      return isOver ? (a < 0 ? .min : .max) : difference
    }
  }

  /// Values from before the monitor started are taken from the player.
  mutating func beginLists(_ player: Player) {
    let isNew = inspection.shown.phase == .empty && inspection.clock == .zero
    lists.list = player.segmentList
    lists.isWhole = isNew && lists.list.isEmpty
    lists.dates.isKnown = isNew
    guard !isNew, let zero = player.position(ofDate: 0) else { return }
    (lists.dates.position, lists.dates.date) = (zero, 0)
  }

  // MARK: Entries

  /// Enters the segments and dates of an input, before anything else about it is checked.
  @inline(__always)
  mutating func enterLists(_ input: Input, _ code: UInt16, _ player: inout Player) {
    lists.wereDated = lists.dates.isKnown ? lists.dates.has : nil
    switch code {
    case Kind.stageSegment, Kind.commitSegments, Kind.load, Kind.reset, Kind.set: enterListCommand(input, code, &player)
    case Kind.dateReference, Kind.wallClock: enterDate(input)
    default: break
    }
    let isGone = inspection.shown.phase == .empty && before.shown.phase != .empty
    if isGone { (lists.list, lists.staged, lists.cut, lists.isWhole) = ([], [], Cut(), true) }
    enterDerivedDate(&player)
  }

  private mutating func enterListCommand(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard !stepOutputs.isRefused, case .command(let command, _) = input else { return }
    switch command {
    case .stageSegment(let id, let start, let end, let isBlocked, let isHidden, let isDated, _):
      guard start.isKnown, start < end else { return }
      lists.staged.append(
        Segment(id, start: start, end: end, isBlocked: isBlocked, isHidden: isHidden, isDated: isDated))
    case .commitSegments:
      lists.list = lists.isWhole ? lists.staged : player.segmentList
      (lists.staged, lists.isWhole) = ([], true)
      cutList(&player)
    case .load: if before.shown.phase != .empty { (lists.list, lists.cut) = ([], Cut()) }
    case .reset: (lists.list, lists.staged, lists.cut, lists.isWhole) = ([], [], Cut(), true)
    case .set(.resolvesOverlaps, _), .set(.skipLandingMargin, _): cutList(&player)
    default: break
    }
  }

  private mutating func enterDate(_ input: Input) {
    if case .environment(.wallClock(let date)) = input {
      lists.dates.wallClock = Dates.difference(date, inspection.clock.microseconds)
      return
    }
    guard isOwnReport(input), case .engine(.dateReference(let position, let date), _) = input, position.isKnown
    else { return }
    // A difference within the tolerance counts as the same reference.
    if lists.dates.has, !lists.dates.isDerived {
      let known = TimeSpan(microseconds: Dates.difference(lists.dates.date(of: position), date))
      if known <= policies.jumpTolerance, .zero - known <= policies.jumpTolerance { return }
    }
    (lists.dates.position, lists.dates.date, lists.dates.isDerived) = (position, date, false)
    lists.dates.isKnown = true
    lists.cut.marks = []
  }

  /// Without a date from the engine, the end of the window is now; for a live stream without a window, its moving
  /// position.
  @inline(__always)
  private mutating func enterDerivedDate(_ player: inout Player) {
    // Failed media keeps its dates until something else opens.
    let isForgotten =
      inspection.shown.phase != .failed && (inspection.epoch != before.epoch || !inspection.isEngineOpen)
    if isForgotten, lists.dates.has || !lists.dates.isKnown {
      (lists.dates.position, lists.dates.isKnown) = (.unknown, true)
      lists.cut.marks = []
    }
    if inspection.shown.streamType == .dvr || inspection.shown.streamType == .live, lists.dates.wallClock != nil,
      !lists.dates.has, lists.dates.isKnown, inspection.isEngineOpen
    {
      deriveDate(&player)
    }
    if lists.cut.marks.isEmpty, !lists.list.isEmpty { cutList(&player) }
  }

  @inline(never)
  private mutating func deriveDate(_ player: inout Player) {
    guard let wallClock = lists.dates.wallClock, wallClock.magnitude < 1 << 60 else {
      return lists.dates.isKnown = false
    }
    if inspection.shown.streamType == .dvr, inspection.windowEnd.isKnown {
      lists.dates.position = inspection.windowEnd
      lists.dates.date = Dates.difference(inspection.clock.microseconds, Dates.difference(0, wallClock))
      lists.dates.isDerived = true
    } else {
      // The position of a moving live stream is now, at the instant of its first evaluation. It has no dates before it
      // moves, which it may do and stop in one step.
      let now = Dates.difference(inspection.clock.microseconds, Dates.difference(0, wallClock))
      let isDated = player.position(ofDate: 0) != nil
      let place = inspection.position.microseconds.magnitude < 1 << 60 ? inspection.position : .unknown
      let here = [place, expectedPosition].first { player.date(of: $0) == now }
      if inspection.shown.streamType == .live {
        let hasMoved = before.isMoving || inspection.isMoving || stepOutputs.code == Kind.playbackStarted
        if !hasMoved, before.shown.streamType == .live { expect(!isDated, .datedWrongly) }
        if inspection.isMoving, place.isKnown { expect(here != nil || stepOutputs.jumps, .datedWrongly) }
      }
      guard isDated, let here, here.microseconds.magnitude < 1 << 60 else { return lists.dates.isKnown = !isDated }
      (lists.dates.position, lists.dates.date, lists.dates.isDerived) = (here, now, true)
    }
    lists.cut.marks = []
  }

  // MARK: Results

  /// The position of a date; `nil` if the media has none.
  func position(ofDate date: Int64) -> MediaTime? { lists.dates.position(of: date) }

  /// The first segment of the list with this number.
  func segment(_ id: SegmentID) -> Segment? { lists.list.first { $0.id == id } }

  /// The range of a segment in the media; `nil` if it has dates and the media has none.
  func range(of segment: Segment) -> Range<MediaTime>? {
    guard let segment = inMediaTime(segment), segment.start <= segment.end else { return nil }
    return segment.start..<segment.end
  }

  /// Whether it lies where dates say that are not known.
  func isUndetermined(_ segment: Segment) -> Bool { segment.isDated && !lists.dates.isKnown }

  private func inMediaTime(_ segment: Segment) -> Segment? {
    guard segment.isDated else { return segment }
    guard lists.dates.has else { return nil }
    let shift = TimeSpan(microseconds: Dates.difference(lists.dates.position.microseconds, lists.dates.date))
    var segment = segment
    (segment.start, segment.end) = (segment.start + shift, segment.end + shift)
    return segment
  }

  /// The segment that wins at a position; `nil` in a gap.
  mutating func segment(at position: MediaTime, _ player: inout Player) -> Segment? {
    guard lists.isCut else { return player.segment(at: position) }
    guard let place = lists.cut.marks.lastIndex(where: { $0 <= position }) else { return nil }
    return lists.cut.winners[place].map { lists.list[$0] }
  }

  /// The landing position of a skip out of blocked media at `position`; `nil` if nothing is blocked there.
  mutating func landing(behindBlockedAt position: MediaTime, _ player: inout Player) -> MediaTime? {
    guard lists.isCut else { return player.landing(behindBlockedAt: position) }
    guard let place = lists.cut.marks.lastIndex(where: { $0 <= position }) else { return nil }
    return lists.cut.landings[place]
  }

  /// Computes the pieces of the list, mark by mark.
  @inline(never)
  private mutating func cutList(_ player: inout Player) {
    lists.cut = Cut()
    guard lists.isCut else { return }
    var segments: [(place: Int, segment: Segment)] = []
    for (place, segment) in lists.list.enumerated() {
      if let segment = inMediaTime(segment), segment.start < segment.end { segments.append((place, segment)) }
    }
    let parts = segments.map { $0.segment }
    let isByRules = player.configuration.resolvesOverlaps
    let marks = Self.marks(of: parts)
    let winners = marks.map { Self.winner(parts, at: $0, isByRules: isByRules) }
    lists.cut.marks = marks
    lists.cut.landings = marks.indices.map {
      landing(player.configuration.skipLandingMargin, parts, marks, winners, $0)
    }
    lists.cut.winners = winners.map { winner in winner.map { segments[$0].place } }
  }
}
