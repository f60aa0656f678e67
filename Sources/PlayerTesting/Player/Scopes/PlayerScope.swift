import PlayerCore
import ReducerTesting

/// A player small enough to visit all of it: a few seconds of media, a handful of commands, and an engine that is free to
/// answer in any order.
///
/// Time passes in whole ``step``s, or up to the next deadline where that comes first; as configuration and media are whole
/// steps as well, there are few distances in time. What bounds the scope is listed with ``PlayerScope/choices(in:into:)``.
public struct PlayerScope: ExplorableModel {
  /// Each worker expands states with a lane of its own.
  public typealias Lane = ScopeLane

  /// Every session of a scope begins in the same way.
  public struct Setup: Hashable, Sendable {
    /// The only setup.
    public init() {}
  }

  /// The name on the command line, and in checkpoints.
  public var name: String
  /// What it is about, in a line.
  public var summary: String
  /// The player's settings; all times are whole ``step``s.
  public var configuration = Configuration()
  /// What the engine reports when it has opened the media.
  public var media = OpenedMedia(duration: .seconds(3))
  /// The window that a live stream reports first; unknown for none. It moves by ``step``, at most twice, and no playhead
  /// runs past its end.
  public var window: (start: MediaTime, end: MediaTime) = (.unknown, .unknown)
  /// What can happen. Waiting and deadlines always can.
  public var steps: ScopeSteps = []
  /// What happened before the beginning, at instant zero.
  public var prelude: [Input] = []
  /// Where ``ScopeStep/seekStart``, ``ScopeStep/seekMiddle`` and ``ScopeStep/seekEnd`` go.
  public var places: (MediaTime, MediaTime, MediaTime) = (.zero, .seconds(1), .seconds(3))
  /// How far time advances when no deadline comes before.
  public var step = TimeSpan.seconds(1)
  /// Whether engines confirm closes at once, in the same step.
  public var closesAtOnce = true
  /// How many pauses an engine may leave unconfirmed before nothing else happens than that it does.
  public var stopLimit: UInt8 = 1
  /// How many closes an engine may leave unconfirmed before nothing else happens than that it does: three at most.
  public var closeLimit = 3
  /// How often an opening beside what plays may be replaced by another: openings are numbered, and with the distance
  /// between two numbers the states grow without end.
  public var replaceLimit: Int64 = 1

