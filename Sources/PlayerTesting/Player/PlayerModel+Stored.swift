import PlayerCore
import PlayerTrace
import ReducerTesting

/// Sessions of the player are stored as traces, which every command of `tapedeck` accepts. The note names the broken
/// property.
extension PlayerModel: StoredModel {
  /// Sessions are stored as text traces.
  public var fileExtension: String { "trace.jsonl" }

  /// A text trace of the session; its note names the property that the session breaks.
  public func encode(_ session: Session<PlayerSetup, PlayerStep>, breaking finding: Finding) throws -> [UInt8] {
    trace(of: RecordedSession(session, note: "breaks \(finding.violation.property): \(finding.violation.detail)"))
  }

  /// Reads a text or binary trace. Throws the trace reader's error with the line or byte offset.
  public func decode(_ bytes: [UInt8], from file: String) throws -> Session<PlayerSetup, PlayerStep> {
    var reader = try TraceReader(bytes: bytes, name: file)
    return try Self.session(from: &reader, limit: 1_000_000).session
  }

  /// A trace that a world has stored beside its session is not a session of a player.
  public func claims(_ fileName: String) -> Bool { !fileName.hasSuffix(".world.trace.jsonl") }

  /// The command line does not know properties added to the model: for these it replays the session and compares.
  public func replayCommand(for file: String, breaking property: String) -> String? {
    "tapedeck \(PlayerProperty.named(property) == nil ? "replay" : "check") \(ShellWord.quoted(file))"
  }

  /// The `tapedeck fuzz` command that draws the session of this seed again.
  public func drawCommand(forSeed seed: String, length: Int) -> String? {
    "tapedeck fuzz --seeds \(seed) --length \(length) --no-corpus"
  }

  /// The `tapedeck explain` command for a stored session.
  public func explainCommand(for file: String) -> String? { "tapedeck explain \(ShellWord.quoted(file))" }
}
