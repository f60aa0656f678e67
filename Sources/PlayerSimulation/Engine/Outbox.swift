import PlayerCore

extension SimulatedEngine {
  /// One report.
  public struct Report: Hashable, Sendable {
    /// What is reported.
    public var event: EngineEvent
    /// The opening that it belongs to.
    public var epoch: Epoch
    /// When it is made.
    public var instant: Instant
    /// Whether it comes although its epoch may be over by then.
    var isLate = false

    init(_ event: EngineEvent, _ epoch: Epoch, at instant: Instant) {
      self.event = event
      self.epoch = epoch
      self.instant = instant
    }
  }
}

/// What an engine will report, the next at the end, so that taking it moves nothing.
struct Outbox: Hashable, Sendable {
  private(set) var reports: [SimulatedEngine.Report] = []

  @inline(__always)
  var nextInstant: Instant { reports.last?.instant ?? .never }

  /// After the reports of the same instant. A report at `.never` is dropped.
  mutating func insert(_ report: SimulatedEngine.Report) {
    guard report.instant != .never else { return }
    // Usually no other report is waiting.
    if reports.isEmpty { return reports.append(report) }
    var place = reports.count
    while place > 0, reports[place - 1].instant <= report.instant { place -= 1 }
    reports.insert(report, at: place)
  }

  mutating func takeNext() -> SimulatedEngine.Report? { reports.popLast() }

  /// A stop that was not confirmed yet is confirmed now: what comes next happens after it.
  mutating func confirmStops(of epoch: Epoch, at now: Instant) {
    // Starts with the next report: a reinserted one never lands where the search still has to go.
    for place in reports.indices.reversed() {
      guard case .playbackStopped = reports[place].event, reports[place].epoch == epoch, !reports[place].isLate,
        reports[place].instant > now
      else { continue }
      var report = reports.remove(at: place)
      report.instant = now
      insert(report)
    }
  }

  /// After its "closed" an epoch reports nothing.
  mutating func remove(_ epoch: Epoch) { reports.removeAll { $0.epoch == epoch && !$0.isLate } }
}
