import PlayerCore

/// Replaces an engine that is missing or cannot work: everything that it opens fails with the reason.
///
/// `EngineMaker.standard` makes one until an engine is installed, and a host replaces an engine that broke its contract
/// with one.
public final class UnavailableEngine: Engine {
  /// The name of the engine in the header of a trace.
  public let identity: String
  private let failure: Failure
  private var reports: [(instant: Instant, report: EngineReport)] = []

  /// - Parameters:
  ///   - reason: what happened and what to do about it; the text of each failure.
  ///   - kind: of each failure: `notFound` where there is no engine, `unknown` for one that cannot work.
  ///   - library: the host's.
  ///   - identity: for the header of a trace.
  public init(
    _ reason: String, kind: Failure.Kind = .unknown, library: IdentifierTable, identity: String = "unavailable"
  ) {
    failure = Failure(kind, text: library.text(reason))
    self.identity = identity
  }

  /// Answers `open` with a failure and `close` with `closed`; ignores everything else.
  public func perform(_ command: EngineCommand, epoch: Epoch, at now: Instant) {
    switch command {
    case .open: report(.failed(failure), epoch, at: now)
    case .close:
      reports.removeAll { $0.report.epoch == epoch }
      report(.closed, epoch, at: now)
    case .play, .pause, .seek, .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill,
      .reportPosition, .catchUp:
      break
    }
  }

  private func report(_ event: EngineEvent, _ epoch: Epoch, at now: Instant) {
    reports.append((now, EngineReport(event, epoch: epoch, at: now)))
  }

  /// When the oldest answer is due; ``PlayerCore/Instant/never`` when there is none.
  public var nextEvent: Instant { reports.first?.instant ?? .never }

  /// Returns the answers that are due.
  public func takeEvents(upTo now: Instant, into events: inout [EngineReport]) {
    let due = reports.prefix { $0.instant <= now }
    events += due.map(\.report)
    reports.removeFirst(due.count)
  }

  /// Never wakes the host: answers follow commands at once.
  public func setWakeHandler(_ wake: @escaping @Sendable () -> Void) {}
  /// Drops reports that were not taken.
  public func shutDown() { reports = [] }
}
