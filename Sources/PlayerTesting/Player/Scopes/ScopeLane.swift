import PlayerCore
import ReducerTesting

/// Takes the steps of a scope. Player and engine are stored separately: the reaction of a player depends only on the
/// player and the input, and most such pairs recur with another engine. So a state is the number of its player in a
/// ``PlayerStore`` plus the engine, and the result of an input (the next player and the orders for the engine) is
/// cached by the number of the player. A player computes only new pairs.
///
/// The time since the last input is part of the pair: a player at another instant is another player, with instants
/// relative to now. Such a player reacts in the same way, as its clock holds only the instant of its last input. The
/// number of unconfirmed pauses is not part of the pair, as players only count them, ``PlayerCore/CanonicalState/pendingStops``.
///
/// The cache has a bound; beyond it everything in it is dropped and computed again. Players are kept.
public final class ScopeLane: ExplorationLane {
  /// The cached result of an input.
  struct Answer: BitwiseCopyable {
    /// The next player's fingerprint and number.
    var fingerprint: UInt64
    var player: UInt32
    /// The index of the orders, with their header.
    var orders: UInt32
    /// The number of unconfirmed pauses afterwards.
    var stops: StopCount
    /// False when a property was broken.
    var isSound: Bool
    var outputCount: UInt8
  }

  /// The number of unconfirmed pauses, absolute or relative to the number before.
  struct StopCount: BitwiseCopyable {
    var number: Int16
    var isDifference: Bool

    /// The count to use for a player with `count`: one number represents all in the middle, as a player distinguishes
    /// only 0 and 255.
    @inline(__always)
    static func asked(for count: UInt8) -> UInt8 { 2...247 ~= count ? 128 : count }

    /// The result for a player that was given `asked` and has `count` now. One step changes the count by a few only.
    @inline(__always)
    init(_ count: UInt8, asked: UInt8) {
      let difference = Int16(count) - 128
      isDifference = asked == 128 && -8...8 ~= difference
      number = isDifference ? difference : Int16(count)
    }

    @inline(__always)
    func count(after before: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: isDifference ? Int16(before) &+ number : number)
    }

