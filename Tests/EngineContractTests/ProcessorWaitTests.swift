import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import EngineContract

#if os(Linux)
@Suite("Engine contract: what the machine takes")
struct ProcessorWaitTests {
  /// An engine in a process that computes with more threads than there are processors.
  private final class Crowded: Engine, EngineProcess {
    private let process = Process()
    let identity = "crowded"
    let nextEvent = Instant.never
    var processIdentifier: Int32? { process.processIdentifier }

    init() throws {
      process.executableURL = URL(filePath: "/bin/sh")
      let count = 2 * ProcessInfo.processInfo.processorCount + 1
      process.arguments = [
        "-c", "for each in $(seq \(count)); do while :; do :; done & all=\"$all $!\"; done; read end; kill $all",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardInput = Pipe()
      try process.run()
    }

    func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {}
    func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {}
    func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
    func shutDown() { try? (process.standardInput as? Pipe)?.fileHandleForWriting.close() }
  }

  @Test("what threads of a process and of its children wait for a processor is known")
  func crowded() throws {
    let engine = try Crowded()
    defer { engine.shutDown() }
    var wait = ProcessorWait(engine)
    wait.look(at: .zero)
    // More threads than processors: some of them wait all the time. How long that takes to be seen is the machine's affair.
    for second in 1...600 where wait.wait(since: .zero) < .milliseconds(50) {
      usleep(100_000)
      wait.look(at: Instant(microseconds: Int64(second) * 100_000))
    }
    #expect(wait.wait(since: .zero) >= .milliseconds(50))
    #expect(wait.wait(since: Instant(microseconds: 1_000_000_000)) == .zero)
  }

  @Test("a process that is gone, or never was, has waited no more")
  func gone() {
    var wait = ProcessorWait(ScriptedEngine())
    #expect(wait.wait(since: .zero) == .zero)
    wait.look(at: .zero)
    #expect(wait.wait(since: .zero) == .zero)
  }

  @Test("a position is judged by less than what was waited since it moves")
  func lag() {
    var since = Moment(.zero, .zero)
    since.waited = .seconds(1)
    let course = Course(position: .zero, since: since, rate: .normal)
    var moment = Moment(Instant(microseconds: 5_000_000), Instant(microseconds: 5_000_000))
    moment.waited = .seconds(1)
    #expect(course.positions(in: moment, within: .zero) == .seconds(5)...(.seconds(5)))
    // A playhead may lag, and a report may have been noted late; neither lets it be further ahead than that.
    moment.waited = .seconds(3)
    moment.delay = .milliseconds(10)
    #expect(course.positions(in: moment, within: .zero) == .milliseconds(2_990)...(.milliseconds(5_010)))
  }
}
#endif
