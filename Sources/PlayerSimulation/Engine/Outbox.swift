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

/// What an engine will report, in order. Taking the next moves nothing, nor does what comes after all others.
struct Outbox: Sendable {
  /// Those before ``first`` were taken.
  private var entries: [SimulatedEngine.Report] = []
  private var first = 0

  var reports: ArraySlice<SimulatedEngine.Report> { entries[first...] }

  @inline(__always)
  var nextInstant: Instant { first < entries.count ? entries[first].instant : .never }

  /// After the reports of the same instant. A report at `.never` is dropped.
  mutating func insert(_ report: SimulatedEngine.Report) {
    guard report.instant != .never else { return }
    var place = entries.count
    while place > first, entries[place - 1].instant > report.instant { place -= 1 }
    entries.insert(report, at: place)
  }

  mutating func takeNext() -> SimulatedEngine.Report? {
    guard first < entries.count else { return nil }
    let report = entries[first]
    first += 1
    if first * 2 >= entries.count {
      entries.removeFirst(first)
      first = 0
    }
    return report
  }

  /// A stop that was not confirmed yet is confirmed now: what comes next happens after it.
  mutating func confirmStops(of epoch: Epoch, at now: Instant) {
    // Starts with the next report: a reinserted one never lands where the search still has to go.
    for place in reports.indices {
      guard case .playbackStopped = entries[place].event, entries[place].epoch == epoch, !entries[place].isLate,
        entries[place].instant > now
      else { continue }
      var report = entries.remove(at: place)
      report.instant = now
      insert(report)
    }
  }

  /// After its "closed" an epoch reports nothing.
  mutating func remove(_ epoch: Epoch) {
    entries.removeFirst(first)
    first = 0
    entries.removeAll { $0.epoch == epoch && !$0.isLate }
  }
}

extension Outbox: Hashable {
  static func == (a: Self, b: Self) -> Bool { a.reports == b.reports }
  #if !hasFeature(Embedded)
  func hash(into hasher: inout Hasher) { hasher.combine(reports) }
  #endif
}
