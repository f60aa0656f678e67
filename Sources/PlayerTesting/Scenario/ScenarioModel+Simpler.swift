import PlayerCore
import PlayerSimulation
import ReducerTesting

// The candidates of shrinking a scenario. Entries are removed or set to their defaults; numbers move towards the
// defaults, and never become less round.

extension ScenarioModel {
  /// Earlier or rounder triggers, then simpler actions.
  public func simplerSteps(than step: ScenarioStep) -> [ScenarioStep] {
    Self.triggers(than: step.trigger).map { ScenarioStep($0, step.action) }
      + Self.actions(than: step.action).filter { step.action.keepsWords(in: $0) }
      .map { ScenarioStep(step.trigger, $0) }
  }

  private static func triggers(than trigger: ScenarioTrigger) -> [ScenarioTrigger] {
    switch trigger {
    case .at(let time): return Round.spans(than: time).map { .at($0) }
    case .after(let time): return Round.spans(than: time).map { .after($0) }
    case .on(let event, let occurrence, let delay, let follows):
      var triggers: [ScenarioTrigger] = []
      if occurrence != 1 { triggers.append(.on(event, occurrence: 1, after: delay, follows: follows)) }
      if !event.conditions.isEmpty {
        triggers.append(.on(EventPattern(code: event.code), occurrence: occurrence, after: delay, follows: follows))
      }
      return triggers
        + Round.spans(than: delay).map { .on(event, occurrence: occurrence, after: $0, follows: follows) }
    }
  }

  private static func actions(than action: ScenarioAction) -> [ScenarioAction] {
    switch action {
    case .command(let command, let request):
      var actions: [ScenarioAction] = request == nil ? [] : [.command(command, nil)]
      for case .command(let simpler, _) in Round.inputs(than: .command(command, .fresh)) {
        actions.append(.command(simpler, request))
      }
      return actions
    case .environment(let event):
      return Round.inputs(than: .environment(event)).compactMap {
        if case .environment(let simpler) = $0 { .environment(simpler) } else { nil }
      }
    case .report(let event, let epoch):
      return Round.inputs(than: .engine(event, .current)).compactMap {
        if case .engine(let simpler, _) = $0, simpler != event { .report(simpler, epoch) } else { nil }
      }
    case .fault(let fault): return WorldModel.simplerFaults(than: fault).map { .fault($0) }
    case .segments(let segments): return without(segments).map { .segments($0) }
    case .connect(let path, let network?):
      return [.connect(path, nil)] + networks(than: network).map { .connect(path, $0) }
    case .sleep(let span): return WorldModel.simplerSpans(than: span).map { .sleep($0) }
    case .deadline, .heal, .wait, .connect: return []
    }
  }

  // MARK: The setup

  /// Entries removed or at their defaults, numbers nearer to those and no less round.
  public func simplerSetups(than setup: Scenario) -> [Scenario] {
    var setups: [Scenario] = []
    func add(_ change: (inout Scenario) -> Void) {
      var simpler = setup
      change(&simpler)
      if simpler != setup { setups.append(simpler) }
    }
    func each<Value>(_ path: WritableKeyPath<Scenario, Value>, _ values: [Value]) {
      for value in values { add { $0[keyPath: path] = value } }
    }
    each(\.expectations, expectations(than: setup.expectations))
    each(\.networks, Self.without(setup.networks))
    each(\.network, Self.networks(than: setup.network))
    each(\.segments, Self.without(setup.segments))
    for index in setup.segments.indices {
      for segment in Self.segments(than: setup.segments[index]) { add { $0.segments[index] = segment } }
    }
    if setup.source == .simulated {
      add { $0.timing = EngineTiming() }
      each(\.timing, Self.tempers(than: setup.timing))
      if setup.media.count > 1 { add { $0.media.removeLast() } }
      for index in setup.media.indices {
        for media in Self.media(than: setup.media[index]) { add { $0.media[index] = media } }
      }
      if setup.loading != nil { add { $0.loading = Scenario.Loading() } }
    }
    add { $0.settings = [] }
    each(\.settings, Self.without(setup.settings))
    add { $0.preset = "" }
    add { $0.end = nil }
    if let end = setup.end { each(\.end, Round.spans(than: end)) }
    return setups
  }

  /// Expectations before the failing one are part of the sequence that leads to it, and stay.
  private func expectations(than expectations: [ScenarioExpectation]) -> [[ScenarioExpectation]] {
    switch goal {
    case .breaks, .says: return expectations.isEmpty ? [] : [[]]
    case .neverDoes: return []
    case .fails(let kept, _):
      guard let place = expectations.firstIndex(of: kept), place + 1 < expectations.count else { return [] }
      return [Array(expectations[...place])]
    }
  }

  private static func without<Element>(_ list: [Element]) -> [[Element]] {
    var lists: [[Element]] = list.count > 1 ? [[]] : []
    for index in list.indices {
      var shorter = list
      shorter.remove(at: index)
      lists.append(shorter)
    }
    return lists
  }

