import PlayerCore
import ReducerTesting

extension PlayerScope {
  /// The steps that are possible in a state.
  ///
  /// These limits bound the player's counts: an engine with ``stopLimit`` unconfirmed pauses, or ``closeLimit`` closes,
  /// confirms one before the app or the environment act, and an upcoming opening is replaced ``replaceLimit`` times. At
  /// the end of a live window the engine reports starvation or the end of the stream before time advances. No time
  /// passes while a deadline is due, none when nothing waits for it, and none beyond the end of the media.
  public func choices(in state: State, into choices: inout [ScopeStep]) {
    let inspection = ScopeInspection(state.player, replaceLimit: replaceLimit)
    possible(inspection, state.engine, at: state.now, end(moves: state.moves), state.moves).append(to: &choices)
  }

  @inline(__always)
  func possible(
    _ inspection: ScopeInspection, _ engine: ScopeEngine, at now: Instant, _ end: MediaTime, _ moves: UInt8
  ) -> ScopeSteps {
    let isAtEnd = end.isKnown && engine.main.truth(at: now, end) >= end
    var possible = engineSteps(engine, isAtEnd: isAtEnd, moves)
    let isOwing = engine.main.stops >= stopLimit || !closesAtOnce && engine.closeCount >= closeLimit
    if !isOwing { possible = possible.union(inspection.outsideSteps) }
    possible = possible.intersection(steps)
    if inspection.deadline <= now {
      possible.insert(.deadline)
    } else if engine.main.isMoving, end.isKnown, isAtEnd ? window.end.isKnown : true {
      if !isAtEnd { possible.insert(.wait) }
    } else if inspection.deadline != .never {
      possible.insert(.wait)
    }
    return possible
  }

  /// The possible reports of the engine.
  @inline(__always)
  private func engineSteps(_ engine: ScopeEngine, isAtEnd: Bool, _ moves: UInt8) -> ScopeSteps {
    let main = engine.main
    var possible: ScopeSteps = []
    if engine.oldestClose != ScopeEngine.noClose { possible.insert(.closed) }
    if engine.beside.phase == .opening { possible = possible.union([.besideOpened, .besideFailed]) }
    if main.phase == .opening { possible = possible.union([.opened, .openFailed, .openRefused]) }
    guard main.phase == .open else { return possible }
    possible.insert(.failed)
    if main.stops > 0 { possible.insert(.stopped) }
    if main.isProbed { possible.insert(.positioned) }
    if main.isSeeking { return possible.union([.sought, .soughtNot]) }
    if main.data != .all { possible.insert(.filled) }
    if main.data == .none { possible.insert(.filledSome) }
    if main.isStarting, main.data != .none, !main.hasEnded { possible.insert(.started) }
    if main.isStarting || main.isMoving {
      if main.data != .all || isAtEnd && window.end.isKnown { possible.insert(.starved) }
      if isAtEnd { possible.insert(.ended) } else { possible.insert(.endedEarly) }
    }
    if main.isMoving { possible.insert(.stoppedAlone) }
    if window.start.isKnown, moves < 2 { possible.insert(.windowMoved) }
    return possible
  }

  /// The current end of the media, which limits every playhead.
  @inline(__always)
  func end(moves: UInt8) -> MediaTime {
    guard window.end.isKnown else { return media.duration }
    return window.end + TimeSpan(microseconds: step.microseconds * max(0, Int64(moves) - 1))
  }

  // MARK: Taking a step

  /// Takes the step and all its immediate consequences; does nothing if the step is not possible. Returns the first
  /// violated law.
  public func take(_ step: ScopeStep, in state: inout State) -> PropertyViolation? {
    state.outputCount = 0
    let inspection = ScopeInspection(state.player, replaceLimit: replaceLimit)
    let end = end(moves: state.moves)
    guard possible(inspection, state.engine, at: state.now, end, state.moves).contains(step) else { return nil }
    if step == .wait {
      // The clock never runs backwards.
      state.now = max(state.player.clock, afterWaiting(inspection, state.engine, at: state.now, end))
      return nil
    }
    let report = report(step, inspection, &state.engine, &state.moves, at: state.now, end)
    return feed(input(step, report, inspection), &state)
  }

