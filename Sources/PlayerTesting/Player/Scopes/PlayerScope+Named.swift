import PlayerCore

extension PlayerScope {
  /// The scopes of this version, the smallest first. All except ``wide`` are finite and can be explored completely.
  public static var all: [PlayerScope] {
    [basic, seeking, retry, network, interruption, live, faults, replacing, surroundings, segments, mixed, wide]
  }

  /// The scope with this name.
  public static func named(_ name: String) -> PlayerScope? { all.first { $0.name == name } }

  private static var engine: ScopeSteps { [.opened, .started, .stopped, .sought, .filled, .ended, .positioned] }

  /// Loading, playing, pausing, and a working engine.
  public static var basic: PlayerScope {
    var scope = PlayerScope("basic", "load, play, pause, stop; an engine that opens, runs dry and comes to the end")
    scope.steps = engine.union([.load, .loadHeld, .play, .pause, .stop, .openFailed, .filledSome, .starved])
    return scope
  }

  /// Seeks that overtake each other, that are given up, and that come before the media is open.
  public static var seeking: PlayerScope {
    var scope = PlayerScope("seeking", "seeks to three places before, while and after playing; seeks that are given up")
    scope.steps = engine.union([.load, .play, .pause, .seekStart, .seekMiddle, .seekEnd, .soughtNot])
    return scope
  }

  /// Failures at every moment, with two retries.
  public static var retry: PlayerScope {
    var scope = PlayerScope("retry", "openings and playback that fail at any moment, two retries after a second")
    scope.configuration.retryLimit = 2
    scope.configuration.retryResetsOnReady = true
    scope.configuration.retryableFailures = FailureKinds { $0 != .invalidData }
    scope.steps = engine.union([.load, .play, .pause, .retry, .openFailed, .openRefused, .failed, .seekMiddle])
    return scope
  }

  /// A network that comes and goes, with the policies of PRXPlayer and of new apps.
  public static var network: PlayerScope {
    var scope = PlayerScope("network", "the network is lost, comes back and changes; cellular is not allowed")
    scope.configuration.allowsCellular = false
    scope.configuration.checksPolicyWhilePlaying = true
    scope.configuration.reloadsOnNetworkChange = true
    scope.configuration.reloadsOnStall = true
    scope.configuration.resumesOnReconnect = true
    scope.steps = engine.union([
      .load, .play, .pause, .networkLost, .networkWifi, .networkCellular, .starved, .filledSome, .openFailed,
    ])
    return scope
  }

  /// Interruptions and the background.
  public static var interruption: PlayerScope {
    var scope = PlayerScope("interruption", "interruptions of any length, and the background, which pauses")
    scope.configuration.pausesInBackground = true
    scope.steps = engine.union([
      .load, .play, .pause, .toggle, .interrupt, .resume, .resumeNot, .background, .foreground, .seekMiddle,
    ])
    return scope
  }

  /// Every failure of an engine, and every recovery.
  public static var faults: PlayerScope {
    var scope = PlayerScope(
      "faults", "every fault of an engine and a network that is lost, while an app seeks, loads and retries")
    scope.configuration.retryLimit = 1
    scope.configuration.retryResetsOnReady = true
    scope.steps = engine.union([
      .load, .loadHeld, .loadInside, .play, .pause, .stop, .retry, .prepare, .seekStart, .seekMiddle, .seekEnd,
      .soughtNot, .openFailed, .openRefused, .failed, .starved, .filledSome, .endedEarly, .stoppedAlone, .networkLost,
      .networkWifi,
    ])
    return scope
  }

  /// Networks, interruptions and the background at once, with an engine that fails.
  public static var surroundings: PlayerScope {
    var scope = PlayerScope(
      "surroundings", "networks, interruptions and the background at once, openings and playback that fail")
    scope.configuration.retryLimit = 1
    scope.configuration.retryResetsOnReady = true
    scope.configuration.resumesOnReconnect = true
    scope.configuration.allowsCellular = false
    scope.configuration.pausesInBackground = true
    scope.steps = engine.union([
      .load, .play, .pause, .stop, .seekMiddle, .seekEnd, .soughtNot, .openFailed, .failed, .starved, .filledSome,
      .networkLost, .networkWifi, .networkCellular, .interrupt, .resume, .resumeNot, .background, .foreground,
    ])
    return scope
  }

