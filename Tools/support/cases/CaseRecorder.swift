import PlayerCore
import PlayerRuntime
import PlayerTrace

/// Writes the trace of one acceptance case.
final class CaseRecorder: RunRecorder {
  private let path: String
  private let inputs: [String]
  private var file: WholeFile?
  private var trace: TraceRecorder?
  private var player = Player()

  /// `inputs` are files that must not be changed.
  init(path: String, sparing inputs: [String]) {
    self.path = path
    self.inputs = inputs
  }

  func begin(configuration: Configuration, engine: String) throws {
    let header = TraceHeader(configuration: configuration, engine: engine, tool: "check-cases")
    let file = try WholeFile(path: path, sparing: inputs)
    trace = try TraceRecorder(sink: file, form: TraceForm(path: path), header: header, flushing: .whenFull)
    self.file = file
    player = Player(configuration: configuration)
  }

  func define(_ definition: TraceDefinition) throws { try trace?.define(definition) }

  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws {
    try trace?.record(input, at: instant, outputs: outputs, player: player)
    self.player = player
  }

  func flush() throws { try trace?.flush() }

  func finish() throws {
    try trace?.finish(.finished, player: player)
    try file?.commit()
  }
}
