import Backports
import PlayerCore
import PlayerRuntime
import PlayerText
import PlayerTrace

/// What a program has written, as reports that wait to be taken. Lines come on their own thread.
final class ProgramReports: Sendable {
  /// The longest line that is read, in bytes.
  static let longestLine = 1 << 20
  /// How many reports may wait to be taken; a program that keeps reporting more is no longer read.
  private static let most = 100_000

  private struct Contents {
    var reports: [EngineReport] = []
    var texts: [UInt32: TextID] = [:]
    /// Opened and not closed.
    var epochs: [Epoch] = []
    var identity: String?
    var problem: String?
    var wake: (@Sendable () -> Void)?
    var isShutDown = false
  }

  private let library: IdentifierTable
  private let contents = Lock(Contents())
  /// Called once when the program has introduced itself, and when something has gone wrong.
  private let greeted: @Sendable () -> Void

  init(_ library: IdentifierTable, greeted: @escaping @Sendable () -> Void) {
    self.library = library
    self.greeted = greeted
  }

  var identity: String? { contents.withLock { $0.identity } }
  var problem: String? { contents.withLock { $0.problem } }

  func setWakeHandler(_ wake: @escaping @Sendable () -> Void) { contents.withLock { $0.wake = wake } }

  /// `false` for a program that is gone: then what is opened fails, and what is closed is.
  func expectsAnswer(to command: EngineCommand, _ epoch: Epoch) -> Bool {
    let isLost = contents.withLock { contents in
      let isLost = contents.problem != nil
      switch command {
      case .open:
        contents.epochs.append(epoch)
        if isLost { contents.reports.append(EngineReport(.failed(Failure(.unknown)), epoch: epoch)) }
      case .close where isLost:
        guard let index = contents.epochs.firstIndex(of: epoch) else { break }
        contents.epochs.remove(at: index)
        contents.reports.append(EngineReport(.closed, epoch: epoch))
      default: break
      }
      return isLost
    }
    if isLost { ring() }
    return !isLost
  }

  /// Takes a line of the program; `false` when no more lines are needed.
  func take(_ line: [UInt8]) -> Bool {
    guard line.count < Self.longestLine else {
      fail("has written a line of more than \(Self.longestLine) bytes")
      return false
    }
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return true }
    do throws(Flaw) { try take(EngineLine(line)) } catch {
      let place = "\(Excerpt.of(error.field)): expected \(Excerpt.of(error.expected)), found \(Excerpt.of(error.found))"
      fail("has written \(Excerpt.of(line[...])): \(place)")
      return false
    }
    return contents.withLock { $0.problem == nil && !$0.isShutDown }
  }

  private func take(_ line: EngineLine) throws(Flaw) {
    switch line {
    case .identity(let name):
      contents.withLock { $0.identity = name }
      greeted()
    case .text(let number, let text):
      let known = library.text(text)
      contents.withLock { $0.texts[number] = known }
    case .report(let message, let instant, let places):
      let texts = contents.withLock { $0.texts }
      for place in places where message[place] != 0 {
        guard texts[UInt32(truncatingIfNeeded: message[place])] == nil else { continue }
        throw Flaw(
          field: "a", expected: "a line that defines text \(message[place]) before it is used", found: "none")
      }
      let report = EngineLine.event(message, texts: places) { texts[$0] ?? .none }
      if let report { append(EngineReport(report.event, epoch: report.epoch, at: instant)) }
    }
  }

  private func append(_ report: EngineReport) {
    let isTooMuch = contents.withLock { contents in
      if contents.isShutDown { return false }
      if report.event == .closed { contents.epochs.removeAll { $0 == report.epoch } }
      contents.reports.append(report)
      return contents.reports.count > Self.most
    }
    if isTooMuch { fail("has sent more than \(Self.most) reports before they could be processed") }
    ring()
  }

  func takeEvents(into events: inout [EngineReport]) {
    events += contents.withLock { contents in
      defer { contents.reports.removeAll() }
      return contents.reports
    }
  }

  /// From now on the program is of no use: everything that is open fails.
  func fail(_ reason: String) {
    contents.withLock { contents in
      guard contents.problem == nil, !contents.isShutDown else { return }
      contents.problem = reason
      contents.reports += contents.epochs.map { EngineReport(.failed(Failure(.unknown)), epoch: $0) }
    }
    greeted()
    ring()
  }

  func shutDown() {
    contents.withLock { contents in
      contents.isShutDown = true
      contents.reports.removeAll()
    }
  }

  private func ring() { contents.withLock { $0.isShutDown ? nil : $0.wake }?() }
}
