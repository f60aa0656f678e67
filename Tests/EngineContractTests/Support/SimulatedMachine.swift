import PlayerCore
import PlayerRuntime
import PlayerSimulation

/// The simulated engine as hosts drive it.
final class SimulatedMachine: Engine {
  private var engine: SimulatedEngine
  private let library: IdentifierTable
  private let media: [String: ItemID]
  private var isShutDown = false

  /// The media by name; any other item does not exist.
  init(
    _ media: [(name: String, media: SimulatedMedia)], library: IdentifierTable, network: NetworkProfile,
    timing: EngineTiming
  ) {
    engine = SimulatedEngine(media.map(\.media), network: network, timing: timing)
    self.library = library
    var items: [String: ItemID] = [:]
    for (index, entry) in media.enumerated() { items[entry.name] = ItemID(UInt32(index + 1)) }
    self.media = items
  }

  let identity = SimulatedEngine.identity
  var nextEvent: Instant { isShutDown ? .never : engine.nextEvent }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    guard case .open(let item, let keepsBuffer) = command else {
      return engine.perform(command, epoch: epoch, at: now)
    }
    let number = library.source(of: item).flatMap { media[$0] } ?? ItemID(UInt32(media.count + 1))
    engine.perform(.open(item: number, keepsBuffer: keepsBuffer), epoch: epoch, at: now)
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    while !isShutDown, let report = engine.takeEvent(upTo: now) {
      events.append(EngineReport(report.event, epoch: report.epoch, at: report.instant))
    }
  }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  func shutDown() { isShutDown = true }
}
