import PlayerCore
import ReducerTesting

/// Takes the steps of a scope. Player and engine are apart: what a player does with an input depends on nothing but the
/// two, and most pairs of them come again with another engine. So a state is the number of its player in a
/// ``PlayerArena`` and what the engine is, and what came of an input is remembered by the number of the player: the next
/// player and the orders for the engine. Only what is new is computed by a player.
///
/// Time that went by since the last input is part of the pair: a player at another instant is another player, where
/// instants count from now. Such a player takes the same inputs in the same way, as the instant of its last input is all
/// that the clock of a player tells. How many pauses are not confirmed is no part of it, as players do nothing but count
/// them, ``Essence/pendingStops``.
///
/// What is remembered has a bound; beyond it everything is forgotten, and computed anew. Players are not forgotten.
public final class ScopeLane: ExplorationLane {
  /// What came of an input.
  struct Answer: BitwiseCopyable {
    /// The fingerprint of the next player, and its number.
    var fingerprint: UInt64
    var player: UInt32
    /// Where the orders begin, with what is said of them.
    var orders: UInt32
    /// The pauses that are not confirmed afterwards.
    var stops: StopCount
    /// False when a property was broken.
    var isSound: Bool
    var outputCount: UInt8
  }

  /// How many pauses are not confirmed: so many, or so many more than before.
  struct StopCount: BitwiseCopyable {
    var number: Int16
    var isDifference: Bool

    /// What a player is asked with that has `count` of them: one number stands for all in the middle, as nothing but 0
    /// and 255 is told from others.
    @inline(__always)
    static func asked(for count: UInt8) -> UInt8 { 2...247 ~= count ? 128 : count }

    /// What came of it when a player that was asked with `asked` has `count` now. In one step only a few are added or
    /// taken away.
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

    /// Whether it is one of the two: the player forgets all of them or counts on.
    var isSound: Bool { isDifference || 0...8 ~= number || 240...255 ~= number }
  }

  private struct Successor: BitwiseCopyable {
    var fingerprint: UInt64
    var rest: PlayerScope.Rest
    var player: UInt32
    var step: ScopeStep
  }

  /// A step that the engine has done its part of.
  private struct Attempt {
    var step: ScopeStep
    var engine: ScopeEngine
    var moves: UInt8
    var report: ScopeReport
    var key: AnswerTable.Key
  }

  /// A state that is expanded: the player that waits in it, and the one that this is once its time has gone by.
  private struct Visit: BitwiseCopyable {
    var rest: PlayerScope.Rest
    var waiting: UInt32
    var current: UInt32
    /// Its steps, among those of all states that are expanded together.
    var first = 0
    var end = 0
    var isGood = false
  }

  let scope: PlayerScope
  private let arena: PlayerArena
  private let memory: Int
  @exclusivity(unchecked) private var answers: AnswerTable
  @exclusivity(unchecked) private var reports = ReportNumbers()
  /// Lists of orders, each behind an order that says how many there are, and which opening and which seek the player has
  /// then, in the numbers that it had before.
  @exclusivity(unchecked) private var orders = PlainList<EngineOrder>(capacity: 2_048)
  /// Where they begin, by their fingerprints: there are few.
  @exclusivity(unchecked) private var orderLists = PlainTable<UInt32>(capacity: 128)
  private let visits = UnsafeMutablePointer<Visit>.allocate(capacity: ScopeLane.limit)
  private let attempts = UnsafeMutablePointer<Attempt>.allocate(capacity: ScopeLane.stepLimit)
  private let successors = UnsafeMutablePointer<Successor>.allocate(capacity: ScopeLane.stepLimit)

  /// A player of the record ``baseNumber``; and one that takes inputs.
  // In memory of their own, so that they are copied when this says so and not otherwise.
  private let base = UnsafeMutablePointer<Player>.allocate(capacity: 1)
  @exclusivity(unchecked) private var baseNumber = nobody
  @exclusivity(unchecked) private var baseStops: UInt8 = 0
  /// What holds of ``base``.
  private let baseFacts = UnsafeMutablePointer<Player.Facts>.allocate(capacity: 1)
  private let essence = UnsafeMutablePointer<Essence>.allocate(capacity: 1)
  private let player = UnsafeMutablePointer<Player>.allocate(capacity: 1)
  @exclusivity(unchecked) private var state: PlayerScope.State
  private let desk: PlayerScope.OutputDesk

  /// The violations in the states that were expanded last.
  @exclusivity(unchecked) public private(set) var breaches: [LaneBreach] = []
  /// The largest number of outputs of one step so far.
  @exclusivity(unchecked) public private(set) var mostOutputs = 0

