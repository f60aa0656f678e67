import PlayerCore
import PlayerTrace

/// The session of a person listening to an episode: long playback with probes, buffer reports, and now and then a seek,
/// a pause or a stall. The engine is a few lines that answer every command.
struct ListeningSession {
  /// How the reports of the engine are spread in time.
  enum Clock {
    /// Exact: everything happens when it is due.
    case virtual
    /// With the jitter of a real machine, in the order of milliseconds.
    case real
  }

  private(set) var player = Player()
  private(set) var steps = 0
  private var random: Seeded
  private let clock: Clock
  private var outputs = Outputs()
  private var now = Instant.zero
  private var request: UInt32 = 0
  private var position: Int64 = 0
  /// The last packet in the buffer.
  private var packet: Int64 = 0
  private var packetBytes: Int64 = 0
  private var isPlaying = false
  private let record: (Input, Instant, Outputs, Player) throws -> Void

  private static let duration: Int64 = 5_400_000_000
  /// How much the buffer holds.
  private static let ahead: Int64 = 30_000_000
  /// A report comes when the buffer has moved by a second; that takes this many packets of AAC at 44.1 kHz.
  private static let packetsPerReport: Int64 = 44

  private static func end(ofPacket packet: Int64) -> Int64 { packet * 10_240_000 / 441 }

  init(
    seed: UInt64, clock: Clock = .real, _ record: @escaping (Input, Instant, Outputs, Player) throws -> Void
  ) {
    random = Seeded(seed)
    self.clock = clock
    self.record = record
  }

  /// Gives the media a segment, before anything is loaded.
  mutating func commitSegment() throws {
    try command(
      .stageSegment(
        SegmentID(1), start: .seconds(60), end: .seconds(300), isBlocked: false, isHidden: false, isDated: false))
    try command(.commitSegments)
  }

  /// Plays for `seconds`.
  mutating func run(seconds: Int64) throws {
    try command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
    while now < Instant.seconds(seconds) {
      try tick()
      if random.chance(1, of: 300) { try seek() }
      if random.chance(1, of: 400) { try pause() }
      if random.chance(1, of: 900) { try stall() }
    }
    try command(.stop)
  }

  /// The time until the buffer has moved on by a second; deadlines come when they are due.
  private mutating func tick() throws {
    let next = Self.end(ofPacket: packet + Self.packetsPerReport)
    let due = now + TimeSpan(microseconds: max(20_000, next - Self.ahead - position) + jitter(2_000))
    while player.nextDeadline <= due {
      advance(to: player.nextDeadline)
      wait(jitter(300))
      try receive(.deadline)
    }
    advance(to: due)
    try read(packets: Self.packetsPerReport)
  }

  private mutating func seek() throws {
    let target = Int64.random(in: 0...Self.duration / 3, using: &random)
    try command(.seek(.around(.microseconds(target))))
  }

  private mutating func pause() throws {
    try command(.pause)
    advance(to: now + .seconds(Int64.random(in: 2...60, using: &random)))
    try command(.play)
  }

  private mutating func stall() throws {
    guard isPlaying else { return }
    isPlaying = false
    try engine(.starved(position: .microseconds(position)))
    packet = position * 441 / 10_240_000
    for _ in 0..<3 {
      wait(900_000 + jitter(200_000))
      try read(packets: Self.packetsPerReport)
    }
  }

  /// Packets come from a file or a connection that is read by 32 KiB.
  private mutating func read(packets: Int64) throws {
    packet += packets
    packetBytes += packets * 372 + jitter(2_000)
    let buffered = min(Self.duration, Self.end(ofPacket: packet))
    try engine(
      .buffered(
        until: .microseconds(buffered), bytesRead: (packetBytes >> 15 + 1) << 15,
        isSaturated: buffered >= Self.duration))
  }

  /// The buffer restarts at `position`.
  private mutating func refill() throws {
    packet = position * 441 / 10_240_000
    try read(packets: 2 * Self.packetsPerReport)
  }

  private mutating func command(_ command: Command) throws {
    request += 1
    try receive(.command(command, RequestID(request)))
  }

  private mutating func engine(_ event: EngineEvent) throws { try receive(.engine(event, player.epoch)) }

  private mutating func receive(_ input: Input) throws {
    player.receive(input, at: now, into: &outputs)
    steps += 1
    try record(input, now, outputs, player)
    for case .engine(let command, let epoch) in Array(outputs) { try answer(command, epoch) }
  }

  private mutating func answer(_ command: EngineCommand, _ epoch: Epoch) throws {
    wait(jitter(2_000))
    switch command {
    case .open:
      (position, packetBytes, isPlaying) = (0, 0, false)
      wait(40_000)
      try receive(.engine(.opened(OpenedMedia(duration: .microseconds(Self.duration))), epoch))
      try refill()
    case .close:
      isPlaying = false
      try receive(.engine(.closed, epoch))
    case .play:
      isPlaying = true
      try engine(.playbackStarted(position: .microseconds(position), rate: .normal))
    case .pause:
      isPlaying = false
      try engine(.playbackStopped(position: .microseconds(position)))
    case .seek(let serial, let target, _, _):
      isPlaying = false
      wait(80_000 + jitter(30_000))
      position = target.microseconds
      try engine(.seekCompleted(serial, position: target, isFinished: true))
      try refill()
    case .reportPosition: try engine(.positionReported(.microseconds(position + jitter(1_000))))
    case .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill, .catchUp: break
    }
  }

  private mutating func wait(_ microseconds: Int64) { advance(to: now + TimeSpan(microseconds: microseconds)) }

  private mutating func advance(to instant: Instant) {
    guard instant > now else { return }
    if isPlaying { position = min(Self.duration, position + (instant - now).microseconds) }
    now = instant
  }

  /// Something from 0 to `limit`; nothing on the virtual clock.
  private mutating func jitter(_ limit: Int64) -> Int64 {
    switch clock {
    case .virtual: 0
    case .real: Int64.random(in: 0...limit, using: &random)
    }
  }
}
