import PlayerCore
import PlayerRuntime

/// An engine that resumes by itself when data arrives after a stall, without a report: it secretly performs a play
/// command when more is buffered.
final class Resuming: Engine {
  private let engine: any Engine
  private var starved: Epoch?
  private var secret: Epoch?

  init(_ engine: any Engine) { self.engine = engine }

  var identity: String { engine.identity }
  var nextEvent: Instant { engine.nextEvent }
  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { engine.setWakeHandler(wake) }
  func setClock(_ now: @escaping @Sendable () -> Instant) { engine.setClock(now) }
  func shutDown() { engine.shutDown() }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    if case .reportPosition = command {} else { (starved, secret) = (nil, nil) }
    engine.perform(command, epoch: epoch, at: now)
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    var reports: [EngineReport] = []
    engine.takeEvents(upTo: now, into: &reports)
    for report in reports {
      switch report.event {
      case .starved where secret == nil: starved = report.epoch
      case .buffered where starved == report.epoch:
        engine.perform(.play(rate: .normal), epoch: report.epoch, at: now)
        (starved, secret) = (nil, report.epoch)
      default: break
      }
      var isSecret = false
      if secret == report.epoch {
        switch report.event {
        case .playbackStarted, .starved: isSecret = true
        default: break
        }
      }
      if !isSecret { events.append(report) }
    }
  }
}
