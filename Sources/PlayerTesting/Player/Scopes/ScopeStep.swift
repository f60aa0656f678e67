/// An event of a scope, without values, so that its meaning does not depend on its place in a session.
public enum ScopeStep: UInt8, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  // Commands of the app.
  case load, loadHeld, loadInside, play, pause, toggle, stop, reset
  case seekStart, seekMiddle, seekEnd, reload, replace, retry, prepare, loopOn, loopOff
  // Events of the environment.
  case networkLost, networkWifi, networkCellular, interrupt, resume, resumeNot, background, foreground
  // Reports of an engine that keeps its contract.
  case opened, besideOpened, closed, started, stopped, sought, filled, filledSome, ended, positioned, windowMoved
  // Failures of the engine.
  case openFailed, openRefused, besideFailed, failed, soughtNot, starved, endedEarly, stoppedAlone
  // Time advances to the next event; a due deadline is served.
  case wait, deadline
}

/// A set of steps.
public struct ScopeSteps: Hashable, Sendable, BitwiseCopyable, ExpressibleByArrayLiteral {
  private(set) var bits: UInt64 = 0

  /// The set of these steps.
  public init(arrayLiteral steps: ScopeStep...) { for step in steps { insert(step) } }

  /// Adds a step; has no effect if it is in the set.
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

  /// The commands of the app.
  public static var commands: Self {
    [
      .load, .loadHeld, .loadInside, .play, .pause, .toggle, .stop, .reset, .seekStart, .seekMiddle, .seekEnd, .reload,
      .replace, .retry, .prepare, .loopOn, .loopOff,
    ]
  }

  /// The steps that must be able to lead a player to a good end: a working engine, time, and a good environment.
  public static var healing: Self {
    [
      .networkWifi, .resume, .foreground, .opened, .besideOpened, .closed, .started, .stopped, .sought, .filled, .ended,
      .positioned, .windowMoved, .wait, .deadline,
    ]
  }
}
