import PlayerCore

/// What the openings of an engine share.
struct Workplace: Hashable, Sendable {
  /// The media of item 1, 2 and so on.
  let library: [SimulatedMedia]
  let temper: EngineTemper
  var line: Line
  var faults = Faults()
  var outbox = Outbox()
  var now = Instant.zero

  var nanoseconds: Int64 { Line.nanoseconds(now.microseconds) }

  mutating func report(_ event: EngineEvent, _ epoch: Epoch, after latency: TimeSpan = .zero) {
    let report = SimulatedEngine.Report(event, epoch, at: now + latency)
    if faults.touchesReports { reportFaultily(report) } else { outbox.insert(report) }
  }

  private mutating func reportFaultily(_ report: SimulatedEngine.Report) {
    let kind = ReportKinds(report.event)
    if faults.lost.take(kind) { return }
    var report = report
    if faults.late.take(kind) {
      report.instant = report.instant + max(.zero, faults.lateBy)
      report.isLate = true
    }
    outbox.insert(report)
    if faults.doubled.take(kind) { outbox.insert(report) }
  }
}

extension EngineTemper {
  /// The nearest possible values.
  var possible: EngineTemper {
    var temper = self
    temper.openLatency = max(.zero, openLatency)
    temper.startLatency = max(.zero, startLatency)
    temper.pauseLatency = max(.zero, pauseLatency)
    temper.seekLatency = max(.zero, seekLatency)
    temper.closeLatency = max(.zero, closeLatency)
    temper.answerLatency = max(.zero, answerLatency)
    temper.firstFrameLatency = max(.zero, firstFrameLatency)
    temper.nameLookup = max(.zero, nameLookup)
    temper.connect = max(.zero, connect)
    temper.bufferBound = max(.zero, min(bufferBound, .seconds(3_600)))
    temper.refillBelow = max(.zero, refillBelow)
    return temper
  }
}
