import PlayerCore

/// The header of a trace: everything that is needed to repeat the run, and where it comes from.
public struct TraceHeader: Hashable, Sendable {
  /// The newest version of the format that this code reads. It writes the lowest one that can express the trace: 1 for
  /// the vocabulary of version 1, 2 for any other.
  public static var currentVersion: Int64 { 2 }

  /// A hash over the names, types and fresh values of all fields of the state, settings with their defaults included.
  public static var currentStateLayout: UInt64 { StateLayout.hash }

  // Computed once where possible: every opened trace creates a header, and the hash takes as long as the rest.
  #if hasFeature(Embedded)
  static var currentVocabulary: UInt64 { Vocabulary.hash }
  #else
  static let currentVocabulary = Vocabulary.hash
  #endif

  /// Version of the format.
  public var version: Int64 = VocabularyChanges.areNone ? 1 : 2
  /// `Vocabulary.hash` of the core that produced the trace.
  public var vocabulary = TraceHeader.currentVocabulary
  /// ``currentStateLayout`` of the core that produced the trace. With another one, its digests cannot be compared here;
  /// its inputs and outputs can, and so can its checkpoints, field by field.
  public var stateLayout = TraceHeader.currentStateLayout
  /// `Vocabulary.behaviourVersion` of the core that produced the trace.
  public var behaviour = Vocabulary.behaviourVersion
  /// How the player was configured before its first input. Settings that this build does not have are in ``origin``.
  public var configuration: Configuration
  #if !TRACE_ENCODER
  /// The vocabulary of the trace and its settings, when they are not those of this build; `nil` when they are.
  public var origin: TraceOrigin?
  #endif
  /// False when only inputs were kept: there is nothing to compare outputs with.
  public var hasOutputs = true
  /// True when steps were left out: an excerpt is for reading and cannot be replayed from its beginning.
  public var isExcerpt = false
  /// Name and version of the engine.
  public var engine: String
  /// Name and version of the program that recorded.
  public var tool: String
  /// Free words.
  public var note: String
  /// When the recording began, in microseconds since 1970; never part of a digest. `nil` when it was not kept.
  public var recordedAt: Int64?

  /// A header of this build's vocabulary.
  public init(
    configuration: Configuration = Configuration(), engine: String = "", tool: String = "", note: String = "",
    recordedAt: Int64? = nil
  ) {
    self.configuration = configuration
    self.engine = engine
    self.tool = tool
    self.note = note
    self.recordedAt = recordedAt
  }
}
