import PlayerCore
import PlayerTrace

/// Writes what is kept of a trace for people: a line for each input, its outputs below it.
struct HumanForm {
  let filter: RecordFilter
  let showsDeltas: Bool
  var screen = Screen.standardOutput

  private var arrow: String { screen.hasUnicode ? "→" : "->" }

  func write(_ reader: inout TraceReader, to sink: any TraceSink) throws(TraceError) -> SeenSteps {
    var seen = SeenSteps()
    var text = header(reader)
    var message = MessageText()
    var last = Instant.zero
    while let record = try reader.next() {
      if case .step(let step) = record, filter.isOver(step) {
        seen.isCut = true
        break
      }
      switch record {
      case .definition(let definition):
        message.names.take(definition)
        if filter.keeps(.definitions), !filter.makesExcerpt { text += dim(Self.line(definition)) }
      case .step(let step):
        let kept = filter.keep(step)
        seen.note(step, isKept: kept != nil)
        guard let kept else { continue }
        text += lines(kept, since: last, message)
        last = step.instant
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

  private func header(_ reader: TraceReader) -> String {
    let header = reader.header
    let origin = [header.tool, header.engine, header.note].filter { !$0.isEmpty }.map { ", \(Printable.text($0))" }
    return dim("# \(Printable.text(reader.file)): version \(header.version)\(origin.joined())")
  }

  private func dim(_ text: String) -> String { Style.dim(text, screen) + "\n" }

  private func lines(_ step: TraceStep, since last: Instant, _ message: MessageText) -> String {
    let time = showsDeltas ? TraceTime.delta(step.instant - last) : TraceTime.stamp(step.instant)
    let place = "\("\(step.number)".padded(to: 6, right: true))  \(time)  "
    guard filter.shows(step.input) else {
      return step.outputs.map { "\(place)\(arrow) \(message($0))\n" }.joined()
    }
    let indent = String(repeating: " ", count: Printable.width(place))
    let outputs = step.outputs.map { "\(indent)\(arrow) \(style($0)(message($0), screen))\n" }
    return place + Style.bold(message(step.input), screen) + "\n" + outputs.joined()
  }

  /// Failures and oddities stand out; what only the engine hears stands back.
  private func style(_ output: Output) -> (String, Screen) -> String {
    switch output {
    case .notification(.failed, _): Style.red.callAsFunction
    case .diagnostic: Style.yellow.callAsFunction
    case .engine, .completion: Style.dim.callAsFunction
    case .notification: { text, _ in text }
    }
  }

  private static func line(_ definition: Definition) -> String {
    switch definition {
    case .item(let item, let source): "# item \(item.rawValue) is \(Printable.text(source))"
    case .text(let number, let text): "# text \(number.rawValue) is \(Printable.text(text))"
    }
  }

  private static func line(_ checkpoint: TraceCheckpoint) -> String {
    "# checkpoint behind step \(checkpoint.number), digest \(NumberText.hexadecimal(checkpoint.digest))"
  }

  private static func line(_ end: TraceEnd) -> String {
    """
    # end: \(end.ending.words), \(NumberText.counted(end.inputs, "input")), \
    \(NumberText.counted(end.outputs, "output")), digest \(NumberText.hexadecimal(end.digest))
    """
  }
}
