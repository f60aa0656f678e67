import PlayerCore

/// Turns what a scenario does into what happens in a world.
struct ActionTranslator {
  /// Networks that can be changed to by their paths.
  let networks: [Scenario.NamedNetwork]
  private var isConnected = true
  /// The newest opening, which reports without an epoch belong to.
  private(set) var epoch = Epoch.none

  init(networks: [Scenario.NamedNetwork]) { self.networks = networks }

  /// Notes what the player asked its engine for.
  mutating func hear(_ output: Output) {
    if case .engine(.open, let opened) = output { epoch = opened }
  }

  /// What happens before the first step.
  func opening(of scenario: Scenario, _ world: inout World) -> [WorldEvent] {
    var events: [WorldEvent] = scenario.segments.isEmpty ? [] : self.events(of: scenario.segments, &world)
    if let loading = scenario.loading {
      let command = Command.load(
        item: ItemID(1), start: loading.start, autoplay: loading.autoplay, opens: loading.opens,
        isLocal: loading.isLocal)
      events.append(.command(command, world.nextRequest()))
    }
    return events
  }

  private func events(of segments: [Scenario.Segment], _ world: inout World) -> [WorldEvent] {
    segments.map { .command($0.command, world.nextRequest()) } + [.command(.commitSegments, world.nextRequest())]
  }

  mutating func events(of action: ScenarioAction, _ world: inout World) -> [WorldEvent] {
    switch action {
    case .command(let command, let request): return [.command(command, request ?? world.nextRequest())]
    case .environment(let event): return [.environment(event)]
    case .report(let event, let epoch): return [.input(.engine(event, epoch ?? self.epoch))]
    case .deadline: return [.input(.deadline)]
    case .segments(let segments): return events(of: segments, &world)
    case .fault(let fault): return [.fault(fault)]
    case .heal: return [.heal]
    case .wait: return []
    case .sleep(let span): return [.sleep(span)]
    case .connect(.none, nil):
      isConnected = false
      return [.fault(.outage), .environment(.networkChanged(.none))]
    case .connect(let path, let network):
      let healing: [WorldEvent] = isConnected ? [] : [.fault(.outageEnds)]
      isConnected = true
      if let network = network ?? networks.first(where: { $0.path == path })?.network {
        return healing + [.handOver(network.profile, path)]
      }
      return healing + [.environment(.networkChanged(path))]
    }
  }
}
