import PlayerCore

extension PlayerScope {
  /// A state of the scope as plain memory, without references.
  public struct Words: BitwiseCopyable, Sendable {
    /// Without the count of unconfirmed pauses, which is stored with the rest.
    var canonical: CanonicalState
    var rest: Rest
  }

  /// The part of a state that is not in its player.
  struct Rest: BitwiseCopyable, Hashable, Sendable {
    /// The engine's flags. Bits 32 to 39 hold the player's count of unconfirmed pauses: players that differ only in
    /// that count are the same for a ``ScopeLane``.
    var flags: UInt64
    /// How far the clock is ahead of the player's.
    var clocks: Int64
    /// Where the playhead is, moving or not; where and when it began to move does not matter.
    var position: Int64
    var target: Int64

    @inline(__always)
    init(
      _ engine: ScopeEngine, moves: UInt8, at now: Instant, _ end: MediaTime, playerClock: Instant,
      seekInFlight: SeekSerial, pendingStops: UInt8
    ) {
      let main = engine.main
      let closes = engine.closes
      let isCurrent = main.isSeeking && main.serial == seekInFlight
      flags =
        main.flags | (isCurrent ? 1 << 21 : 0) | UInt64(engine.beside.phase.rawValue) << 24 | UInt64(moves) << 28
        | UInt64(pendingStops) << 32 | UInt64(UInt8(bitPattern: closes.0)) << 40 | UInt64(UInt8(bitPattern: closes.1))
        << 48
        | UInt64(UInt8(bitPattern: closes.2)) << 56
      clocks = (now - playerClock).microseconds
      position = main.truth(at: now, end).microseconds
      target = main.isSeeking ? main.target.microseconds : 0
    }

    var moves: UInt8 { UInt8(flags >> 28 & 15) }
    var pendingStops: UInt8 { UInt8(truncatingIfNeeded: flags >> 32) }

    /// The engine at `now`, for a player with these openings and this seek.
    @inline(__always)
    func engine(at now: Instant, _ epoch: Epoch, beside: Epoch, _ seekInFlight: SeekSerial) -> ScopeEngine {
      var engine = ScopeEngine()
      engine.main.readFlags(flags)
      engine.main.epoch = engine.main.phase == .none ? .none : epoch
      engine.main.position = MediaTime(microseconds: position)
      engine.main.since = now
      engine.main.target = MediaTime(microseconds: target)
      engine.main.serial = flags >> 21 & 1 != 0 ? seekInFlight : .none
      engine.beside.phase = ScopeEngine.Opening.Phase(rawValue: UInt8(flags >> 24 & 15)) ?? .none
      engine.beside.epoch = beside
      engine.closes = (
        Int8(truncatingIfNeeded: flags >> 40), Int8(truncatingIfNeeded: flags >> 48),
        Int8(truncatingIfNeeded: flags >> 56)
      )
      return engine
    }
  }

  /// The state as plain memory; equal states have equal words.
  public func words(of state: State) -> Words {
    var canonical = CanonicalState(state.player)
    let stops = canonical.pendingStops
    canonical.pendingStops = 0
    return Words(
      canonical: canonical,
      rest: Rest(
        state.engine, moves: state.moves, at: state.now, end(moves: state.moves), playerClock: state.player.clock,
        seekInFlight: state.player.seekInFlight, pendingStops: stops))
  }

  /// Replaces the state by the one with these words; the clock is relative to the player's.
  public func restore(_ words: Words, into state: inout State) {
    var canonical = words.canonical
    canonical.pendingStops = words.rest.pendingStops
    state.player.restore(canonical)
    state.now = Instant(microseconds: words.rest.clocks)
    state.moves = words.rest.moves
    state.engine = words.rest.engine(
      at: state.now, state.player.epoch, beside: state.player.standbyEpoch, state.player.seekInFlight)
  }
}
