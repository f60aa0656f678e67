import PlayerCore
import PlayerTrace

extension Scenario {
  /// What a scenario that was made from a trace expects.
  public enum RecordedExpectations: String, CaseIterable, Sendable {
    /// Every state the player showed, when it showed it.
    case states
    /// Every notification of the player, at its instant.
    case all
    case none
  }

  /// Makes a scenario from a recorded session, with the engine's reports as they came: playing it gives the inputs and
  /// outputs of the trace. Nothing must have been read from `reader` yet.
  ///
  /// Deadlines of the trace that match the player's own are left out: they are served automatically, even after steps
  /// are changed.
  public init(
    recorded reader: inout TraceReader, expecting expected: RecordedExpectations = .states
  ) throws(TraceError) {
    let recording = try Recording(&reader, expected)
    self = recording.scenario(withDeadlines: false)
    if !recording.isSame(as: self) { self = recording.scenario(withDeadlines: true) }
  }
}

/// A trace, read for a scenario.
struct Recording {
  private(set) var header: TraceHeader
  private(set) var sources: [String] = []
  private(set) var texts: [String] = []
  private(set) var steps: [TraceStep] = []
  private var expectations: [ScenarioExpectation] = []
  private let file: String

  /// Items and texts with numbers above this keep their numbers and lose their words.
  private static let definitions: UInt32 = 10_000

  init(_ reader: inout TraceReader, _ expected: Scenario.RecordedExpectations) throws(TraceError) {
    (header, file) = (reader.header, reader.file)
    guard !header.isObserved else {
      throw .notReplayable(
        file: file,
        reason: ObservedRun.noScenario
          + "a log has no inputs. Give --simulate for a scenario that provokes what was observed")
    }
    guard !header.isExcerpt else {
      throw .notReplayable(file: file, reason: "it is an excerpt; a scenario needs the whole trace")
    }
    while let record = try reader.nextKnown() {
      switch record {
      case .definition(.item(let item, let source)): Self.define(item.rawValue, source, in: &sources)
      case .definition(.text(let text, let words)): Self.define(text.rawValue, words, in: &texts)
      case .step(let step):
        guard steps.count < ScenarioLimit.inputs else {
          throw .notReplayable(file: file, reason: "it has more than \(ScenarioLimit.inputs) inputs")
        }
        steps.append(step)
        expect(step, expected)
      case .checkpoint(let checkpoint):
        let fresh = Player(configuration: header.configuration)
        guard checkpoint.number > 0 || checkpoint.state == nil || checkpoint.state == fresh else {
          throw .notReplayable(file: file, reason: "it begins in the middle of a session")
        }
      case .foreignStep, .mark, .end: break
      }
    }
  }

  private static func define(_ number: UInt32, _ words: String, in table: inout [String]) {
    guard number > 0, number <= definitions else { return }
    let index = Int(number) - 1
    while table.count <= index { table.append("") }
    table[index] = words
  }

  private mutating func expect(_ step: TraceStep, _ expected: Scenario.RecordedExpectations) {
    guard expected != .none else { return }
    let instant = step.instant - .zero
    let window = ScenarioExpectation.Window(from: instant, until: instant)
    for output in step.outputs {
      guard case .notification(let notification, _) = output else { continue }
      switch (expected, notification) {
      case (.all, _):
        let message = output.message
        // Field 0 is the reason.
        let conditions = (1..<max(1, message.count)).map { EventPattern.Condition(field: $0, value: message[$0]) }
        expectations.append(.event(EventPattern(code: message.code, conditions), window))
      case (.states, .playbackStateChanged(_, let state)):
        expectations.append(.event(.state(state), window))
      case (.states, .failed(let failure, _)):
        let condition = EventPattern.Condition(field: 1, value: failure.kind.wireValue)
        expectations.append(.event(EventPattern(code: output.code, [condition]), window))
      default: break
      }
    }
  }

  // MARK: As recorded

