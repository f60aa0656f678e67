import PlayerCore
import PlayerText

// What a viewer needs to know of a run, in JSON. Times are microseconds, `null` for unknown and endless.

extension ViewedRun {
  /// The whole run, except the content of its blocks.
  package var summary: JSONValue {
    var values = lists
    values["isObserved"] = .flag(header.isObserved)
    values["header"] = .text(String(decoding: TraceEncoder(.text, header: header).bytes, as: UTF8.self))
    values["steps"] = .integer(lastStep - firstStep + 1)
    values["firstStep"] = .integer(firstStep)
    values["lastStep"] = .integer(lastStep)
    values["start"] = .integer(blocks.first?.span.start.microseconds ?? 0)
    values["end"] = .integer(blocks.last?.span.end.microseconds ?? 0)
    values["duration"] = Self.time(facts.duration)
    values["statistics"] = statistics
    values["ending"] = facts.ending.map { Self.report($0) } ?? .null
    values["loss"] = loss.map { .object(["offset": .integer($0.offset), "bytes": .integer($0.bytes)]) } ?? .null
    values["problem"] = problem.map { .object(["step": .integer(lastStep), "error": $0.report]) } ?? .null
    values["differsAt"] = JSONValue(facts.differsAt)
    values["outcome"] = outcome.report
    return .object(values)
  }

  private var lists: [String: JSONValue?] {
    [
      "items": .list(facts.items.map { .object(["item": .integer(Int64($0.item)), "source": .text($0.source)]) }),
      "marks": .list(facts.marks.map { .object(["step": .integer($0.number), "words": .text($0.text)]) }),
      "segments": .list(facts.parts.segments.map { report($0) }),
      "chapters": .list(facts.parts.chapters.map { report($0) }),
      "stalls": .list(facts.stalls.map { .integer($0) }), "failures": .list(facts.failures.map { .integer($0) }),
    ]
  }

  private var statistics: JSONValue {
    let statistics = facts.statistics
    return .object([
      "stallCount": .integer(Int64(statistics.stallCount)), "stallTime": .integer(statistics.stallTime.microseconds),
      "startupTime": Self.span(statistics.startupTime), "ignoredEvents": .integer(Int64(statistics.ignoredEvents)),
    ])
  }

  /// The names of everything, which are the same for all runs.
  package static var words: JSONValue {
    let vocabulary = TraceVocabulary.current
    var kinds = StateKinds()
    var player = Player()
    player.visitState(&kinds)
    return .object([
      "lanes": .list(RunLane.allCases.map { report($0) }), "fields": .texts(vocabulary.state.map { $0.name }),
      "kinds": .texts(zip(vocabulary.state, kinds.words).map { kind(of: $0, $1) }),
      "families": .texts(MessageFamily.allCases.map { $0.name }),
      "inputs": .list(vocabulary.inputs.compactMap { $0 }.map { report($0, MessageFamily(input: $0.code)) }),
      "outputs": .list(vocabulary.outputs.compactMap { $0 }.map { report($0, MessageFamily(output: $0.code)) }),
    ])
  }

  private static func report(_ lane: RunLane) -> JSONValue {
    .object(["id": .text(lane.rawValue), "title": .text(lane.title), "values": .texts(lane.values)])
  }

  private static func kind(of field: TraceVocabulary.StateField, _ word: String) -> String {
    // Thousandths travel as integers.
    if field.name.hasPrefix("transport."), field.name.hasSuffix("ate"), word == "integer" { return "rate" }
    guard let setting = Setting.allCases.first(where: { field.name == "setting." + $0.name }) else { return word }
    switch setting.specification.unit {
    case .flag: return "flag"
    case .microseconds: return "span"
    case .thousandths: return "rate"
    case .count: return "integer"
    case .bits: return "bits"
    }
  }

  private static func report(_ schema: MessageSchema, _ family: MessageFamily) -> JSONValue {
    let fields: [JSONValue] = schema.fields.map { .object(["name": .text($0.name), "type": .text($0.typeName)]) }
    return .object([
      "code": .integer(Int64(schema.code)), "name": .text(schema.name), "family": .text(family.name),
      "fields": .list(fields),
    ])
  }

