import PlayerCore

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

  let scope: PlayerScope
  private let arena: PlayerArena
  private let memory: Int
  @exclusivity(unchecked) private var answers = AnswerTable(capacity: 512)
  @exclusivity(unchecked) private var reports = ReportNumbers()
  /// Lists of orders, each behind an order that says how many there are, and which opening and which seek the player has
  /// then, in the numbers that it had before.
  @exclusivity(unchecked) private var orders = PlainList<EngineOrder>(capacity: 2_048)
  /// Where they begin, by their fingerprints: there are few.
  @exclusivity(unchecked) private var orderLists = PlainTable<UInt32>(capacity: 128)
  private let attempts = UnsafeMutablePointer<Attempt>.allocate(capacity: 64)
  private let successors = UnsafeMutablePointer<Successor>.allocate(capacity: 64)
  /// Keeps what is only fetched from being left out.
  @exclusivity(unchecked) private var touched: UInt64 = 0

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

  @exclusivity(unchecked) public private(set) var count = 0
  @exclusivity(unchecked) public private(set) var isGood = false
  @exclusivity(unchecked) public private(set) var breaches: [(index: Int, breach: Breach)] = []
  @exclusivity(unchecked) public private(set) var mostOutputs = 0

  private static var nobody: UInt32 { .max }

  public init(_ scope: PlayerScope, from setup: PlayerScope.Setup, packing: PlayerArena, memory: Int) {
    self.scope = scope
    arena = packing
    self.memory = memory
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
    baseFacts.deallocate()
    essence.deallocate()
    for player in [base, player] {
      player.deinitialize(count: 1)
      player.deallocate()
    }
  }

  // MARK: What is remembered

  public var byteCount: Int {
    answers.byteCount + orders.byteCount + orderLists.byteCount + reports.byteCount
      + 64 * (MemoryLayout<Successor>.stride + MemoryLayout<Attempt>.stride)
  }

  /// Lists and tables double.
  public func growth(for states: Int) -> Int { max(byteCount, min(byteCount * 2, memory) - byteCount) }

  /// Forgets everything when the next state might take more than there is room for.
  private func makeRoom() {
    var more = 0
    if answers.growsWithin(128) { more += answers.byteCount * 2 }
    if orders.count + 1_024 > orders.capacity { more += orders.byteCount + orderLists.byteCount }
    let isFull = reports.count + 128 > ReportNumbers.limit
    guard isFull || more > 0 && byteCount + more > memory && answers.count > 64 else { return }
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

  public func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64 {
    let words = UnsafeRawPointer(words).load(as: PlayerScope.Words.self)
    return Fingerprint.of(words.essence.fingerprint, words.rest)
  }

  public func expand(_ packed: UnsafePointer<UInt8>) {
    makeRoom()
    if !breaches.isEmpty { breaches.removeAll() }
    let (rest, waiting) = PlayerArena.read(packed)
    let record = arena.record(waiting)
    isGood = record.pointee.facts.isGood
    let now = Instant(microseconds: rest.clocks)
    let current = rest.clocks == 0 ? waiting : playerAt(now, waiting)
    take(rest, record, waiting, arena.record(current), current)
  }

  /// The player that a player is once time has gone by.
  private func playerAt(_ now: Instant, _ number: UInt32) -> UInt32 {
    let report = ScopeReport(position: MediaTime(microseconds: (now - .zero).microseconds))
    let key = AnswerTable.Key(number, .wait, report: reports.number(of: report), asked: 0)
    if let known = answers.find(key) { return known.pointee.player }
    arena.readEssence(number, into: essence)
    player.update(from: base, count: 1)
    player.pointee.restore(essence.pointee)
    Essence.read(&player.pointee, at: now, into: &essence.pointee)
    let deadline = player.pointee.nextDeadline
    let fingerprint = essence.pointee.fingerprint
    let current = self.number(of: essence, fingerprint)
    let moved = arena.record(current).pointee.facts.deadline
    if deadline == .never ? moved != .never : moved - .zero != deadline - now {
      breaches.append((0, Breach("unsound-model", "a deadline has moved while time went by")))
    }
    answers.add(
      key,
      Answer(
        fingerprint: fingerprint, player: current, orders: 0, stops: StopCount(0, asked: 0), isSound: true,
        outputCount: 0))
    return current
  }

  /// Takes every step of the player `current`, at the instant zero of which the engine is as `rest` says.
  @inline(__always)
  private func take(
    _ rest: PlayerScope.Rest, _ waiting: UnsafePointer<PlayerArena.Record>, _ waitingNumber: UInt32,
    _ record: UnsafePointer<PlayerArena.Record>, _ current: UInt32
  ) {
    let facts = record.pointee.facts
    let moves = rest.moves
    let end = scope.end(moves: moves)
    let engine = rest.engine(at: .zero, facts.epoch, beside: facts.beside, facts.seekInFlight)
    let stops = rest.pendingStops
    let asked = StopCount.asked(for: stops)
    var possible = scope.possible(facts, engine, at: .zero, end, moves).bits
    count = possible.nonzeroBitCount
    for index in 0..<count {
      let step = ScopeStep(rawValue: UInt8(truncatingIfNeeded: possible.trailingZeroBitCount)) ?? .wait
      possible &= possible &- 1
      let attempt = attempts + index
      attempt.initialize(
        to: Attempt(
          step: step, engine: engine, moves: moves, report: ScopeReport(),
          key: AnswerTable.Key(current, step, report: 0, asked: asked)))
      if step == .wait { continue }
      let report = scope.report(step, facts, &attempt.pointee.engine, &attempt.pointee.moves, at: .zero, end)
      let number = reports.number(of: report)
      if number != 0 {
        attempt.pointee.report = report
        attempt.pointee.key = AnswerTable.Key(current, step, report: number, asked: asked)
      }
    }
    // In a loop of its own, so that the processor waits for all of them at once.
    var touched: UInt64 = 0
    for index in 0..<count { touched |= answers.touch(attempts[index].key) }
    self.touched = touched
    for index in 0..<count {
      let place = successors + index
      if attempts[index].step == .wait {
        var later = rest
        let now = scope.afterWaiting(facts, engine, at: .zero, end)
        later.clocks &+= (now - .zero).microseconds
        later.position = engine.main.truth(at: now, end).microseconds
        place.initialize(
          to: Successor(
            fingerprint: Fingerprint.of(waiting.pointee.fingerprint, later), rest: later, player: waitingNumber,
            step: .wait))
      } else if !answer(attempts + index, facts, current, stops, place) {
        judge(attempts[index].step, engine, moves, current, stops, place, index)
      }
    }
  }

  /// What comes of a step; false when something does not hold.
  @inline(__always)
  private func answer(
    _ attempt: UnsafeMutablePointer<Attempt>, _ facts: ScopeFacts, _ current: UInt32, _ stops: UInt8,
    _ place: UnsafeMutablePointer<Successor>
  ) -> Bool {
    let step = attempt.pointee.step
    let key = attempt.pointee.key
    let answer =
      answers.find(key)?.pointee ?? compute(key, scope.input(step, attempt.pointee.report, facts), current, stops)
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
    let list = listOrders()
    Essence.read(&player.pointee, at: player.pointee.clock, into: &essence.pointee)
    let left = StopCount(essence.pointee.pendingStops, asked: asked)
    if !left.isSound { isSound = false }
    essence.pointee.pendingStops = 0
    let fingerprint = essence.pointee.fingerprint
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
    _ step: ScopeStep, _ engine: ScopeEngine, _ moves: UInt8, _ current: UInt32, _ stops: UInt8,
    _ place: UnsafeMutablePointer<Successor>, _ index: Int
  ) {
    state.player = base.pointee
    arena.readEssence(current, into: essence)
    essence.pointee.pendingStops = stops
    state.player.restore(essence.pointee)
    state.now = .zero
    state.engine = engine
    state.moves = moves
    let breach = scope.take(step, in: &state) ?? Breach("unsound-model", "\(step) breaks nothing the second time")
    breaches.append((index, breach))
    place.initialize(
      to: Successor(fingerprint: 0, rest: scope.words(of: state).rest, player: Self.nobody, step: step))
  }

  // MARK: What came of it

  public func fingerprint(_ index: Int) -> UInt64 { successors[index].fingerprint }
  public func heals(_ index: Int) -> Bool { scope.heals(successors[index].step) }

  public func write(_ index: Int, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    PlayerArena.write(successors[index].rest, successors[index].player, to: bytes)
  }
}

extension Essence {
  @inline(__always)
  var fingerprint: UInt64 {
    withUnsafeBytes(of: self) { bytes in
      let words = bytes.assumingMemoryBound(to: UInt64.self)
      // An essence has words.
      return Fingerprint.of(words.baseAddress!, count: words.count)
    }
  }
}

extension Fingerprint {
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
