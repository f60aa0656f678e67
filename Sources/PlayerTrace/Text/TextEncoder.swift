import PlayerCore
import PlayerText

/// Writes the text form: one line for each record, and separate lines for an input's outputs. See <doc:TraceFormat>.
struct TextEncoder {
  var writer = JSONWriter()
  /// The trace's vocabulary.
  private let vocabulary: TraceVocabulary
  private let standard: [Int64]

  init(_ header: TraceHeader) {
    vocabulary = header.words
    standard = header.freshState
    encode(header)
  }

  private mutating func encode(_ header: TraceHeader) {
    writer.raw("{\"k\":\"h\",\"v\":")
    writer.integer(header.version)
    writer.raw(",\"voc\":\"")
    writer.raw(hexadecimal(header.vocabulary))
    writer.raw("\",\"state\":\"")
    writer.raw(hexadecimal(header.stateLayout))
    writer.raw("\",\"core\":")
    writer.integer(Int64(header.behaviour))
    writer.raw(",\"cfg\":{")
    for (setting, value) in zip(vocabulary.settings, header.settingValues) where value != setting.standard {
      writer.key(setting.name)
      writer.value(value, setting.type, vocabulary)
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
    if header.version > 1 { encode(changes: vocabulary.changes) }
    endLine()
  }

  private mutating func encode(changes: [String]) {
    writer.raw(",\"changes\":[")
    for (index, change) in changes.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(change)
    }
    writer.raw("]")
  }

  private mutating func optional(_ key: String, _ text: String) {
    guard !text.isEmpty else { return }
    writer.key(key)
    writer.string(text)
  }

  private mutating func endLine() { writer.raw("}\n") }

  mutating func encode(_ definition: TraceDefinition) {
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

  mutating func encodeInput(_ message: WireMessage, number: Int64, at instant: Instant) {
    writer.raw("{\"k\":\"i\",\"n\":")
    writer.integer(number)
    writer.raw(",\"t\":")
    writer.integer(instant.microseconds)
    encode(message, vocabulary.input(message.code))
  }

  mutating func encodeOutput(_ message: WireMessage, number: Int64) {
    writer.raw("{\"k\":\"o\",\"n\":")
    writer.integer(number)
    encode(message, vocabulary.output(message.code))
  }

  private mutating func encode(_ message: WireMessage, _ schema: MessageSchema?) {
    writer.raw(",\"e\":\"")
    writer.raw(schema?.name ?? "")
    writer.raw("\"")
    if let schema, !schema.fields.isEmpty {
      writer.raw(",\"a\":{")
      for (index, field) in schema.fields.enumerated() {
        writer.key(field.name)
        writer.value(message[index], field.type, vocabulary)
      }
      writer.raw("}")
    }
    endLine()
  }

  /// A checkpoint without its state is omitted.
  mutating func encode(_ checkpoint: TraceCheckpoint) {
    guard let values = checkpoint.values(like: standard) else { return }
    writer.raw("{\"k\":\"c\",\"n\":")
    writer.integer(checkpoint.number)
    writer.raw(",\"t\":")
    writer.integer(checkpoint.instant.microseconds)
    writer.raw(",\"s\":{")
    for (index, value) in values.enumerated() where value != standard[index] {
      writer.key(vocabulary.state[index].name)
      writer.value(value, vocabulary.state[index].type, vocabulary)
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