  func scenario(withDeadlines: Bool) -> Scenario {
    var scenario = fresh
    scenario.source = .recorded(deadlines: withDeadlines)
    scenario.loading = nil
    for step in steps {
      let action: ScenarioAction
      switch step.input {
      case .deadline:
        if !withDeadlines { continue }
        action = .deadline
      case .command(let command, let request): action = .command(command, request)
      case .environment(let event): action = .environment(event)
      case .engine(let event, let epoch): action = .report(event, epoch)
      }
      scenario.steps.append(ScenarioStep(.at(step.instant - .zero), action))
    }
    if let last = steps.last, case .deadline = last.input, !withDeadlines, last.instant >= .zero {
      scenario.end = last.instant - .zero
    }
    scenario.expectations = expectations
    return scenario
  }

  private var fresh: Scenario {
    var scenario = Scenario(header.note.isEmpty ? file : header.note)
    scenario.origin = "recorded as \(file)" + (header.engine.isEmpty ? "" : " with \(header.engine)")
    (scenario.sources, scenario.texts) = (sources, texts)
    // The preset that explains most of the configuration.
    var best = ("", Self.differences(header.configuration, Configuration()))
    for preset in Configuration.presets {
      let differences = Self.differences(header.configuration, preset.configuration)
      if differences.count < best.1.count { best = (preset.name, differences) }
    }
    (scenario.preset, scenario.settings) = best
    return scenario
  }

  private static func differences(_ a: Configuration, _ b: Configuration) -> [Scenario.SettingValue] {
    Setting.allCases.filter { a[$0] != b[$0] }.map { Scenario.SettingValue($0, a[$0]) }
  }

  /// Whether playing the scenario gives the inputs of the trace.
  func isSame(as scenario: Scenario) -> Bool {
    let played = ScenarioRun(scenario, trace: .binary).trace
    guard var reader = try? TraceReader(bytes: played) else { return false }
    var index = 0
    while let record = try? reader.next() {
      guard case .step(let step) = record else { continue }
      guard index < steps.count, steps[index].input == step.input, steps[index].instant == step.instant else {
        return false
      }
      index += 1
    }
    return index == steps.count
  }

  // MARK: In a world

  /// The session with a simulated engine: media, latencies and failures as far as they follow from the reports.
  func simulation() -> Scenario {
    var scenario = fresh
    scenario.loading = nil
    scenario.sources = []
    var world = ObservedWorld()
    for step in steps {
      world.take(step)
      switch step.input {
      case .command(let command, _):
        scenario.steps.append(ScenarioStep(.at(step.instant - .zero), .command(command, nil)))
      case .environment(let event): scenario.steps.append(ScenarioStep(.at(step.instant - .zero), .environment(event)))
      case .engine, .deadline: break
      }
      for fault in world.faults { scenario.steps.append(ScenarioStep(.at(step.instant - .zero), .fault(fault))) }
      world.faults = []
    }
    if world.failedOpenings > 0 {
      let fault = EngineFault.openFails(world.openFailure, after: world.openFailsAfter, count: world.failedOpenings)
      scenario.steps.insert(ScenarioStep(.at(.zero), .fault(fault)), at: 0)
    }
    scenario.media = world.library.map(known)
    scenario.timing = world.timing
    scenario.end = steps.last.map { max(.zero, $0.instant - .zero) }
    scenario.expectations = []
    return scenario
  }
}

extension Recording {
  /// The media without texts that the trace does not define.
  private func known(_ media: SimulatedMedia) -> SimulatedMedia {
    func known(_ text: TextID) -> TextID { Int(text.rawValue) <= texts.count ? text : .none }
    var media = media
    for index in media.tracks.indices {
      media.tracks[index].language = known(media.tracks[index].language)
      media.tracks[index].title = known(media.tracks[index].title)
    }
    return media
  }
}

