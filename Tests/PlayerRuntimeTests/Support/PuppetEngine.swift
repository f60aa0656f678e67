import PlayerCore
import PlayerRuntime

/// An engine that does only what a test says, even what no engine should do.
final class PuppetEngine: Engine {
  let identity = "puppet 1"
  /// What is reported when the host next asks.
  var reports: [EngineReport] = []
  /// When the host should ask by itself.
  var nextEvent = Instant.never
  /// What the engine does about a command.
  var onCommand: (PuppetEngine, EngineCommand, Epoch, Instant) -> Void = { _, _, _, _ in }
  /// Called before reports are taken.
  var onTake: (PuppetEngine, Instant) -> Void = { _, _ in }
  private(set) var commands: [EngineCommand] = []
  private(set) var epoch = Epoch.none
  private(set) var shutDowns = 0
  /// What the host's clock reads; `nil` where the caller's clock counts.
  private(set) var clock: (@Sendable () -> Instant)?

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    commands.append(command)
    if case .open = command { self.epoch = epoch }
    onCommand(self, command, epoch, now)
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    onTake(self, now)
    events += reports
    reports = []
  }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  func setClock(_ now: @escaping @Sendable () -> Instant) { clock = now }

  func shutDown() { shutDowns += 1 }
}
