/// What can happen in a scope: one thing at a time, without values, so that it means the same wherever it stands.
public enum ScopeStep: UInt8, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  // What an app does.
  case load, loadHeld, loadInside, play, pause, toggle, stop, reset
  case seekStart, seekMiddle, seekEnd, reload, replace, retry, prepare, loopOn, loopOff
  // What happens around the player.
  case networkLost, networkWifi, networkCellular, interrupt, resume, resumeNot, background, foreground
  // What the engine reports when it keeps to its contract.
  case opened, besideOpened, closed, started, stopped, sought, filled, filledSome, ended, positioned, windowMoved
  // What goes wrong with it.
  case openFailed, openRefused, besideFailed, failed, soughtNot, starved, endedEarly, stoppedAlone
  // Time goes by, up to the next thing that is due; the deadline that is due is served.
  case wait, deadline
}

/// A set of steps.
public struct ScopeSteps: Hashable, Sendable, BitwiseCopyable, ExpressibleByArrayLiteral {
  private(set) var bits: UInt64 = 0

  /// The set of these steps.
  public init(arrayLiteral steps: ScopeStep...) { for step in steps { insert(step) } }

  /// Adds a step; nothing happens when it is there.
  @inline(__always)
  public mutating func insert(_ step: ScopeStep) { bits |= 1 << UInt64(step.rawValue) }
  /// Whether the step is in the set.
  @inline(__always)
  public func contains(_ step: ScopeStep) -> Bool { bits >> UInt64(step.rawValue) & 1 != 0 }

  /// The steps of either set.
  public func union(_ other: Self) -> Self {
    var union = self
    union.bits |= other.bits
    return union
  }

  /// The steps of both sets.
  public func intersection(_ other: Self) -> Self {
    var common = self
    common.bits &= other.bits
    return common
  }

  /// The steps of this set that are not in the other.
  public func subtracting(_ other: Self) -> Self {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  /// Appends the steps in the order of their declaration.
  @inline(__always)
  func append(to steps: inout [ScopeStep]) {
    var rest = bits
    while rest != 0 {
      if let step = ScopeStep(rawValue: UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)) { steps.append(step) }
      rest &= rest &- 1
    }
  }

  /// What an app does.
  public static var commands: Self {
    [
      .load, .loadHeld, .loadInside, .play, .pause, .toggle, .stop, .reset, .seekStart, .seekMiddle, .seekEnd, .reload,
      .replace, .retry, .prepare, .loopOn, .loopOff,
    ]
  }

  /// What must be able to bring a player to a good end: an engine that works, time, and an environment that is well.
  public static var healing: Self {
    [
      .networkWifi, .resume, .foreground, .opened, .besideOpened, .closed, .started, .stopped, .sought, .filled, .ended,
      .positioned, .windowMoved, .wait, .deadline,
    ]
  }
}
