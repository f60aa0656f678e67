/// Observers of the playhead: which of them are notified when it crosses which positions.
///
/// The table of observers changes only when one is added or removed. What moves is a mark: every position up to
/// ``passed`` was notified, or jumped over. The next observed position follows from both, and the deadline follows from
/// it and the playhead, so that nothing is polled and a pause, a stall or another rate needs no bookkeeping.
struct Intervals: Hashable, Sendable {
  struct Observer: Hashable, Sendable {
    var id: ObserverID
    /// Zero for a boundary.
    var interval: TimeSpan
    /// The position of a boundary; for an interval its phase, which is less than the interval.
    var offset: MediaTime
    /// The playhead at registration, if others have yet to be notified of earlier positions; else unknown.
    var since = MediaTime.unknown

    var isPeriodic: Bool { interval != .zero }
  }

  /// In the order of their registration.
  var observers: [Observer] = []
  /// Represents the table; 0 when it is empty.
  var digest: Int64 = 0
  /// Whether an observer was added while others had yet to be notified of earlier positions.
  private var hasNewcomers = false
  /// Everything up to here was notified, or jumped over.
  var passed = MediaTime.zero
  /// The first observed position after ``passed``.
  var next = Intervals.nowhere
  /// The position up to which the current round notifies.
  var reach = MediaTime.zero
  /// Where the gate opens; ``nowhere`` while that is not known.
  var gate = Intervals.nowhere
  /// Of the running round: how many observers have had their turn, and how many get one.
  var served: Int32 = 0
  var count: Int32 = 0
  var round = Round.none
  /// Whether the playhead is in open media.
  var isLanded = false
  /// Whether periodic observers and the soft end are silent until the playhead crosses the gate.
  var isGateClosed = false
  /// Whether the closed gate lies at or before the playhead, or at the target of a seek: only a new landing of the
  /// playhead lets it cross the gate.
  var awaitsLanding = false

  /// A position that no playhead reaches.
  static var nowhere: MediaTime { MediaTime(microseconds: .max) }
  /// How many observers one deadline notifies at most.
  static var ticksPerDeadline: Int { 16 }
  /// How many observers are notified at most in the step in which the playhead stops.
  static var ticksPerStop: Int { 8 }
  /// A shorter interval is refused: it would be a clock and not an observer.
  static var minimumInterval: TimeSpan { .milliseconds(10) }

  /// The media is closed: no observer is notified until a playhead lands again.
  mutating func forget() {
    isLanded = false
    isGateClosed = true
    awaitsLanding = false
    gate = Self.nowhere
    next = Self.nowhere
    round = .none
  }

  private mutating func remakeDigest() {
    hasNewcomers = observers.contains { $0.since.isKnown }
    guard !observers.isEmpty else { return digest = 0 }
    var sum = StateDigest()
    observers.withUnsafeBufferPointer { observers in
      for observer in observers {
        sum.put(Int64(observer.id.rawValue))
        sum.put(observer.interval.microseconds)
        sum.put(observer.offset.microseconds)
        if observer.since.isKnown { sum.put(observer.since.microseconds) }
      }
    }
    digest = Int64(bitPattern: sum.value | 1)
  }

  /// Takes over the table of another player, and none of its moving state.
  mutating func takeTable(of other: Intervals) { takeTable(other.observers) }

  /// Takes over a table, and no moving state.
  mutating func takeTable(_ observers: [Observer]) {
    self.observers = observers
    remakeDigest()
  }

  /// Adds an observer while the playhead is at `position`.
  mutating func add(_ observer: Observer, at position: MediaTime) {
    _ = remove(observer.id)
    var observer = observer
    // The running round, which others still wait for, ends before the playhead.
    if round != .none, position > (round == .crossing ? max(passed, reach) : passed) { observer.since = position }
    observers.append(observer)
    remakeDigest()
  }

  /// False when there is no such observer. The current round continues with the observers that have not had their turn.
  mutating func remove(_ id: ObserverID) -> Bool {
    guard let index = observers.firstIndex(where: { $0.id == id }) else { return false }
    observers.remove(at: index)
    if index < Int(served) { served &-= 1 }
    if index < Int(count) { count &-= 1 }
    remakeDigest()
    return true
  }

