import PlayerCore
import PlayerTrace

/// Cost of one input: time, instructions, allocations.
struct CoreSection {
  static let title = "core: one input, and the next deadline after it"

  /// More than this is a regression to be explained.
  static let instructionLimit = 1_300.0

  var isQuick: Bool
  /// Counted by a profiler where the processor's own counter cannot be read, by name.
  var profiledInstructions: [String: Double]

  /// Measures mixes that belong together as one; each is played by a player of its own.
  func measure(_ name: String, _ mixes: [Mix], into report: inout Report) {
    let inputs = Double(mixes.reduce(0) { $0 + $1.steps.count })
    guard inputs > 0 else { return }
    let counts = count(mixes)
    let nanoseconds = Stopwatch.best(budget: isQuick ? 0.3 : 2) {
      mixes.map(Playing.init)
    } measuring: {
      for (playing, mix) in zip($0, mixes) { playing.play(mix.steps) }
    }
    let instructions = counts.instructions.map { Double($0) / inputs } ?? profiledInstructions[name]
    report.add(Self.title, "\(name): time per input", nanoseconds / inputs, "ns", atMost: 100)
    report.add(
      Self.title, "\(name): instructions per input", instructions, "instructions", atMost: Self.instructionLimit,
      isRequired: true)
    report.add(
      Self.title, "\(name): allocations per input", counts.allocations.map { Double($0) / inputs }, "allocations",
      atMost: 0, isRequired: true)
  }

  /// Counts with players that have played the mix once, so that nothing has to grow any more.
  private func count(_ mixes: [Mix]) -> Counts {
    let playings = mixes.map(Playing.init)
    for (playing, mix) in zip(playings, mixes) { playing.play(mix.steps) }
    return Counts.during {
      for index in mixes.indices { playings[index].play(mixes[index].steps) }
    }
  }
}

extension Mix {
  /// The inputs of a trace.
  static func trace(_ path: String) throws -> Mix {
    var reader = try TraceReader(path: path)
    var steps: [Step] = []
    while let record = try reader.next() {
      if case .step(let step) = record { steps.append(Step(instant: step.instant, input: step.input)) }
    }
    return Mix(name: path, configuration: reader.header.configuration, steps: steps)
  }
}
