import PlayerCore
import PlayerTrace

/// Writes the selected part of a trace as human-readable text: a line for each input, its outputs below it.
struct HumanForm {
  let filter: RecordFilter
  let showsDeltas: Bool
  var redacts = false
  var screen = Screen.standardOutput

  private var arrow: String { screen.hasUnicode ? "→" : "->" }

  func write(_ reader: inout TraceReader, to sink: any TraceSink) throws(TraceError) -> SeenSteps {
    var seen = SeenSteps()
    var redactor = redacts ? TraceRedactor() : nil
    var text = header(reader.file, redactor?.redact(reader.header) ?? reader.header)
    var message = MessageText()
    var last = Instant.zero
    while let read = try reader.next() {
      let record = redactor?.redact(read) ?? read
      if let place = record.stepPlace, filter.isOver(place.number, place.instant) {
        seen.isCut = true
        break
      }
      switch record {
      case .definition(let definition):
        message.names.take(definition)
        if filter.keeps(.definitions), !filter.makesExcerpt { text += dim(Self.line(definition)) }
      case .step, .foreignStep:
        guard let place = record.stepPlace else { continue }
        let kept = filter.keep(step: record)
        seen.note(place.number, place.instant, isKept: kept != nil)
        guard let kept, let step = kept.recordedStep else { continue }
        text += lines(step, Lacks(kept), since: last, message)
        last = place.instant
      case .checkpoint(let checkpoint): if filter.keeps(.checkpoints) { text += dim(Self.line(checkpoint)) }
      case .mark(let mark): if filter.keeps(.marks) { text += dim("# mark: \(Printable.text(mark.text))") }
      case .end(let end): if filter.keeps(.end) { text += dim(Self.line(end)) }
      }
      if text.utf8.count >= TraceLimit.buffer {
        try sink.append(Array(text.utf8))
        text = ""
      }
    }
    try sink.append(Array(text.utf8))
    return seen
  }

  private func header(_ file: String, _ header: TraceHeader) -> String {
    let origin = [header.tool, header.engine, header.note].filter { !$0.isEmpty }.map { ", \(Printable.text($0))" }
    return dim("# \(Printable.text(file)): version \(header.version)\(origin.joined())")
  }

  private func dim(_ text: String) -> String { Style.dim(text, screen) + "\n" }

  /// The parts of a step that this version does not know.
  private struct Lacks {
    var ofInput: [String] = []
    var ofOutputs: [[String]] = []

    init(_ record: TraceRecord) {
      guard case .foreignStep(let step) = record, step.observedStep == nil else { return }
      ofInput = step.lostOfInput
      ofOutputs = step.outputs.map(\.lost)
    }

    func output(_ index: Int) -> [String] { index < ofOutputs.count ? ofOutputs[index] : [] }
  }

  /// Names the parts of a message that this version does not know.
  private func lack(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return Style.yellow("  (this version lacks \(Printable.text(names.joined(separator: ", "))))", screen)
  }

  private func lines(_ step: RecordedStep, _ lacks: Lacks, since last: Instant, _ message: MessageText) -> String {
    let time = showsDeltas ? TraceTime.delta(step.instant - last) : TraceTime.stamp(step.instant)
    let place = "\("\(step.number)".padded(to: 6, right: true))  \(time)  "
    guard filter.shows(step.input) else {
      return step.outputs.enumerated().map { "\(place)\(arrow) \(message($1))\(lack(lacks.output($0)))\n" }.joined()
    }
    let indent = String(repeating: " ", count: Printable.width(place))
    let outputs = step.outputs.enumerated().map { index, output in
      "\(indent)\(arrow) \(style(output)(message(output), screen))\(lack(lacks.output(index)))\n"
    }
    return place + Style.bold(message(step.input), screen) + lack(lacks.ofInput) + "\n" + outputs.joined()
  }

  /// Failures and diagnostics stand out; commands to the engine and completions are dimmed.
  private func style(_ output: TraceMessage) -> (String, Screen) -> String {
    switch MessageFamily(output) {
    case .notification where output.name == "failed": Style.red.callAsFunction
    case .diagnostic: Style.yellow.callAsFunction
    case .engine, .completion: Style.dim.callAsFunction
    case .notification, .deadline, .command, .environment, .event: { text, _ in text }
    }
  }

  private static func line(_ definition: TraceDefinition) -> String {
    switch definition {
    case .item(let item, let source): "# item \(item.rawValue) is \(Printable.text(source))"
    case .text(let number, let text): "# text \(number.rawValue) is \(Printable.text(text))"
    }
  }

  private static func line(_ checkpoint: TraceCheckpoint) -> String {
    "# checkpoint after step \(checkpoint.number), digest \(NumberText.hexadecimal(checkpoint.digest))"
  }

  private static func line(_ end: TraceEnd) -> String {
    """
    # end: \(end.ending.words), \(NumberText.counted(end.inputs, "input")), \
    \(NumberText.counted(end.outputs, "output")), digest \(NumberText.hexadecimal(end.digest))
    """
  }
}
