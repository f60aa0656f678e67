import PlayerCore
import ReducerTesting

/// A player small enough to visit all its states: a few seconds of media, a handful of commands, and an engine that may
/// answer in any order.
///
/// Time passes in whole ``step``s, or up to the next deadline if that is earlier. Configuration and media use whole
/// steps as well, so there are few different time spans. ``PlayerScope/choices(in:into:)`` lists the limits of the
/// scope.
public struct PlayerScope: ExplorableModel {
  /// Each worker expands states with its own lane.
  public typealias Lane = ScopeLane

  /// Every session of a scope begins in the same way.
  public struct Setup: Hashable, Sendable {
    /// The only setup.
    public init() {}
  }

  /// The name on the command line, and in checkpoints.
  public var name: String
  /// A description of one line.
  public var summary: String
  /// The player's settings; all times are whole ``step``s.
  public var configuration = Configuration()
  /// The media that the engine reports when it has opened.
  public var media = OpenedMedia(duration: .seconds(3))
  /// The window that a live stream reports first; unknown for none. It moves by ``step``, at most twice, and no
  /// playhead runs past its end.
  public var window: (start: MediaTime, end: MediaTime) = (.unknown, .unknown)
  /// The possible steps. Waiting and deadlines are always possible.
  public var steps: ScopeSteps = []
  /// Inputs before the first step, at instant zero.
  public var prelude: [Input] = []
  /// Targets of ``ScopeStep/seekStart``, ``ScopeStep/seekMiddle`` and ``ScopeStep/seekEnd``.
  public var places: (MediaTime, MediaTime, MediaTime) = (.zero, .seconds(1), .seconds(3))
  /// How far time advances without a deadline before.
  public var step = TimeSpan.seconds(1)
  /// Whether engines confirm closes at once, in the same step.
  public var closesAtOnce = true
  /// The maximum number of unconfirmed pauses; at the maximum only a confirmation is possible.
  public var stopLimit: UInt8 = 1
  /// The maximum number of unconfirmed closes, up to three; at the maximum only a confirmation is possible.
  public var closeLimit = 3
  /// How often an upcoming opening may be replaced: openings are numbered, and without a limit on the difference
  /// between two numbers the states grow without end.
  public var replaceLimit: Int64 = 1

