import PlayerCore

/// One event of a session with its instant, independent of the steps before it.
///
/// The player assigns epochs and serials while a session runs, so a step with their numbers would change its meaning
/// when an earlier opening is removed. Steps use symbolic names instead, such as ``PlayerCore/Epoch``'s `current` and
/// `next`, which are resolved when the step is taken.
public struct PlayerStep: Hashable, Sendable {
  /// On the host's clock, counted from the beginning of the session. A step before the player's clock happens at once.
  /// A negative instant is a clock that runs backwards by that amount; with a faithful host it happens at once, too.
  public var instant: Instant
  /// The input of the player.
  public var input: Input

  /// An input at an instant of the host's clock.
  public init(_ input: Input, at instant: Instant) {
    self.input = input
    self.instant = instant
  }

  /// A command whose request gets the next free number.
  public init(_ command: Command, at instant: Instant) { self.init(.command(command, .fresh), at: instant) }

  /// A report of the engine, from the opening that is current when the step is taken.
  public init(_ event: EngineEvent, of epoch: Epoch = .current, at instant: Instant) {
    self.init(.engine(event, epoch), at: instant)
  }

  /// An event of the environment at an instant of the host's clock.
  public init(_ event: EnvironmentEvent, at instant: Instant) { self.init(.environment(event), at: instant) }
}

// Symbolic names for numbers that the player assigns. They are raw values that no session reaches: a player would have
// to open four billion sources first.

extension Epoch {
  /// In a step: the opening whose reports are current when the step is taken.
  public static var current: Self { Self(0xFFFF_FF01) }
  /// In a step: the upcoming opening; `none` without one.
  public static var next: Self { Self(0xFFFF_FF02) }
  /// In a step: the opening before the current one.
  public static var previous: Self { Self(0xFFFF_FF03) }
  /// In a step: the newest opening that was commanded to close.
  public static var newestClosed: Self { Self(0xFFFF_FF04) }
}

extension SeekSerial {
  /// In a step: the seek that the engine works on when the step is taken.
  public static var current: Self { Self(0xFFFF_FF11) }
  /// In a step: the newest seek that was requested.
  public static var newest: Self { Self(0xFFFF_FF12) }
  /// In a step: the seek before the newest one.
  public static var previous: Self { Self(0xFFFF_FF13) }
}

extension StillSerial {
  /// In a step: the newest still picture that was requested.
  public static var newest: Self { Self(0xFFFF_FF21) }
}

extension RequestID {
  /// In a step: the next free number.
  public static var fresh: Self { .none }
}

extension PlayerStep {
  /// The input for the player, with the numbers of `inspection`.
  @inline(__always)
  func resolved(_ inspection: borrowing Player.Inspection, request: RequestID) -> Input {
    switch input {
    case .deadline, .environment: return input
    case .command(let command, let number): return number == .fresh ? .command(command, request) : input
    case .engine(let event, let epoch):
      let epoch = epoch.resolved(inspection)
      switch event {
      case .seekCompleted(let serial, let position, let isFinished):
        return .engine(.seekCompleted(serial.resolved(inspection), position: position, isFinished: isFinished), epoch)
      case .stillCaptured(let serial, let isCaptured):
        return .engine(
          .stillCaptured(serial == .newest ? inspection.newestStill : serial, isCaptured: isCaptured), epoch)
      default: return .engine(event, epoch)
      }
    }
  }

  /// The reverse: numbers with a symbolic name in `inspection` are replaced by that name. `request` is the number of
  /// the next fresh request. An instant before the clock becomes the difference.
  init(naming input: Input, at instant: Instant, _ inspection: Player.Inspection, request: RequestID) {
    let isBackwards = instant < inspection.clock
    self.init(input, at: isBackwards ? Instant(microseconds: (instant - inspection.clock).microseconds) : instant)
    switch input {
    case .deadline, .environment: break
    case .command(let command, let number): if number == request { self.input = .command(command, .fresh) }
    case .engine(let event, let epoch):
      let epoch = epoch.named(inspection)
      switch event {
      case .seekCompleted(let serial, let position, let isFinished):
        self.input = .engine(
          .seekCompleted(serial.named(inspection), position: position, isFinished: isFinished), epoch)
      case .stillCaptured(let serial, let isCaptured):
        let name = !serial.isNone && serial == inspection.newestStill ? StillSerial.newest : serial
        self.input = .engine(.stillCaptured(name, isCaptured: isCaptured), epoch)
      default: self.input = .engine(event, epoch)
      }
    }
  }
}

extension Epoch {
  @inline(__always)
  fileprivate func resolved(_ inspection: borrowing Player.Inspection) -> Epoch {
    if self == .current { return inspection.epoch }
    guard rawValue &- Epoch.current.rawValue < 4 else { return self }
    switch self {
    case .next: return inspection.nextEpoch
    case .previous: return Epoch(inspection.epoch.rawValue &- 1)
    default: return inspection.newestClosed
    }
  }

  fileprivate func named(_ inspection: Player.Inspection) -> Epoch {
    if isNone { return self }
    if self == inspection.epoch { return .current }
    if self == inspection.nextEpoch { return .next }
    if self == inspection.newestClosed { return .newestClosed }
    return rawValue == inspection.epoch.rawValue &- 1 ? .previous : self
  }
}

extension SeekSerial {
  @inline(__always)
  fileprivate func resolved(_ inspection: borrowing Player.Inspection) -> SeekSerial {
    if self == .current { return inspection.seekInFlight }
    guard rawValue &- SeekSerial.current.rawValue < 3 else { return self }
    return self == .newest ? inspection.newestSeek : SeekSerial(inspection.newestSeek.rawValue &- 1)
  }

  fileprivate func named(_ inspection: Player.Inspection) -> SeekSerial {
    if isNone { return self }
    if self == inspection.seekInFlight { return .current }
    if self == inspection.newestSeek { return .newest }
    return rawValue == inspection.newestSeek.rawValue &- 1 ? .previous : self
  }
}