  /// The playhead has moved elsewhere, or observers were notified up to `position`: an observer that was added late is
  /// now like the others.
  mutating func forgetNewcomers(upTo position: MediaTime = Intervals.nowhere) {
    guard hasNewcomers else { return }
    var isChanged = false
    observers.withUnsafeMutableBufferPointer { observers in
      for index in observers.indices where observers[index].since.isKnown && observers[index].since <= position {
        observers[index].since = .unknown
        isChanged = true
      }
    }
    if isChanged { remakeDigest() }
  }

  /// The media ends before a jump was announced: no observer is notified of positions after the end.
  mutating func limitReach(to end: MediaTime) { reach = min(reach, end) }

  /// Positions before `position` are jumped over, and no observer is notified of them.
  mutating func passSilently(upTo position: MediaTime) { passed = max(passed, position) }

  mutating func begin(_ round: Round, at position: MediaTime) {
    self.round = round
    reach = position
    served = 0
    count = Int32(truncatingIfNeeded: observers.count)
  }

  /// Finds the next observed position.
  mutating func plan(softEnd: MediaTime) {
    guard isLanded else { return next = Self.nowhere }
    var first = Self.nowhere
    if isGateClosed {
      if !awaitsLanding { first = gate }
    } else if softEnd > passed {
      first = softEnd
    }
    observers.withUnsafeBufferPointer { observers in
      for observer in observers where !(isGateClosed && observer.isPeriodic) {
        first = min(first, observer.first(after: max(passed, observer.since)))
      }
    }
    next = first
  }
}

extension Intervals.Observer {
  /// The last of its positions that is not after `position`.
  func last(upTo position: MediaTime) -> MediaTime {
    isPeriodic ? position - TimeSpan(microseconds: distance(to: position)) : offset
  }

  /// The first of its positions after `position`.
  func first(after position: MediaTime) -> MediaTime {
    // Not from the last one, which may be out of reach.
    let first = isPeriodic ? position + TimeSpan(microseconds: interval.microseconds &- distance(to: position)) : offset
    return first > position ? first : Intervals.nowhere
  }

  /// How far `position` is behind the last position of a periodic observer, in microseconds. Both numbers are less than the
  /// interval, so that their difference is exact.
  @inline(__always)
  private func distance(to position: MediaTime) -> Int64 {
    let distance = position.microseconds.phase(in: interval.microseconds) &- offset.microseconds
    return distance < 0 ? distance &+ interval.microseconds : distance
  }
}

extension Int64 {
  /// What is left of it without whole intervals: at least zero, and less than one.
  // Inlined, it would make the packed core 45 bytes larger.
  @inline(never)
  fileprivate func phase(in interval: Int64) -> Int64 {
    let rest = rest(by: interval)
    return rest < 0 ? rest &+ interval : rest
  }
}

extension MediaTime {
  fileprivate static func - (time: Self, span: TimeSpan) -> Self { time + (.zero - span) }
}

extension Player {
  /// False when the state holds a table of which its fields are only a digest, so that they cannot rebuild it.
  public var isRestorable: Bool {
    intervals.digest == 0 && segments.table.count == 0 && segments.staged.count == 0
  }

  // MARK: Adding and removing

  /// The interval counts from the media's zero; the first notified position is the next one after the playhead.
  mutating func addPeriodicObserver(
    _ id: ObserverID, _ interval: TimeSpan, phase: TimeSpan, _ request: RequestID, _ step: inout Step
  ) {
    guard interval >= Intervals.minimumInterval else { return step.complete(request, .refused, .outOfRange) }
    let offset = MediaTime(microseconds: phase.microseconds.phase(in: interval.microseconds))
    add(Intervals.Observer(id: id, interval: interval, offset: offset), request, &step)
  }

  mutating func addBoundaryObserver(
    _ id: ObserverID, at position: MediaTime, _ request: RequestID, _ step: inout Step
  ) {
    guard position.isKnown else { return step.complete(request, .refused, .outOfRange) }
    add(Intervals.Observer(id: id, interval: .zero, offset: position), request, &step)
  }

  /// An observer that is added again replaces the old one and comes last.
  private mutating func add(
    _ observer: Intervals.Observer, _ request: RequestID, _ step: inout Step
  ) {
    guard !observer.id.isNone else { return step.complete(request, .refused, .unknownSubject) }
    // An observer that is added now is not notified of what is due at this very instant.
    markIntervals(&step)
    intervals.add(observer, at: reachedPosition)
    planIntervals()
    endRoundIfOver()
    step.complete(request, .done)
  }

