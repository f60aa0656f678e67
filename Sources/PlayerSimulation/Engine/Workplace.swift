import PlayerCore

/// What the openings of an engine share.
struct Workplace: Hashable, Sendable {
  /// The media of item 1, 2 and so on.
  let library: [SimulatedMedia]
  let timing: EngineTiming
  var line: Line
  var faults = Faults()
  var outbox = Outbox()
  var now = Instant.zero

  var nanoseconds: Int64 { now.microseconds.saturatingTimes(1_000) }

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

extension EngineTiming {
  /// The nearest possible values.
  var possible: EngineTiming {
    var timing = self
    timing.openLatency = max(.zero, openLatency)
    timing.startLatency = max(.zero, startLatency)
    timing.pauseLatency = max(.zero, pauseLatency)
    timing.seekLatency = max(.zero, seekLatency)
    timing.closeLatency = max(.zero, closeLatency)
    timing.answerLatency = max(.zero, answerLatency)
    timing.firstFrameLatency = max(.zero, firstFrameLatency)
    timing.nameLookup = max(.zero, nameLookup)
    timing.connect = max(.zero, connect)
    timing.bufferBound = max(.zero, min(bufferBound, .seconds(3_600)))
    timing.refillBelow = max(.zero, refillBelow)
    timing.backBuffer = backBuffer.map { max(.zero, $0) }
    return timing
  }
}
