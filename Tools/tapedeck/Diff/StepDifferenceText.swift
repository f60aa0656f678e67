import PlayerCore
import PlayerTrace

/// The differences in a step of two runs as human-readable text: `-` is the first run, `+` the second.
struct StepDifferenceText {
  let screen: Screen
  var messagesA = MessageText()
  var messagesB = MessageText()
  /// The names of the two runs.
  var nameA = "in A"
  var nameB = "in B"

  private var arrow: String { screen.hasUnicode ? "→" : "->" }

  /// Less important parts.
  func faint(_ text: String) -> String { Style.dim(text, screen) }

  /// A step without anything new: its input in one line.
  func context(_ step: ComparedStep) -> String {
    guard let shown = step.a ?? step.b else { return "" }
    return Style.dim("  \(place(step)) \(messagesA(shown.input))", screen)
  }

  func lines(_ step: ComparedStep) -> [String] {
    switch (step.a, step.b) {
    case (let a?, nil):
      let outputs = step.outputs.map(output)
      return [removed("- \(place(step)) \(messagesA(a.input))")] + outputs.flatMap(\.self)
    case (nil, let b?):
      let outputs = step.outputs.map(output)
      return [added("+ \(place(step)) \(messagesB(b.input))")] + outputs.flatMap(\.self)
    case (let a?, let b?): return changed(step, a, b)
    case (nil, nil): return []
    }
  }

  private func changed(_ step: ComparedStep, _ a: RecordedStep, _ b: RecordedStep) -> [String] {
    var lines: [String] = []
    let differsInInput = step.fields.contains { $0.field != "instant" }
    if differsInInput {
      lines.append(removed("- \(place(step)) \(messagesA(a.input))"))
      lines.append(added("+ \(place(step, showsB: true)) \(messagesB(b.input))"))
    } else {
      lines.append("~ \(place(step)) \(messagesA(a.input))")
    }
    if step.fields.contains(where: { $0.field == "instant" }) {
      let shift = TraceTime.delta(b.instant - a.instant)
      lines.append(
        "\(indent)at \(TraceTime.stamp(a.instant)) \(nameA), \(TraceTime.stamp(b.instant)) \(nameB) (\(shift) s)")
    }
    return lines + step.outputs.flatMap(output)
  }

  func output(_ output: ComparedOutput) -> [String] {
    let space = indent.dropFirst(2)
    switch output {
    case .same(let a, _): return [Style.dim("\(indent)\(arrow) \(messagesA(a))", screen)]
    case .onlyA(let a): return [removed("- \(space)\(arrow) \(messagesA(a))")]
    case .onlyB(let b): return [added("+ \(space)\(arrow) \(messagesB(b))")]
    case .changed(let a, let b, _):
      return [removed("- \(space)\(arrow) \(messagesA(a))"), added("+ \(space)\(arrow) \(messagesB(b))")]
    }
  }

  private var indent: String { String(repeating: " ", count: 16) }

  private func removed(_ text: String) -> String { Style.red(text, screen) }
  private func added(_ text: String) -> String { Style.green(text, screen) }

  /// The number of the step: that of A, of B after a plus, or both when they differ.
  private func place(_ step: ComparedStep, showsB: Bool = false) -> String {
    let numbers: String =
      switch (step.a?.number, step.b?.number) {
      case (let a?, let b?) where a == b: "\(a)"
      case (let a?, let b?): "\(a)|\(b)"
      case (let a?, nil): "\(a)"
      case (nil, let b?): "\(b)"
      case (nil, nil): ""
      }
    let instant = (showsB ? step.b : step.a ?? step.b)?.instant ?? .zero
    return "\(numbers.padded(to: 7, right: true))  \(TraceTime.stamp(instant)) "
  }
}
