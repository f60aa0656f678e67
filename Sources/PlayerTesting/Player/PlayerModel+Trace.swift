import PlayerCore
import PlayerTrace
import ReducerTesting

/// A session of the player as read from a trace, with the words for its numbers.
public struct RecordedSession: Sendable {
  /// The setup, and the inputs with their instants.
  public var session: Session<PlayerSetup, PlayerStep>
  /// The words for items and texts.
  public var definitions: [TraceDefinition]
  /// The engine named by the trace.
  public var engine: String
  /// The note of the trace: why it was kept.
  public var note: String

  /// A session with the definitions of the identifiers it uses; all but the session may be missing.
  public init(
    _ session: Session<PlayerSetup, PlayerStep>, definitions: [TraceDefinition] = [], engine: String = "",
    note: String = ""
  ) {
    self.session = session
    self.definitions = definitions
    self.engine = engine
    self.note = note
  }
}

extension PlayerModel {
  /// The inputs of a trace as steps. Epochs, serials and requests get symbolic names where the player has one, so that
  /// a step can be removed. Deadlines are steps, so the host of such a session is hostile.
  ///
  /// The recorded outputs are neither checked nor read. Throws a `TraceError` when the trace is damaged, does not start
  /// at the beginning, or has more than `limit` steps.
  public static func session(
    from reader: inout TraceReader, limit: Int = 10_000_000
  ) throws(TraceError) -> RecordedSession {
    try reader.requireInputs()
    let header = reader.header
    guard !header.isExcerpt else {
      throw .notReplayable(file: reader.file, reason: "it is an excerpt, from which steps were left out")
    }
    let setup = PlayerSetup(header.configuration, host: .hostile)
    var recorded = RecordedSession(Session(setup), engine: header.engine, note: header.note)
    var player = Player(configuration: header.configuration)
    var outputs = Outputs()
    var requests: UInt32 = 0
    var number: Int64 = 0
    while let record = try reader.nextKnown() {
      switch record {
      case .definition(let definition): recorded.definitions.append(definition)
      case .step(let step):
        guard step.number == number + 1, recorded.session.steps.count < limit else {
          let reason =
            step.number == number + 1
            ? "it has more than \(limit) steps" : "steps are missing between \(number) and \(step.number)"
          throw .notReplayable(file: reader.file, reason: reason)
        }
        number = step.number
        recorded.session.steps.append(
          PlayerStep(
            naming: step.input, at: step.instant, player.inspection, request: RequestID(requests &+ 1)))
        if case .command = step.input { requests &+= 1 }
        player.receive(step.input, at: step.instant, into: &outputs)
      case .checkpoint(let checkpoint):
        guard number > 0 || checkpoint.state.map({ $0 == player }) ?? true else {
          throw .notReplayable(
            file: reader.file, reason: "it begins with a checkpoint of a player that had already taken inputs")
        }
      case .foreignStep, .mark, .end: break
      }
    }
    return recorded
  }

  /// The trace of a session, which `tapedeck replay` verifies: every input of the player, served deadlines included,
  /// with its outputs. It ends with the step that breaks a property.
  public func trace(
    of recorded: RecordedSession, _ form: TraceForm = .text, tool: String = "PlayerTesting"
  ) -> [UInt8] {
    let setup = recorded.session.setup
    let header = TraceHeader(
      configuration: setup.configuration, engine: recorded.engine, tool: tool, note: recorded.note)
    var writer = SessionWriter(TraceEncoder(form, header: header))
    for definition in recorded.definitions { writer.encoder.encode(.definition(definition)) }
    var state = begin(setup)
    for step in recorded.session.steps {
      if take(step, in: &state, { writer.write($0, at: $1, $2) }) != nil { break }
    }
    writer.end(state.player)
    return writer.encoder.bytes
  }

  /// The trace of a session without words.
  public func trace(of session: Session<PlayerSetup, PlayerStep>, _ form: TraceForm = .text) -> [UInt8] {
    trace(of: RecordedSession(session), form)
  }
}

/// Writes the steps of a session, with checkpoints where the form requires them.
struct SessionWriter {
  var encoder: TraceEncoder
  private var number: Int64 = 0
  private var outputs: Int64 = 0

  init(_ encoder: TraceEncoder) { self.encoder = encoder }

  mutating func write(_ input: Input, at instant: Instant, _ state: PlayerModel.State) {
    number += 1
    outputs += Int64(state.outputs.count)
    encoder.encodeStep(number, input, at: instant, outputs: state.outputs)
    if encoder.wantsCheckpoint { checkpoint(state.player) }
  }

  private mutating func checkpoint(_ player: Player) {
    encoder.encode(
      .checkpoint(
        TraceCheckpoint(number: number, instant: player.clock, state: player, digest: player.digest)))
  }

  mutating func end(_ player: Player) {
    encoder.encode(
      .end(
        TraceEnd(number: number, inputs: number, outputs: outputs, digest: player.digest, ending: .finished)))
  }
}
