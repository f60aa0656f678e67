/// What decides how a player goes on, as a fixed number of words: two players with equal essences answer the same inputs
/// alike, at the same distances in time.
///
/// Search over states needs this: a player that did the same a minute ago is the same player. So an essence leaves out or
/// moves to a common place what only tells one moment from another:
///
/// - instants count from ``Player/clock``, and those that nothing waits for are left out;
/// - openings, seeks and stills count from the newest: only whether numbers are the same matters;
/// - statistics and other counters that are only ever said (loops, stalls, bytes since the open) are left out;
/// - configuration, observers, segment lists and renditions are tables: an essence holds their digests, and
///   ``Player/restore(_:)`` takes them from the player it changes;
/// - what is remembered of segments while there are none counts for nothing. It matters to a list that is committed
///   later, so that two players whose lists are changed may differ although their essences do not.
///
/// A value without references: it can be stored as bytes, on this machine and in this version of the core.
public struct Essence: Hashable, Sendable, BitwiseCopyable {
  /// As many words as all machines put.
  @usableFromInline typealias Words = InlineArray<86, UInt64>

  /// How many words an essence has.
  public static var wordCount: Int { Words.count }

  @usableFromInline var words: Words

  /// The essence of a player. Time O(1), about a hundred machine instructions for each ten fields.
  @inline(__always)
  public init(_ player: borrowing Player) { self.init(player, at: player.clock) }

  /// The essence that the player would have if its last input had come at `now`, as nothing that is due lies before
  /// that: which input comes next is all that its clock is for. `now` must not lie before ``Player/clock`` nor behind
  /// ``Player/nextDeadline``.
  public init(_ player: borrowing Player, at now: Instant) {
    var player = copy player
    self.init(of: &player, at: now)
  }

  /// The same for a player that is read where it is: one that is not passed `inout` is copied for the call. Nothing is
  /// changed.
  public init(of player: inout Player, at now: Instant) {
    words = InlineArray(repeating: 0)
    Self.read(&player, at: now, into: &self)
  }

  /// Reads the essence of a player into `essence`, all of which is replaced: for those who read many. The player is not
  /// changed.
  public static func read(_ player: inout Player, at now: Instant, into essence: inout Essence) {
    withUnsafeMutableBytes(of: &essence) { bytes in
      // There are words, and they are aligned.
      let base = bytes.baseAddress!.assumingMemoryBound(to: UInt64.self)
      write(&player, EssenceWriter(clock: now, words: base))
    }
  }

  @inline(__always)
  private static func write(_ player: inout Player, _ first: EssenceWriter) {
    var writer = first
    player.apart.machines.content.write(to: &writer, &player.shown)
    player.apart.machines.loading.write(to: &writer, &player.shown, isSeeking: player.seeking.isActive)
    player.apart.machines.closing.write(to: &writer, epoch: player.loading.epoch)
    player.apart.machines.retrying.write(
      to: &writer, phase: player.shown.phase,
      isReopened: player.configuration.resumesOnReconnect || player.configuration.reloadsOnNetworkChange)
    player.watched.transport.write(
      to: &writer, &player.shown, keepsInstant: player.awaitsInterval, isKicked: player.buffering.kickedAt != .never)
    assert(writer.index == transportWord + 1, "transportWord must be the place of the last word of Transport")
    player.apart.machines.seeking.write(to: &writer)
    player.buffering.write(to: &writer, &player.shown, kick: player.configuration.stallKick)
    player.apart.machines.timeline.write(to: &writer, &player.shown)
    player.apart.machines.liveEdge.write(to: &writer, &player.shown)
    player.apart.machines.tracks.write(to: &writer, &player.shown)
    player.apart.machines.presentation.write(to: &writer, &player.shown)
    player.apart.machines.interruption.write(
      to: &writer, &player.shown, limit: player.configuration.interruptionResumeLimit)
    player.apart.machines.surroundings.write(to: &writer, &player.shown)
    player.apart.machines.intervals.write(to: &writer, isNeeded: player.needsIntervals)
    player.watched.segments.write(to: &writer, &player.shown)
    assert(writer.index == wordCount, "the machines put more or fewer words than Essence.Words holds")
  }

  /// The word at `index`, which must be in 0 ..< ``wordCount``.
  @inlinable public subscript(index: Int) -> UInt64 { words[index] }

  /// Compares the words that are in use; what lies behind them does not count.
  public static func == (a: Self, b: Self) -> Bool {
    for index in 0..<wordCount where a.words[index] != b.words[index] { return false }
    return true
  }

  /// Pauses that the engine has not confirmed, a number that is only ever counted up to 255, down to 0, compared with 0
  /// and forgotten: two players that differ in nothing but this, and have not come near its ends, do the same and go on
  /// differing by as much until both forget it.
  public var pendingStops: UInt8 {
    @inline(__always) get { words[Self.transportWord].byte(0) }
    @inline(__always) set {
      words[Self.transportWord] = words[Self.transportWord] & ~0xFF | UInt64(newValue)
    }
  }

