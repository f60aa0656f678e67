import PlayerCore

extension PlayerScope {
  /// What can happen in a state.
  ///
  /// An engine that owes ``stopLimit`` confirmations of pauses gives one before anybody asks for anything else: that
  /// bounds what a player has to count. No time passes while a deadline is due, none where nothing waits for it, and not
  /// more than it takes to the end of the media.
  public func choices(in state: State, into choices: inout [ScopeStep]) {
    var possible = engineSteps(state)
    let isOwing = state.engine.main.stops >= stopLimit
    if !isOwing { possible = possible.union(askable(state)) }
    possible = possible.intersection(steps)
    if state.player.nextDeadline <= state.now {
      possible.insert(.deadline)
    } else if canWait(state) {
      possible.insert(.wait)
    }
    possible.append(to: &choices)
  }

  /// What app and surroundings can do that is not without any effect.
  @inline(__always)
  private func askable(_ state: borrowing State) -> ScopeSteps {
    var possible = ScopeSteps.commands
    switch state.player.network {
    case .none: possible = possible.union([.networkWifi, .networkCellular])
    case .cellular: possible = possible.union([.networkLost, .networkWifi])
    default: possible = possible.union([.networkLost, .networkCellular])
    }
    if state.player.isInterrupted {
      possible = possible.union([.resume, .resumeNot])
    } else {
      possible.insert(.interrupt)
    }
    possible.insert(state.player.isInBackground ? .foreground : .background)
    return possible
  }

  /// What the engine can report.
  @inline(__always)
  private func engineSteps(_ state: borrowing State) -> ScopeSteps {
    let engine = state.engine
    let main = engine.main
    var possible: ScopeSteps = []
    if engine.oldestClose != ScopeEngine.nobody { possible.insert(.closed) }
    if engine.beside.phase == .opening { possible = possible.union([.besideOpened, .besideFailed]) }
    if main.phase == .opening { possible = possible.union([.opened, .openFailed, .openRefused]) }
    guard main.phase == .open else { return possible }
    possible.insert(.failed)
    if main.stops > 0 { possible.insert(.stopped) }
    if main.isAsked { possible.insert(.positioned) }
    if main.isSeeking { return possible.union([.sought, .soughtNot]) }
    if main.data != .all { possible.insert(.filled) }
    if main.data == .none { possible.insert(.filledSome) }
    if main.isStarting, main.data != .none, !main.hasEnded { possible.insert(.started) }
    let isAtEnd = isAtEnd(state)
    if main.isStarting || main.isMoving {
      if main.data != .all { possible.insert(.starved) }
      if isAtEnd { possible.insert(.ended) } else { possible.insert(.endedEarly) }
    }
    if main.isMoving { possible.insert(.stoppedAlone) }
    if window.start.isKnown, state.moves < 2 { possible.insert(.windowMoved) }
    return possible
  }

  @inline(__always)
  private func isAtEnd(_ state: borrowing State) -> Bool {
    media.duration.isKnown && state.engine.main.truth(at: state.now, media.duration) >= media.duration
  }

  private func canWait(_ state: borrowing State) -> Bool {
    state.player.nextDeadline != .never || (state.engine.main.isMoving && media.duration.isKnown && !isAtEnd(state))
  }

  // MARK: Taking a step

  public func take(_ step: ScopeStep, in state: inout State) -> Breach? {
    state.outputCount = 0
    if step == .wait {
      state.now = state.now + self.step
      // Never past a deadline, and never back.
      if state.player.nextDeadline < state.now { state.now = max(state.player.clock, state.player.nextDeadline) }
      return nil
    }
    guard let input = input(step, &state) else { return nil }
    return feed(input, &state)
  }

