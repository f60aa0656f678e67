import PlayerText

/// Why a file that describes a network or media could not be read.
public enum SimulationFileError: Error, Hashable, Sendable {
  /// The operating system refused. `action` is what was tried, `code` is errno.
  case system(action: String, file: String, code: Int32, message: String)
  /// The content does not conform to the format.
  case damaged(SimulationFileDamage)
}

/// One place of a file whose content does not conform to its format.
public struct SimulationFileDamage: Hashable, Sendable {
  /// The file, as it was given.
  public var file: String
  /// From 1.
  public var line: Int
  /// In bytes from the beginning of the line, from 1.
  public var column: Int
  /// In bytes from the beginning of the file.
  public var offset: Int
  /// What is wrong, for example `bandwidth_kbps`.
  public var field: String
  /// What would be right.
  public var expected: String
  /// What was found there.
  public var found: String
  /// What to do about it.
  public var advice: String
}

extension SimulationFileError: CustomStringConvertible {
  /// One human-readable line. Parts of it that come from the file are short and contain no terminal control characters.
  public var description: String {
    switch self {
    case .system(let action, let file, _, let message): "\(Excerpt.of(file, limit: .max)): \(action) failed: \(message)"
    case .damaged(let damage):
      """
      \(Excerpt.of(damage.file, limit: .max)): line \(damage.line), column \(damage.column) (byte \(damage.offset)): \
      \(damage.field): expected \(damage.expected), found \(damage.found). \(damage.advice)
      """
    }
  }
}
