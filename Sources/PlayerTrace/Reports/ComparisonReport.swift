import PlayerCore
import PlayerText

/// The differences of two traces as JSON. Times are microseconds.
package struct ComparisonReport {
  package private(set) var counts = DiffCounts()
  private var differences: [JSONValue] = []
  /// Steps that differ and were not listed.
  private var omitted: Int64 = 0
  private let limit: Int

  /// At most `limit` differences are listed.
  package init(limit: Int) { self.limit = limit }

  package mutating func take(_ step: ComparedStep) {
    counts.take(step)
    if step.isEqual { return }
    if differences.count < limit { differences.append(step.report) } else { omitted += 1 }
  }

  /// The common and the different steps: `steps`, `differences`, `omitted`.
  package var values: [String: JSONValue?] {
    ["steps": counts.report, "differences": .list(differences), "omitted": .integer(omitted)]
  }

  /// Reads to the end; `onlyA` and `onlyB` are the items that only one of the two knows.
  package mutating func report(
    _ comparison: inout TraceComparison, _ a: String, _ b: String, items: (onlyA: [String], onlyB: [String]),
    progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> (isEqual: Bool, json: JSONValue) {
    while let step = try comparison.next() {
      take(step)
      if counts.total % 4_096 == 0 { progress(comparison.bytesRead) }
    }
    let isEqual = counts.isEqual && comparison.isEqualAround
    var report = values
    report["a"] = .text(a)
    report["b"] = .text(b)
    report["equal"] = .flag(isEqual)
    report["settings"] = .list(
      comparison.settings.map { setting, a, b in
        .object(["setting": .text(setting.name), "a": setting.report(a), "b": setting.report(b)])
      }
        + comparison.foreignSettings.map {
          .object(["setting": .text($0.field), "a": .text($0.expected), "b": .text($0.found)])
        })
    report["items"] = .object(["onlyA": .texts(items.onlyA), "onlyB": .texts(items.onlyB)])
    report["state"] = comparison.stateDifference.map {
      .object([
        "a": .integer($0.a), "b": .integer($0.b), "recorded": .flag($0.isRecorded),
        "fields": .list($0.fields.map { $0.report }),
      ])
    }
    report["end"] = .list(comparison.endFields.map { $0.report })
    report["lockstep"] = .flag(comparison.isLockstep)
    return (isEqual, .object(report))
  }
}

extension TraceComparison {
  /// True when nothing but the steps differs.
  package var isEqualAround: Bool {
    settings.isEmpty && foreignSettings.isEmpty && endFields.isEmpty && stateDifference == nil
  }
}

/// The numbers of equal and different steps.
package struct DiffCounts: Sendable {
  package private(set) var equal: Int64 = 0
  package private(set) var changed: Int64 = 0
  package private(set) var onlyA: Int64 = 0
  package private(set) var onlyB: Int64 = 0

  package init() {}

  package var total: Int64 { equal + different }
  package var different: Int64 { changed + onlyA + onlyB }
  package var isEqual: Bool { different == 0 }

  package mutating func take(_ step: ComparedStep) {
    if step.a == nil {
      onlyB += 1
    } else if step.b == nil {
      onlyA += 1
    } else if step.isEqual {
      equal += 1
    } else {
      changed += 1
    }
  }

  package var report: JSONValue {
    .object([
      "equal": .integer(equal), "changed": .integer(changed), "onlyA": .integer(onlyA), "onlyB": .integer(onlyB),
    ])
  }
}

extension FieldDifference {
  /// A field in which two runs differ.
  package var report: JSONValue { .object(["field": .text(field), "a": .text(expected), "b": .text(found)]) }
}

extension ComparedStep {
  /// A step in which two runs differ, with the outputs that differ.
  package var report: JSONValue {
    .object([
      "a": a.map { $0.report }, "b": b.map { $0.report }, "fields": .list(fields.map { $0.report }),
      "outputs": .list(outputs.compactMap { $0.report }),
    ])
  }
}

extension RecordedStep {
  fileprivate var report: JSONValue {
    .object([
      "step": .integer(number), "instant": .integer(instant.microseconds), "input": .text(input.description),
    ])
  }
}

extension ComparedOutput {
  /// `change` is `changed`, `onlyA` or `onlyB`; `nil` for the same on both sides.
  fileprivate var report: JSONValue? {
    switch self {
    case .same: nil
    case .onlyA(let a): .object(["change": .text("onlyA"), "a": .text(a.description), "fields": .list([])])
    case .onlyB(let b): .object(["change": .text("onlyB"), "b": .text(b.description), "fields": .list([])])
    case .changed(let a, let b, let fields):
      .object([
        "change": .text("changed"), "a": .text(a.description), "b": .text(b.description),
        "fields": .list(fields.map { $0.report }),
      ])
    }
  }
}
