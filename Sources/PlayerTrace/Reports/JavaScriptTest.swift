import PlayerCore
import PlayerText

/// A test for Node's test runner with the npm package.
struct JavaScriptTest {
  private let name: TestName
  private let steps: TestSteps

  init(_ name: TestName, _ steps: TestSteps) {
    self.name = name
    self.steps = steps
  }

  var text: String {
    var writer = JSONWriter()
    writer.raw(
      """
      // Made by 'tapedeck test' of \(TestName.line(name.title)): \(TestName.line(steps.origin)).
      import assert from "node:assert/strict"
      import { test } from "node:test"
      import { Player } from "tapedeck"

      test(\(JSONWriter.quoted(TestName.line(name.title))), () => {
        const player = new Player({ settings:\u{20}
      """)
    writer.raw("{")
    var isFirst = true
    for setting in Setting.allCases {
      let value = steps.header.configuration[setting]
      guard value != setting.specification.standard else { continue }
      writer.raw(isFirst ? " " : ", ")
      isFirst = false
      writer.raw("\(setting.name): ")
      writer.value(value, setting.type, .current)
    }
    writer.raw(isFirst ? "} })\n" : " } })\n")
    for definition in steps.definitions { write(definition, into: &writer) }
    writer.raw(
      """
        // Feeds an input at an instant in microseconds, and compares everything that the player answers.
        const step = (at, input, ...answers) => assert.deepEqual(player.receive(input, at), answers, `${input.name} at ${at} µs`)


      """)
    for step in steps.steps { write(step, into: &writer) }
    writer.raw("})\n")
    return writer.text
  }

  private func write(_ definition: TraceDefinition, into writer: inout JSONWriter) {
    switch definition {
    case .item(let item, let source):
      writer.raw("  player.define(\"item\", \(item.rawValue), ")
      writer.string(source)
    case .text(let text, let words):
      writer.raw("  player.define(\"text\", \(text.rawValue), ")
      writer.string(words)
    }
    writer.raw(")\n")
  }

  private func write(_ step: TraceStep, into writer: inout JSONWriter) {
    writer.raw("  step(")
    if step.instant == .never { writer.raw("Infinity") } else { writer.integer(step.instant.microseconds) }
    writer.raw(", ")
    write(step.input.message, TraceVocabulary.current.input(step.input.code), into: &writer)
    for output in step.outputs {
      writer.raw(",\n    ")
      write(output.message, TraceVocabulary.current.output(output.code), into: &writer)
    }
    writer.raw(")\n")
  }

  private func write(_ message: WireMessage, _ schema: MessageSchema?, into writer: inout JSONWriter) {
    writer.raw("{ name: ")
    writer.word(schema?.name ?? "")
    for (place, field) in (schema?.fields ?? []).enumerated() {
      writer.raw(", ")
      // A name with a dot is not an identifier.
      if field.name.utf8.contains(UInt8(ascii: ".")) { writer.word(field.name) } else { writer.raw(field.name) }
      writer.raw(": ")
      writer.value(message[place], field.type, .current)
    }
    writer.raw(" }")
  }
}