extension Scenario {
  /// Makes a scenario of a session that was recorded, with a simulated engine in the place of the one that played: the
  /// same commands and environment, and media, latencies and failures as far as they follow from the reports. The
  /// notifications are then near to the recorded ones, not the same; nothing is expected.
  ///
  /// Of a trace that was made from the log of another player the user's steps are known as far as the log tells; what
  /// was observed to go wrong is expected.
  public init(simulating reader: inout TraceReader) throws(TraceError) {
    if reader.header.isObserved {
      try self.init(observed: &reader)
      return
    }
    self = try Recording(&reader, .none).simulation()
  }
}

/// What follows from reports about media and engine.
private struct ObservedWorld {
  private(set) var library: [SimulatedMedia] = [SimulatedMedia.audio(.seconds(60))]
  private(set) var timing = EngineTiming()
  private(set) var openFailure = Failure(.none)
  private(set) var openFailsAfter = TimeSpan.zero
  private(set) var failedOpenings: Int32 = 0
  var faults: [EngineFault] = []

  private var item = 0
  private var askedAt = Instant.zero
  private var seekAt = Instant.zero
  private var isOpen = false
  private var hasOpened = false
  private var hasSought = false
  private var isStarved = false
  private var tracks: [SimulatedMedia.Track] = []

  mutating func take(_ step: TraceStep) {
    if case .engine(let event, _) = step.input { take(event, at: step.instant) }
    for output in step.outputs {
      guard case .engine(let command, _) = output else { continue }
      switch command {
      case .open(let opened, _):
        item = min(Int(opened.rawValue), 1_000) - 1
        while library.count <= item { library.append(SimulatedMedia.audio(.seconds(60))) }
        (askedAt, isOpen, isStarved, tracks) = (step.instant, false, false, [])
      case .seek: seekAt = step.instant
      default: break
      }
    }
  }

  private mutating func take(_ event: EngineEvent, at instant: Instant) {
    guard library.indices.contains(item) else { return }
    switch event {
    case .opened(let opened):
      var media = library[item]
      media.duration = opened.duration
      (media.isSeekable, media.isDurationEstimated) = (opened.isSeekable, opened.isDurationEstimated)
      if !tracks.isEmpty {
        media.tracks = tracks
      } else if opened.hasVideo {
        media.tracks = [.init(.audio, bitsPerSecond: 128_000), .init(.video, bitsPerSecond: 2_000_000)]
        (media.naturalWidth, media.naturalHeight) = (1_280, 720)
      }
      library[item] = media
      if !hasOpened { timing.openLatency = max(.zero, instant - askedAt) }
      (isOpen, hasOpened) = (true, true)
    case .trackFound(let kind, _, let language, let title, let isDefault, let isForced):
      let bits: Int64 = kind == .video ? 2_000_000 : kind == .audio ? 128_000 : 0
      if tracks.count < 100 {
        tracks.append(
          .init(
            kind, bitsPerSecond: bits, language: language, title: title, isDefault: isDefault, isForced: isForced))
      }
      if isOpen { library[item].tracks = tracks }
    case .naturalSizeChanged(let width, let height):
      (library[item].naturalWidth, library[item].naturalHeight) = (width, height)
    case .seekableRangeChanged(let start, let end):
      if !library[item].duration.isKnown, end > start { library[item].window = max(library[item].window, end - start) }
    case .seekCompleted:
      if !hasSought { timing.seekLatency = max(.zero, instant - seekAt) }
      hasSought = true
    case .failed(let failure):
      if isOpen {
        faults.append(.fails(failure))
      } else if !hasOpened, failedOpenings == 0 || openFailure == failure {
        (openFailure, openFailsAfter) = (failure, max(.zero, instant - askedAt))
        failedOpenings += 1
      }
    case .warned(let failure): faults.append(.warns(failure))
    case .starved:
      isStarved = true
      faults += [.outage, .losesBuffer]
    case .buffered where isStarved:
      isStarved = false
      faults.append(.outageEnds)
    default: break
    }
  }
}
