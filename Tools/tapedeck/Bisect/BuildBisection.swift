import Foundation
import PlayerCore
import PlayerTrace

/// Finds the first step at which another build diverges on the inputs of a trace.
struct BuildBisection {
  private let trace: String
  private var other: OtherBuild
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tapedeck-\(UUID().uuidString)")
  /// The inputs alone, for its states; the inputs with the outputs of this program, for its outputs.
  private var inputs: String { folder.appending(path: "inputs.trace.jsonl").path(percentEncoded: false) }
  private var answers: String { folder.appending(path: "answers.trace.jsonl").path(percentEncoded: false) }

  init(_ trace: String, _ program: String) throws {
    self.trace = trace
    other = try OtherBuild(program)
  }

  mutating func run() throws -> Bisection {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let last = try write()
    var result = Bisection()
    let replay = try other.ask(["replay", "--json", answers])
    let difference = replay["difference"] as? [String: Any]
    let differing = (difference?["step"] as? NSNumber)?.int64Value
    // The first step after which the states differ, if it does not lie after the first differing output.
    var (low, high) = (Int64(0), differing ?? last)
    var fields = try compare(high, &result)
    if !fields.isEmpty {
      while low + 1 < high {
        let middle = low + (high - low) / 2
        let found = try compare(middle, &result)
        if found.isEmpty { low = middle } else { (high, fields) = (middle, found) }
      }
      (result.firstDifferent, result.fields, result.lastEqual) = (high, fields, low)
    } else if let differing {
      result.lastEqual = differing - 1
    }
    if let step = result.firstDifferent ?? differing { try describe(step, difference, differing, &result) }
    result.checkpoints = other.calls
    return result
  }

  /// Writes the two files; returns the number of the last step.
  private func write() throws -> Int64 {
    var reader = try TraceReader(path: trace)
    let header = reader.header.upgraded
    var silent = header
    silent.hasOutputs = false
    let files = (try FileSink(path: inputs), try FileSink(path: answers))
    var encoders = (TraceEncoder(.text, header: silent), TraceEncoder(.text, header: header))
    var run = Player(configuration: header.configuration)
    var outputs = Outputs()
    var last: Int64 = 0
    while let record = try reader.nextKnown() {
      switch record {
      case .definition:
        encoders.0.encode(record)
        encoders.1.encode(record)
      case .step(let step):
        guard step.number == last + 1 else {
          throw TraceError.notReplayable(file: trace, reason: "step \(last + 1) is missing")
        }
        last = step.number
        run.receive(step.input, at: step.instant, into: &outputs)
        encoders.0.encodeStep(step.number, step.input, at: step.instant, outputs: [])
        encoders.1.encodeStep(step.number, step.input, at: step.instant, outputs: outputs)
      case .foreignStep, .checkpoint, .mark, .end: break
      }
      guard encoders.1.count >= TraceLimit.buffer else { continue }
      try flush(&encoders, files)
    }
    try flush(&encoders, files)
    return last
  }

  private func flush(_ encoders: inout (TraceEncoder, TraceEncoder), _ files: (FileSink, FileSink)) throws {
    try files.0.append(encoders.0.bytes)
    try files.1.append(encoders.1.bytes)
    encoders.0.removeAll()
    encoders.1.removeAll()
  }

  /// The fields in which the states after a step differ.
  private mutating func compare(_ step: Int64, _ result: inout Bisection) throws -> [FieldDifference] {
    result.comparisons += 1
    let found = try other.ask(["at", inputs, "\(step)", "--json"])["state"] as? [String: Any] ?? [:]
    let moment = try Moment(of: inputs, at: .step(step))
    let own = try JSONSerialization.jsonObject(with: Data(JSONLine.text(MomentJSON(moment)).utf8)) as? [String: Any]
    let state = own?["state"] as? [String: Any] ?? [:]
    return StateFields(of: moment.player).fields.map(\.name).compactMap { name in
      guard let mine = state[name] as? NSObject, let theirs = found[name] as? NSObject, mine != theirs else {
        return nil
      }
      return FieldDifference(field: name, expected: "\(mine)", found: "\(theirs)")
    }
  }

  /// The step with the outputs of both, and the steps before it.
  private func describe(
    _ number: Int64, _ difference: [String: Any]?, _ differing: Int64?, _ result: inout Bisection
  ) throws(TraceError) {
    var reader = try TraceReader(path: answers)
    while let record = try reader.next() {
      guard let step = record.recordedStep else { continue }
      if step.number == number {
        let fields = number == differing ? Self.fields(difference) : []
        return result.step = ComparedStep(a: step, b: step, fields: fields, outputs: step.outputs.map { .same($0, $0) })
      }
      if step.number >= number - 5 { result.context.append(step) }
    }
  }

  /// The other build reports the first output that differs.
  private static func fields(_ difference: [String: Any]?) -> [FieldDifference] {
    let place = "output \(difference?["output"] ?? "")"
    var fields = (difference?["fields"] as? [[String: String]] ?? []).map { field in
      FieldDifference(
        field: "\(place): \(field["field"] ?? "")", expected: field["expected"] ?? "", found: field["got"] ?? "")
    }
    if fields.isEmpty {
      fields.append(
        FieldDifference(
          field: place, expected: difference?["expected"] as? String ?? "nothing",
          found: difference?["got"] as? String ?? "nothing"))
    }
    return fields
  }
}
