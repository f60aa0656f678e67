// A fixed session, played through the reducer: the same on every machine and in every build, so that the digests of all
// builds can be compared. First a realistic part, then a random one over the whole vocabulary.

import PlayerCore

/// Plays the session and returns a digest of every output, every deadline and the final state.
@_cdecl("tapedeck_session")
public func session() -> UInt64 {
  var session = Session()
  session.playRealistically()
  session.playRandomly(count: 20_000)
  return session.finish()
}

/// Plays many short random sessions, each from another seed and with another configuration, and returns a digest of
/// all.
@_cdecl("tapedeck_sessions")
public func sessions() -> UInt64 {
  var digest = StateDigest()
  var kinds = Kinds()
  for seed: UInt64 in 1...400 {
    var session = Session()
    session.random = Random(state: seed &* 0x2545_F491_4F6C_DD1D)
    session.configure()
    session.playRealistically()
    session.kinds = Kinds()
    session.playRandomly(count: 100)
    kinds.add(session.kinds)
    digest.put(Int64(bitPattern: session.finish()))
  }
  // Digests of sessions that say the same again and again would be equal everywhere, and prove nothing.
  precondition(kinds.count >= 50, "random sessions must give nearly every kind of input")
  return digest.value
}

struct Session {
  var player = Player()
  var outputs = Outputs()
  var digest = StateDigest()
  var now = Instant.zero
  var random = Random(state: 20_240_607)
  var inputs: Int32 = 0
  var lastSeek = SeekSerial.none
  var kinds = Kinds()
  /// Called with the session as it is after each input.
  var hasReceived: ((Session, Input) -> Void)?

  mutating func give(_ input: Input) {
    player.receive(input, at: now, into: &outputs)
    inputs += 1
    kinds.add(input.code)
    for output in outputs {
      absorb(output.message)
      if case .engine(.seek(let serial, _, _, _), _) = output { lastSeek = serial }
    }
    digest.put(player.nextDeadline)
    hasReceived?(self, input)
  }

  mutating func absorb(_ message: WireMessage) {
    digest.put(Int64(message.code))
    for index in 0..<message.count { digest.put(message[index]) }
  }

  func finish() -> UInt64 {
    var digest = digest
    digest.put(Int64(bitPattern: player.digest))
    digest.put(Int64(bitPattern: Vocabulary.hash))
    return digest.value
  }
}

extension Session {
  mutating func playRealistically() {
    let epoch = Epoch(player.epoch.rawValue + 1)
    give(.command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), RequestID(1)))
    pass(milliseconds: 120)
    give(.engine(.opened(OpenedMedia(duration: .seconds(90), hasVideo: true)), epoch))
    for second: Int64 in 1...60 {
      pass(milliseconds: 250)
      give(.engine(.buffered(until: .seconds(second * 2), bytesRead: second * 40_000, isSaturated: second > 45), epoch))
      if second == 2 { give(.engine(.playbackStarted(position: .zero, rate: .normal), epoch)) }
      if second == 20 { give(.engine(.starved(position: .seconds(5)), epoch)) }
      if second == 22 { give(.engine(.playbackStarted(position: .seconds(5), rate: .normal), epoch)) }
      if second % 13 == 0 { seek(to: .seconds(second), request: UInt32(second), epoch) }
    }
    give(.command(.pause, RequestID(1_000)))
    give(.command(.setRate(.thousandths(1_500)), RequestID(1_001)))
    give(.command(.toggle, RequestID(1_002)))
    pass(milliseconds: 200_000)
    give(.command(.reset, RequestID(1_003)))
    give(.engine(.closed, epoch))
  }

  mutating func seek(to target: MediaTime, request: UInt32, _ epoch: Epoch) {
    give(.command(.seek(.at(target)), RequestID(request)))
    pass(milliseconds: 30)
    give(.engine(.seekCompleted(lastSeek, position: target, isFinished: true), epoch))
  }

  /// Lets time pass and serves every deadline on the way.
  mutating func pass(milliseconds: Int64) {
    let goal = now + .milliseconds(milliseconds)
    while player.nextDeadline <= goal {
      now = max(now, player.nextDeadline)
      give(.deadline)
    }
    now = goal
  }
}

extension Session {
  /// Some settings get another value; one that is out of range is refused, and that is part of the session.
  mutating func configure() {
    for _ in 0..<random.below(6) {
      let settings = Setting.allCases
      let setting = settings[Int(random.below(UInt32(settings.count)))]
      give(.command(.set(setting, randomField()), RequestID(1)))
    }
  }

  /// Random messages, of which those that are inputs are given to the player.
  mutating func playRandomly(count: Int32) {
    let goal = inputs + count
    while inputs < goal {
      if random.below(8) == 0 { now = now + .milliseconds(Int64(random.below(9_000))) }
      if let input = randomInput() { give(input) }
      if random.below(16) == 0, player.nextDeadline != .never {
        now = max(now, player.nextDeadline)
        give(.deadline)
      }
    }
  }

  /// Reports come from the current epoch, mostly, so that they are more than stale.
  mutating func randomInput() -> Input? {
    let code = UInt16(truncatingIfNeeded: random.below(160))
    guard let kind = Vocabulary.inputKind(code) else { return nil }
    var message = WireMessage(code: code)
    for field in kind.fields.indices {
      let isEpoch = field == 0 && code >= 128 && random.below(16) != 0
      message.put(isEpoch ? Int64(player.epoch.rawValue) : randomField())
    }
    return Input(message)
  }

  mutating func randomField() -> Int64 {
    switch random.below(16) {
    case 0...8: Int64(random.below(3))
    case 9...11: Int64(random.below(100)) * 1_000_000
    case 12: Int64(random.below(3_000))
    case 13: -Int64(random.below(1_000_000))
    case 14: .max
    default: .min
    }
  }
}

/// Which kinds of inputs there were, by their codes.
struct Kinds {
  private var bits: (UInt64, UInt64, UInt64) = (0, 0, 0)

  var count: Int { bits.0.nonzeroBitCount + bits.1.nonzeroBitCount + bits.2.nonzeroBitCount }

  mutating func add(_ code: UInt16) {
    let bit: UInt64 = 1 << UInt64(code & 63)
    switch code >> 6 {
    case 0: bits.0 |= bit
    case 1: bits.1 |= bit
    default: bits.2 |= bit
    }
  }

  mutating func add(_ other: Self) {
    bits.0 |= other.bits.0
    bits.1 |= other.bits.1
    bits.2 |= other.bits.2
  }
}

/// A small generator of random numbers, the same everywhere.
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }

  mutating func below(_ bound: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32) }
}
