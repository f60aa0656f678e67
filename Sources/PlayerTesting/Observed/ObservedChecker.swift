import PlayerTrace

/// Checks the laws of ``PlayerProperty/observed`` over a trace that was made from the log of another player. Nothing is
/// replayed: what was observed is judged as it stands.
public struct ObservedChecker: Sendable {
  /// The laws to check, by their ids.
  public var properties: Set<String>
  /// The maximum number of listed issues per property.
  public var issuesPerProperty = 10

  /// A checker for all laws of observed runs.
  public init() { properties = Set(ObservedLaws.all.map { $0.id }) }

  /// Checks a trace from its beginning. `progress` gets the number of bytes read, every few thousand records.
  public func check(
    _ reader: inout TraceReader, progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> TraceCheckReport {
    var monitor = ObservedMonitor()
    var report = TraceCheckReport()
    var records = 0
    while let record = try reader.next() {
      records += 1
      if records % 4_096 == 0 { progress(reader.offset) }
      guard case .foreignStep(let step) = record, let observed = step.observed else { continue }
      monitor.take(observed, step.number)
      report.steps = step.number
      report.outputs += Int64(observed.outputs.count)
    }
    monitor.finish()
    report.loss = reader.loss
    var counts: [String: Int] = [:]
    for issue in monitor.found where properties.contains(issue.property.id) {
      report.issueCount += 1
      counts[issue.property.id, default: 0] += 1
      if counts[issue.property.id, default: 0] <= issuesPerProperty { report.issues.append(issue) }
    }
    report.issues.sort { $0.step < $1.step }
    return report
  }
}
