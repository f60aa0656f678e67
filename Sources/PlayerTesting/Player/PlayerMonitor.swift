import PlayerCore

/// Observes one player from its first input and checks every property at every input, in one pass.
///
/// It is a value of a fixed size that allocates nothing: copying it with the player forks the observation. It reads the
/// input, the outputs and the state after them; of earlier states it keeps only ``inspection``.
///
/// Many of its private functions are `mutating` and change nothing: otherwise the compiler copies the value, which is
/// large, for each call.
public struct PlayerMonitor: Sendable {
  /// The properties that are checked.
  public var properties: PlayerPropertySet
  /// The state after the last input.
  public internal(set) var inspection: Player.Inspection
  /// The state before the last input.
  public internal(set) var before: Player.Inspection
  /// The number of the first law that was broken; a number, so that a copy of the monitor is a copy of bytes.
  var brokenNumber = UInt8.max
  /// The index of the output that broke it; -1 without one.
  var brokenOutput = -1
  /// The values compared where the law was broken.
  var evidence: Evidence?
  var policies: Policies

  // State of the whole session.

  /// The state that an observer derives from the notifications.
  var announced = Player.Observable()
  /// The openings that were commanded and not closed: two at most.
  var open = (Epoch.none, Epoch.none)
  var openedCount: UInt32 = 0
  var isStalled = false
  /// The newest seek command, and its opening.
  var commandedSeek = SeekSerial.none
  var commandedSeekEpoch = Epoch.none
  /// Automatic openings since the last command, network change or second of playback.
  var openings: Int64 = 0
  /// When a live stream last caught up, and its opening.
  var caughtUpAt = Instant.microseconds(.min)
  var caughtUpIn = Epoch.none
  var caughtUpTo = MediaTime.unknown
  /// Deadlines served at one instant without another input in between.
  var chain: Int64 = 0
  /// Whether the last other input preceded a due deadline that has not been served since, or whether the playhead is so
  /// fast that many positions are due at one instant.
  var isLate = false
  /// The playhead's position when the count of openings was last reset.
  var playedFrom = MediaTime.unknown
  /// The number of inputs.
  public private(set) var inputCount: UInt64 = 0

  var engineModel = EngineModel()
  var timerStarts = TimerStarts()
  var memory = MonitorMemory()
  var segments = SegmentMemory()
  var ticks = Ticks()
  var ledger = Ledger()
  var lists = Lists()
  var digests = SegmentDigests()
  var edge = EdgeAccount()

  /// The outputs of the current input so far.
  var stepOutputs = StepOutputs()

  /// Starts observing a player that has taken no input yet, or one in progress, whose earlier outputs are assumed to be
  /// correct.
  public init(_ player: Player, properties: PlayerPropertySet = .all) {
    self.properties = properties
    inspection = player.inspection
    before = inspection
    announced = inspection.shown
    policies = Policies(player.configuration)
    engineModel.epoch = inspection.epoch
    memory = Self.memory(of: player, inspection)
    assumeCommands(upTo: inspection)
    segments.isWhole = !isAboutSegments
    ledger = Ledger(player, inspection)
    beginLists(player)
    beginAccounts(player)
  }

  /// Whether a law is broken.
  @inline(__always)
  var isBroken: Bool { brokenNumber != .max }

  /// The first law that was broken; `nil` while all hold.
  var broken: Law? { isBroken ? Law.allCases[Int(brokenNumber)] : nil }

  /// The broken property; `nil` while all hold.
  public var brokenProperty: PlayerProperty? { broken?.property }

  /// Checks one input: `outputs` are its outputs and `player` is the state after it. Returns false when a property is
  /// broken; the session is over then.
  public mutating func take(_ input: Input, at now: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    var (outputs, player) = (outputs, player)
    return take(input, input.code, at: now, &outputs, &player)
  }

  /// The same without copies: `outputs` and `player` are only read. `code` is the code of the input.
  mutating func take(
    _ input: Input, _ code: UInt16, at now: Instant, _ outputs: inout Outputs, _ player: inout Player
  ) -> Bool {
    Self.assign(&before, &inspection)
    Player.readInspection(of: &player, into: &inspection)
    inputCount &+= 1
    stepOutputs = StepOutputs()
    if inspection.epoch != engineModel.epoch { engineModel = EngineModel(epoch: inspection.epoch, isWhole: true) }
    guard checkTransition(input, code, at: now, &outputs, &player) else {
      assertDeclared(code)
      return false
    }
    enterLists(input, code, &player)
    checkPosition(input, code)
    checkOpenings(input, code)
    checkIntent(input, code)
    checkEffects(input, code, at: now, &outputs, &player)
    if inspection.segmentCount > 0 { checkSegments(code, &player) }
    checkStreamType()
    checkFrame(code)
    checkLedger(input, code, &outputs, &player)
    assertDeclared(code)
    return !isBroken
  }

  /// A law is broken only by inputs that it declares.
  @inline(__always)
  func assertDeclared(_ code: UInt16) {
    assert(
      broken.map { $0.property.inputs.contains(code) } ?? true,
      "\(broken?.property.id ?? "") was broken by an input that its declaration does not list: code \(code)")
  }

  /// Sets `a` to `b` in one piece: otherwise the compiler copies field by field when fields are used right after it.
  @inline(never)
  private static func assign(_ a: inout Player.Inspection, _ b: inout Player.Inspection) { a = b }

  // MARK: Flags

  @inline(__always)
  mutating func expect(_ holds: Bool, _ law: @autoclosure () -> Law) { if !holds { flag(law()) } }

  /// The first violation counts.
  @inline(never)
  mutating func flag(_ law: Law) {
    if isBroken { return }
    let number = law.number
    if properties.contains(number) { brokenNumber = number }
  }
}
