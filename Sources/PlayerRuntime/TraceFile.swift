import Foundation
import PlayerCore
import PlayerTrace

/// Records a run in a trace file. Hosts attach one with ``MainPlayer/record(to:note:redacting:failed:)`` and similar
/// methods.
///
/// Each record is passed to the system at once, so a killed process loses nothing that was recorded: the trace then has
/// no end record, which makes it unfinished, not invalid. An existing file is replaced.
public final class TraceFile: RunRecorder {
  /// Returns the definition that is recorded instead: of an address, or of a text of the media. It must have the same
  /// kind and number; only the words may differ.
  public typealias Redaction = (TraceDefinition) -> TraceDefinition

  private let path: String
  private let note: String
  private let redact: Redaction
  private let redactsAll: Bool
  private var header: TraceHeader?
  private var trace: TraceRecorder?

  /// - Parameters:
  ///   - url: the file; `.trace` in binary, `.trace.jsonl` in text.
  ///   - note: free words for the header, such as the version of the app.
  ///   - redactsAll: replaces every word that may name people, machines or media, as `TraceRedactor` does: for traces
  ///     that leave the machine. What `redact` returns is redacted, too.
  ///   - redact: removes what must not leave the machine.
  public init(
    _ url: URL, note: String = "", redactsAll: Bool = false, redacting redact: @escaping Redaction = { $0 }
  ) {
    path = url.path
    self.note = note
    self.redactsAll = redactsAll
    self.redact = redact
  }

  /// Takes the content of the header; the file is created with the first record.
  public func begin(configuration: Configuration, engine: String) throws {
    header = TraceHeader(
      configuration: configuration, engine: engine, tool: "TapeDeck host", note: note,
      recordedAt: Int64(Date().timeIntervalSince1970 * 1e6))
    trace = nil
  }

  /// Begins with a player that has run before: its state is the first checkpoint.
  public func resume(player: Player) throws { try open(player) }

  /// Records what a number identifies, redacted.
  public func define(_ definition: TraceDefinition) throws {
    try open().define(redact(definition))
  }

  /// Records a step: an input, and what the player answered.
  public func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws {
    try open().record(input, at: instant, outputs: outputs, player: player)
  }

  /// Records words for the reader of the trace.
  public func mark(_ text: String) throws { try open().mark(text) }
  /// Passes everything that is still buffered to the system.
  public func flush() throws { try open().flush() }
  /// Records that the run is over.
  public func end(player: Player) throws { try open().finish(.finished, player: player) }

  @discardableResult
  private func open(_ player: Player? = nil) throws -> TraceRecorder {
    if let trace { return trace }
    let made = try TraceRecorder(path: path, header: header ?? TraceHeader(), player: player, redacts: redactsAll)
    trace = made
    return made
  }
}

extension MainPlayer {
  /// Records the run in a trace file, including everything sent since the host was made: the trace can be replayed from
  /// its first input. It ends when the host is shut down or released. If recording fails, or the file cannot be
  /// created, `failed` is called once; playback continues, and what was written stays.
  ///
  /// Attach it before the first load. If the host has already taken more than 256 inputs, the trace begins here, with a
  /// checkpoint.
  public func record(
    to url: URL, note: String = "", redacting redact: @escaping TraceFile.Redaction = { $0 },
    failed: @escaping (any Error) -> Void
  ) {
    attach(TraceFile(url, note: note, redacting: redact), failed: failed)
  }
}

extension VirtualPlayer {
  /// Like ``MainPlayer/record(to:note:redacting:failed:)``.
  public func record(
    to url: URL, note: String = "", redacting redact: @escaping TraceFile.Redaction = { $0 },
    failed: @escaping (any Error) -> Void
  ) {
    attach(TraceFile(url, note: note, redacting: redact), failed: failed)
  }
}

extension LivePlayer {
  /// Like ``MainPlayer/record(to:note:redacting:failed:)``; `failed` is called on the host's executor.
  public func record(
    to url: URL, note: String = "", redacting redact: @escaping @Sendable (TraceDefinition) -> TraceDefinition = { $0 },
    failed: @escaping @Sendable (any Error) -> Void
  ) {
    attach(TraceFile(url, note: note, redacting: redact), failed: failed)
  }
}
