import Backports
import Foundation
import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@testable import EngineContract

#if os(Linux)
@Suite("Engine contract: delays of the machine")
struct ProcessorWaitTests {
  @Test("the time that threads wait for a processor is measured")
  func waitUnderLoad() {
    var wait = ProcessorWait(ScriptedEngine())
    wait.look(at: .zero)
    // With more threads than processors, some always wait. How soon that becomes visible depends on the machine.
    let isOver = Lock(false)
    for _ in 0...2 * ProcessInfo.processInfo.processorCount {
      Thread.detachNewThread { while !isOver.withLock({ $0 }) {} }
    }
    var now = Instant.zero
    while wait.wait(since: .zero) < .milliseconds(50), now.microseconds < 60_000_000 {
      usleep(10_000)
      now = now + .milliseconds(10)
      wait.look(at: now)
    }
    isOver.withLock { $0 = true }
    #expect(wait.wait(since: .zero) >= .milliseconds(50))
    #expect(wait.wait(since: now) == .zero)
  }

  @Test("nothing is known before the second look")
  func noWaitBeforeSecondLook() {
    var wait = ProcessorWait(ScriptedEngine())
    #expect(wait.wait(since: .zero) == .zero)
    wait.look(at: .zero)
    #expect(wait.wait(since: .zero) == .zero)
  }

  @Test("the time that the host of a virtual machine has kept from all processors counts")
  func stealTime() {
    // The first line, as `man 5 proc` has it: user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.
    let text = "cpu  4705 150 1120 16250 520 30 45 125 0 0\ncpu0 2300 80 600 8100 250 15 20 60 0 0\n"
    #expect(ProcessorWait.kept(in: text) == 1_250_000_000)
    // Old kernels have fewer numbers, and other systems have no such file.
    #expect(ProcessorWait.kept(in: "cpu  4705 150 1120 16250 520 30 45\n") == 0)
    #expect(ProcessorWait.kept(in: "") == 0)
  }

  @Test("a position may lag by the time waited since it moves")
  func lag() {
    var since = Moment(.zero, .zero)
    since.waited = .seconds(1)
    let course = Course(position: .zero, since: since, rate: .normal)
    var moment = Moment(Instant(microseconds: 5_000_000), Instant(microseconds: 5_000_000))
    moment.waited = .seconds(1)
    #expect(course.positions(in: moment, within: .zero) == .seconds(5)...(.seconds(5)))
    // A playhead may lag, and a report may be noted late; it is ahead by no more than that delay.
    moment.waited = .seconds(3)
    moment.delay = .milliseconds(10)
    #expect(course.positions(in: moment, within: .zero) == .milliseconds(2_990)...(.milliseconds(5_010)))
  }
}
#endif