    /// Whether the result is valid: the player has reset the count, or changed it by a few.
    var isSound: Bool { isDifference || 0...8 ~= number || 240...255 ~= number }
  }

  private struct Successor: BitwiseCopyable {
    var fingerprint: UInt64
    var rest: PlayerScope.Rest
    var player: UInt32
    var step: ScopeStep
  }

  /// A step of which the engine has done its part.
  private struct Attempt {
    var step: ScopeStep
    var engine: ScopeEngine
    var moves: UInt8
    var report: ScopeReport
    var key: TransitionCache.Key
  }

  /// A state to expand: the waiting player, and the same player after its waiting time.
  private struct Visit: BitwiseCopyable {
    var rest: PlayerScope.Rest
    var waiting: UInt32
    var current: UInt32
    /// The range of its steps, among those of all states that are expanded together.
    var first = 0
    var end = 0
    var isGood = false
  }

  let scope: PlayerScope
  private let players: PlayerStore
  private let memory: Int
  @exclusivity(unchecked) private var answers: TransitionCache
  @exclusivity(unchecked) private var reports = ReportNumbers()
  /// Lists of orders, each after a header with their number and the player's new opening and seek, relative to its old
  /// numbers.
  @exclusivity(unchecked) private var orders = PlainList<EngineOrder>(capacity: 2_048)
  /// The indices of the lists by their fingerprints: there are few.
  @exclusivity(unchecked) private var orderLists = PlainTable<UInt32>(capacity: 128)
  private let visits = UnsafeMutablePointer<Visit>.allocate(capacity: ScopeLane.limit)
  private let attempts = UnsafeMutablePointer<Attempt>.allocate(capacity: ScopeLane.stepLimit)
  private let successors = UnsafeMutablePointer<Successor>.allocate(capacity: ScopeLane.stepLimit)

  /// The player of the record ``baseNumber``, and one that takes inputs.
  // Allocated separately, so they are copied only explicitly.
  private let base = UnsafeMutablePointer<Player>.allocate(capacity: 1)
  @exclusivity(unchecked) private var baseNumber = noPlayer
  @exclusivity(unchecked) private var baseStops: UInt8 = 0
  /// Whether the desk has the inspection of ``base`` as the one before.
  @exclusivity(unchecked) private var isDeskBase = false
  /// The inspection of ``base``.
  private let baseInspection = UnsafeMutablePointer<Player.Inspection>.allocate(capacity: 1)
  private let canonical = UnsafeMutablePointer<CanonicalState>.allocate(capacity: 1)
  private let player = UnsafeMutablePointer<Player>.allocate(capacity: 1)
  @exclusivity(unchecked) private var state: PlayerScope.State
  private let desk: PlayerScope.OutputDesk

  /// The violations in the last expanded states.
  @exclusivity(unchecked) public private(set) var violations: [LaneViolation] = []
  /// The largest number of outputs of one step so far.
  @exclusivity(unchecked) public private(set) var mostOutputs = 0

  private static var noPlayer: UInt32 { .max }

  /// The number of states that are expanded together.
  public static var limit: Int { 16 }
  /// The maximum number of steps of that many states.
  private static var stepLimit: Int { limit * ScopeStep.allCases.count }

  /// A lane whose tables use at most `memory` bytes.
  public init(_ scope: PlayerScope, from setup: PlayerScope.Setup, packing: PlayerStore, memory: Int) {
    self.scope = scope
    players = packing
    self.memory = memory
    // The other tables are small.
    answers = TransitionCache(memory: max(0, memory - Self.workByteCount) / 4 * 3)
    state = scope.begin(setup)
    base.initialize(to: state.player)
    player.initialize(to: state.player)
    baseInspection.initialize(to: Player.Inspection())
    canonical.initialize(to: CanonicalState(state.player))
    desk = state.desk
  }

  deinit {
    successors.deallocate()
    attempts.deallocate()
    visits.deallocate()
    baseInspection.deallocate()
    canonical.deallocate()
    for player in [base, player] {
      player.deinitialize(count: 1)
      player.deallocate()
    }
  }

  // MARK: Cache

  /// The size of its tables in bytes.
  public var byteCount: Int {
    answers.byteCount + orders.byteCount + orderLists.byteCount + reports.byteCount + Self.workByteCount
  }

  /// The size of the buffers for states that are expanded together.
  private static var workByteCount: Int {
    stepLimit * (MemoryLayout<Successor>.stride + MemoryLayout<Attempt>.stride) + limit * MemoryLayout<Visit>.stride
  }

  /// Lists and tables grow by doubling.
  public func growth(for states: Int) -> Int { max(byteCount, min(byteCount * 2, memory) - byteCount) }

  /// Drops the cache when an entry could not be kept, or the next one might not be.
  private func makeRoom() {
    let lists = orders.byteCount + orderLists.byteCount
    let isFull =
      answers.isFull || reports.count + UInt32(Self.stepLimit) > ReportNumbers.limit
      || orders.count + Self.limit * 1_024 > orders.capacity && byteCount + lists > memory && orders.count > 1_024
    guard isFull else { return }
    answers.removeAll()
    reports.removeAll()
    orders.removeAll()
    orderLists.removeAll()
  }

  /// The number of the player with this canonical state and the tables of ``player``.
  private func number(of canonical: UnsafePointer<CanonicalState>, _ fingerprint: UInt64) -> UInt32 {
    if let known = players.number(of: fingerprint) { return known }
    player.pointee.restore(canonical.pointee)
    return players.add(canonical, fingerprint, ScopeInspection(player.pointee, replaceLimit: scope.replaceLimit))
  }

  // MARK: Steps

  /// The hash by which the exploration identifies a state.
  public func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64 {
    let words = UnsafeRawPointer(words).assumingMemoryBound(to: PlayerScope.Words.self)
    // A pointer to a stored property of trivial memory is never nil.
    return Fingerprint.of(Fingerprint.of(words.pointer(to: \.canonical)!), words.pointee.rest)
  }

  /// Takes every step in every state of the share, and passes the successors to the worker.
  public func expand(_ share: ExplorationShare, for worker: ExplorationWorker<PlayerScope>) {
    worker.expand(share, with: self)
  }

  /// In rounds over all states: each round uses memory that the previous one has prefetched.
  public func expand(_ packed: UnsafeBufferPointer<UnsafePointer<UInt8>>) {
    makeRoom()
    if !violations.isEmpty { violations.removeAll() }
    for state in 0..<packed.count {
      let (rest, waiting) = PlayerStore.read(packed[state])
      (visits + state).initialize(to: Visit(rest: rest, waiting: waiting, current: waiting))
      players.prefetch(waiting)
      if rest.clocks != 0 { answers.prefetch(waitKey(rest, waiting)) }
    }
    for state in 0..<packed.count where visits[state].rest.clocks != 0 {
      let visit = visits + state
      visit.pointee.current = playerAt(visit.pointee.rest, visit.pointee.waiting, state)
      players.prefetch(visit.pointee.current)
    }
    var end = 0
    for state in 0..<packed.count { end = attempt(visits + state, from: end) }
    for state in 0..<packed.count { answer(visits + state, state) }
    // Found per round but reported per state: the result must not depend on which states are expanded together.
    if violations.count > 1 { violations.sort { ($0.state, $0.choice) < ($1.state, $1.choice) } }
  }

  /// The cache key of a player for the passing of time.
  @inline(__always)
  private func waitKey(_ rest: PlayerScope.Rest, _ waiting: UInt32) -> TransitionCache.Key {
    let report = ScopeReport(position: MediaTime(microseconds: rest.clocks))
    return TransitionCache.Key(waiting, .wait, report: reports.number(of: report), asked: 0)
  }

  /// The player after its waiting time.
  private func playerAt(_ rest: PlayerScope.Rest, _ number: UInt32, _ state: Int) -> UInt32 {
    let key = waitKey(rest, number)
    let now = Instant(microseconds: rest.clocks)
    if let known = answers.find(key) { return known.pointee.player }
    players.readCanonicalState(number, into: canonical)
    player.pointee.copy(&base.pointee)
    player.pointee.restore(canonical.pointee)
    CanonicalState.read(&player.pointee, at: now, into: &canonical.pointee)
    let deadline = player.pointee.nextDeadline
    let fingerprint = Fingerprint.of(canonical)
    let current = self.number(of: canonical, fingerprint)
    let moved = players.record(current).pointee.inspection.deadline
    if deadline == .never ? moved != .never : moved - .zero != deadline - now {
      violations.append(
        LaneViolation(state, 0, PropertyViolation("unsound-model", "a deadline has moved while time passed")))
    }
    answers.add(
      key,
      Answer(
        fingerprint: fingerprint, player: current, orders: 0, stops: StopCount(0, asked: 0), isSound: true,
        outputCount: 0))
    return current
  }

  /// The engine's part of every possible step; returns the end of the range of attempts.
  @inline(__always)
  private func attempt(_ visit: UnsafeMutablePointer<Visit>, from first: Int) -> Int {
    let inspection = players.record(visit.pointee.current).pointee.inspection
    let rest = visit.pointee.rest
    let moves = rest.moves
    let end = scope.end(moves: moves)
    let engine = rest.engine(at: .zero, inspection.epoch, beside: inspection.beside, inspection.seekInFlight)
    let asked = StopCount.asked(for: rest.pendingStops)
    var possible = scope.possible(inspection, engine, at: .zero, end, moves).bits
    visit.pointee.isGood = players.record(visit.pointee.waiting).pointee.inspection.isGood
    visit.pointee.first = first
    var index = first
    while possible != 0 {
      let step = ScopeStep(rawValue: UInt8(truncatingIfNeeded: possible.trailingZeroBitCount)) ?? .wait
      possible &= possible &- 1
      let attempt = attempts + index
      index &+= 1
      attempt.initialize(
        to: Attempt(
          step: step, engine: engine, moves: moves, report: ScopeReport(),
          key: TransitionCache.Key(visit.pointee.current, step, report: 0, asked: asked)))
      if step == .wait { continue }
      let report = scope.report(step, inspection, &attempt.pointee.engine, &attempt.pointee.moves, at: .zero, end)
      let number = reports.number(of: report)
      if number != 0 {
        attempt.pointee.report = report
        attempt.pointee.key = TransitionCache.Key(visit.pointee.current, step, report: number, asked: asked)
      }
      answers.prefetch(attempt.pointee.key)
    }
    visit.pointee.end = index
    return index
  }

  /// The player's part of the attempts.
  @inline(__always)
  private func answer(_ visit: UnsafeMutablePointer<Visit>, _ state: Int) {
    let inspection = players.record(visit.pointee.current).pointee.inspection
    for index in visit.pointee.first..<visit.pointee.end {
      if attempts[index].step == .wait {
        (successors + index).initialize(to: wait(visit, inspection, attempts[index].engine))
      } else if !answer(attempts + index, inspection, visit, successors + index) {
        judge(attempts[index].step, inspection, visit, state, index)
      }
    }
  }

  /// The same state at a later time.
  @inline(__always)
  private func wait(
    _ visit: UnsafeMutablePointer<Visit>, _ inspection: ScopeInspection, _ engine: ScopeEngine
  ) -> Successor {
    let end = scope.end(moves: visit.pointee.rest.moves)
    let now = scope.afterWaiting(inspection, engine, at: .zero, end)
    var later = visit.pointee.rest
    later.clocks &+= (now - .zero).microseconds
    later.position = engine.main.truth(at: now, end).microseconds
    let fingerprint = players.record(visit.pointee.waiting).pointee.fingerprint
    return Successor(
      fingerprint: Fingerprint.of(fingerprint, later), rest: later, player: visit.pointee.waiting, step: .wait)
  }

  /// The successor of a step; false when a property is broken.
  @inline(__always)
  private func answer(
    _ attempt: UnsafeMutablePointer<Attempt>, _ inspection: ScopeInspection, _ visit: UnsafeMutablePointer<Visit>,
    _ place: UnsafeMutablePointer<Successor>
  ) -> Bool {
    let step = attempt.pointee.step
    let key = attempt.pointee.key
    let stops = visit.pointee.rest.pendingStops
    let answer =
      answers.find(key)?.pointee
      ?? compute(key, scope.input(step, attempt.pointee.report, inspection), visit.pointee.current, stops)
    if !answer.isSound { return false }
    if mostOutputs < answer.outputCount { mostOutputs = Int(answer.outputCount) }
    let end = scope.end(moves: attempt.pointee.moves)
    var order = orders.base + Int(answer.orders)
    let (epoch, seek) = (order.pointee.epoch, order.pointee.serial)
    let last = order + Int(order.pointee.value)
    while order < last {
      order += 1
      if scope.feedEngine(order.pointee, &attempt.pointee.engine, at: .zero, end, newest: epoch) != nil { return false }
    }
    let rest = PlayerScope.Rest(
      attempt.pointee.engine, moves: attempt.pointee.moves, at: .zero, end, playerClock: .zero,
      seekInFlight: seek, pendingStops: answer.stops.count(after: stops))
    place.initialize(
      to: Successor(
        fingerprint: Fingerprint.of(answer.fingerprint, rest), rest: rest, player: answer.player, step: step))
    return true
  }

  /// Feeds an input to a player and caches the result.
  @inline(never)
  private func compute(_ key: TransitionCache.Key, _ input: Input, _ current: UInt32, _ stops: UInt8) -> Answer {
    let asked = StopCount.asked(for: stops)
    if baseNumber != current || baseStops != asked {
      players.readCanonicalState(current, into: canonical)
      canonical.pointee.pendingStops = asked
      base.pointee.restore(canonical.pointee)
      Player.readInspection(of: &base.pointee, into: &baseInspection.pointee)
      baseNumber = current
      baseStops = asked
      isDeskBase = false
    }
    player.pointee.copy(&base.pointee)
    desk.clear()
    if !isDeskBase { desk.before.pointee = baseInspection.pointee }
    isDeskBase = true
    var isSound =
      scope.feedPlayer(input, &player.pointee, at: .zero, desk, knowing: UnsafePointer(desk.before)) == nil
    if desk.hasClosed { isDeskBase = false }
    CanonicalState.read(&player.pointee, at: player.pointee.clock, into: &canonical.pointee)
    let left = StopCount(canonical.pointee.pendingStops, asked: asked)
    if !left.isSound { isSound = false }
    canonical.pointee.pendingStops = 0
    let fingerprint = Fingerprint.of(canonical)
    players.prefetch(fingerprint: fingerprint)
    let list = listOrders()
    let answer = Answer(
      fingerprint: fingerprint, player: number(of: canonical, fingerprint), orders: list, stops: left, isSound: isSound,
      outputCount: UInt8(clamping: desk.mostOutputs))
    answers.add(key, answer)
    return answer
  }

  /// The index of the list with the orders on the desk.
  private func listOrders() -> UInt32 {
    // The desk's last inspection is that of the player now.
    let inspection = desk.after
    let seek = inspection.pointee.isSeeking ? inspection.pointee.seekInFlight : .none
    let count = desk.orders.count
    let head = EngineOrder(of: .compare, inspection.pointee.epoch, number: seek.rawValue, value: Int64(count))
    var fingerprint = Fingerprint.of(0x51, head)
    for index in 0..<count { fingerprint = Fingerprint.of(fingerprint, desk.orders[index]) }
    if let known = orderLists.find(fingerprint) { return known.pointee }
    let first = UInt32(orders.count)
    orders.append(head)
    for index in 0..<count { orders.append(desk.orders[index]) }
    orderLists.add(fingerprint, first)
    return first
  }

  /// Takes a step that breaks a property again, to get the details.
  @inline(never)
  private func judge(
    _ step: ScopeStep, _ inspection: ScopeInspection, _ visit: UnsafeMutablePointer<Visit>, _ number: Int, _ index: Int
  ) {
    let rest = visit.pointee.rest
    isDeskBase = false
    state.player = base.pointee
    players.readCanonicalState(visit.pointee.current, into: canonical)
    canonical.pointee.pendingStops = rest.pendingStops
    state.player.restore(canonical.pointee)
    state.now = .zero
    state.engine = rest.engine(at: .zero, inspection.epoch, beside: inspection.beside, inspection.seekInFlight)
    state.moves = rest.moves
    let violation =
      scope.take(step, in: &state) ?? PropertyViolation("unsound-model", "\(step) breaks nothing the second time")
    violations.append(LaneViolation(number, index - visit.pointee.first, violation))
    (successors + index).initialize(
      to: Successor(fingerprint: 0, rest: scope.words(of: state).rest, player: Self.noPlayer, step: step))
  }

  // MARK: Results

  /// The indices of the steps that were taken in a state; for ``fingerprint(_:)`` and ``write(_:to:)``.
  public func steps(of state: Int) -> Range<Int> { visits[state].first..<visits[state].end }
  /// Whether the state itself is a good end.
  public func isGood(_ state: Int) -> Bool { visits[state].isGood }
  /// The fingerprint of the state after a step.
  public func fingerprint(_ step: Int) -> UInt64 { successors[step].fingerprint }
  /// Whether the step is a healing one.
  public func heals(_ step: Int) -> Bool { scope.heals(successors[step].step) }

  /// Packs the state after a step. Returns the number of bytes written.
  public func write(_ step: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    PlayerStore.write(successors[step].rest, successors[step].player, to: bytes)
  }
}

extension Fingerprint {
  @inline(__always)
  static func of(_ canonical: UnsafePointer<CanonicalState>) -> UInt64 {
    of(UnsafeRawPointer(canonical).assumingMemoryBound(to: UInt64.self), count: CanonicalState.wordCount)
  }

  @inline(__always)
  static func of(_ player: UInt64, _ rest: PlayerScope.Rest) -> UInt64 {
    joined(
      player, rest.flags, UInt64(bitPattern: rest.clocks), UInt64(bitPattern: rest.position),
      UInt64(bitPattern: rest.target))
  }

  @inline(__always)
  static func of(_ sum: UInt64, _ order: EngineOrder) -> UInt64 {
    joined(sum, order.word, order.numbers, UInt64(bitPattern: order.value), 1)
  }
}