  /// Where ``Transport`` puts its flags: its last word.
  private static var transportWord: Int { 31 }

  #if !hasFeature(Embedded)
  /// Feeds the words that are in use.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<Self.wordCount { hasher.combine(words[index]) }
  }
  #endif
}

extension Player {
  /// Becomes a player of this essence, with its own configuration and tables. Numbers and instants are others than those
  /// of the player that the essence was taken of: the clock is at zero.
  ///
  /// A segment list that the essence does not have is dropped; one that it has must be there, and so must observers and
  /// renditions, or another player comes out.
  public mutating func restore(_ essence: borrowing Essence) {
    var reader = EssenceReader(words: essence.words)
    var shown = shown
    clock = .zero
    content.read(from: &reader, &shown)
    loading.read(from: &reader, &shown)
    closing.read(from: &reader)
    retrying.read(from: &reader)
    transport.read(from: &reader, &shown)
    seeking.read(from: &reader)
    buffering.read(from: &reader, &shown)
    timeline.read(from: &reader, &shown)
    liveEdge.read(from: &reader, &shown)
    tracks.read(from: &reader, &shown)
    presentation.read(from: &reader, &shown)
    interruption.read(from: &reader, &shown)
    surroundings.read(from: &reader, &shown)
    intervals.read(from: &reader)
    segments.read(from: &reader, &shown)
    self.shown = shown
    statistics = Statistics()
    deriveShown()
    findDeadline()
  }

  /// Whether somebody may wait for a position that a resting playhead has reached, be it because the duration changes:
  /// since when is the instant of the deadline.
  @inline(__always)
  fileprivate var awaitsInterval: Bool { loading.isEngineOpen && needsIntervals }

  /// Whether any position of the playhead is ever told.
  @inline(__always)
  fileprivate var needsIntervals: Bool {
    intervals.digest != 0 || configuration.softEndFraction != .zero || configuration.tickGate != .zero
  }
}

/// Numbers that count up, moved to a common place.
enum Renumbered {
  /// The newest of its kind.
  static var newest: UInt32 { 1_000 }

  /// What `number` becomes where `newest` becomes ``newest``; none stays none.
  @inline(__always)
  static func number(_ number: UInt32, newest: UInt32) -> UInt32 {
    number == 0 ? 0 : Self.newest &+ number &- newest
  }
}

struct EssenceWriter {
  let clock: Instant
  /// Room for ``Essence/wordCount`` words, which is what all machines put.
  private let words: UnsafeMutablePointer<UInt64>
  /// How many words were put.
  private(set) var index = 0

  @inline(__always)
  init(clock: Instant, words: UnsafeMutablePointer<UInt64>) {
    self.clock = clock
    self.words = words
  }

  @inline(__always)
  mutating func put(_ word: UInt64) {
    words[index] = word
    index &+= 1
  }

  @inline(__always)
  mutating func put(_ value: Int64) { put(UInt64(bitPattern: value)) }
  @inline(__always)
  mutating func put(_ time: MediaTime) { put(time.microseconds) }
  @inline(__always)
  mutating func put(_ span: TimeSpan) { put(span.microseconds) }
  @inline(__always)
  mutating func put(_ low: UInt32, _ high: UInt32) { put(UInt64(low) | UInt64(high) << 32) }
  @inline(__always)
  mutating func put(_ low: Int32, _ high: Int32) { put(UInt32(bitPattern: low), UInt32(bitPattern: high)) }

  /// The distance of an instant from the clock; one word for all that nothing waits for.
  @inline(__always)
  mutating func put(_ instant: Instant, if isNeeded: Bool = true) {
    put(isNeeded ? (instant == .never ? .max : (instant - clock).microseconds) : 0)
  }
}

struct EssenceReader {
  let words: Essence.Words
  private var index = 0

  @inline(__always)
  init(words: Essence.Words) { self.words = words }

  @inline(__always)
  mutating func word() -> UInt64 {
    defer { index &+= 1 }
    return words[index]
  }

  @inline(__always)
  mutating func value() -> Int64 { Int64(bitPattern: word()) }
  @inline(__always)
  mutating func time() -> MediaTime { MediaTime(microseconds: value()) }
  @inline(__always)
  mutating func span() -> TimeSpan { TimeSpan(microseconds: value()) }
  @inline(__always)
  mutating func instant() -> Instant { Instant(microseconds: value()) }
  @inline(__always)
  mutating func pair() -> (low: UInt32, high: UInt32) {
    let word = word()
    return (UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: word >> 32))
  }
  @inline(__always)
  mutating func signedPair() -> (low: Int32, high: Int32) {
    let pair = pair()
    return (Int32(bitPattern: pair.low), Int32(bitPattern: pair.high))
  }
}

extension UInt64 {
  @inline(__always)
  func bit(_ index: UInt64) -> Bool { self >> index & 1 != 0 }
  @inline(__always)
  func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: self >> (index &* 8)) }
}

extension Bool {
  /// This bit, set when true.
  @inline(__always)
  func at(_ index: UInt64) -> UInt64 { self ? 1 << index : 0 }
}