  private func report(_ segment: MediaParts.Segment) -> JSONValue {
    .object([
      "segment": .integer(Int64(segment.id.rawValue)), "start": Self.time(segment.start), "end": Self.time(segment.end),
      "isBlocked": .flag(segment.isBlocked), "isHidden": .flag(segment.isHidden),
      "presented": segment.presented.map { .text($0.words) } ?? .null,
      "title": .text(facts.text(segment.title.rawValue)),
    ])
  }

  private func report(_ chapter: MediaParts.Chapter) -> JSONValue {
    .object([
      "start": Self.time(chapter.start), "end": Self.time(chapter.end),
      "title": .text(facts.text(chapter.title.rawValue)),
    ])
  }

  private static func report(_ ending: TraceEnding) -> JSONValue {
    switch ending {
    case .finished: .object(["kind": .text("finished"), "detail": .text("")])
    case .interrupted(let signal): .object(["kind": .text("interrupted"), "detail": .text(signal)])
    case .failed(let reason): .object(["kind": .text("failed"), "detail": .text(reason)])
    }
  }

  private static func time(_ time: MediaTime) -> JSONValue { JSONValue(time.isKnown ? time.microseconds : nil) }
  private static func span(_ span: TimeSpan) -> JSONValue { JSONValue(span == .never ? nil : span.microseconds) }
}

/// The kinds of a state's fields, in order.
private struct StateKinds: StateVisitor {
  var words: [String] = []

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    words.append(Self.word(Value.wireKind))
  }

  // One function for all types of fields.
  @inline(never)
  private static func word(_ kind: WireKind) -> String {
    switch kind {
    case .integer: "integer"
    case .boolean: "boolean"
    case .mediaTime: "time"
    case .span: "span"
    case .instant: "instant"
    case .supply: "supply"
    case .enumeration: "enumeration"
    }
  }
}

// MARK: One step

extension ViewedRun {
  /// A step and the whole state after it; 0, or the number before the first step, for the state before the first. `nil`
  /// if the step does not exist.
  package func report(step number: Int64) -> [UInt8]? {
    if number == firstStep - 1 {
      let player = beginning
      return StepReport(facts).bytes(number: number, RunStepper(player), before: player, message: nil)
    }
    guard let step = step(number), let place = place(of: number) else { return nil }
    return StepReport(facts).bytes(
      number: number, step.after, before: step.before, message: (step.input, step.instant), previous: step.previous,
      observation: blocks[place.block].observation(place.index))
  }
}

/// Writes a step as JSON: `state` contains the values of all fields in order, `changed` the places of those that
/// differ, and `before` their former values; `previous` is the instant of the step before.
private struct StepReport {
  private var writer = JSONWriter()
  private var texts: Set<UInt32> = []
  private var items: Set<UInt32> = []
  private let facts: RunFacts

  init(_ facts: RunFacts) { self.facts = facts }

  consuming func bytes(
    number: Int64, _ stepper: RunStepper, before: Player, message: (input: Input, instant: Instant)?,
    previous: Instant? = nil, observation: ObservedStep? = nil
  ) -> [UInt8] {
    let inspection = stepper.inspection
    writer.raw("{")
    put("number", number)
    put("at", (message?.instant ?? inspection.clock).microseconds)
    put("previous", previous?.microseconds)
    writer.key("input")
    if let observation {
      put(observation.line)
    } else if let input = message?.input {
      put(input.message, TraceVocabulary.current.input(input.code))
    } else {
      writer.raw("null")
    }
    writer.key("outputs")
    writer.raw("[")
    if message != nil {
      for (place, output) in stepper.outputs.enumerated() {
        if place > 0 { writer.raw(",") }
        put(output.message, TraceVocabulary.current.output(output.code))
      }
    }
    if let observation { putSigns(of: observation) }
    writer.raw("]")
    put(states: before.stateValues, stepper.player.stateValues)
    let position = stepper.position
    put("position", position.isKnown ? position.microseconds : nil)
    put("nextDeadline", inspection.nextDeadline == .never ? nil : inspection.nextDeadline.microseconds)
    writer.key("deadlineFor")
    writer.word(inspection.nextSlot.wireName.description)
    writer.key("digest")
    writer.word(hexadecimal(stepper.player.digest))
    putNames()
    writer.raw("}")
    return writer.bytes
  }