  private static func networks(than network: ScenarioNetwork) -> [ScenarioNetwork] {
    var networks: [ScenarioNetwork] = network == .standard ? [] : [.standard]
    guard case .periods(let ending) = network.description else { return networks }
    // The silence after the last period of a profile is not an entry of the scenario.
    let periods = ending == .falls ? network.profile.periods.dropLast() : network.profile.periods[...]
    for shorter in without(Array(periods)) {
      if let profile = NetworkProfile(shorter, ending: ending) {
        networks.append(ScenarioNetwork(profile, .periods(ending)))
      }
    }
    return networks
  }

  private static func segments(than segment: Scenario.Segment) -> [Scenario.Segment] {
    var segments: [Scenario.Segment] = []
    for flag in [\Scenario.Segment.isBlocked, \.isHidden, \.isDated] where segment[keyPath: flag] {
      var simpler = segment
      simpler[keyPath: flag] = false
      segments.append(simpler)
    }
    for time in Round.times(than: segment.start) {
      var simpler = segment
      simpler.start = time
      segments.append(simpler)
    }
    for time in Round.times(than: segment.end) where time > segment.start {
      var simpler = segment
      simpler.end = time
      segments.append(simpler)
    }
    return segments
  }

  /// For each entry, the timing with that entry at its default.
  private static func tempers(than timing: EngineTiming) -> [EngineTiming] {
    let fresh = EngineTiming()
    var tempers: [EngineTiming] = []
    func add(_ change: (inout EngineTiming) -> Void) {
      var simpler = timing
      change(&simpler)
      if simpler != timing { tempers.append(simpler) }
    }
    for path in [
      \EngineTiming.openLatency, \.startLatency, \.pauseLatency, \.seekLatency, \.closeLatency, \.answerLatency,
      \.firstFrameLatency, \.nameLookup, \.connect, \.bufferBound, \.refillBelow,
    ] {
      add { $0[keyPath: path] = fresh[keyPath: path] }
    }
    add { $0.backBuffer = nil }
    add { $0.landing = fresh.landing }
    add { $0.landsWithData = false }
    return tempers
  }

  private static func media(than media: SimulatedMedia) -> [SimulatedMedia] {
    let fresh = SimulatedMedia(duration: media.duration)
    var all: [SimulatedMedia] = []
    func add(_ change: (inout SimulatedMedia) -> Void) {
      var simpler = media
      change(&simpler)
      if simpler != media { all.append(simpler) }
    }
    add { $0 = fresh }
    add { $0.chapters = [] }
    add { $0.cues = [] }
    add { $0.dateOfZero = nil }
    add { $0.isDurationEstimated = false }
    add { $0.headerBits = fresh.headerBits }
    add { $0.delivery = fresh.delivery }
    add { $0.keyFrameInterval = .zero }
    add { ($0.holdBack, $0.age) = (fresh.holdBack, fresh.age) }
    if media.duration.isKnown { add { $0.isSeekable = true } }
    for window in Round.spans(than: media.window) { add { $0.window = window } }
    for duration in Round.times(than: media.duration) where duration > .zero { add { $0.duration = duration } }
    if media.tracks.count > 1 {
      // From last to first: removing a track renumbers those after it.
      for index in media.tracks.indices.reversed() {
        add { media in
          media.tracks.remove(at: index)
          if !media.tracks.contains(where: { $0.kind == .video }) { (media.naturalWidth, media.naturalHeight) = (0, 0) }
        }
      }
    }
    for index in media.tracks.indices {
      add { $0.tracks[index].segmentBits = [] }
      add { $0.tracks[index].title = .none }
      add { $0.tracks[index].language = .none }
    }
    return all
  }
}

/// Numbers, times and inputs that are simpler, and no less round.
private enum Round {
  static func isRound(_ number: Int64, like other: Int64) -> Bool {
    for unit: Int64 in [1_000_000, 100_000, 1_000] where other % unit == 0 { return number % unit == 0 }
    return true
  }

  static func spans(than span: TimeSpan) -> [TimeSpan] {
    numbers(than: span.microseconds).map { .microseconds($0) }
  }

  static func times(than time: MediaTime) -> [MediaTime] {
    time.isKnown ? numbers(than: time.microseconds).map { MediaTime(microseconds: $0) } : []
  }

  static func numbers(than number: Int64) -> [Int64] {
    for unit: Int64 in [1_000_000, 100_000, 1_000] where number % unit == 0 {
      return Simpler.numbers(than: number / unit).map { $0 * unit }
    }
    return Simpler.numbers(than: number)
  }

  static func inputs(than input: Input) -> [Input] {
    let message = input.message
    return Simpler.inputs(than: input).filter { simpler in
      let other = simpler.message
      guard other.code == message.code else { return true }
      return (0..<message.count).allSatisfy { other[$0] == message[$0] || isRound(other[$0], like: message[$0]) }
    }
  }
}
