import PlayerCore
import ReducerTesting

extension PlayerScope {
  /// Feeds an input to the player and its orders to the engine, and checks the result.
  func feed(_ input: Input, _ state: inout State) -> PropertyViolation? {
    let desk = state.desk
    desk.clear()
    let violation = feedPlayer(input, &state.player, at: state.now, desk)
    state.outputCount = UInt8(truncatingIfNeeded: min(255, max(Int(state.outputCount), desk.mostOutputs)))
    if let violation { return violation }
    let end = end(moves: state.moves)
    for index in 0..<desk.orders.count {
      let order = desk.orders[index]
      if let violation = feedEngine(order, &state.engine, at: state.now, end, newest: state.player.epoch) {
        return violation
      }
    }
    return nil
  }

  /// Feeds an input to the player and collects the orders for its engine. This half depends on the player only; the
  /// other, ``feedEngine(_:_:at:_:newest:)``, on the engine and the orders only.
  ///
  /// - Parameter known: The player's inspection, if it was read already.
  func feedPlayer(
    _ input: Input, _ player: inout Player, at now: Instant, _ desk: OutputDesk,
    knowing known: UnsafePointer<Player.Inspection>? = nil
  ) -> PropertyViolation? {
    if let listener = desk.listener { listener(input, now) }
    if let known {
      if known != UnsafePointer(desk.before) { desk.before.pointee = known.pointee }
    } else {
      Player.readInspection(of: &player, into: &desk.before.pointee)
    }
    let epoch = desk.before.pointee.epoch
    player.receive(input, at: now, into: &desk.outputs.pointee)
    Player.readInspection(of: &player, into: &desk.after.pointee)
    let count = desk.outputs.pointee.count
    desk.mostOutputs = max(desk.mostOutputs, count)
    let newest = desk.after.pointee.epoch
    let distance = Int64(newest.rawValue) - Int64(epoch.rawValue)
    if distance != 0 { desk.orders.append(EngineOrder(of: .renumber, newest, value: distance)) }
    let code = input.code
    desk.laws.pointee.beginAlone(code, at: now, isEmpty: count == 0)
    var closed: (Epoch, Epoch) = (.none, .none)
    for index in 0..<count {
      switch desk.outputs.pointee[index] {
      case .notification(let notification, let reason): desk.laws.pointee.observe(notification, reason)
      case .engine(let command, let epoch):
        desk.orders.append(EngineOrder(command, epoch))
        desk.laws.pointee.stepOutputs.rank = 4
        if case .open = command { desk.laws.pointee.stepOutputs.opens = true }
        if closesAtOnce, case .close = command { closed = (epoch, closed.0) }
      case .diagnostic, .completion: desk.laws.pointee.observe(desk.outputs.pointee[index])
      }
    }
    if !desk.laws.pointee.endAlone(input, code, count) {
      return desk.laws.pointee.violation(input, at: now, desk.outputs.pointee, player)
    }
    if desk.monitor != nil, let violation = desk.watch(input, at: now, player) { return violation }
    // The state after this input is the state before the next one.
    let known = UnsafePointer(desk.after)
    if !closed.0.isNone { desk.hasClosed = true }
    if !closed.1.isNone,
      let violation = feedPlayer(.engine(.closed, closed.1), &player, at: now, desk, knowing: known)
    {
      return violation
    }
    if !closed.0.isNone,
      let violation = feedPlayer(.engine(.closed, closed.0), &player, at: now, desk, knowing: known)
    {
      return violation
    }
    // Compares the state after the last input, confirmed closes included.
    desk.orders.append(EngineOrder(comparing: &player, UnsafePointer(desk.after), at: now))
    return nil
  }

  /// The engine performs an order and must agree with its player.
  @inline(__always)
  func feedEngine(
    _ order: EngineOrder, _ engine: inout ScopeEngine, at now: Instant, _ end: MediaTime, newest: Epoch
  ) -> PropertyViolation? {
    if order.kind == .compare { return engine.compare(order, at: now, end, tolerance: configuration.jumpTolerance) }
    return engine.perform(order, at: now, end, newest: newest, confirmsAtOnce: closesAtOnce)
  }
}

extension PlayerScope.OutputDesk {
  @inline(never)
  fileprivate func watch(_ input: Input, at now: Instant, _ player: Player) -> PropertyViolation? {
    guard monitor?.take(input, at: now, outputs.pointee, player) == false else { return nil }
    return monitor?.violation(input, at: now, outputs.pointee, player)
  }
}
