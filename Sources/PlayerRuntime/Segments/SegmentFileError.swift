import PlayerText

/// Why a segment file cannot be read: where, what was found, what was expected, what to do.
public struct SegmentFileError: Error, Hashable, Sendable {
  /// What kind of error it is.
  public enum Kind: Hashable, Sendable {
    /// The operating system refused.
    case system
    /// The file does not conform to its format.
    case damaged
    /// The file is valid, but more information is needed to read it.
    case incomplete
  }

  /// What kind of error it is.
  public var kind: Kind
  /// The file, as it was given.
  public var file: String
  /// From 1; `nil` when it is about the file as a whole.
  public var line: Int?
  /// In bytes from the beginning of the file.
  public var offset: Int?
  /// For example `chapters[2].startTime`.
  public var field: String
  /// What would be right.
  public var expected: String
  /// What was found there.
  public var found: String
  /// What to do.
  public var advice: String
}

extension SegmentFileError: CustomStringConvertible {
  /// One human-readable line. Parts of it that come from the file are short and contain no terminal control characters.
  public var description: String {
    let file = Excerpt.of(file, limit: .max)
    if kind == .system { return "\(file): \(found). \(advice)." }
    var place = ""
    if let line, let offset { place = "line \(line) (byte \(offset)): " }
    return """
      \(file): \(place)\(Excerpt.of(field)): expected \(Excerpt.of(expected)), found \
      \(Excerpt.of(found)). \(advice).
      """
  }
}
