import Foundation
import PlayerCore
import PlayerTrace

/// The golden traces, read while no mutant was awake: what no property notices may change one of them all the same.
struct Recordings {
  private struct Recording {
    var configuration: Configuration
    var steps: [TraceStep]
    /// The state after the last step.
    var end: Player
  }

  private var recordings: [Recording] = []

  /// - Parameter folder: It is searched with everything below it, but for the archive of older versions.
  init(in folder: String) throws {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for file in files.sorted() where file.hasSuffix(".trace.jsonl") && !file.hasPrefix("archive/") {
      var reader = try TraceReader(path: folder + "/" + file)
      let configuration = reader.header.configuration
      guard reader.header.hasOutputs, !reader.header.isExcerpt else { continue }
      var recording = Recording(configuration: configuration, steps: [], end: Player(configuration: configuration))
      while let record = try reader.nextKnown() {
        if case .step(let step) = record { recording.steps.append(step) }
      }
      var outputs = Outputs()
      for step in recording.steps { recording.end.receive(step.input, at: step.instant, into: &outputs) }
      recordings.append(recording)
    }
  }

  /// Whether every trace is still the same.
  var areKept: Bool { recordings.allSatisfy(isKept) }

  private func isKept(_ recording: Recording) -> Bool {
    var player = Player(configuration: recording.configuration)
    var outputs = Outputs()
    for step in recording.steps {
      player.receive(step.input, at: step.instant, into: &outputs)
      guard step.isWhole else { break }
      guard outputs.elementsEqual(step.outputs) else { return false }
    }
    return player == recording.end
  }
}
