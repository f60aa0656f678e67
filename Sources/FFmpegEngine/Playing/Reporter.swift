#if FFmpeg
import PlayerCore
import PlayerRuntime
import Backports

/// What the sessions of an engine have to report, until the host takes it.
final class Mailbox: Sendable {
  private struct Contents {
    var reports: [EngineReport] = []
    var wake: (@Sendable () -> Void)?
    var clock: (@Sendable () -> Instant)?
  }

  private let contents = Lock(Contents())

  func setWakeHandler(_ wake: (@Sendable () -> Void)?) { contents.withLock { $0.wake = wake } }

  /// Reports that come without an instant from now on get what this reads.
  func setClock(_ clock: @escaping @Sendable () -> Instant) { contents.withLock { $0.clock = clock } }

  /// Delivers `report`, unless the session it comes from is over: after its "closed" nothing follows.
  func post(_ report: EngineReport, unless interrupt: Interrupt? = nil) { append(report, unless: interrupt)?() }

  /// The same, for a caller that holds a lock: it must call the returned closure, which wakes the host, without the
  /// lock. A failure is the last report of its session, whatever other threads of it still find.
  func append(_ report: EngineReport, unless interrupt: Interrupt?) -> (@Sendable () -> Void)? {
    contents.withLock { contents in
      if interrupt?.isForGood == true { return nil }
      var report = report
      // Read under the lock: the reports of several threads are in the order of their instants.
      report.instant = report.instant ?? contents.clock?()
      contents.reports.append(report)
      if case .failed = report.event { interrupt?.abandon() }
      return contents.wake
    }
  }

  var firstInstant: Instant? { contents.withLock { $0.reports.first?.instant } }

  /// Takes what was reported up to `now` on the host's clock, if that is known, or else everything. What has come since waits for
  /// the host that it has woken: one whose observer holds it up is still at the instant at which that began.
  func take(upTo now: Instant, into reports: inout [EngineReport]) {
    reports += contents.withLock { contents in
      let end = contents.clock == nil ? nil : contents.reports.firstIndex { ($0.instant ?? now) > now }
      let taken = contents.reports[..<(end ?? contents.reports.endIndex)]
      contents.reports.removeFirst(taken.count)
      return taken
    }
  }
}

/// Reports for one epoch.
struct Reporter: Sendable {
  let mailbox: Mailbox
  let library: IdentifierTable
  let epoch: Epoch
  let interrupt: Interrupt
  /// Whether the instants that the session computes are the host's. Threads run by their own clock; see ``Mailbox/setClock(_:)``.
  let keepsInstants: Bool

  func callAsFunction(_ event: EngineEvent, at instant: Instant) { append(event, at: instant)?() }

  /// See ``Mailbox/append(_:unless:)``.
  func append(_ event: EngineEvent, at instant: Instant) -> (@Sendable () -> Void)? {
    mailbox.append(EngineReport(event, epoch: epoch, at: keepsInstants ? instant : nil), unless: interrupt)
  }

  /// Reports a failure, after which the session is over and nothing follows but its "closed". An interruption is no
  /// failure.
  func callAsFunction(_ error: MediaError, at instant: Instant) {
    if let failure = failure(error) { self(.failed(failure), at: instant) }
  }

  /// Reports what went wrong and does not end playback.
  func warn(of error: MediaError, at instant: Instant) {
    if let failure = failure(error) { self(.warned(failure), at: instant) }
  }

  private func failure(_ error: MediaError) -> Failure? {
    guard case .failed(let kind, let detail, let words) = error else { return nil }
    return Failure(kind, detail: detail, text: library.text(words))
  }
}
#endif
