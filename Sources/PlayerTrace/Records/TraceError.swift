/// Why a trace could not be read or written. Every case that concerns a file's content belongs to "damaged input".
public enum TraceError: Error, Hashable, Sendable {
  /// The operating system refused. `action` says what was tried, `code` is errno.
  case system(action: String, file: String, code: Int32, message: String)
  /// The file is empty, or begins like neither form of a trace.
  case notATrace(file: String, found: String)
  /// Written by a newer format than this code reads.
  case newerVersion(file: String, found: Int64, supported: Int64)
  /// Recorded with another vocabulary: its messages may mean something else.
  case foreignVocabulary(file: String, found: UInt64, expected: UInt64, tool: String)
  /// The content is not what the format says.
  case damaged(TraceDamage)
  /// The file breaks off before a header is complete: nothing can be read.
  case noHeader(file: String, bytes: Int64)
  /// A single record is longer than ``TraceLimit/record``. `place` is where it begins; for a recorder, its name.
  case tooLong(file: String, offset: Int64, what: String)
  /// A trace that was asked for a step, an instant or a checkpoint that it does not have.
  case noSuchPlace(file: String, asked: String, available: String)
  /// An excerpt, or a trace that begins in the middle, cannot be replayed from the beginning.
  case notReplayable(file: String, reason: String)
}

/// One place of a trace whose content is not what the format says.
public struct TraceDamage: Hashable, Sendable {
  public var file: String
  /// Where the record that is damaged begins, in bytes from the beginning of the file.
  public var offset: Int64
  /// The line in a text trace, from 1; `nil` in a binary one.
  public var line: Int64?
  /// What is wrong: a record, a field, a check value.
  public var field: String
  public var expected: String
  public var found: String
  /// What to do about it.
  public var advice: String
}

extension TraceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let action, let file, _, let message): "\(file): \(action) failed: \(message)"
    case .notATrace(let file, let found):
      "\(file): this is not a trace: it begins with \(found). Expected a line {\"k\":\"h\",…} or the bytes of a binary trace"
    case .newerVersion(let file, let found, let supported):
      """
      \(file): the trace has format version \(found), this program reads versions up to \(supported). \
      Use the version of TapeDeck that recorded it, or a newer one
      """
    case .foreignVocabulary(let file, let found, let expected, let tool):
      """
      \(file): the trace was recorded with another vocabulary (\(hexadecimal(found)), this program has \
      \(hexadecimal(expected))), so its messages may mean something else. Use the version that recorded it\
      \(tool.isEmpty ? "" : " (\(tool))")
      """
    case .damaged(let damage): damage.description
    case .noHeader(let file, let bytes):
      "\(file): the file breaks off after \(bytes) bytes, inside its header: nothing can be read. Record it again"
    case .tooLong(let file, let offset, let what):
      "\(file): byte \(offset): \(what) is longer than \(TraceLimit.record) bytes, the longest a trace may hold"
    case .noSuchPlace(let file, let asked, let available): "\(file): there is no \(asked); \(available)"
    case .notReplayable(let file, let reason): "\(file): cannot be replayed: \(reason)"
    }
  }
}

extension TraceDamage: CustomStringConvertible {
  public var description: String {
    let place = line.map { "line \($0) (byte \(offset))" } ?? "byte \(offset)"
    return "\(file): \(place): \(field): expected \(expected), found \(found). \(advice)"
  }
}

/// 16 hexadecimal digits, lower case: how digests and hashes are written.
func hexadecimal(_ value: UInt64) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
