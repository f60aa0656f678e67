import PlayerCore

/// Watches one player from its first input on and checks every property at every input, in one pass.
///
/// It is a value of a fixed size that allocates nothing: copying it with the player forks the watch. It looks at the
/// input, at the outputs and at the state after them; of the states before it keeps ``facts`` and no more.
///
/// Many of its private functions are `mutating` and change nothing: of a value of this size the compiler makes a copy for
/// each call of one that is not.
public struct PlayerMonitor: Sendable {
  /// The properties that are looked at.
  public var properties: PlayerPropertySet
  /// The state after the last input.
  public internal(set) var facts: Player.Facts
  /// The state before the last input.
  public internal(set) var before: Player.Facts
  /// The property that does not hold any more; the first one that was found stays.
  var broken: Law?
  /// The place of the output that broke it; -1 when it was none of them.
  var brokenOutput = -1
  /// What was compared where the law was broken.
  var evidence: Evidence?
  var policies: Policies

  // What is remembered of the whole session.

  /// What somebody knows who only listens.
  var heard = Player.Shown()
  /// The openings that were commanded and not closed: two at most.
  var open = (Epoch.none, Epoch.none)
  var openedCount: UInt32 = 0
  var isStalled = false
  /// The newest seek that an engine was told, and of which opening.
  var commandedSeek = SeekSerial.none
  var commandedSeekEpoch = Epoch.none
  /// Skips in a row that did not leave blocked media.
  var skips: Int64 = 0
  /// Openings by engine or deadline since the last command, network change or second of playback.
  var openings: Int64 = 0
  /// When a live stream last caught up, and which opening of it.
  var caughtUpAt = Instant.microseconds(.min)
  var caughtUpIn = Epoch.none
  /// Deadlines that were served at one instant without another input in between.
  var chain: Int64 = 0
  /// Whether the last other input came before a deadline that was due, and what was due then is not served yet; or the
  /// playhead came to this instant so fast that much lies in one.
  var isLate = false
  /// Where the playhead was when openings were last counted anew.
  var playedFrom = MediaTime.unknown
  /// How many inputs were taken.
  public private(set) var inputCount: UInt64 = 0

  var told = Told()
  var beginnings = Beginnings()
  var senses = Senses()
  var segments = SegmentMemory()
  var ticks = Ticks()
  var ledger = Ledger()
  var lists = Lists()

  /// What the outputs of the running input have shown so far.
  var said = Said()

  /// Begins the watch on a player that has taken no input yet, or goes on with one that has: what it has said before is
  /// taken to be true.
  public init(_ player: Player, properties: PlayerPropertySet = .all) {
    self.properties = properties
    facts = player.facts
    before = facts
    heard = facts.shown
    policies = Policies(player.configuration)
    openedCount = heard.preparedCount
    isStalled = heard.supply == .stalled
    commandedSeek = facts.seekInFlight
    commandedSeekEpoch = facts.epoch
    told.epoch = facts.epoch
    senses = Self.senses(of: player, facts)
    if facts.isEngineOpen { open = (facts.epoch, facts.nextEpoch) }
    if facts.shown.phase == .opening { openedCount &+= 1 }
    segments.isWhole = !isAboutSegments
    ledger = Ledger(player, facts)
    beginLists(player)
  }

  /// The property that does not hold any more; `nil` while all do.
  public var brokenProperty: PlayerProperty? { broken?.property }

  /// Takes what one input has led to: `outputs` are its outputs and `player` is the state after it. False when a property
  /// does not hold any more; the session is over then.
  public mutating func take(_ input: Input, at now: Instant, _ outputs: Outputs, _ player: Player) -> Bool {
    var (outputs, player) = (outputs, player)
    return take(input, input.code, at: now, &outputs, &player)
  }

  /// The same without copies: `outputs` and `player` are only read. `code` is that of the input.
  mutating func take(
    _ input: Input, _ code: UInt16, at now: Instant, _ outputs: inout Outputs, _ player: inout Player
  ) -> Bool {
    Self.assign(&before, &facts)
    Player.readFacts(of: &player, into: &facts)
    inputCount &+= 1
    said = Said()
    if facts.epoch != told.epoch { told = Told(epoch: facts.epoch, isWhole: true) }
    checkClock(code, now, isEmpty: outputs.isEmpty)
    if !outputs.isEmpty {
      said.expected = expectedReason(code)
      said.code = code
      for index in outputs.indices {
        hear(outputs[index])
        if broken != nil {
          if brokenOutput < 0 { brokenOutput = index }
          return false
        }
      }
      if outputs.count > Outputs.maximumPerInput { flag(.tooManyOutputs) }
      // What was said to follow has followed.
      expect(said.nextSegment.isNone, .segmentsWrong)
      if said.changesSettings {
        let wereRegular = policies.ticksAreRegular
        if !wereRegular { senses.owesTicks = true }
        policies = Policies(player.configuration)
        if !wereRegular { policies.ticksAreRegular = false }
      }
    }
    enterLists(input, code, &player)
    checkMirror(code)
    checkAnswers(input)
    checkDriving(input, code)
    checkWaiting(code)
    checkStates()
    checkSeeks(input, code)
    checkPosition(input, code)
    checkOpenings(input, code)
    checkIntent(input, code)
    checkEffects(input, code, at: now, &outputs, &player)
    if facts.segmentCount > 0 || skips > 0 { checkSegments(code, &player) }
    if facts.shown.streamType != .onDemand { checkLive() }
    checkFrame(code)
    checkLedger(input, code, &outputs, &player)
    return broken == nil
  }

  /// Sets `a` to `b` in one piece: where the fields are used right after it, the compiler would rather copy them one by one.
  @inline(never)
  private static func assign(_ a: inout Player.Facts, _ b: inout Player.Facts) { a = b }

  // MARK: Flags

  @inline(__always)
  mutating func expect(_ holds: Bool, _ law: Law) { if !holds { flag(law) } }

  /// The first one that is looked at counts.
  @inline(never)
  mutating func flag(_ law: Law) {
    if broken == nil, properties.contains(law) { broken = law }
  }
}
