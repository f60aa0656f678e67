#if FFmpeg
import PlayerCore
import PlayerRuntime
import Backports

/// What the sessions of an engine have to report, until the host takes it.
final class Mailbox: Sendable {
  private struct Contents {
    var reports: [EngineReport] = []
    var wake: (@Sendable () -> Void)?
  }

  private let contents = Lock(Contents())

  func setWakeHandler(_ wake: (@Sendable () -> Void)?) { contents.withLock { $0.wake = wake } }

  /// Delivers `report`, unless the session it comes from is over: after its "closed" nothing follows.
  func post(_ report: EngineReport, unless interrupt: Interrupt? = nil) { append(report, unless: interrupt)?() }

  /// The same, for a caller that holds a lock: it must call the returned closure, which wakes the host, without the
  /// lock. A failure is the last report of its session, whatever other threads of it still find.
  func append(_ report: EngineReport, unless interrupt: Interrupt?) -> (@Sendable () -> Void)? {
    contents.withLock { contents in
      if interrupt?.isForGood == true { return nil }
      contents.reports.append(report)
      if case .failed = report.event { interrupt?.abandon() }
      return contents.wake
    }
  }

  var firstInstant: Instant? { contents.withLock { $0.reports.first?.instant } }

  func take(into reports: inout [EngineReport]) {
    reports += contents.withLock { contents in
      let taken = contents.reports
      contents.reports.removeAll(keepingCapacity: true)
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
  /// Whether the instants that the session computes are the host's. Threads run by their own clock.
  let keepsInstants: Bool

  func callAsFunction(_ event: EngineEvent, at instant: Instant) { append(event, at: instant)?() }

  /// See ``Mailbox/append(_:unless:)``.
  func append(_ event: EngineEvent, at instant: Instant) -> (@Sendable () -> Void)? {
    mailbox.append(EngineReport(event, epoch: epoch, at: keepsInstants ? instant : nil), unless: interrupt)
  }

  /// Reports a failure, after which the session is over and nothing follows but its "closed". An interruption is no
  /// failure.
  func callAsFunction(_ error: MediaError, at instant: Instant) {
    guard let failure = failure(error) else { return }
    self(.failed(failure), at: instant)
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