  private mutating func put(_ name: String, _ value: Int64?) {
    writer.key(name)
    if let value { writer.integer(value) } else { writer.raw("null") }
  }

  private mutating func put(_ message: WireMessage, _ schema: MessageSchema?) {
    writer.raw("{")
    writer.key("name")
    writer.word(schema?.name ?? "")
    for (place, field) in (schema?.fields ?? []).enumerated() {
      writer.key(field.name)
      writer.value(message[place], field.type, .current)
      note(message[place], field.typeName)
    }
    writer.raw("}")
  }

  /// The input of an observed step: only the line of the log is known.
  private mutating func put(_ line: Int64?) {
    writer.raw("{\"name\":\"observed\"")
    if let line { put("line", line) }
    writer.raw("}")
  }

  /// What only logs contain, in the words of the trace.
  private mutating func putSigns(of step: ObservedStep) {
    if let until = step.buffered { putSign("bufferObserved", "until", until.isKnown ? until.microseconds : nil) }
    if let bits = step.bandwidth { putSign("bandwidthObserved", "bitsPerSecond", bits) }
    for sign in step.signs {
      switch sign {
      case .framesDropped(let count): putSign("droppedFramesObserved", "count", count)
      case .audioGap: putSign("audioGapObserved")
      case .drift(let span, _): putSign("driftObserved", "by", span.microseconds)
      case .picture(let isMissing): putSign("pictureObserved", "isMissing", isMissing ? 1 : 0)
      case .request(let again):
        note(Int64(again.rawValue), "text")
        putSign("requestObserved", "text", Int64(again.rawValue))
      }
    }
  }

  private mutating func putSign(_ name: StaticString, _ field: String? = nil, _ value: Int64? = nil) {
    if writer.bytes.last != UInt8(ascii: "[") { writer.raw(",") }
    writer.raw("{\"name\":\"\(name)\"")
    if let field { put(field, value) }
    writer.raw("}")
  }

  private mutating func put(states before: [Int64], _ after: [Int64]) {
    let fields = TraceVocabulary.current.state
    let changed = fields.indices.filter { before[$0] != after[$0] }
    func list(_ places: some Sequence<Int>, _ writer: inout JSONWriter, _ put: (Int, inout JSONWriter) -> Void) {
      writer.raw("[")
      for place in places {
        if writer.bytes.last != UInt8(ascii: "[") { writer.raw(",") }
        put(place, &writer)
      }
      writer.raw("]")
    }
    writer.key("state")
    list(fields.indices, &writer) { Self.put(after[$0], fields[$0], &$1) }
    writer.key("changed")
    list(changed, &writer) { $1.integer(Int64($0)) }
    writer.key("before")
    list(changed, &writer) { Self.put(before[$0], fields[$0], &$1) }
    for place in fields.indices { note(after[place], StateComparer.type(fields[place].name)) }
    for place in changed { note(before[place], StateComparer.type(fields[place].name)) }
  }

  /// A digest is written as text, because JavaScript would round the number.
  private static func put(_ value: Int64, _ field: TraceVocabulary.StateField, _ writer: inout JSONWriter) {
    if value.magnitude > 1 << 53, field.name.hasSuffix(".digest") {
      writer.string("\(value)")
    } else {
      writer.value(value, field.type, .current)
    }
  }

  private mutating func note(_ value: Int64, _ type: String) {
    guard let number = UInt32(exactly: value), number > 0 else { return }
    if type == "text" { texts.insert(number) }
    if type == "item" { items.insert(number) }
  }

  private mutating func putNames() {
    writer.key("names")
    writer.raw("{\"item\":{")
    for number in items.sorted() {
      guard let source = facts.source(number) else { continue }
      writer.key("\(number)")
      writer.string(source)
    }
    writer.raw("},\"text\":{")
    for number in texts.sorted() {
      guard let words = facts.texts[number] else { continue }
      writer.key("\(number)")
      writer.string(words)
    }
    writer.raw("}}")
  }
}
