import PlayerCore
import PlayerSimulation
import ReducerTesting

// Converts a world's session to a scenario file and back. Every session can be expressed: the readable form is the
// stored form.

extension WorldModel {
  /// The session as a scenario that gives the player the same inputs. The model's own steps at the end, healing
  /// included, are left out.
  public static func scenario(of session: Session<WorldSetup, WorldStep>, name: String) -> Scenario {
    let setup = session.setup
    var scenario = Scenario(name)
    scenario.preset = setup.player.preset == .defaults ? "" : "\(setup.player.preset)"
    let (base, configuration) = (setup.player.preset.configuration, setup.player.configuration)
    scenario.settings = Setting.allCases.filter { base[$0] != configuration[$0] }
      .map { Scenario.SettingValue($0, configuration[$0]) }
    scenario.media = [setup.media.media, setup.otherMedia.media]
    scenario.network = .constant(bitsPerSecond: setup.bitsPerSecond)
    scenario.timing = setup.timing
    scenario.loading = nil
    var now = Instant.zero
    scenario.steps = session.steps.map { step in
      // A step that lies before its predecessor happens together with it.
      now = max(now, step.instant)
      return ScenarioStep(.at(now - .zero), action(of: step.event))
    }
    scenario.end = now - .zero
    return scenario
  }

  static func action(of event: WorldStep.Event) -> ScenarioAction {
    switch event {
    case .command(let command): .command(command, nil)
    case .environment(let event): .environment(event)
    case .fault(let fault): .fault(fault)
    case .heal: .heal
    case .handOver(let bitsPerSecond, let path): .connect(path, .constant(bitsPerSecond: bitsPerSecond))
    case .sleep(let span): .sleep(span)
    case .wait: .wait
    }
  }

  /// The session of a scenario. Throws a ``ReducerTesting/CorpusError`` for a scenario beyond the sessions of a world: other media,
  /// segments, steps that wait for events.
  public static func session(of scenario: Scenario, from file: String) throws -> Session<WorldSetup, WorldStep> {
    func refuse(_ what: String) -> CorpusError {
      CorpusError(
        "\(file): \(what), which no session of the model world has. Play scenarios of your own with 'tapedeck simulate', "
          + "and keep them elsewhere")
    }
    guard scenario.source == .simulated else { throw refuse("its engine is recorded") }
    guard scenario.loading == nil else {
      throw refuse("something is loaded before the first step ('load: no' is missing)")
    }
    guard scenario.segments.isEmpty, scenario.networks.isEmpty else { throw refuse("it has 'segments' or 'networks'") }
    let media = scenario.media.map { media in WorldSetup.Media.all.first { $0.media == media } }
    guard media.count == 2, let first = media[0], let second = media[1] else {
      throw refuse("its media are not two of \(WorldSetup.Media.all.map { "\($0)" }.joined(separator: ", "))")
    }
    guard let bits = bitsPerSecond(scenario.network) else { throw refuse("its network is not a constant rate") }
    var setup = WorldSetup(first, otherMedia: second, bitsPerSecond: bits)
    let preset = PlayerSetup.Preset.allCases.first { "\($0)" == scenario.preset } ?? .defaults
    setup.player = PlayerSetup(
      preset, changes: scenario.settings.map { PlayerSetup.Change($0.setting, $0.value) })
    let timing = scenario.timing
    (setup.open, setup.start, setup.pause) = (timing.openLatency, timing.startLatency, timing.pauseLatency)
    (setup.seek, setup.close, setup.answer) = (timing.seekLatency, timing.closeLatency, timing.answerLatency)
    guard setup.timing == timing else {
      throw refuse("its engine has other latencies than open, start, pause, seek, close and answer")
    }

    var session = Session<WorldSetup, WorldStep>(setup)
    for (index, step) in scenario.steps.enumerated() {
      let instant: Instant? =
        switch step.trigger {
        case .at(let time): .zero + time
        case .after(let time): (session.steps.last?.instant ?? .zero) + time
        case .on: nil
        }
      guard let instant else { throw refuse("step \(index + 1) waits for an event") }
      guard let event = event(of: step.action) else {
        throw refuse("step \(index + 1) is '\(scenario.words(of: step))'")
      }
      session.steps.append(WorldStep(event, at: instant))
    }
    if let end = scenario.end, end > (session.steps.last?.instant ?? .zero) - .zero {
      session.steps.append(WorldStep(.wait, at: .zero + end))
    }
    return session
  }

  private static func event(of action: ScenarioAction) -> WorldStep.Event? {
    switch action {
    case .command(let command, nil): .command(command)
    case .environment(let event): .environment(event)
    case .fault(let fault): .fault(fault)
    case .heal: .heal
    case .sleep(let span): .sleep(span)
    case .wait: .wait
    case .connect(let path, let network?):
      bitsPerSecond(network).map { .handOver(bitsPerSecond: $0, path) }
    case .command, .report, .deadline, .segments, .connect: nil
    }
  }

  private static func bitsPerSecond(_ network: ScenarioNetwork) -> Int64? {
    let bits = (network.profile.periods.first?.microbitsPerSecond ?? 0) / 1_000_000
    return network == .constant(bitsPerSecond: bits) ? bits : nil
  }
}
