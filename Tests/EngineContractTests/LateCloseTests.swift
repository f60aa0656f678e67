import Backports
import EngineContract
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@Suite("Engine contract: a close that takes too long, on the machine's clock")
struct LateCloseTests {
  /// The report about an engine whose instances with these numbers are late. A session makes one; after a violation it runs
  /// three times more.
  private func report(late: Set<Int>) -> ContractReport {
    let made = Lock(0)
    let subject = EngineUnderTest("late", clock: .real, media: [.missing("missing")]) { _ in
      let number = made.withLock { made in
        made += 1
        return made
      }
      return LateEngine(isLate: late.contains(number))
    }
    // Sessions with an even number of steps close what they have opened.
    return subject.certify(sessions: 4, length: 4)
  }

  @Test("counts when it happens again")
  func always() throws {
    let report = report(late: Set(1...1_000))
    let finding = try #require(report.findings.first)
    #expect(finding.rule == .closeInTime && finding.isReproducible && report.unconfirmed.isEmpty, "\(report)")
  }

  @Test("is reported and does not count when it happens once")
  func once() {
    let report = report(late: [1])
    #expect(report.isClean && report.sessions == 4, "\(report)")
    #expect(report.unconfirmed.map(\.rule) == [.closeInTime], "\(report)")
    #expect(report.description.contains("Once, which does not count: close-in-time"))
  }

  @Test("counts the second time, even if not when its session ran again")
  func twice() throws {
    let report = report(late: [1, 5])
    let finding = try #require(report.findings.first)
    #expect(finding.rule == .closeInTime && !finding.isReproducible && report.unconfirmed.count == 1, "\(report)")
  }
}

/// Fails to open anything, and closes at once or 300 ms later.
private final class LateEngine: Engine {
  private let isLate: Bool
  private var reports: [EngineReport] = []
  private var wake: @Sendable () -> Void = {}

  init(isLate: Bool) { self.isLate = isLate }

  let identity = "late 1"
  let nextEvent = Instant.never

  func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    switch command {
    case .open: report(.failed(Failure(.notFound)), epoch, at: now)
    case .close: report(.closed, epoch, at: now, after: isLate ? 300 : 0)
    default: break
    }
  }

  private func report(_ event: EngineEvent, _ epoch: Epoch, at now: Instant, after milliseconds: Int64 = 0) {
    reports.append(EngineReport(event, epoch: epoch, at: now + .milliseconds(milliseconds)))
    guard milliseconds > 0 else { return wake() }
    DispatchQueue.global().asyncAfter(
      deadline: .now() + .milliseconds(Int(milliseconds)), execute: DispatchWorkItem(block: wake))
  }

  func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    func isDue(_ report: EngineReport) -> Bool { report.instant ?? now <= now }
    events += reports.filter(isDue).sorted { $0.instant ?? now < $1.instant ?? now }
    reports.removeAll(where: isDue)
  }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }
  func shutDown() { reports = [] }
}
