import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

/// Steps played while they are read are those of the trace.
@Suite struct FollowTests {
  /// Knows the outputs of every step.
  private struct Prophet: StepFollower {
    let steps: [TraceStep]
    var played: Int64 = 0
    var agreed: Int64 = 0
    var isRight = true

    func follows(_ number: Int64) -> Bool { number == played + 1 }

    mutating func play(_ input: Input, _ number: Int64, at instant: Instant) {
      played = number
      let step = steps[Int(number) - 1]
      isRight = isRight && step.input == input && step.instant == instant
    }

    var outputCount: Int { steps[Int(played) - 1].outputs.count }
    func output(_ place: Int) -> Output { steps[Int(played) - 1].outputs[place] }
    mutating func agree() { agreed += 1 }
    mutating func disagree(_ step: TraceStep, at offset: Int64) { isRight = false }
  }

  /// The window of a file ends anywhere, within steps that declare a shape as well: the length of the note shifts it. Such
  /// a step is read once it is all there, and its shape is known once.
  @Test(arguments: Array(stride(from: 0, to: 24, by: 2)))
  func followsEveryStep(_ shift: Int) throws {
    var random = Seeded(11)
    var steps: [TraceStep] = []
    while steps.count < 4_000 {
      let input = randomInput(&random)
      let outputs = (0..<Int.random(in: 0...5, using: &random)).map { _ in randomOutput(&random) }
      // Each step appears three times, so that its shapes are declared and reused.
      for _ in 0..<3 {
        let number = Int64(steps.count + 1)
        steps.append(
          TraceStep(number: number, instant: Instant(microseconds: number * 40_000), input: input, outputs: outputs))
      }
    }
    var encoder = TraceEncoder(.binary, header: TraceHeader(note: String(repeating: "-", count: 31_000 + 47 * shift)))
    for step in steps { encoder.encode(.step(step)) }
    #expect(encoder.bytes.count > TraceLimit.buffer)
    let file = FileManager.default.temporaryDirectory.appending(path: "windows-\(UUID()).trace")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(encoder.bytes).write(to: file)

    var reader = try TraceReader(path: file.path)
    var prophet = Prophet(steps: steps)
    while true {
      _ = try reader.follow(&prophet, atMost: .max)
      guard let record = try reader.next() else { break }
      if case .step(let step) = record {
        #expect(step == steps[Int(step.number) - 1])
        prophet.played = step.number
      }
    }
    #expect(prophet.isRight && prophet.played == steps.count && prophet.agreed > 1_000, "\(prophet.agreed) agreed")
  }
}
