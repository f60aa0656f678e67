import PlayerCore
import PlayerText

/// Translates messages from one vocabulary to another: by the names of messages, fields and cases.
struct MessageTranslator: Sendable {
  /// How a value is translated into the other vocabulary.
  private enum ValueMap: Sendable {
    case same
    /// By number: the number in the target; `nil` if it has no such name.
    case named([Int64?])
  }

  /// The targets of a message's fields.
  private struct Plan: Sendable {
    var code: UInt16
    /// For each field of the target: the place in the source; `nil` for one that the source lacks.
    var sources: [Int?]
    var values: [ValueMap]
    /// The value of a field that is absent.
    var absent: [Int64]
    /// Places in the source without one in the target.
    var unmapped: [Int]
    /// A bit for each field of the target that the source has, too.
    var shared: UInt16
  }

  /// A message in the other vocabulary.
  struct Translation {
    /// `nil` if that vocabulary has no message of this name.
    var message: WireMessage?
    /// What could not be translated: fields with a value but without a place, or values without a name.
    var lost: [String] = []
    /// A bit for each field of ``message`` that was translated.
    var shared: UInt16 = 0
  }

  let source: TraceVocabulary
  let target: TraceVocabulary
  private let inputs: [Plan?]
  private let outputs: [Plan?]

  init(from source: TraceVocabulary, to target: TraceVocabulary) {
    self.source = source
    self.target = target
    inputs = source.inputs.map { schema in
      schema.flatMap {
        Self.plan($0, target.inputNumbers[ByteRange($0.name)].flatMap { target.inputs[$0] }, source, target)
      }
    }
    outputs = source.outputs.map { schema in
      schema.flatMap {
        Self.plan($0, target.outputNumbers[ByteRange($0.name)].flatMap { target.outputs[$0] }, source, target)
      }
    }
  }

  private static func plan(
    _ schema: MessageSchema, _ there: MessageSchema?, _ source: TraceVocabulary, _ target: TraceVocabulary
  ) -> Plan? {
    guard let there else { return nil }
    var plan = Plan(code: there.code, sources: [], values: [], absent: [], unmapped: [], shared: 0)
    for (index, field) in there.fields.enumerated() {
      let place = schema.fields.firstIndex { $0.name == field.name }
      let map = place.flatMap { Self.map(schema.fields[$0].type, field.type, source, target) }
      plan.sources.append(map == nil ? nil : place)
      plan.values.append(map ?? .same)
      plan.absent.append(TraceVocabulary.absent(field))
      if map != nil { plan.shared |= 1 << UInt16(index) }
    }
    plan.unmapped = schema.fields.indices.filter { !plan.sources.contains($0) }
    return plan
  }

  /// `nil` if values of one type mean nothing in the other.
  private static func map(
    _ a: FieldType, _ b: FieldType, _ source: TraceVocabulary, _ target: TraceVocabulary
  ) -> ValueMap? {
    switch (a, b) {
    case (.enumeration(let here), .enumeration(let there)):
      let (names, others) = (source.enumerations[here], target.enumerations[there])
      if others.names.starts(with: names.names) { return .same }
      return .named(names.names.map { $0.flatMap(others.number) })
    case (.code, .code):
      let numbers = source.inputs.map { schema in
        schema.flatMap { target.inputNumbers[ByteRange($0.name)] }.map(Int64.init)
      }
      return .named(numbers)
    default: return a == b ? .same : nil
    }
  }

  func input(_ message: WireMessage) -> Translation { translate(message, inputs, source.input(message.code)) }
  func output(_ message: WireMessage) -> Translation { translate(message, outputs, source.output(message.code)) }

  /// For each code of an output in the target: a bit for each of its fields that the source has, too; `nil` for an
  /// output that the source lacks.
  var sharedOutputs: [UInt16?] {
    var result = [UInt16?](repeating: nil, count: target.outputs.count)
    for case let plan? in outputs { result[Int(plan.code)] = plan.shared }
    return result
  }

  private func translate(_ message: WireMessage, _ plans: [Plan?], _ schema: MessageSchema?) -> Translation {
    guard let schema else { return Translation(lost: ["message \(message.code)"]) }
    guard let plan = plans[Int(message.code)] else { return Translation(lost: [schema.name]) }
    var result = Translation(message: WireMessage(code: plan.code), shared: plan.shared)
    for (index, place) in plan.sources.enumerated() {
      guard let place else {
        result.message?.put(plan.absent[index])
        continue
      }
      let value = message[place]
      if let there = Self.value(value, plan.values[index]) {
        result.message?.put(there)
      } else {
        result.message?.put(plan.absent[index])
        result.shared &= ~(1 << UInt16(index))
        let text = TraceDiffer.describe(value, schema.fields[place].type, source)
        result.lost.append("\(schema.name).\(schema.fields[place].name)=\(text)")
      }
    }
    for place in plan.unmapped where message[place] != TraceVocabulary.absent(schema.fields[place]) {
      result.lost.append("\(schema.name).\(schema.fields[place].name)")
    }
    return result
  }

  private static func value(_ value: Int64, _ map: ValueMap) -> Int64? {
    switch map {
    case .same: return value
    case .named(let numbers):
      // A value without a name stays a number.
      guard let index = Int(exactly: value), numbers.indices.contains(index) else { return value }
      return numbers[index]
    }
  }
}

/// Translates the fields of a state into another vocabulary, by their names.
struct StateTranslator: Sendable {
  private let source: TraceVocabulary
  private let target: TraceVocabulary
  /// For each field of the target: the place in the source, and the target's numbers of cases by their numbers in the
  /// source.
  private let plan: [(place: Int?, cases: [Int64?]?)]
  private let unmapped: [Int]

  init(from source: TraceVocabulary, to target: TraceVocabulary) {
    self.source = source
    self.target = target
    plan = target.state.map { field in
      guard let place = source.statePlaces[ByteRange(field.name)] else { return (nil, nil) }
      switch (source.state[place].type, field.type) {
      case (.enumeration(let here), .enumeration(let there)):
        let others = target.enumerations[there]
        return (place, source.enumerations[here].names.map { $0.flatMap(others.number) })
      case (let a, let b): return a == b ? (place, nil) : (nil, nil)
      }
    }
    let used = Set(plan.compactMap { $0.place })
    unmapped = source.state.indices.filter { !used.contains($0) }
  }

  /// The values in the target, and the names of fields with a value that could not be translated. Fields that the
  /// source lacks are as in `fresh`.
  func translate(_ values: [Int64], fresh: [Int64]) -> (values: [Int64], lost: [String]) {
    var result = fresh
    var lost: [String] = []
    for (index, step) in plan.enumerated() {
      guard let place = step.place else { continue }
      guard let cases = step.cases, let number = Int(exactly: values[place]), cases.indices.contains(number) else {
        result[index] = values[place]
        continue
      }
      if let there = cases[number] { result[index] = there } else { lost.append(source.state[place].name) }
    }
    for place in unmapped where values[place] != source.state[place].fresh { lost.append(source.state[place].name) }
    return (result, lost)
  }
}
