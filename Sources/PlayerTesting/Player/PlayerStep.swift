import PlayerCore

/// One thing that happens to a player, and when: it means the same wherever it stands in a session.
///
/// Epochs and serials are given by the player while a session runs, so a step that named them by number would speak of
/// something else once an opening before it is gone. It names them by what they are instead, see ``PlayerCore/Epoch``'s
/// `current` and `next` and their like; what it names is looked up when the step is taken.
public struct PlayerStep: Hashable, Sendable {
  /// On the host's clock, counted from the beginning of the session. A step that comes before the player's clock happens
  /// at once. A negative instant is a clock that runs backwards, by so much; with a faithful host it happens at once, too.
  public var instant: Instant
  /// What the player receives.
  public var input: Input

  /// An input at an instant of the host's clock.
  public init(_ input: Input, at instant: Instant) {
    self.input = input
    self.instant = instant
  }

  /// A command whose request gets the next number that is free.
  public init(_ command: Command, at instant: Instant) { self.init(.command(command, .fresh), at: instant) }

  /// A report of the engine, of the opening that is current when the step is taken.
  public init(_ event: EngineEvent, of epoch: Epoch = .current, at instant: Instant) {
    self.init(.engine(event, epoch), at: instant)
  }

  /// An event of the environment at an instant of the host's clock.
  public init(_ event: EnvironmentEvent, at instant: Instant) { self.init(.environment(event), at: instant) }
}

// Names for what only the player can number. They are raw values that no session reaches: a player would have to open
// four billion sources first.

extension Epoch {
  /// In a step: the opening that reports must carry when the step is taken.
  public static var current: Self { Self(0xFFFF_FF01) }
  /// In a step: the opening beside the one that plays out; none without one.
  public static var next: Self { Self(0xFFFF_FF02) }
  /// In a step: the opening before the current one.
  public static var previous: Self { Self(0xFFFF_FF03) }
  /// In a step: the newest opening that was told to close.
  public static var newestClosed: Self { Self(0xFFFF_FF04) }
}

extension SeekSerial {
  /// In a step: the seek that the engine works on when the step is taken.
  public static var current: Self { Self(0xFFFF_FF11) }
  /// In a step: the newest seek that was asked for.
  public static var newest: Self { Self(0xFFFF_FF12) }
  /// In a step: the seek before the newest one.
  public static var previous: Self { Self(0xFFFF_FF13) }
}

extension StillSerial {
  /// In a step: the newest still picture that was asked for.
  public static var newest: Self { Self(0xFFFF_FF21) }
}

extension RequestID {
  /// In a step: the next number that is free.
  public static var fresh: Self { .none }
}

extension PlayerStep {
  /// The input as the player gets it, with the numbers of `facts`.
  @inline(__always)
  func resolved(_ facts: borrowing Player.Facts, request: RequestID) -> Input {
    switch input {
    case .deadline, .environment: return input
    case .command(let command, let number): return number == .fresh ? .command(command, request) : input
    case .engine(let event, let epoch):
      let epoch = epoch.resolved(facts)
      switch event {
      case .seekCompleted(let serial, let position, let isFinished):
        return .engine(.seekCompleted(serial.resolved(facts), position: position, isFinished: isFinished), epoch)
      case .stillCaptured(let serial, let isCaptured):
        return .engine(.stillCaptured(serial == .newest ? facts.newestStill : serial, isCaptured: isCaptured), epoch)
      default: return .engine(event, epoch)
      }
    }
  }

  /// The other way round: numbers that `facts` have a name for become that name. `request` is the number that a fresh
  /// request would get. An instant before the clock becomes the difference.
  init(naming input: Input, at instant: Instant, _ facts: Player.Facts, request: RequestID) {
    let isBackwards = instant < facts.clock
    self.init(input, at: isBackwards ? Instant(microseconds: (instant - facts.clock).microseconds) : instant)
    switch input {
    case .deadline, .environment: break
    case .command(let command, let number): if number == request { self.input = .command(command, .fresh) }
    case .engine(let event, let epoch):
      let epoch = epoch.named(facts)
      switch event {
      case .seekCompleted(let serial, let position, let isFinished):
        self.input = .engine(
          .seekCompleted(serial.named(facts), position: position, isFinished: isFinished), epoch)
      case .stillCaptured(let serial, let isCaptured):
        let name = !serial.isNone && serial == facts.newestStill ? StillSerial.newest : serial
        self.input = .engine(.stillCaptured(name, isCaptured: isCaptured), epoch)
      default: self.input = .engine(event, epoch)
      }
    }
  }
}

extension Epoch {
  @inline(__always)
  fileprivate func resolved(_ facts: borrowing Player.Facts) -> Epoch {
    if self == .current { return facts.epoch }
    guard rawValue &- Epoch.current.rawValue < 4 else { return self }
    switch self {
    case .next: return facts.nextEpoch
    case .previous: return Epoch(facts.epoch.rawValue &- 1)
    default: return facts.newestClosed
    }
  }

  fileprivate func named(_ facts: Player.Facts) -> Epoch {
    if isNone { return self }
    if self == facts.epoch { return .current }
    if self == facts.nextEpoch { return .next }
    if self == facts.newestClosed { return .newestClosed }
    return rawValue == facts.epoch.rawValue &- 1 ? .previous : self
  }
}

extension SeekSerial {
  @inline(__always)
  fileprivate func resolved(_ facts: borrowing Player.Facts) -> SeekSerial {
    if self == .current { return facts.seekInFlight }
    guard rawValue &- SeekSerial.current.rawValue < 3 else { return self }
    return self == .newest ? facts.newestSeek : SeekSerial(facts.newestSeek.rawValue &- 1)
  }

  fileprivate func named(_ facts: Player.Facts) -> SeekSerial {
    if isNone { return self }
    if self == facts.seekInFlight { return .current }
    if self == facts.newestSeek { return .newest }
    return rawValue == facts.newestSeek.rawValue &- 1 ? .previous : self
  }
}
