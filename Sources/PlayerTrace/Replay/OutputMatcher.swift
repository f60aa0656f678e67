import PlayerCore

/// Compares the outputs of a replay with those of a trace. If the trace has another vocabulary, it compares by name,
/// and only messages and fields that both know.
struct OutputMatcher {
  /// How often each message, field or value occurred that could not be compared, by name.
  private(set) var uncompared: [String: Int64] = [:]
  /// By code of an output in this build: a bit for each field that the trace also knows; `nil` for an output that it
  /// does not know. `nil` as a whole if the trace has this build's vocabulary.
  private let shared: [UInt16?]?

  /// The first difference between two lists of outputs.
  enum Mismatch {
    case differs(Int, Output, Output, [FieldDifference])
    case missing(Int, Output)
    case surplus(Int, Output)
  }

  init(_ header: TraceHeader) {
    shared = header.origin.map { MessageTranslator(from: $0.vocabulary, to: .current).sharedOutputs }
  }

  /// Compares the outputs of a step. `count` becomes the number of those that are equal up to the first difference.
  mutating func compare(
    _ expected: [Output], with found: Outputs, isWhole: Bool, count: inout Int64
  ) -> Mismatch? {
    guard shared == nil else {
      return compare(expected.map { Expected(known: $0) }, with: found, isWhole: isWhole, count: &count)
    }
    let common = Swift.min(found.count, expected.count)
    for index in 0..<common where found[index] != expected[index] {
      return .differs(
        index, expected[index], found[index], TraceDiffer.differences(expected: expected[index], found: found[index]))
    }
    if expected.count > common { return .missing(common, expected[common]) }
    if found.count > common, isWhole { return .surplus(common, found[common]) }
    count += Int64(common)
    return nil
  }

  /// The same for a step with parts that this build does not know.
  mutating func compare(
    _ step: ForeignStep, with found: Outputs, count: inout Int64
  ) -> Mismatch? {
    let expected = step.outputs.map {
      Expected(known: $0.known, mask: $0.lost.isEmpty ? .max : $0.shared, lost: $0.lost)
    }
    return compare(expected, with: found, isWhole: step.recorded.isWhole, count: &count)
  }

  private struct Expected {
    var known: Output?
    var mask: UInt16 = .max
    var lost: [String] = []
  }

  private mutating func compare(
    _ expected: [Expected], with found: Outputs, isWhole: Bool, count: inout Int64
  ) -> Mismatch? {
    var place = 0
    for (index, expectation) in expected.enumerated() {
      for name in expectation.lost { uncompared[name, default: 0] += 1 }
      guard let output = expectation.known else { continue }
      skipUnknown(found, &place)
      guard place < found.count else { return .missing(index, output) }
      let fields = differences(output, found[place], expectation.mask)
      guard fields.isEmpty else { return .differs(index, output, found[place], fields) }
      place += 1
      count += 1
    }
    skipUnknown(found, &place)
    guard place < found.count, isWhole else { return nil }
    return .surplus(expected.count, found[place])
  }

  /// Skips outputs that the trace's core could not have.
  private mutating func skipUnknown(_ found: Outputs, _ place: inout Int) {
    while place < found.count, let shared, shared[Int(found[place].code)] == nil {
      uncompared[TraceDiffer.name(of: found[place]), default: 0] += 1
      place += 1
    }
  }

  /// The differences in the fields that the trace has.
  private mutating func differences(_ expected: Output, _ found: Output, _ mask: UInt16) -> [FieldDifference] {
    let (a, b) = (expected.message, found.message)
    guard a.code == b.code, let schema = TraceVocabulary.current.output(a.code) else {
      return TraceDiffer.differences(expected: expected, found: found)
    }
    let known = mask & (shared?[Int(a.code)] ?? .max)
    return schema.fields.enumerated().compactMap { index, field in
      guard known & (1 << UInt16(index)) != 0 else {
        if mask & (1 << UInt16(index)) != 0 { uncompared["\(schema.name).\(field.name)", default: 0] += 1 }
        return nil
      }
      guard a[index] != b[index] else { return nil }
      return FieldDifference(
        field: "\(schema.name).\(field.name)", expected: TraceDiffer.describe(a[index], field.type),
        found: TraceDiffer.describe(b[index], field.type))
    }
  }
}