  /// A scope with small times and budgets, and no steps: add the relevant ones.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
    setBounds()
  }

  /// The scope's name in checkpoints: a checkpoint of another scope is refused.
  public var identity: String { "scope \(name)" }
  /// The version of the scope's states and the vocabulary: a checkpoint of another version is refused.
  public var version: String {
    "states 3, behaviour \(Vocabulary.behaviourVersion), vocabulary \(String(Vocabulary.hash, radix: 16))"
  }

  /// Small times and budgets, all in whole seconds.
  private mutating func setBounds() {
    configuration.openTimeout = .seconds(2)
    configuration.readTimeout = .seconds(2)
    configuration.bufferingLimit = .seconds(3)
    configuration.seekTimeout = .seconds(2)
    configuration.closeTimeout = .seconds(1)
    configuration.probeInterval = .seconds(2)
    configuration.pastEndTolerance = .seconds(1)
    configuration.startBuffer = .seconds(1)
    configuration.rebuffer = .seconds(1)
    configuration.playThroughBuffer = .seconds(3)
    configuration.unexpectedStopLimit = 1
    configuration.retryLimit = 0
    configuration.retryDelayKind = .fixed
    configuration.retryDelay = .seconds(1)
    configuration.reloadLimit = 1
    configuration.seekRetryLimit = 0
    configuration.seekEndMargin = .zero
    configuration.softEndFraction = .zero
    configuration.tickGate = .zero
    configuration.interruptionResumeLimit = .seconds(1)
  }

  /// The player and its engine, with a clock that may be ahead of the player's.
  public struct State {
    /// The player, without the effects of its outputs.
    public var player: Player
    var engine = ScopeEngine()
    /// The clock, possibly ahead of the player's.
    public var now = Instant.zero
    /// How often the window of a live stream has moved.
    var moves: UInt8 = 0
    var outputCount: UInt8 = 0
    /// The output buffers: not part of the state, but shared by its copies, as they are not read after a step. Each
    /// ``PlayerScope/begin(_:)`` makes a new one, so threads do not share it.
    let desk: OutputDesk
  }

  /// Buffers that a worker reuses for every state.
  public final class OutputDesk {
    // Allocated separately, so they are used in place and never copied.
    let outputs = UnsafeMutablePointer<Outputs>.allocate(capacity: 1)
    /// Checks each input by itself.
    let laws = UnsafeMutablePointer<PlayerMonitor>.allocate(capacity: 1)
    /// The inspections before an input and after it: those of ``laws``.
    let before: UnsafeMutablePointer<Player.Inspection>
    let after: UnsafeMutablePointer<Player.Inspection>
    // A desk has only one worker, so exclusivity needs no run-time checks.
    /// The orders that result from the last input and its immediate consequences.
    @exclusivity(unchecked) var orders = PlainList<EngineOrder>(capacity: 64)
    @exclusivity(unchecked) var mostOutputs = 0
    /// Whether closes were confirmed at once: then ``before`` is not the first state.
    @exclusivity(unchecked) var hasClosed = false
    /// Observes every input; for scripts and traces.
    @exclusivity(unchecked) var listener: ((Input, Instant) -> Void)?

    /// Checks every input, if present.
    @exclusivity(unchecked) var monitor: PlayerMonitor?

    init(_ player: Player) {
      outputs.initialize(to: Outputs())
      laws.initialize(to: PlayerMonitor(transitionsOf: player))
      // Stored properties have an address.
      before = laws.pointer(to: \.before)!
      after = laws.pointer(to: \.inspection)!
    }

    deinit {
      outputs.deinitialize(count: 1)
      outputs.deallocate()
      laws.deinitialize(count: 1)
      laws.deallocate()
    }

    func clear() {
      orders.removeAll()
      mostOutputs = 0
      hasClosed = false
    }
  }

  /// The player after ``prelude``.
  public func begin(_ setup: Setup) -> State {
    // A copy with its own storage: the reference counts of shared tables slow threads down.
    var own = Configuration()
    for setting in Setting.allCases { own[setting] = configuration[setting] }
    let player = Player(configuration: own)
    var state = State(player: player, desk: OutputDesk(player))
    for input in prelude { _ = feed(input, &state) }
    return state
  }

  /// All sessions begin in the same way: draws nothing.
  public func drawSetup(_ habits: (), using random: inout SplitMix64) -> Setup { Setup() }
  /// The name and the summary.
  public func describe(_ setup: Setup) -> String { "scope \(name): \(summary)" }
  /// The step as text, as in a printed session.
  public func describe(_ step: ScopeStep) -> String { step.words }
  /// Whether the step is one of those that must lead every state to a good end.
  public func heals(_ step: ScopeStep) -> Bool { ScopeSteps.healing.contains(step) }
  /// The number of outputs of the last step, over all its inputs.
  public func outputCount(of state: State) -> Int { Int(state.outputCount) }

  /// Whether playback plays, rests as requested, has ended or has failed.
  public func isGood(_ state: State) -> Bool { ScopeInspection(state.player, replaceLimit: replaceLimit).isGood }

  /// Searches for a good end from here, breadth first, so that a session that ended in a stuck state can be reported.
  public func finish(_ state: inout State) -> PropertyViolation? {
    ScopeHealing(scope: self).leadsToGood(state)
      ? nil
      : PropertyViolation(
        Explorer<PlayerScope>.stuckProperty, "from here, no harmless step leads to a good state")
  }
}

extension ScopeStep {
  /// The step as text.
  var words: String {
    switch self {
    case .load: "the app loads and wants to play"
    case .loadHeld: "the app loads without playing"
    case .loadInside: "the app loads from the middle and wants to play"
    case .play, .pause, .toggle, .stop, .reset, .retry, .prepare: "the app asks: \(self)"
    case .seekStart, .seekMiddle, .seekEnd: "the app seeks: \(self)"
    case .reload: "the app reloads and drops the buffer"
    case .replace: "the app loads another source while one plays out"
    case .loopOn: "the app turns looping on"
    case .loopOff: "the app turns looping off"
    case .networkLost: "the network is lost"
    case .networkWifi: "the network is Wi-Fi"
    case .networkCellular: "the network is cellular"
    case .interrupt: "an interruption begins"
    case .resume: "the interruption ends, playback may resume"
    case .resumeNot: "the interruption ends, playback should not resume"
    case .background: "the app goes into the background"
    case .foreground: "the app comes back"
    case .opened: "the engine has opened the source"
    case .besideOpened: "the engine has opened the upcoming source"
    case .closed: "the engine has closed the oldest opening"
    case .started: "the engine moves the playhead"
    case .stopped: "the engine confirms that the playhead has stopped"
    case .sought: "the engine has landed"
    case .filled: "the engine has all data"
    case .filledSome: "the engine has a second of data"
    case .ended: "the engine has presented everything"
    case .positioned: "the engine reports its position"
    case .windowMoved: "the window of the live stream moves"
    case .openFailed: "the engine cannot open the source: no connection"
    case .openRefused: "the engine cannot open the source: no media"
    case .besideFailed: "the engine cannot open the upcoming source"
    case .failed: "the engine fails"
    case .soughtNot: "the engine gives up the seek"
    case .starved: "the engine runs dry"
    case .endedEarly: "the engine ends the media before its end"
    case .stoppedAlone: "the engine stops by itself"
    case .wait: "time passes"
    case .deadline: "the deadline is served"
    }
  }
}
