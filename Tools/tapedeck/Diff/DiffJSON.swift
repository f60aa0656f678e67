import PlayerCore
import PlayerTrace

/// The differences of two traces as JSON. Times are microseconds.
struct DiffJSON: Encodable {
  struct SettingJSON: Encodable {
    var setting: String
    var a: StateValue
    var b: StateValue
  }

  struct Items: Encodable {
    var onlyA: [String]
    var onlyB: [String]
  }

  struct State: Encodable {
    var a: Int64
    var b: Int64
    var recorded: Bool
    var fields: [FieldJSON]
  }

  var a: String
  var b: String
  var equal = true
  var settings: [SettingJSON] = []
  var items: Items
  var steps = DiffCounts()
  var differences: [StepDifferenceJSON] = []
  /// Steps that differ and were not listed.
  var omitted: Int64 = 0
  var state: State?
  var end: [FieldJSON] = []
  var lockstep = false

  private let limit: Int
  private enum CodingKeys: String, CodingKey {
    case a, b, equal, settings, items, steps, differences, omitted, state, end, lockstep
  }

  init(_ a: String, _ b: String, _ names: (TraceNames, TraceNames), limit: Int) {
    self.a = a
    self.b = b
    self.limit = limit
    let difference = ItemDifference(names.0, names.1)
    items = Items(onlyA: difference.onlyA, onlyB: difference.onlyB)
  }

  mutating func take(_ comparison: TraceComparison, progress: (Int64) -> Void) throws(TraceError) {
    var comparison = comparison
    settings = comparison.settings.map { setting, a, b in
      SettingJSON(setting: setting.name, a: setting.described(a).0, b: setting.described(b).0)
    }
    settings += comparison.foreignSettings.map {
      SettingJSON(setting: $0.field, a: .word($0.expected), b: .word($0.found))
    }
    while let step = try comparison.next() {
      steps.take(step)
      if steps.total % 4_096 == 0 { progress(comparison.bytesRead) }
      if step.isEqual { continue }
      if differences.count < limit { differences.append(StepDifferenceJSON(step)) } else { omitted += 1 }
    }
    state = comparison.stateDifference.map {
      State(a: $0.a, b: $0.b, recorded: $0.isRecorded, fields: $0.fields.map(FieldJSON.init))
    }
    end = comparison.endFields.map(FieldJSON.init)
    lockstep = comparison.isLockstep
    equal = steps.isEqual && comparison.isEqualAround
  }
}

/// A field in which two runs differ.
struct FieldJSON: Encodable {
  var field: String
  var a: String
  var b: String

  init(_ difference: FieldDifference) {
    field = difference.field
    a = difference.expected
    b = difference.found
  }
}

/// A step in which two runs differ.
struct StepDifferenceJSON: Encodable {
  struct Step: Encodable {
    var step: Int64
    var instant: Int64
    var input: String

    init(_ step: RecordedStep) {
      self.step = step.number
      instant = step.instant.microseconds
      input = "\(step.input)"
    }
  }

  struct Output: Encodable {
    /// `changed`, `onlyA` or `onlyB`.
    var change: String
    var a: String?
    var b: String?
    var fields: [FieldJSON] = []
  }

  var a: Step?
  var b: Step?
  var fields: [FieldJSON]
  /// Only those that differ.
  var outputs: [Output]

  init(_ step: ComparedStep) {
    a = step.a.map(Step.init)
    b = step.b.map(Step.init)
    fields = step.fields.map(FieldJSON.init)
    outputs = step.outputs.compactMap { output in
      switch output {
      case .same: nil
      case .onlyA(let a): Output(change: "onlyA", a: "\(a)")
      case .onlyB(let b): Output(change: "onlyB", b: "\(b)")
      case .changed(let a, let b, let fields):
        Output(change: "changed", a: "\(a)", b: "\(b)", fields: fields.map(FieldJSON.init))
      }
    }
  }
}
