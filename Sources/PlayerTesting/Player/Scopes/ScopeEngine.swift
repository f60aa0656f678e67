import PlayerCore
import ReducerTesting

/// An engine that is free to choose what it does next, as long as it keeps to its contract: it answers what it was told, in
/// any order and after any time, and does nothing of what it was not told.
///
/// Of the openings that were told to close it remembers the last three.
struct ScopeEngine: Hashable, Sendable {
  /// One opening.
  struct Opening: Hashable, Sendable {
    enum Phase: UInt8, Sendable { case none, opening, open, gone }
    enum Data: UInt8, Sendable { case none, some, all }

    var epoch = Epoch.none
    var position = MediaTime.zero
    /// Since when the playhead moves.
    var since = Instant.zero
    var target = MediaTime.zero
    var serial = SeekSerial.none
    var phase = Phase.none
    var data = Data.none
    /// Pauses that were not confirmed yet.
    var stops: UInt8 = 0
    var isMoving = false
    var isStarting = false
    var isSeeking = false
    var isAsked = false
    var hasEnded = false
  }

  var main = Opening()
  var beside = Opening()
  /// Closes to confirm, the oldest first: how many openings the player's is ahead, ``nobody`` for no close.
  var closes: (Int8, Int8, Int8) = (ScopeEngine.nobody, ScopeEngine.nobody, ScopeEngine.nobody)

  static var nobody: Int8 { .min }

  static func == (a: Self, b: Self) -> Bool { a.main == b.main && a.beside == b.beside && a.closes == b.closes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(main)
    hasher.combine(beside)
  }
}

extension ScopeEngine.Opening {
  /// Where the playhead really is.
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

  // MARK: As words

  @inline(__always)
  var flags: UInt64 {
    UInt64(phase.rawValue) | UInt64(data.rawValue) << 4 | UInt64(stops) << 8 | (isMoving ? 1 << 16 : 0)
      | (isStarting ? 1 << 17 : 0) | (isSeeking ? 1 << 18 : 0) | (isAsked ? 1 << 19 : 0) | (hasEnded ? 1 << 20 : 0)
  }

  @inline(__always)
  mutating func readFlags(_ word: UInt64) {
    phase = Phase(rawValue: UInt8(word & 15)) ?? .none
    data = Data(rawValue: UInt8(word >> 4 & 15)) ?? .none
    stops = UInt8(word >> 8 & 255)
    isMoving = word >> 16 & 1 != 0
    isStarting = word >> 17 & 1 != 0
    isSeeking = word >> 18 & 1 != 0
    isAsked = word >> 19 & 1 != 0
    hasEnded = word >> 20 & 1 != 0
  }
}

extension ScopeEngine {
  /// Does what it is told; says what is wrong about the order. Closes that it does not confirm `atOnce` it remembers;
  /// `newest` is the player's opening.
  @inline(__always)
  mutating func perform(
    _ order: EngineOrder, at now: Instant, _ end: MediaTime, newest: Epoch, confirmsAtOnce: Bool
  ) -> Breach? {
    let epoch = order.epoch
    switch order.kind {
    case .open: return open(epoch, isBeside: order.keepsBuffer)
    case .close:
      if let breach = close(epoch) { return breach }
      if !confirmsAtOnce { remember(closeOf: epoch, newest: newest) }
    case .adjust: return epoch == main.epoch || epoch == beside.epoch ? nil : Self.unknown(order)
    case .play:
      guard epoch == main.epoch, main.phase == .open || main.phase == .gone else { return Self.unknown(order) }
      if main.isSeeking { return Breach("play-commanded-wrongly", "the engine is on its way to a seek") }
      main.isStarting = true
    case .pause:
      guard epoch == main.epoch else { return Self.unknown(order) }
      main.rest(at: now, end)
      // As the player counts them.
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
      main.isAsked = true
    case .renumber: renumber(by: order.distance)
    case .compare: break
    }
    return nil
  }

  @inline(never)
  private static func unknown(_ order: EngineOrder) -> Breach {
    Breach("commands-closed-engine", "\(order.kind) for opening \(order.epoch.rawValue), which is not open")
  }

  private mutating func open(_ epoch: Epoch, isBeside: Bool) -> Breach? {
    var opening = Opening()
    opening.epoch = epoch
    opening.phase = .opening
    if isBeside {
      if beside.phase != .none { return Breach("start-not-closed", "a second opening beside the one that plays") }
      beside = opening
    } else {
      if main.phase != .none { return Breach("start-not-closed", "an opening while another is open") }
      main = opening
    }
    return nil
  }

  private mutating func close(_ epoch: Epoch) -> Breach? {
    if main.phase != .none, epoch == main.epoch {
      main = beside
      beside = Opening()
    } else if beside.phase != .none, epoch == beside.epoch {
      beside = Opening()
    } else {
      return Breach("closed-not-once", "close of opening \(epoch.rawValue), which is not open")
    }
    return nil
  }

  /// Remembers a close that it has to confirm.
  @inline(__always)
  mutating func remember(closeOf epoch: Epoch, newest: Epoch) {
    let age = Int64(newest.rawValue) - Int64(epoch.rawValue)
    closes = (closes.1, closes.2, age > 3 || age < -3 ? Self.nobody : Int8(truncatingIfNeeded: age))
    // The youngest stand last.
    if closes.2 == Self.nobody { closes = (Self.nobody, closes.0, closes.1) }
  }

  /// The player's opening has become another one; closes that are too long ago are forgotten.
  @inline(__always)
  mutating func renumber(by distance: Int64) {
    if distance == 0 { return }
    closes = (Self.aged(closes.0, distance), Self.aged(closes.1, distance), Self.aged(closes.2, distance))
  }

  private static func aged(_ age: Int8, _ distance: Int64) -> Int8 {
    if age == nobody { return nobody }
    let new = Int64(age) + distance
    return new > 3 || new < -3 ? nobody : Int8(truncatingIfNeeded: new)
  }

  /// The oldest close that is not confirmed.
  @inline(__always)
  var oldestClose: Int8 { closes.0 != Self.nobody ? closes.0 : closes.1 != Self.nobody ? closes.1 : closes.2 }

  /// How many closes are not confirmed.
  @inline(__always)
  var closeCount: Int {
    (closes.0 == Self.nobody ? 0 : 1) + (closes.1 == Self.nobody ? 0 : 1) + (closes.2 == Self.nobody ? 0 : 1)
  }

  mutating func confirmClose() {
    if closes.0 != Self.nobody {
      closes.0 = Self.nobody
    } else if closes.1 != Self.nobody {
      closes.1 = Self.nobody
    } else {
      closes.2 = Self.nobody
    }
  }
}
