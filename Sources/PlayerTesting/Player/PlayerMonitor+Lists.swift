import PlayerCore

// Segments and dates as the inputs have given them: which list holds, where its segments lie, which one wins where several
// overlap, and which date a position has (SRG.md#1.9, SRG.md#3.8).

extension PlayerMonitor {
  /// The lists of the app, and what follows from the one that holds.
  struct Lists: Sendable {
    var staged: [Segment] = []
    var list: [Segment] = []
    var dates = Dates()
    /// What the list was cut into; empty without one.
    var cut = Cut()
    /// Whether what was staged is known.
    var isWhole = false
    /// Whether the list is short enough to be cut mark by mark.
    var isShort: Bool { list.count <= Self.limit }

    static let limit = 48
  }

  /// Between two marks one segment wins, or none.
  struct Cut: Sendable {
    var marks: [MediaTime] = []
    /// From the mark on: the winner's place in the list, and where a skip out of it lands when it is blocked.
    var winners: [Int?] = []
    var landings: [MediaTime?] = []
  }

  /// A position and its date in microseconds since 1970, and the host's date.
  struct Dates: Sendable {
    var position = MediaTime.unknown
    var date: Int64 = 0
    /// Whether the host's clock gave the date, and not the media.
    var isDerived = false
    /// Date minus instant; `nil` before the host has told a date.
    var wallClock: Int64?
    /// False where a date may be known that came before the watch, or that is not restated here.
    var isKnown = true

    var has: Bool { position.isKnown }

    /// The position of a date; `nil` while the media has none.
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

  /// What came before the watch is taken as the player has it.
  mutating func beginLists(_ player: Player) {
    let isNew = facts.shown.phase == .empty && facts.clock == .zero
    lists.list = player.segmentList
    lists.isWhole = isNew && lists.list.isEmpty
    lists.dates.isKnown = isNew
    guard !isNew, let zero = player.position(ofDate: 0) else { return }
    (lists.dates.position, lists.dates.date) = (zero, 0)
  }

  // MARK: What was given

  /// Enters what an input says of segments and dates; before anything else of it is judged.
  @inline(__always)
  mutating func enterLists(_ input: Input, _ code: UInt16, _ player: inout Player) {
    switch code {
    case Kind.stageSegment, Kind.commitSegments, Kind.load, Kind.reset, Kind.set: enterListCommand(input, code, &player)
    case Kind.dateReference, Kind.wallClock: enterDate(input)
    default: break
    }
    let isGone = facts.shown.phase == .empty && before.shown.phase != .empty
    if isGone { (lists.list, lists.staged, lists.cut, lists.isWhole) = ([], [], Cut(), true) }
    enterDerivedDate(&player)
  }

  private mutating func enterListCommand(_ input: Input, _ code: UInt16, _ player: inout Player) {
    guard !said.isRefused, case .command(let command, _) = input else { return }
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
      lists.dates.wallClock = Dates.difference(date, facts.clock.microseconds)
      return
    }
    guard isOwnReport(input), case .engine(.dateReference(let position, let date), _) = input, position.isKnown
    else { return }
    // What differs by less than people would see is the same reference.
    if lists.dates.has, !lists.dates.isDerived {
      let known = TimeSpan(microseconds: Dates.difference(lists.dates.date(of: position), date))
      if known <= policies.jumpTolerance, .zero - known <= policies.jumpTolerance { return }
    }
    (lists.dates.position, lists.dates.date, lists.dates.isDerived) = (position, date, false)
    lists.dates.isKnown = true
    lists.cut.marks = []
  }

  /// Without a date from the engine the end of the window is now; of a live stream without one, where it moves.
  @inline(__always)
  private mutating func enterDerivedDate(_ player: inout Player) {
    // What has failed keeps what it knew until something else opens.
    let isForgotten = facts.shown.phase != .failed && (facts.epoch != before.epoch || !facts.isEngineOpen)
    if isForgotten, lists.dates.has || !lists.dates.isKnown {
      (lists.dates.position, lists.dates.isKnown) = (.unknown, true)
      lists.cut.marks = []
    }
    if facts.shown.streamType == .dvr || facts.shown.streamType == .live, lists.dates.wallClock != nil,
      !lists.dates.has, lists.dates.isKnown, facts.isEngineOpen
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
    if facts.shown.streamType == .dvr, facts.windowEnd.isKnown {
      lists.dates.position = facts.windowEnd
      lists.dates.date = Dates.difference(facts.clock.microseconds, Dates.difference(0, wallClock))
      lists.dates.isDerived = true
    } else if let zero = player.position(ofDate: 0), before.isMoving || facts.isMoving,
      zero.microseconds.magnitude < 1 << 60
    {
      // Where a live stream moves its position is now, at the instant at which it was first looked at.
      (lists.dates.position, lists.dates.date, lists.dates.isDerived) = (zero, 0, true)
      let now = Dates.difference(facts.clock.microseconds, Dates.difference(0, wallClock))
      expect(player.date(of: facts.isMoving ? facts.position : expectedPosition) == now || said.jumps, .datedWrongly)
    } else {
      lists.dates.isKnown = player.position(ofDate: 0) == nil
      return
    }
    lists.cut.marks = []
  }

  // MARK: What follows

  /// The position of a date; `nil` where the media has none.
  func position(ofDate date: Int64) -> MediaTime? { lists.dates.position(of: date) }

  /// The first of the list with this number.
  func segment(_ id: SegmentID) -> Segment? { lists.list.first { $0.id == id } }

  /// Where a segment lies in the media; `nil` where it has dates and the media has none.
  func range(of segment: Segment) -> Range<MediaTime>? {
    guard let segment = inMediaTime(segment), segment.start <= segment.end else { return nil }
    return segment.start..<segment.end
  }

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
    guard lists.isShort else { return player.segment(at: position) }
    guard let place = lists.cut.marks.lastIndex(where: { $0 <= position }) else { return nil }
    return lists.cut.winners[place].map { lists.list[$0] }
  }

  /// Where a skip out of what is blocked at `position` lands; `nil` where nothing is.
  mutating func landing(behindBlockedAt position: MediaTime, _ player: inout Player) -> MediaTime? {
    guard lists.isShort else { return player.landing(behindBlockedAt: position) }
    guard let place = lists.cut.marks.lastIndex(where: { $0 <= position }) else { return nil }
    return lists.cut.landings[place]
  }

  /// Cuts the list anew, mark by mark.
  @inline(never)
  private mutating func cutList(_ player: inout Player) {
    lists.cut = Cut()
    guard lists.isShort else { return }
    var segments: [(place: Int, segment: Segment)] = []
    for (place, segment) in lists.list.enumerated() {
      if let segment = inMediaTime(segment), segment.start < segment.end { segments.append((place, segment)) }
    }
    let parts = segments.map(\.segment)
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
