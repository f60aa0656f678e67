import PlayerCore
import ReducerTesting

/// An engine that chooses freely within its contract: it answers commands in any order and after any time, and does
/// nothing that was not commanded.
///
/// It keeps the last three openings that were commanded to close.
struct ScopeEngine: Hashable, Sendable {
  /// One opening.
  struct Opening: Hashable, Sendable {
    enum Phase: UInt8, Sendable { case none, opening, open, gone }
    enum Data: UInt8, Sendable { case none, some, all }

    var epoch = Epoch.none
    var position = MediaTime.zero
    /// The instant at which the playhead began to move.
    var since = Instant.zero
    var target = MediaTime.zero
    var serial = SeekSerial.none
    var phase = Phase.none
    var data = Data.none
    /// Unconfirmed pauses.
    var stops: UInt8 = 0
    var isMoving = false
    var isStarting = false
    var isSeeking = false
    var isProbed = false
    var hasEnded = false
  }

  var main = Opening()
  var beside = Opening()
  /// Unconfirmed closes, the oldest first: how many openings the player's is ahead, ``noClose`` for no close.
  var closes: (Int8, Int8, Int8) = (ScopeEngine.noClose, ScopeEngine.noClose, ScopeEngine.noClose)

  static var noClose: Int8 { .min }

  static func == (a: Self, b: Self) -> Bool { a.main == b.main && a.beside == b.beside && a.closes == b.closes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(main)
    hasher.combine(beside)
  }
}

extension ScopeEngine.Opening {
  /// The actual position of the playhead.
  @inline(__always)
  func truth(at now: Instant, _ duration: MediaTime) -> MediaTime {
    guard isMoving else { return position }
    let place = position + (now - since)
    return duration.isKnown ? min(place, duration) : place
  }

  @inline(__always)
  mutating func rest(at now: Instant, _ duration: MediaTime) {
    position = truth(at: now, duration)
    isMoving = false
    isStarting = false
  }

  // MARK: Words

  @inline(__always)
  var flags: UInt64 {
    UInt64(phase.rawValue) | UInt64(data.rawValue) << 4 | UInt64(stops) << 8 | (isMoving ? 1 << 16 : 0)
      | (isStarting ? 1 << 17 : 0) | (isSeeking ? 1 << 18 : 0) | (isProbed ? 1 << 19 : 0) | (hasEnded ? 1 << 20 : 0)
  }

  @inline(__always)
  mutating func readFlags(_ word: UInt64) {
    phase = Phase(rawValue: UInt8(word & 15)) ?? .none
    data = Data(rawValue: UInt8(word >> 4 & 15)) ?? .none
    stops = UInt8(word >> 8 & 255)
    isMoving = word >> 16 & 1 != 0
    isStarting = word >> 17 & 1 != 0
    isSeeking = word >> 18 & 1 != 0
    isProbed = word >> 19 & 1 != 0
    hasEnded = word >> 20 & 1 != 0
  }
}

extension ScopeEngine {
  /// Performs an order; returns a violation if the order is wrong. Closes that are not confirmed `atOnce` are stored;
  /// `newest` is the player's opening.
  @inline(__always)
  mutating func perform(
    _ order: EngineOrder, at now: Instant, _ end: MediaTime, newest: Epoch, confirmsAtOnce: Bool
  ) -> PropertyViolation? {
    let epoch = order.epoch
    switch order.kind {
    case .open: return open(epoch, isBeside: order.keepsBuffer)
    case .close:
      if let violation = close(epoch) { return violation }
      if !confirmsAtOnce { remember(closeOf: epoch, newest: newest) }
    case .adjust: return epoch == main.epoch || epoch == beside.epoch ? nil : Self.unknown(order)
    case .play:
      guard epoch == main.epoch, main.phase == .open || main.phase == .gone else { return Self.unknown(order) }
      if main.isSeeking { return PropertyViolation("play-commanded-wrongly", "the engine is still seeking") }
      main.isStarting = true
    case .pause:
      guard epoch == main.epoch else { return Self.unknown(order) }
      main.rest(at: now, end)
      // Counted as in the player.
      if main.stops < .max { main.stops += 1 }
    case .seek:
      guard epoch == main.epoch else { return Self.unknown(order) }
      main.rest(at: now, end)
      main.isSeeking = true
      main.hasEnded = false
      main.data = .none
      main.serial = order.serial
      main.target = order.position
    case .reportPosition:
      guard epoch == main.epoch else { return Self.unknown(order) }
      main.isProbed = true
    case .renumber: renumber(by: order.distance)
    case .compare: break
    }
    return nil
  }

  @inline(never)
  private static func unknown(_ order: EngineOrder) -> PropertyViolation {
    PropertyViolation("commands-closed-engine", "\(order.kind) for opening \(order.epoch.rawValue), which is not open")
  }

  private mutating func open(_ epoch: Epoch, isBeside: Bool) -> PropertyViolation? {
    var opening = Opening()
    opening.epoch = epoch
    opening.phase = .opening
    if isBeside {
      if beside.phase != .none {
        return PropertyViolation("start-not-closed", "a second standby opening")
      }
      beside = opening
    } else {
      if main.phase != .none { return PropertyViolation("start-not-closed", "an opening while another is open") }
      main = opening
    }
    return nil
  }

  private mutating func close(_ epoch: Epoch) -> PropertyViolation? {
    if main.phase != .none, epoch == main.epoch {
      main = beside
      beside = Opening()
    } else if beside.phase != .none, epoch == beside.epoch {
      beside = Opening()
    } else {
      return PropertyViolation("closed-not-once", "close of opening \(epoch.rawValue), which is not open")
    }
    return nil
  }

  /// Stores a close to confirm.
  @inline(__always)
  mutating func remember(closeOf epoch: Epoch, newest: Epoch) {
    let age = Int64(newest.rawValue) - Int64(epoch.rawValue)
    closes = (closes.1, closes.2, age > 3 || age < -3 ? Self.noClose : Int8(truncatingIfNeeded: age))
    // The newest comes last.
    if closes.2 == Self.noClose { closes = (Self.noClose, closes.0, closes.1) }
  }

  /// The player has another current opening; closes too long ago are dropped.
  @inline(__always)
  mutating func renumber(by distance: Int64) {
    if distance == 0 { return }
    closes = (Self.aged(closes.0, distance), Self.aged(closes.1, distance), Self.aged(closes.2, distance))
  }

  private static func aged(_ age: Int8, _ distance: Int64) -> Int8 {
    if age == noClose { return noClose }
    let new = Int64(age) + distance
    return new > 3 || new < -3 ? noClose : Int8(truncatingIfNeeded: new)
  }

  /// The oldest unconfirmed close.
  @inline(__always)
  var oldestClose: Int8 { closes.0 != Self.noClose ? closes.0 : closes.1 != Self.noClose ? closes.1 : closes.2 }

  /// The number of unconfirmed closes.
  @inline(__always)
  var closeCount: Int {
    (closes.0 == Self.noClose ? 0 : 1) + (closes.1 == Self.noClose ? 0 : 1) + (closes.2 == Self.noClose ? 0 : 1)
  }

  mutating func confirmClose() {
    if closes.0 != Self.noClose {
      closes.0 = Self.noClose
    } else if closes.1 != Self.noClose {
      closes.1 = Self.noClose
    } else {
      closes.2 = Self.noClose
    }
  }
}
