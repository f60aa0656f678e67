/// The two forms of a trace. They are converted into each other without loss.
public enum TraceForm: String, CaseIterable, Sendable {
  /// Lines of JSON, for readers and text tools: `*.trace.jsonl`.
  case text
  /// Blocks of delta-coded steps: `*.trace`.
  case binary

  /// The form that a file name implies.
  public init(path: String) { self = path.hasSuffix(".jsonl") ? .text : .binary }
}