  private static var nobody: UInt32 { .max }

  /// The number of states that are expanded together.
  public static var limit: Int { 16 }
  /// How many steps so many states have, at most.
  private static var stepLimit: Int { limit * ScopeStep.allCases.count }

  /// A lane whose tables take `memory` bytes at most.
  public init(_ scope: PlayerScope, from setup: PlayerScope.Setup, packing: PlayerArena, memory: Int) {
    self.scope = scope
    arena = packing
    self.memory = memory
    // What else is remembered is small.
    answers = AnswerTable(memory: max(0, memory - Self.workByteCount) / 4 * 3)
    state = scope.begin(setup)
    base.initialize(to: state.player)
    player.initialize(to: state.player)
    baseFacts.initialize(to: Player.Facts())
    essence.initialize(to: Essence(state.player))
    desk = state.desk
  }

  deinit {
    successors.deallocate()
    attempts.deallocate()
    visits.deallocate()
    baseFacts.deallocate()
    essence.deallocate()
    for player in [base, player] {
      player.deinitialize(count: 1)
      player.deallocate()
    }
  }

  // MARK: What is remembered

  /// The memory of its tables, in bytes.
  public var byteCount: Int {
    answers.byteCount + orders.byteCount + orderLists.byteCount + reports.byteCount + Self.workByteCount
  }

  /// What the states take that are expanded together.
  private static var workByteCount: Int {
    stepLimit * (MemoryLayout<Successor>.stride + MemoryLayout<Attempt>.stride) + limit * MemoryLayout<Visit>.stride
  }

  /// Lists and tables double.
  public func growth(for states: Int) -> Int { max(byteCount, min(byteCount * 2, memory) - byteCount) }

  /// Forgets everything when something could not be kept, or might not be next.
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

  /// The number of the player with this essence, whose tables are those of ``player``.
  private func number(of essence: UnsafePointer<Essence>, _ fingerprint: UInt64) -> UInt32 {
    if let known = arena.number(of: fingerprint) { return known }
    player.pointee.restore(essence.pointee)
    return arena.add(essence, fingerprint, ScopeFacts(player.pointee, replaceLimit: scope.replaceLimit))
  }

  // MARK: Steps

  /// The hash by which the exploration identifies a state.
  public func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64 {
    let words = UnsafeRawPointer(words).assumingMemoryBound(to: PlayerScope.Words.self)
    // A pointer to a stored property of plain memory is always there.
    return Fingerprint.of(Fingerprint.of(words.pointer(to: \.essence)!), words.pointee.rest)
  }

  /// Takes every step in every state of the share, and hands the successors to the worker.
  public func expand(_ share: ExplorationShare, for worker: ExplorationWorker<PlayerScope>) {
    worker.expand(share, with: self)
  }

  /// In rounds, each of them for all states: the memory that one needs was asked for by the one before.
  public func expand(_ packed: UnsafeBufferPointer<UnsafePointer<UInt8>>) {
    makeRoom()
    if !breaches.isEmpty { breaches.removeAll() }
    for state in 0..<packed.count {
      let (rest, waiting) = PlayerArena.read(packed[state])
      (visits + state).initialize(to: Visit(rest: rest, waiting: waiting, current: waiting))
      arena.prefetch(waiting)
      if rest.clocks != 0 { answers.prefetch(waitKey(rest, waiting)) }
    }
    for state in 0..<packed.count where visits[state].rest.clocks != 0 {
      let visit = visits + state
      visit.pointee.current = playerAt(visit.pointee.rest, visit.pointee.waiting, state)
      arena.prefetch(visit.pointee.current)
    }
    var end = 0
    for state in 0..<packed.count { end = attempt(visits + state, from: end) }
    for state in 0..<packed.count { answer(visits + state, state) }
    // Found in rounds, told by states: what is found first must not depend on which states are taken together.
    if breaches.count > 1 { breaches.sort { ($0.state, $0.choice) < ($1.state, $1.choice) } }
  }

  /// What a player is asked for that lets time go by.
  @inline(__always)
  private func waitKey(_ rest: PlayerScope.Rest, _ waiting: UInt32) -> AnswerTable.Key {
    let report = ScopeReport(position: MediaTime(microseconds: rest.clocks))
    return AnswerTable.Key(waiting, .wait, report: reports.number(of: report), asked: 0)
  }

