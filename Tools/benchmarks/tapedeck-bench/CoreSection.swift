import PlayerCore
import PlayerTrace

/// Cost of one input: time, instructions, allocations.
///
/// The mixes: `recorded` is a user's day; `random` is the whole vocabulary, extreme numbers included; `segments` has every
/// machine at work over a thousand segments, `million` over a million; `golden` are the traces that come with the sources.
struct CoreSection {
  static let title = "core: one input, and the next deadline after it"

  /// More than this is a regression to be explained. Loads and machines that are all at work take longer.
  static func instructionLimit(of mix: String) -> Double {
    switch mix {
    case "recorded", "random": 600
    case "segments": 1_200
    default: 1_600
    }
  }

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
    // How long a million segments take to look through is up to the caches.
    let aim = name == "million" ? nil : 100.0
    let instructions = counts.instructions.map { Double($0) / inputs } ?? profiledInstructions[name]
    report.add(Self.title, "\(name): time per input", nanoseconds / inputs, "ns", atMost: aim)
    report.add(
      Self.title, "\(name): instructions per input", instructions, "instructions",
      atMost: Self.instructionLimit(of: name),
      isRequired: true)
    report.add(
      Self.title, "\(name): allocations per input", counts.allocations.map { Double($0) / inputs }, "allocations",
      atMost: 0, isRequired: true)
  }

  /// Counts while fresh players play. What comes as a list needs memory of its own: an input that adds to one is not
  /// counted.
  private func count(_ mixes: [Mix]) -> Counts {
    var sum = Counts(allocations: 0, instructions: 0)
    for mix in mixes {
      let playing = Playing(mix)
      var rest = mix.steps[...]
      while !rest.isEmpty {
        let lists = rest.prefix { $0.input.addsToList }
        playing.play(lists)
        rest.removeFirst(lists.count)
        let others = rest.prefix { !$0.input.addsToList }
        sum.add(Counts.during { playing.play(others) })
        rest.removeFirst(others.count)
      }
    }
    return sum
  }
}

extension Input {
  /// Of segments, observers, or renditions.
  fileprivate var addsToList: Bool {
    switch self {
    case .command(.stageSegment, _), .command(.commitSegments, _), .command(.addPeriodicObserver, _),
      .command(.addBoundaryObserver, _), .engine(.trackFound, _):
      true
    default: false
    }
  }
}

extension Mix {
  /// The inputs of a trace.
  static func trace(_ path: String) throws -> Mix {
    var reader = try TraceReader(path: path)
    var steps: [Step] = []
    while let record = try reader.nextKnown() {
      if case .step(let step) = record { steps.append(Step(instant: step.instant, input: step.input)) }
    }
    return Mix(name: path, configuration: reader.header.configuration, steps: steps)
  }
}
