@testable import PlayerCore

/// Makes inputs: sensible ones, late ones, contradictory ones, and ones with numbers from the edges of their types.
struct Chaos {
  var random: SplitMix64
  /// How often a number is an extreme one: once in so many.
  var extremesOnceIn = 6
  private(set) var now = Instant.zero
  private var requests: UInt32 = 0
  /// Segments that are staged and committed one after the other.
  var list: [Command] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The next instant: mostly a little later, often the same, sometimes the deadline, rarely earlier.
  mutating func instant(for player: Player) -> Instant {
    switch random.below(12) {
    case 0...3: break
    case 4...7: now = now + .milliseconds(Int64(random.below(3_000)))
    case 8: now = now + .seconds(Int64(random.below(60)))
    case 9: if player.nextDeadline != .never { now = max(now, player.nextDeadline) }
    case 10: if random.once(in: 8) { return now + .seconds(-10) }
    default: if random.once(in: 300) { now = .microseconds(extreme()) }
    }
    return now
  }

  mutating func input(for player: Player) -> Input {
    if now >= player.nextDeadline, random.once(in: 3) { return .deadline }
    return switch random.below(20) {
    case 0: .deadline
    case 1...7: .command(command(), request())
    case 8: .environment(environment())
    case 9: .engine(engineEvent(for: player), epoch(for: player))
    case 10...13: .engine(likelyEvent(for: player), player.epoch)
    default: .engine(engineEvent(for: player), player.epoch)
    }
  }

  private mutating func request() -> RequestID {
    requests += 1
    return RequestID(requests)
  }

  mutating func epoch(for player: Player) -> Epoch {
    switch random.below(5) {
    case 0: .none
    case 1: player.loading.nextEpoch
    case 2: player.closing.newest
    case 3: Epoch(player.epoch.rawValue &- 1)
    default: Epoch(UInt32(truncatingIfNeeded: random.next()))
    }
  }

  // MARK: Numbers

  private static let extremes: [Int64] = [
    Int64.min, Int64.min + 1, Int64.min / 2, -2_147_483_648, -1, 0, 1, 2_147_483_648, 4_294_967_296, Int64.max / 2,
    Int64.max - 1, Int64.max,
  ]

  mutating func extreme() -> Int64 { random.pick(Self.extremes) }

  mutating func microseconds() -> Int64 {
    if random.once(in: extremesOnceIn) { return extreme() }
    return Int64(random.below(70_000_000)) - 2_000_000
  }

  mutating func int32() -> Int32 {
    if random.once(in: extremesOnceIn) { return random.pick([.min, -1, 0, 1, .max]) }
    return random.pick([0, 90, 180, 270, 320, 500, 1_000, 1_001])
  }

  mutating func time() -> MediaTime { random.once(in: 12) ? .unknown : MediaTime(microseconds: microseconds()) }
  mutating func span() -> TimeSpan { TimeSpan(microseconds: microseconds()) }

  mutating func rate() -> Rate {
    if random.once(in: extremesOnceIn) { return Rate(thousandths: int32()) }
    return Rate(thousandths: random.pick([500, 750, 1_000, 1_250, 2_000]))
  }

  mutating func any<Value: CaseIterable>(_: Value.Type) -> Value { random.pick(Array(Value.allCases)) }

  mutating func id<Subject>(_: Subject.Type = Subject.self) -> Identifier<Subject> {
    Identifier(random.once(in: 10) ? .max : UInt32(random.below(4)))
  }

  mutating func position() -> Position {
    Position(
      anchor: random.once(in: 2) ? .start : any(Anchor.self), offset: span(),
      toleranceBefore: random.bool() ? .zero : span(), toleranceAfter: random.bool() ? .zero : span(), segment: id())
  }

  mutating func failure() -> Failure { Failure(any(Failure.Kind.self), detail: int32(), text: id()) }

  mutating func media() -> OpenedMedia {
    OpenedMedia(
      duration: random.once(in: 3) ? .unknown : time(), isDurationEstimated: random.once(in: 4),
      isSeekable: !random.once(in: 4), hasAudio: random.bool(), hasVideo: random.bool(),
      supply: random.once(in: 3) ? Supply(rawValue: UInt8(random.below(8))) : .unknown)
  }
}