  /// The player that a player is once time has gone by.
  private func playerAt(_ rest: PlayerScope.Rest, _ number: UInt32, _ state: Int) -> UInt32 {
    let key = waitKey(rest, number)
    let now = Instant(microseconds: rest.clocks)
    if let known = answers.find(key) { return known.pointee.player }
    arena.readEssence(number, into: essence)
    player.update(from: base, count: 1)
    player.pointee.restore(essence.pointee)
    Essence.read(&player.pointee, at: now, into: &essence.pointee)
    let deadline = player.pointee.nextDeadline
    let fingerprint = Fingerprint.of(essence)
    let current = self.number(of: essence, fingerprint)
    let moved = arena.record(current).pointee.facts.deadline
    if deadline == .never ? moved != .never : moved - .zero != deadline - now {
      breaches.append(LaneBreach(state, 0, Breach("unsound-model", "a deadline has moved while time went by")))
    }
    answers.add(
      key,
      Answer(
        fingerprint: fingerprint, player: current, orders: 0, stops: StopCount(0, asked: 0), isSound: true,
        outputCount: 0))
    return current
  }

  /// Lets the engine do its part of every step that can happen; returns where the next steps begin.
  @inline(__always)
  private func attempt(_ visit: UnsafeMutablePointer<Visit>, from first: Int) -> Int {
    let facts = arena.record(visit.pointee.current).pointee.facts
    let rest = visit.pointee.rest
    let moves = rest.moves
    let end = scope.end(moves: moves)
    let engine = rest.engine(at: .zero, facts.epoch, beside: facts.beside, facts.seekInFlight)
    let asked = StopCount.asked(for: rest.pendingStops)
    var possible = scope.possible(facts, engine, at: .zero, end, moves).bits
    visit.pointee.isGood = arena.record(visit.pointee.waiting).pointee.facts.isGood
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
          key: AnswerTable.Key(visit.pointee.current, step, report: 0, asked: asked)))
      if step == .wait { continue }
      let report = scope.report(step, facts, &attempt.pointee.engine, &attempt.pointee.moves, at: .zero, end)
      let number = reports.number(of: report)
      if number != 0 {
        attempt.pointee.report = report
        attempt.pointee.key = AnswerTable.Key(visit.pointee.current, step, report: number, asked: asked)
      }
      answers.prefetch(attempt.pointee.key)
    }
    visit.pointee.end = index
    return index
  }

  /// Lets the player do its part of them.
  @inline(__always)
  private func answer(_ visit: UnsafeMutablePointer<Visit>, _ state: Int) {
    let facts = arena.record(visit.pointee.current).pointee.facts
    for index in visit.pointee.first..<visit.pointee.end {
      if attempts[index].step == .wait {
        (successors + index).initialize(to: wait(visit, facts, attempts[index].engine))
      } else if !answer(attempts + index, facts, visit, successors + index) {
        judge(attempts[index].step, facts, visit, state, index)
      }
    }
  }

  /// The same state later.
  @inline(__always)
  private func wait(
    _ visit: UnsafeMutablePointer<Visit>, _ facts: ScopeFacts, _ engine: ScopeEngine
  ) -> Successor {
    let end = scope.end(moves: visit.pointee.rest.moves)
    let now = scope.afterWaiting(facts, engine, at: .zero, end)
    var later = visit.pointee.rest
    later.clocks &+= (now - .zero).microseconds
    later.position = engine.main.truth(at: now, end).microseconds
    let fingerprint = arena.record(visit.pointee.waiting).pointee.fingerprint
    return Successor(
      fingerprint: Fingerprint.of(fingerprint, later), rest: later, player: visit.pointee.waiting, step: .wait)
  }

  /// What comes of a step; false when something does not hold.
  @inline(__always)
  private func answer(
    _ attempt: UnsafeMutablePointer<Attempt>, _ facts: ScopeFacts, _ visit: UnsafeMutablePointer<Visit>,
    _ place: UnsafeMutablePointer<Successor>
  ) -> Bool {
    let step = attempt.pointee.step
    let key = attempt.pointee.key
    let stops = visit.pointee.rest.pendingStops
    let answer =
      answers.find(key)?.pointee
      ?? compute(key, scope.input(step, attempt.pointee.report, facts), visit.pointee.current, stops)
    if !answer.isSound { return false }
    if mostOutputs < answer.outputCount { mostOutputs = Int(answer.outputCount) }
    let end = scope.end(moves: attempt.pointee.moves)
    var order = orders.base + Int(answer.orders)
    let (epoch, seek) = (order.pointee.epoch, order.pointee.serial)
    let last = order + Int(order.pointee.value)
    while order < last {
      order += 1
      if scope.obey(order.pointee, &attempt.pointee.engine, at: .zero, end, newest: epoch) != nil { return false }
    }
    let rest = PlayerScope.Rest(
      attempt.pointee.engine, moves: attempt.pointee.moves, at: .zero, end, playerClock: .zero,
      seekInFlight: seek, pendingStops: answer.stops.count(after: stops))
    place.initialize(
      to: Successor(
        fingerprint: Fingerprint.of(answer.fingerprint, rest), rest: rest, player: answer.player, step: step))
    return true
  }

  /// Lets a player take an input, and remembers what comes of it.
  @inline(never)
  private func compute(_ key: AnswerTable.Key, _ input: Input, _ current: UInt32, _ stops: UInt8) -> Answer {
    let asked = StopCount.asked(for: stops)
    if baseNumber != current || baseStops != asked {
      arena.readEssence(current, into: essence)
      essence.pointee.pendingStops = asked
      base.pointee.restore(essence.pointee)
      Player.readFacts(of: &base.pointee, into: &baseFacts.pointee)
      baseNumber = current
      baseStops = asked
    }
    player.update(from: base, count: 1)
    desk.clear()
    var isSound = scope.hear(input, &player.pointee, at: .zero, desk, knowing: UnsafePointer(baseFacts)) == nil
    Essence.read(&player.pointee, at: player.pointee.clock, into: &essence.pointee)
    let left = StopCount(essence.pointee.pendingStops, asked: asked)
    if !left.isSound { isSound = false }
    essence.pointee.pendingStops = 0
    let fingerprint = Fingerprint.of(essence)
    arena.prefetch(fingerprint: fingerprint)
    let list = listOrders()
    let answer = Answer(
      fingerprint: fingerprint, player: number(of: essence, fingerprint), orders: list, stops: left, isSound: isSound,
      outputCount: UInt8(clamping: desk.mostOutputs))
    answers.add(key, answer)
    return answer
  }

  /// Where the list of the orders begins that lie on the desk.
  private func listOrders() -> UInt32 {
    // The last facts that the desk has read are those of the player as it is now.
    let facts = desk.after
    let seek = facts.pointee.isSeeking ? facts.pointee.seekInFlight : .none
    let count = desk.orders.count
    let head = EngineOrder(of: .compare, facts.pointee.epoch, number: seek.rawValue, value: Int64(count))
    var fingerprint = Fingerprint.of(0x51, head)
    for index in 0..<count { fingerprint = Fingerprint.of(fingerprint, desk.orders[index]) }
    if let known = orderLists.find(fingerprint) { return known.pointee }
    let first = UInt32(orders.count)
    orders.append(head)
    for index in 0..<count { orders.append(desk.orders[index]) }
    orderLists.add(fingerprint, first)
    return first
  }

  /// Takes a step that breaks something once more, to say what.
  @inline(never)
  private func judge(
    _ step: ScopeStep, _ facts: ScopeFacts, _ visit: UnsafeMutablePointer<Visit>, _ number: Int, _ index: Int
  ) {
    let rest = visit.pointee.rest
    state.player = base.pointee
    arena.readEssence(visit.pointee.current, into: essence)
    essence.pointee.pendingStops = rest.pendingStops
    state.player.restore(essence.pointee)
    state.now = .zero
    state.engine = rest.engine(at: .zero, facts.epoch, beside: facts.beside, facts.seekInFlight)
    state.moves = rest.moves
    let breach = scope.take(step, in: &state) ?? Breach("unsound-model", "\(step) breaks nothing the second time")
    breaches.append(LaneBreach(number, index - visit.pointee.first, breach))
    (successors + index).initialize(
      to: Successor(fingerprint: 0, rest: scope.words(of: state).rest, player: Self.nobody, step: step))
  }

  // MARK: What came of it

  /// The indices of the steps that were taken in a state; for ``fingerprint(_:)`` and ``write(_:to:)``.
  public func steps(of state: Int) -> Range<Int> { visits[state].first..<visits[state].end }
  /// Whether the state itself is a good end.
  public func isGood(_ state: Int) -> Bool { visits[state].isGood }
  /// The fingerprint of the state that a step led to.
  public func fingerprint(_ step: Int) -> UInt64 { successors[step].fingerprint }
  /// Whether the step is one that heals.
  public func heals(_ step: Int) -> Bool { scope.heals(successors[step].step) }

  /// Packs the state that a step led to. Returns the number of bytes written.
  public func write(_ step: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    PlayerArena.write(successors[step].rest, successors[step].player, to: bytes)
  }
}

extension Fingerprint {
  @inline(__always)
  static func of(_ essence: UnsafePointer<Essence>) -> UInt64 {
    of(UnsafeRawPointer(essence).assumingMemoryBound(to: UInt64.self), count: Essence.wordCount)
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
