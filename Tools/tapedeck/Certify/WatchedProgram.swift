import Backports
import EngineContract
import PlayerCore
import PlayerRuntime

/// The problems of programs, the newest last.
final class ProblemLog: Sendable {
  private let problem = Lock<String?>(nil)

  var last: String? { problem.withLock { $0 } }

  func append(_ text: String) { problem.withLock { $0 = text } }
}

/// A program whose problem can be read after its session.
final class WatchedProgram: Engine, EngineProcess {
  private let engine: ProgramEngine
  private let problems: ProblemLog

  init(_ engine: ProgramEngine, _ problems: ProblemLog) {
    self.engine = engine
    self.problems = problems
  }

  var identity: String { engine.identity }
  var nextEvent: Instant { engine.nextEvent }
  var processIdentifier: Int32? { engine.processIdentifier }

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    engine.perform(command, epoch: epoch, at: now)
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) { engine.takeEvents(upTo: now, into: &events) }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { engine.setWakeHandler(wake) }
  func setClock(_ now: @escaping @Sendable () -> Instant) { engine.setClock(now) }

  func shutDown() {
    if let problem = engine.problem { problems.append(problem) }
    engine.shutDown()
  }
}