  /// A scope with small times and budgets, and no steps: add those that the scope is about.
  public init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
    setBounds()
  }

  /// Names the scope in checkpoints: one of another scope is refused.
  public var identity: String { "scope \(name)" }
  /// The version of the scope's states and the vocabulary: a checkpoint of another version is refused.
  public var version: String { "states 3, \(Vocabulary.version)" }

  /// Small times and budgets, all of them whole seconds.
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
    /// The player, without what its outputs have caused.
    public var player: Player
    var engine = ScopeEngine()
    /// The clock, possibly ahead of the player's.
    public var now = Instant.zero
    /// How often the window of a live stream has moved.
    var moves: UInt8 = 0
    var outputCount: UInt8 = 0
    /// Where outputs go: no part of the state, but shared by its copies, as nobody looks at it after a step. Each
    /// ``PlayerScope/begin(_:)`` makes a new one, so that threads do not share it.
    let desk: OutputDesk
  }

  /// Buffers that a worker uses for every state.
  public final class OutputDesk {
    // In memory of their own, so that they are used where they are and never copied.
    let outputs = UnsafeMutablePointer<Outputs>.allocate(capacity: 1)
    /// What holds before an input, and after it.
    let before = UnsafeMutablePointer<Player.Facts>.allocate(capacity: 1)
    let after = UnsafeMutablePointer<Player.Facts>.allocate(capacity: 1)
    // Nobody else has it, so that no access needs to be watched.
    /// What the engine has to know of the last input, and of those that followed from it at once.
    @exclusivity(unchecked) var orders = PlainList<EngineOrder>(capacity: 64)
    @exclusivity(unchecked) var mostOutputs = 0
    /// Hears of every input; for scripts and traces.
    @exclusivity(unchecked) var listener: ((Input, Instant) -> Void)?

    /// Watches every input, when somebody wants that.
    @exclusivity(unchecked) var monitor: PlayerMonitor?

    init() {
      outputs.initialize(to: Outputs())
      before.initialize(to: Player.Facts())
      after.initialize(to: Player.Facts())
    }

    deinit {
      outputs.deinitialize(count: 1)
      outputs.deallocate()
      before.deallocate()
      after.deallocate()
    }

    func clear() {
      orders.removeAll()
      mostOutputs = 0
    }
  }

  /// The player after ``prelude``.
  public func begin(_ setup: Setup) -> State {
    // A copy with storage of its own: threads that count references to the same tables hinder each other.
    var own = Configuration()
    for setting in Setting.allCases { own[setting] = configuration[setting] }
    var state = State(player: Player(configuration: own), desk: OutputDesk())
    for input in prelude { _ = feed(input, &state) }
    return state
  }

  /// All sessions begin alike: draws nothing.
  public func drawSetup(_ habits: (), using random: inout SplitMix64) -> Setup { Setup() }
  /// The name and the summary.
  public func describe(_ setup: Setup) -> String { "scope \(name): \(summary)" }
  /// The step's words, as in a session printed for a person.
  public func describe(_ step: ScopeStep) -> String { step.words }
  /// Whether the step belongs to those that lead every state to a good end.
  public func heals(_ step: ScopeStep) -> Bool { ScopeSteps.healing.contains(step) }
  /// Outputs of the last step, all its inputs together.
  public func outputCount(of state: State) -> Int { Int(state.outputCount) }

  /// Whether playback plays, rests as requested, has ended or has failed.
  public func isGood(_ state: State) -> Bool { ScopeFacts(state.player, replaceLimit: replaceLimit).isGood }

  /// Runs the way to a good end from here, breadth first, so that a session that ended in a stuck state can be told.
  public func finish(_ state: inout State) -> Breach? {
    ScopeHealing(scope: self).leadsToGood(state)
      ? nil : Breach(Explorer<PlayerScope>.stuckProperty, "from here no harmless step leads to a good state any more")
  }
}

extension ScopeStep {
  /// The step for a person.
  var words: String {
    switch self {
    case .load: "the app loads and wants to play"
    case .loadHeld: "the app loads, held"
    case .loadInside: "the app loads from the middle on and wants to play"
    case .play, .pause, .toggle, .stop, .reset, .retry, .prepare: "the app asks: \(self)"
    case .seekStart, .seekMiddle, .seekEnd: "the app seeks: \(self)"
    case .reload: "the app reloads and drops the buffer"
    case .replace: "the app loads another source beside what plays"
    case .loopOn: "the app turns looping on"
    case .loopOff: "the app turns looping off"
    case .networkLost: "the network is lost"
    case .networkWifi: "Wi-Fi is there"
    case .networkCellular: "only a cellular network is there"
    case .interrupt: "an interruption begins"
    case .resume: "the interruption ends, playback may go on"
    case .resumeNot: "the interruption ends, playback should not go on"
    case .background: "the app goes into the background"
    case .foreground: "the app comes back"
    case .opened: "the engine has opened the source"
    case .besideOpened: "the engine has opened the source beside"
    case .closed: "the engine has closed the oldest opening"
    case .started: "the engine moves the playhead"
    case .stopped: "the engine confirms that the playhead stands"
    case .sought: "the engine has landed"
    case .filled: "the engine has all data"
    case .filledSome: "the engine has a second of data"
    case .ended: "the engine has presented everything"
    case .positioned: "the engine says where it is"
    case .windowMoved: "the window of the live stream moves"
    case .openFailed: "the engine cannot open the source: no connection"
    case .openRefused: "the engine cannot open the source: no media"
    case .besideFailed: "the engine cannot open the source beside"
    case .failed: "the engine fails"
    case .soughtNot: "the engine gives up the seek"
    case .starved: "the engine runs dry"
    case .endedEarly: "the engine ends the media before its end"
    case .stoppedAlone: "the engine stops by itself"
    case .wait: "time goes by"
    case .deadline: "the deadline is served"
    }
  }
}