  /// The end of a wait: not after a deadline, nor after the end of a live window.
  @inline(__always)
  func afterWaiting(_ inspection: ScopeInspection, _ engine: ScopeEngine, at now: Instant, _ end: MediaTime) -> Instant
  {
    let main = engine.main
    var then = min(now + step, inspection.deadline)
    if main.isMoving, window.end.isKnown { then = min(then, main.since + (end - main.position)) }
    return then
  }

  /// The input of a step, after the engine has done its part.
  func input(_ step: ScopeStep, _ report: ScopeReport, _ inspection: ScopeInspection) -> Input {
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
    case .deadline, .wait: .deadline
    case .closed: .engine(.closed, Epoch(report.number))
    case .besideOpened: .engine(.opened(media), inspection.beside)
    case .besideFailed: .engine(.failed(Failure(.connect)), inspection.beside)
    default: .engine(event(step, report), inspection.epoch)
    }
  }

  private func number(_ step: ScopeStep) -> RequestID { RequestID(UInt32(step.rawValue) + 1) }

  private func event(_ step: ScopeStep, _ report: ScopeReport) -> EngineEvent {
    let position = report.position
    switch step {
    case .opened: return .opened(media)
    case .openFailed: return .failed(Failure(.connect))
    case .failed: return .failed(Failure(.io))
    case .started: return .playbackStarted(position: position, rate: .normal)
    case .stopped, .stoppedAlone: return .playbackStopped(position: position)
    case .sought, .soughtNot:
      return .seekCompleted(SeekSerial(report.number), position: position, isFinished: step == .sought)
    case .filled: return .buffered(until: media.duration, bytesRead: 0, isSaturated: true)
    case .filledSome: return .buffered(until: position, bytesRead: 0, isSaturated: false)
    case .starved: return .starved(position: position)
    case .ended, .endedEarly: return .ended(position: position)
    case .positioned: return .positionReported(position)
    case .windowMoved:
      let distance = TimeSpan(microseconds: self.step.microseconds * Int64(report.number))
      return .seekableRangeChanged(start: window.start + distance, end: window.end + distance)
    default: return .failed(Failure(.invalidData))
    }
  }

  /// The engine's part of a possible step.
  @inline(__always)
  func report(
    _ step: ScopeStep, _ inspection: ScopeInspection, _ engine: inout ScopeEngine, _ moves: inout UInt8,
    at now: Instant,
    _ end: MediaTime
  ) -> ScopeReport {
    var report = ScopeReport()
    switch step {
    case .opened:
      engine.main.phase = .open
      engine.main.position = window.end.isKnown ? window.end : .zero
    case .besideOpened: engine.beside.phase = .open
    case .besideFailed: engine.beside.phase = .gone
    case .closed:
      report.number = UInt32(truncatingIfNeeded: Int64(inspection.epoch.rawValue) - Int64(engine.oldestClose))
      engine.confirmClose()
    case .openFailed, .openRefused, .failed:
      engine.main.rest(at: now, end)
      engine.main.phase = .gone
    case .started:
      engine.main.position = engine.main.truth(at: now, end)
      engine.main.since = now
      engine.main.isStarting = false
      engine.main.isMoving = true
      report.position = engine.main.position
    case .stopped:
      engine.main.stops -= 1
      report.position = engine.main.truth(at: now, end)
    case .stoppedAlone:
      engine.main.rest(at: now, end)
      report.position = engine.main.position
    case .sought, .soughtNot:
      engine.main.isSeeking = false
      if step == .sought { engine.main.position = engine.main.target }
      report.position = engine.main.position
      report.number = engine.main.serial.rawValue
    case .filled: engine.main.data = .all
    case .filledSome:
      engine.main.data = .some
      report.position = engine.main.truth(at: now, end) + .seconds(1)
    case .starved:
      engine.main.rest(at: now, end)
      engine.main.data = .none
      report.position = engine.main.position
    case .ended, .endedEarly:
      engine.main.rest(at: now, end)
      engine.main.hasEnded = step == .ended
      report.position = engine.main.position
    case .positioned:
      engine.main.isProbed = false
      report.position = engine.main.truth(at: now, end)
    case .windowMoved:
      // A playhead that waited at the end continues from there, now.
      if engine.main.isMoving {
        engine.main.position = engine.main.truth(at: now, end)
        engine.main.since = now
      }
      report.number = UInt32(moves)
      moves += 1
    default: break
    }
    return report
  }
}
