/// Bounds of both forms.
public enum TraceLimit {
  /// Longest record in bytes: a line of text, a definition or a mark.
  public static var record: Int { 1 << 20 }
  /// Bytes read from a file at a time.
  public static var buffer: Int { 1 << 16 }
  /// Steps from one checkpoint to the next.
  public static var checkpointInterval: Int64 { 256 }
  /// Outputs of one step in a binary trace.
  public static var outputs: Int { 255 }
}
