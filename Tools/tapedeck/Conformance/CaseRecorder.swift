import PlayerCore
import PlayerRuntime
import PlayerTrace

/// Writes the trace of one acceptance case.
final class CaseRecorder: RunRecorder {
  private let path: String
  private var trace: TraceRecorder?
  private var player = Player()

  init(path: String) { self.path = path }

  func begin(configuration: Configuration, engine: String) throws {
    let header = TraceHeader(configuration: configuration, engine: engine, tool: "tapedeck conformance")
    trace = try TraceRecorder(path: path, header: header)
    player = Player(configuration: configuration)
  }

  func define(_ definition: Definition) throws { try trace?.define(definition) }

  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws {
    try trace?.record(input, at: instant, outputs: outputs, player: player)
    self.player = player
  }

  func flush() throws { try trace?.flush() }
  func finish() throws { try trace?.finish(.finished, player: player) }
}