  mutating func removeObserver(_ id: ObserverID, _ request: RequestID, _ step: inout Step) {
    guard intervals.remove(id) else { return step.complete(request, .refused, .unknownSubject) }
    planIntervals()
    endRoundIfOver()
    step.complete(request, .done)
  }

  // MARK: What is due

  /// When the playhead reaches the next observed position. While it rests, it can only have reached one at the instant
  /// at which it stopped.
  @inline(__always)
  var intervalDeadline: Instant {
    if intervals.round != .none { return clock }
    guard intervals.next != Intervals.nowhere else { return .never }
    let isReached = intervals.next <= transport.anchor
    if isReached || transport.drive != .moving { return isReached ? transport.anchoredAt : .never }
    if hasEnd, intervals.next > shown.duration { return .never }
    return transport.anchoredAt.after(transport.movingRate.span(for: intervals.next - transport.anchor))
  }

  /// Where the playhead is, regardless of a seek in progress.
  #if !hasFeature(Embedded)
  @inline(__always)
  #endif
  var reachedPosition: MediaTime { seeking.isActive ? transport.anchor : position(at: clock) }

  mutating func serveIntervals(upTo limit: Int = Intervals.ticksPerDeadline, _ step: inout Step) {
    var left = limit
    repeat {
      if intervals.round == .none { beginCrossing(upTo: max(reachedPosition, intervals.next), &step) }
      left = intervals.serve(upTo: left, &step)
      endRoundIfOver()
      // A round in which no observer was notified does not use up the deadline of the next one.
    } while left == limit && intervals.round == .none && isIntervalDue
  }

  /// Whether the playhead has reached the next observed position.
  private var isIntervalDue: Bool { intervals.next != Intervals.nowhere && intervals.next <= reachedPosition }

  /// Moves the mark to the playhead. What the playhead has reached at this very instant is still notified.
  mutating func markIntervals(_ step: inout Step) {
    if !isIntervalDue {
      // No observer is due in between, even while a jump is still being notified.
      if intervals.round != .crossing { intervals.passed = max(intervals.passed, reachedPosition) }
    } else if intervals.round == .none {
      beginCrossing(upTo: reachedPosition, &step)
    }
  }

  /// Each observer of a position up to `reach` gets a turn; the gate and the soft end are handled at once.
  private mutating func beginCrossing(upTo reach: MediaTime, _ step: inout Step) {
    intervals.begin(.crossing, at: reach)
    crossGate()
    if hasCrossedSoftEnd { step.notifyAfterChanges(.softEndReached(position: softEnd)) }
  }

  /// Also when the observers still waiting for a turn were removed: another deadline would have no effect.
  private mutating func endRoundIfOver() {
    guard intervals.round != .none, intervals.isRoundOver else { return }
    intervals.endRound()
    planIntervals()
  }

  /// On each crossing while the gate is open (PRX.md#13).
  #if !hasFeature(Embedded)
  @inline(__always)
  #endif
  private var hasCrossedSoftEnd: Bool {
    !intervals.isGateClosed && intervals.hasCrossed(softEnd) && intervals.isBehindGate(softEnd)
  }

  private mutating func crossGate() {
    guard intervals.isGateClosed, !intervals.awaitsLanding, intervals.gate != Intervals.nowhere else { return }
    if intervals.gate <= intervals.reach { intervals.isGateClosed = false }
  }

  // MARK: Where the playhead lands

  /// The playhead lands at `position`, which is not notified; the next observed position is. After a visible jump,
  /// periodic observers are notified of the landing (``Configuration/ticksOnJump``).
  mutating func landIntervals(at position: MediaTime, isJump: Bool) {
    intervals.land(at: position)
    planIntervals()
    if isJump, configuration.ticksOnJump { announceToPeriodic(at: position) }
  }

