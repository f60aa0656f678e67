import PlayerCore
import PlayerRuntime

/// An engine whose reports are changed.
final class Spoilt: Engine {
  private let engine: any Engine
  private let spoil: (inout EngineReport) -> Void
  private var wake: @Sendable () -> Void = {}

  init(_ engine: any Engine, _ spoil: @escaping (inout EngineReport) -> Void) {
    (self.engine, self.spoil) = (engine, spoil)
  }

  var identity: String { engine.identity }
  var nextEvent: Instant { engine.nextEvent }
  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    engine.perform(command, epoch: epoch, at: now)
  }
  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    engine.setWakeHandler(wake)
  }
  func setClock(_ now: @escaping @Sendable () -> Instant) { engine.setClock(now) }
  func shutDown() { engine.shutDown() }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    let first = events.count
    engine.takeEvents(upTo: now, into: &events)
    for index in first..<events.count { spoil(&events[index]) }
    // On the machine's clock, an engine without threads cannot announce its reports by itself.
    if events.count > first { wake() }
  }
}