  /// The input that a step stands for; the engine has done its part of it. `nil` when it does not fit the state.
  private func input(_ step: ScopeStep, _ state: inout State) -> Input? {
    switch step {
    case .load: .command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), number(step))
    case .loadHeld: .command(.load(item: ItemID(1), start: .standard, autoplay: false, opens: true), number(step))
    case .loadInside:
      .command(.load(item: ItemID(1), start: .at(places.1), autoplay: true, opens: true), number(step))
    case .play: .command(.play, number(step))
    case .pause: .command(.pause, number(step))
    case .toggle: .command(.toggle, number(step))
    case .stop: .command(.stop, number(step))
    case .reset: .command(.reset, number(step))
    case .seekStart: .command(.seek(.at(places.0)), number(step))
    case .seekMiddle: .command(.seek(.at(places.1)), number(step))
    case .seekEnd: .command(.seek(.at(places.2)), number(step))
    case .reload: .command(.reload(item: .none, flush: true), number(step))
    case .replace: .command(.reload(item: .none, flush: false), number(step))
    case .retry: .command(.retry, number(step))
    case .prepare: .command(.prepare, number(step))
    case .loopOn: .command(.setLooping(true), number(step))
    case .loopOff: .command(.setLooping(false), number(step))
    case .networkLost: .environment(.networkChanged(.none))
    case .networkWifi: .environment(.networkChanged(.wifi))
    case .networkCellular: .environment(.networkChanged(.cellular))
    case .interrupt: .environment(.interruptionBegan(stopsEngine: false))
    case .resume: .environment(.interruptionEnded(mayResume: true))
    case .resumeNot: .environment(.interruptionEnded(mayResume: false))
    case .background: .environment(.enteredBackground(audioContinues: true))
    case .foreground: .environment(.enteredForeground)
    case .deadline: state.player.nextDeadline <= state.now ? .deadline : nil
    case .wait: nil
    default: engineInput(step, &state)
    }
  }

  private func number(_ step: ScopeStep) -> RequestID { RequestID(UInt32(step.rawValue) + 1) }

  private func engineInput(_ step: ScopeStep, _ state: inout State) -> Input? {
    guard engineSteps(state).contains(step) else { return nil }
    if step == .closed { return closedInput(&state) }
    if step == .besideOpened || step == .besideFailed {
      let epoch = state.engine.beside.epoch
      state.engine.beside.phase = step == .besideOpened ? .open : .gone
      return .engine(step == .besideOpened ? .opened(media) : .failed(Failure(.connect)), epoch)
    }
    let event = report(step, &state.engine.main, &state.moves, at: state.now)
    return event.map { .engine($0, state.engine.main.epoch) }
  }

  private func closedInput(_ state: inout State) -> Input {
    let epoch = UInt32(truncatingIfNeeded: Int64(state.player.epoch.rawValue) - Int64(state.engine.oldestClose))
    state.engine.confirmClose()
    return .engine(.closed, Epoch(epoch))
  }

  private func report(
    _ step: ScopeStep, _ main: inout ScopeEngine.Opening, _ moves: inout UInt8, at now: Instant
  ) -> EngineEvent? {
    switch step {
    case .opened:
      main.phase = .open
      main.position = window.end.isKnown ? window.end : .zero
      return .opened(media)
    case .openFailed, .openRefused, .failed:
      main.rest(at: now, media.duration)
      main.phase = .gone
      return .failed(Failure(step == .openFailed ? .connect : step == .failed ? .io : .invalidData))
    case .started:
      main.isStarting = false
      if !main.isMoving {
        main.isMoving = true
        main.since = now
      } else {
        main.position = main.truth(at: now, media.duration)
        main.since = now
      }
      return .playbackStarted(position: main.position, rate: .normal)
    case .stopped:
      main.stops -= 1
      return .playbackStopped(position: main.truth(at: now, media.duration))
    case .stoppedAlone:
      main.rest(at: now, media.duration)
      return .playbackStopped(position: main.position)
    case .sought, .soughtNot:
      main.isSeeking = false
      if step == .sought { main.position = main.target }
      return .seekCompleted(main.serial, position: main.position, isFinished: step == .sought)
    case .filled:
      main.data = .all
      return .buffered(until: media.duration, bytesRead: 0, isSaturated: true)
    case .filledSome:
      main.data = .some
      return .buffered(until: main.truth(at: now, media.duration) + .seconds(1), bytesRead: 0, isSaturated: false)
    case .starved:
      main.rest(at: now, media.duration)
      main.data = .none
      return .starved(position: main.position)
    case .ended, .endedEarly:
      main.rest(at: now, media.duration)
      main.hasEnded = step == .ended
      return .ended(position: main.position)
    case .positioned:
      main.isAsked = false
      return .positionReported(main.truth(at: now, media.duration))
    case .windowMoved:
      moves += 1
      let distance = TimeSpan(microseconds: self.step.microseconds * Int64(moves - 1))
      return .seekableRangeChanged(start: window.start + distance, end: window.end + distance)
    default: return nil
    }
  }

  /// Hands an input to the player and its commands to the engine, and looks whether everything is as it should be.
  @inline(__always)
  func feed(_ input: Input, _ state: inout State) -> Breach? {
    let desk = state.desk
    desk.listener?(input, state.now)
    let laws = ScopeLaws(before: state.player)
    let epoch = state.player.epoch
    state.player.receive(input, at: state.now, into: &desk.outputs)
    state.outputCount = UInt8(truncatingIfNeeded: min(255, max(Int(state.outputCount), desk.outputs.count)))
    if let breach = laws.check(input, desk.outputs, state.player) { return breach }
    let newest = state.player.epoch
    state.engine.renumber(by: Int64(newest.rawValue) - Int64(epoch.rawValue))
    var closed: (Epoch, Epoch) = (.none, .none)
    for index in desk.outputs.indices {
      guard case .engine(let command, let epoch) = desk.outputs[index] else { continue }
      if let breach = state.engine.perform(command, epoch, at: state.now, media.duration) { return breach }
      guard case .close = command else { continue }
      if closesAtOnce {
        closed = (epoch, closed.0)
      } else {
        state.engine.remember(closeOf: epoch, newest: newest)
      }
    }
    if !closed.1.isNone, let breach = feed(closed: closed.1, &state) { return breach }
    if !closed.0.isNone, let breach = feed(closed: closed.0, &state) { return breach }
    return laws.check(state)
  }

  @inline(never)
  private func feed(closed epoch: Epoch, _ state: inout State) -> Breach? {
    feed(.engine(.closed, epoch), &state)
  }
}