  /// Interval notifications begin when the playhead has passed the gate, which is after the start (PRX.md#2,
  /// ignoreTime). A seek across it leaves it closed.
  mutating func armGate(from start: MediaTime) {
    intervals.isGateClosed = configuration.tickGate != .zero
    if intervals.isGateClosed {
      intervals.gate = start + configuration.tickGate
    } else if intervals.round != .crossing {
      // What a round has yet to notify was passed under the gate before.
      intervals.gate = Intervals.nowhere
    }
    intervals.awaitsLanding = intervals.isGateClosed && (seeking.isActive || intervals.gate <= reachedPosition)
    planIntervals()
  }

  /// The playhead has started or stopped moving. What it reached at this very instant is notified before it goes
  /// anywhere else.
  mutating func followMovement(from waiting: Transport.Waiting, _ step: inout Step) {
    guard intervals.isLanded, loading.isEngineOpen else { return }
    if intervals.next <= transport.anchor { serveIntervals(upTo: Intervals.ticksPerStop, &step) }
    if configuration.ticksAtStartAndStop { announceMovement(from: waiting) }
  }

  /// A seek in between is neither a stop nor a start, but a jump (Contradictions.md#X-04).
  private mutating func announceMovement(from waiting: Transport.Waiting) {
    if seeking.isActive || isMoving && (waiting == .seek || waiting == .loop) { return }
    announceToPeriodic(at: transport.anchor)
  }

  private mutating func announceToPeriodic(at position: MediaTime) {
    guard !intervals.observers.isEmpty, !intervals.isGateClosed, intervals.round != .crossing else { return }
    intervals.begin(.announcement, at: position)
  }

  mutating func planIntervals() { intervals.plan(softEnd: softEnd) }

  /// A part of the duration, truncated to seconds (PRX.md#13); nowhere without one.
  @inline(__always)
  private var softEnd: MediaTime {
    let fraction = configuration.softEndFraction
    guard fraction > .zero, hasEnd else { return Intervals.nowhere }
    let position = fraction.part(of: shown.duration - .zero).microseconds
    return MediaTime(microseconds: position &- position % 1_000_000)
  }
}

extension Intervals {
  /// Whether the playhead crossed `position` in this round.
  fileprivate func hasCrossed(_ position: MediaTime) -> Bool {
    position > passed && position <= reach && position != Self.nowhere
  }

  /// A gate that was crossed in this very round suppresses earlier positions.
  fileprivate func isBehindGate(_ position: MediaTime) -> Bool { gate == Self.nowhere || position >= gate }

  fileprivate var isRoundOver: Bool { served < 0 || served >= count || Int(served) >= observers.count }

  /// Gives observers of the current round their turns until `limit` of them were notified. Returns how many more may be
  /// notified.
  fileprivate mutating func serve(upTo limit: Int, _ step: inout Player.Step) -> Int {
    var left = limit
    // A round that is not over has a next observer.
    guard !isRoundOver else { return left }
    let end = min(count, Int32(truncatingIfNeeded: observers.count))
    while left > 0, served < end {
      let index = Int(served)
      served &+= 1
      let observer = observers.withUnsafeBufferPointer { $0[index] }
      if notify(observer, &step) { left &-= 1 }
    }
    return left
  }

  /// An observer that is late for several positions, because the playhead was corrected, is notified of the last one.
  // Changes nothing. If it were not `mutating`, an input would take 9 more instructions while segments are played.
  private mutating func notify(_ observer: Observer, _ step: inout Player.Step) -> Bool {
    if observer.isPeriodic, isGateClosed { return false }
    if round == .announcement {
      if observer.isPeriodic { step.notifyAfterChanges(.tick(observer.id, position: reach)) }
      return observer.isPeriodic
    }
    let position = observer.last(upTo: reach)
    guard hasCrossed(position), position > observer.since else { return false }
    if !observer.isPeriodic {
      step.notifyAfterChanges(.boundaryReached(observer.id, position: position))
      return true
    }
    guard isBehindGate(position) else { return false }
    step.notifyAfterChanges(.tick(observer.id, position: position))
    return true
  }

  /// Every observer has had its turn.
  fileprivate mutating func endRound() {
    if round == .crossing { passed = max(passed, reach) }
    if !isGateClosed { gate = Self.nowhere }
    round = .none
    forgetNewcomers(upTo: passed)
  }

  /// The playhead lands at `position`.
  fileprivate mutating func land(at position: MediaTime) {
    passed = position
    round = .none
    isLanded = true
    awaitsLanding = isGateClosed && gate <= position
    forgetNewcomers()
  }
}
