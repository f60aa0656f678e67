/// What was lost at the truncated end of a trace.
public struct TraceLoss: Hashable, Sendable {
  /// Where the record that is not complete begins.
  public var offset: Int64
  /// How many bytes from there could not be used.
  public var bytes: Int64
  /// The number of the last step that was read.
  public var lastStep: Int64
}

extension TraceLoss: CustomStringConvertible {
  /// What was lost, in a sentence.
  public var description: String {
    "the file ends inside a record at byte \(offset): \(bytes) bytes lost, everything up to step \(lastStep) is read"
  }
}
