import PlayerCore

/// Writes the text form: one line for each record, an input's outputs on lines of their own. See <doc:TraceFormat>.
struct TextEncoder {
  var writer = JSONWriter()
  private let standard: [Int64]

  init(configuration: Configuration) { standard = Player(configuration: configuration).stateValues }

  mutating func encode(_ header: TraceHeader) {
    writer.raw("{\"k\":\"h\",\"v\":")
    writer.integer(header.version)
    writer.raw(",\"voc\":\"")
    writer.raw(hexadecimal(header.vocabulary))
    writer.raw("\",\"state\":\"")
    writer.raw(hexadecimal(header.stateLayout))
    writer.raw("\",\"core\":")
    writer.integer(Int64(header.behaviour))
    writer.raw(",\"cfg\":{")
    for setting in Setting.allCases where header.configuration[setting] != setting.specification.standard {
      writer.key(setting.name)
      writer.value(header.configuration[setting], setting.type, [])
    }
    writer.raw("}")
    if !header.hasOutputs { writer.raw(",\"outputs\":false") }
    if header.isExcerpt { writer.raw(",\"excerpt\":true") }
    optional("engine", header.engine)
    optional("tool", header.tool)
    optional("note", header.note)
    if let date = header.recordedAt {
      writer.raw(",\"date\":")
      writer.integer(date)
    }
    endLine()
  }

  private mutating func optional(_ key: String, _ text: String) {
    guard !text.isEmpty else { return }
    writer.key(key)
    writer.string(text)
  }

  private mutating func endLine() { writer.raw("}\n") }

  mutating func encode(_ definition: Definition) {
    writer.raw("{\"k\":\"d\",")
    switch definition {
    case .item(let item, let source):
      writer.raw("\"item\":")
      writer.integer(item.wireValue)
      writer.raw(",\"source\":")
      writer.string(source)
    case .text(let number, let text):
      writer.raw("\"text\":")
      writer.integer(number.wireValue)
      writer.raw(",\"is\":")
      writer.string(text)
    }
    endLine()
  }

  mutating func encodeInput(_ input: Input, number: Int64, at instant: Instant) {
    writer.raw("{\"k\":\"i\",\"n\":")
    writer.integer(number)
    writer.raw(",\"t\":")
    writer.integer(instant.microseconds)
    let message = input.message
    encode(message, Schema.shared.input(message.code))
  }

  mutating func encodeOutput(_ output: Output, number: Int64) {
    writer.raw("{\"k\":\"o\",\"n\":")
    writer.integer(number)
    let message = output.message
    encode(message, Schema.shared.output(message.code))
  }

  private mutating func encode(_ message: Message, _ schema: MessageSchema?) {
    writer.raw(",\"e\":\"")
    writer.raw(schema?.name ?? "")
    writer.raw("\"")
    if let schema, !schema.fields.isEmpty {
      writer.raw(",\"a\":{")
      for (index, field) in schema.fields.enumerated() {
        writer.key(field.name)
        writer.value(message[index], field.type, Schema.shared.enumerations)
      }
      writer.raw("}")
    }
    endLine()
  }

  /// A checkpoint without its state is left out.
  mutating func encode(_ checkpoint: TraceCheckpoint) {
    guard let state = checkpoint.state else { return }
    writer.raw("{\"k\":\"c\",\"n\":")
    writer.integer(checkpoint.number)
    writer.raw(",\"t\":")
    writer.integer(checkpoint.instant.microseconds)
    writer.raw(",\"s\":{")
    let schema = StateSchema.shared
    for (index, value) in state.stateValues.enumerated() where value != standard[index] {
      writer.key(schema.fields[index].name)
      writer.value(value, schema.fields[index].type, schema.enumerations)
    }
    writer.raw("},\"d\":\"")
    writer.raw(hexadecimal(checkpoint.digest))
    writer.raw("\"")
    endLine()
  }

  mutating func encode(_ mark: TraceMark) {
    writer.raw("{\"k\":\"m\",\"n\":")
    writer.integer(mark.number)
    writer.raw(",\"x\":")
    writer.string(mark.text)
    endLine()
  }

  mutating func encode(_ end: TraceEnd) {
    writer.raw("{\"k\":\"z\",\"n\":")
    writer.integer(end.number)
    writer.raw(",\"i\":")
    writer.integer(end.inputs)
    writer.raw(",\"o\":")
    writer.integer(end.outputs)
    writer.raw(",\"d\":\"")
    writer.raw(hexadecimal(end.digest))
    writer.raw("\",\"end\":")
    switch end.ending {
    case .finished: writer.raw("\"finished\"")
    case .interrupted(let signal):
      writer.raw("\"interrupted\",\"by\":")
      writer.string(signal)
    case .failed(let reason):
      writer.raw("\"failed\",\"why\":")
      writer.string(reason)
    }
    endLine()
  }
}
