import PlayerCore
import ReducerTesting

extension PlayerScope {
  /// Hands an input to the player and its orders to the engine, and looks whether everything is as it should be.
  func feed(_ input: Input, _ state: inout State) -> Breach? {
    let desk = state.desk
    desk.clear()
    let breach = hear(input, &state.player, at: state.now, desk)
    state.outputCount = UInt8(truncatingIfNeeded: min(255, max(Int(state.outputCount), desk.mostOutputs)))
    if let breach { return breach }
    let end = end(moves: state.moves)
    for index in 0..<desk.orders.count {
      let order = desk.orders[index]
      if let breach = obey(order, &state.engine, at: state.now, end, newest: state.player.epoch) { return breach }
    }
    return nil
  }

  /// What the player does with an input, and what its engine has to know of that: this half depends on nothing but the
  /// player, the other, ``obey(_:_:at:_:newest:)``, on nothing but the engine and the orders.
  ///
  /// - Parameter known: what holds of the player, where somebody has read that already.
  func hear(
    _ input: Input, _ player: inout Player, at now: Instant, _ desk: OutputDesk,
    knowing known: UnsafePointer<Player.Facts>? = nil
  ) -> Breach? {
    if let listener = desk.listener { listener(input, now) }
    if known == nil { Player.readFacts(of: &player, into: &desk.before.pointee) }
    let before = known ?? UnsafePointer(desk.before)
    let epoch = before.pointee.epoch
    player.receive(input, at: now, into: &desk.outputs.pointee)
    Player.readFacts(of: &player, into: &desk.after.pointee)
    let count = desk.outputs.pointee.count
    desk.mostOutputs = max(desk.mostOutputs, count)
    let laws = ScopeLaws(before: before, after: UnsafePointer(desk.after))
    if let breach = laws.check(input, UnsafePointer(desk.outputs), &player) { return breach }
    if desk.monitor != nil, let breach = desk.watch(input, at: now, player) { return breach }
    let newest = desk.after.pointee.epoch
    let distance = Int64(newest.rawValue) - Int64(epoch.rawValue)
    if distance != 0 { desk.orders.append(EngineOrder(of: .renumber, newest, value: distance)) }
    var closed: (Epoch, Epoch) = (.none, .none)
    for index in 0..<count {
      guard case .engine(let command, let epoch) = desk.outputs.pointee[index] else { continue }
      desk.orders.append(EngineOrder(command, epoch))
      if closesAtOnce, case .close = command { closed = (epoch, closed.0) }
    }
    if !closed.1.isNone, let breach = hear(.engine(.closed, closed.1), &player, at: now, desk) { return breach }
    if !closed.0.isNone, let breach = hear(.engine(.closed, closed.0), &player, at: now, desk) { return breach }
    // Of the last of them if there were some.
    desk.orders.append(EngineOrder(comparing: &player, UnsafePointer(desk.after), at: now))
    return nil
  }

  /// The engine does what it is told, and agrees with its player.
  @inline(__always)
  func obey(
    _ order: EngineOrder, _ engine: inout ScopeEngine, at now: Instant, _ end: MediaTime, newest: Epoch
  ) -> Breach? {
    if order.kind == .compare { return engine.compare(order, at: now, end, tolerance: configuration.jumpTolerance) }
    return engine.perform(order, at: now, end, newest: newest, confirmsAtOnce: closesAtOnce)
  }
}

extension PlayerScope.OutputDesk {
  @inline(never)
  fileprivate func watch(_ input: Input, at now: Instant, _ player: Player) -> Breach? {
    guard monitor?.take(input, at: now, outputs.pointee, player) == false else { return nil }
    return monitor?.breach(input, at: now, outputs.pointee, player)
  }
}
