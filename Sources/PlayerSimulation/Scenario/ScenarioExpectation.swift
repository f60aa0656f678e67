import PlayerCore

/// What a scenario expects.
public enum ScenarioExpectation: Hashable, Sendable {
  /// The player reports it, after the match of the previous expectation.
  case event(EventPattern, Window)
  /// The player does not report it between the matches of the previous and the next expectation.
  case absence(EventPattern, Window)
  /// The player never reports it.
  case never(EventPattern)
  /// The player reports it this often in the whole run.
  case count(EventPattern, atLeast: Int64, atMost: Int64)
  /// What holds at an instant, after everything that happens then; `nil`: at the end of the run.
  case state(at: TimeSpan?, [StateCondition])

  /// When something is expected.
  public struct Window: Hashable, Sendable {
    /// Instants of the run; both included.
    public var from: TimeSpan?
    /// The end of the span; `nil` for the end of the run.
    public var until: TimeSpan?
    /// The time after the match of the previous expectation, or after the beginning.
    public var within: TimeSpan?

    /// A span of the run; `nil` is unbounded.
    public init(from: TimeSpan? = nil, until: TimeSpan? = nil, within: TimeSpan? = nil) {
      self.from = from
      self.until = until
      self.within = within
    }

    /// Whether no instant is inside of it.
    var isEmpty: Bool {
      guard let from, let until else { return false }
      return until < from
    }

    /// Whether a word that sets a bound would set one again.
    func knows(_ word: String) -> Bool {
      switch word {
      case "within": within != nil
      case "before", "by", "until": until != nil
      case "after", "from": from != nil
      case "between", "at": from != nil || until != nil
      default: false
      }
    }

    /// The first instant at which it is looked for, when what the expectation before found was at `previous`.
    func begin(since previous: Instant) -> Instant { max(previous, from.map { .zero + $0 } ?? previous) }

    /// The last; `never` when nothing bounds it.
    func end(since previous: Instant) -> Instant {
      min(until.map { .zero + $0 } ?? .never, within.map { previous + $0 } ?? .never)
    }

    func holds(_ instant: Instant, since previous: Instant) -> Bool {
      if let from, instant - .zero < from { return false }
      if let until, instant - .zero > until { return false }
      if let within, instant - previous > within { return false }
      return true
    }
  }

  /// A comparison for a property of the player.
  public struct StateCondition: Hashable, Sendable {
    /// The property of the state.
    public var property: StateProperty
    /// Its expected value, in the unit of the property.
    public var bound: ScenarioBound

    /// A comparison that the state must meet.
    public init(_ property: StateProperty, _ bound: ScenarioBound) {
      self.property = property
      self.bound = bound
    }

    /// An expected value of the state, within `tolerance`.
    public init(_ property: StateProperty, _ value: Int64, tolerance: Int64 = 0) {
      self.init(property, .near(value, tolerance: tolerance))
    }
  }
}

/// What a scenario can check about a player at an instant.
public enum StateProperty: String, CaseIterable, Hashable, Sendable {
  case state, phase, position, duration, buffered, rate, item, stalls, loops, failure, network, supply, segment, audio,
    subtitles, left, right, muted, looping, live, interrupted, background
  case effectiveRate = "effective rate"
  case streamType = "stream type"
  case wantsPlay = "wants to play"
  case selectedSegment = "selected segment"
  case video

  /// The type in the words of the registry.
  var type: String {
    switch self {
    case .state: "playbackState"
    case .phase: "phase"
    case .position, .duration, .buffered: "time"
    case .rate, .effectiveRate: "rate"
    case .item: "item"
    case .segment, .selectedSegment: "segment"
    case .stalls, .loops, .left, .right: "int"
    case .failure: "failureKind"
    case .network: "networkPath"
    case .supply: "supply"
    case .audio, .video, .subtitles: "track"
    case .muted, .looping, .live, .interrupted, .background, .wantsPlay: "bool"
    case .streamType: "streamType"
    }
  }

  /// What it is in `player` at an instant.
  func value(of player: Player, at now: Instant) -> Int64 {
    let inspection = player.inspection
    let shown = inspection.shown
    return switch self {
    case .state: player.state.wireValue
    case .phase: player.phase.wireValue
    case .position: player.position(at: now).wireValue
    case .duration: shown.duration.wireValue
    case .buffered: inspection.bufferedUntil.wireValue
    case .rate: shown.rate.wireValue
    case .effectiveRate: shown.effectiveRate.wireValue
    case .item: shown.item.wireValue
    case .stalls: Int64(shown.stallCount)
    case .loops: Int64(shown.loopCount)
    case .failure: inspection.failure.wireValue
    case .network: shown.network.wireValue
    case .supply: shown.supply.wireValue
    case .segment: shown.segment.wireValue
    case .selectedSegment: shown.selectedSegment.wireValue
    case .audio: shown.audioTrack.wireValue
    case .video: shown.videoTrack.wireValue
    case .subtitles: shown.subtitleTrack.wireValue
    case .left: Int64(shown.left)
    case .right: Int64(shown.right)
    case .muted: shown.isMuted.wireValue
    case .looping: shown.isLooping.wireValue
    case .live: shown.isLive.wireValue
    case .interrupted: shown.isInterrupted.wireValue
    case .background: shown.isInBackground.wireValue
    case .streamType: shown.streamType.wireValue
    case .wantsPlay: shown.wantsPlay.wireValue
    }
  }
}