  /// A source opened while another plays out, and openings that close late.
  public static var replacing: PlayerScope {
    var scope = PlayerScope("replacing", "reloads that keep the buffer, closes that are confirmed late or never")
    scope.closesAtOnce = false
    scope.steps = engine.union([
      .load, .play, .pause, .reload, .replace, .besideOpened, .besideFailed, .closed, .failed, .seekMiddle,
    ])
    return scope
  }

  /// Two adjacent blocked segments, one that is not blocked, and loops.
  public static var segments: PlayerScope {
    var scope = PlayerScope("segments", "blocked segments, seeks into them, and media that loops")
    scope.media = OpenedMedia(duration: .seconds(5))
    scope.places = (.zero, .seconds(2), .seconds(4))
    scope.prelude = [
      segment(1, from: 1, to: 2, isBlocked: true), segment(2, from: 2, to: 3, isBlocked: true),
      segment(3, from: 3, to: 4, isBlocked: false), .command(.commitSegments, RequestID(9)),
      // Loads the current item again, which keeps the list: a load with other content drops it.
      .command(.load(item: ItemID(1), start: .standard, autoplay: false, opens: false), RequestID(9)),
    ]
    scope.prelude = scope.prelude.suffix(1) + scope.prelude.dropLast()
    scope.steps = engine.union([.play, .pause, .stop, .seekStart, .seekMiddle, .seekEnd, .loopOn, .loopOff, .soughtNot])
    return scope
  }

  /// The same with everything that stops playback.
  public static var mixed: PlayerScope {
    var scope = segments
    scope.name = "mixed"
    scope.summary = "blocked segments and loops amid stalls, failures, interruptions, the background and a lost network"
    scope.configuration.retryLimit = 1
    // As in the standard preset: otherwise there are 12.7 million states instead of 9.0.
    scope.configuration.retryResetsOnReady = false
    scope.configuration.pausesInBackground = true
    scope.steps = scope.steps.union([
      .starved, .filledSome, .failed, .openFailed, .interrupt, .resume, .resumeNot, .background, .foreground,
      .networkLost, .networkWifi,
    ])
    return scope
  }

  private static func segment(_ id: UInt32, from start: Int64, to end: Int64, isBlocked: Bool) -> Input {
    .command(
      .stageSegment(
        SegmentID(id), start: .seconds(start), end: .seconds(end), isBlocked: isBlocked, isHidden: false, isDated: false
      ),
      RequestID(9))
  }

  /// A live stream with a moving window.
  public static var live: PlayerScope {
    var scope = PlayerScope("live", "a live stream with a window of four seconds that moves twice")
    scope.media = OpenedMedia(duration: .unknown)
    scope.window = (.zero, .seconds(4))
    scope.configuration.minimumDVRWindow = .seconds(2)
    // The playhead has to leave both at whole seconds, or instants would differ by microseconds.
    scope.configuration.liveTolerance = .seconds(2) + .microseconds(1)
    scope.configuration.liveRateMargin = .seconds(1) + .microseconds(1)
    scope.steps = engine.union([
      .load, .play, .pause, .seekStart, .seekMiddle, .seekEnd, .windowMoved, .starved, .filledSome,
    ])
    return scope
  }

  /// Everything at once: too large to explore completely; explored as deep as time allows.
  public static var wide: PlayerScope {
    var scope = PlayerScope("wide", "every command and every fault at once; grows for ever, bounded by depth or memory")
    scope.configuration.retryLimit = 1
    scope.configuration.resumesOnReconnect = true
    scope.configuration.allowsCellular = false
    scope.closesAtOnce = false
    scope.stopLimit = 2
    scope.steps = ScopeSteps.commands.union(ScopeSteps.healing).union([
      .networkLost, .networkCellular, .interrupt, .resumeNot, .background, .openFailed, .openRefused, .besideFailed,
      .failed, .soughtNot, .starved, .endedEarly, .stoppedAlone, .filledSome,
    ])
    return scope
  }
}
