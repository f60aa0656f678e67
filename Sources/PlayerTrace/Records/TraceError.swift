import PlayerText

/// Why a trace could not be read or written. Every case that concerns a file's content belongs to "damaged input".
public enum TraceError: Error, Hashable, Sendable {
  /// The operating system refused. `action` is what was tried, `code` is errno.
  case system(action: String, file: String, code: Int32, message: String)
  /// The file to write is being read at the same time, or is another output of the same command.
  case overwrites(file: String, input: String)
  /// The file is empty, or begins like neither form of a trace.
  case notATrace(file: String, found: String)
  /// Written by a newer format than this code reads.
  case newerVersion(file: String, found: Int64, supported: Int64)
  /// A binary trace of format 1 with a vocabulary other than that version's: its numbers may have other meanings.
  case foreignVocabulary(file: String, found: UInt64, expected: UInt64, tool: String)
  /// The content does not conform to the format.
  case damaged(TraceDamage)
  /// The file ends before the header is complete: nothing can be read.
  case noHeader(file: String, bytes: Int64)
  /// A single record is longer than ``TraceLimit/record``. `place` is where it begins; for a recorder, its name.
  case tooLong(file: String, offset: Int64, what: String)
  /// The trace continues with an input that this build does not have, so it cannot be replayed from there. `message` is
  /// the input, `lacks` names the unknown parts, `tool` recorded it.
  case unknownInput(file: String, offset: Int64, step: Int64, message: String, lacks: [String], tool: String)
  /// The trace does not have the requested step, instant or checkpoint.
  case noSuchPlace(file: String, asked: String, available: String)
  /// An excerpt, or a trace that begins in the middle, cannot be replayed from the beginning.
  case notReplayable(file: String, reason: String)
}

/// One place of a trace whose content does not conform to the format.
public struct TraceDamage: Hashable, Sendable {
  /// The file, as it was given.
  public var file: String
  /// Where the record that is damaged begins, in bytes from the beginning of the file.
  public var offset: Int64
  /// The line in a text trace, from 1; `nil` in a binary one.
  public var line: Int64?
  /// What is wrong: a record, a field, a check value.
  public var field: String
  /// What the format requires.
  public var expected: String
  /// What was found there, shortened.
  public var found: String
  /// What to do about it.
  public var advice: String
}

extension TraceError {
  /// What kind of error it is, for programs.
  package var kind: String {
    switch self {
    case .system: "system"
    case .overwrites: "overwrites"
    case .notATrace: "notATrace"
    case .newerVersion: "newerVersion"
    case .foreignVocabulary: "foreignVocabulary"
    case .damaged: "damaged"
    case .noHeader: "noHeader"
    case .tooLong: "tooLong"
    case .unknownInput: "unknownInput"
    case .noSuchPlace: "noSuchPlace"
    case .notReplayable: "notReplayable"
    }
  }

  /// The place in the file, if there is one: in bytes, and in a text trace also the line, from 1.
  package var place: (offset: Int64, line: Int64?)? {
    switch self {
    case .damaged(let damage): (damage.offset, damage.line)
    case .tooLong(_, let offset, _), .unknownInput(_, let offset, _, _, _, _): (offset, nil)
    case .system, .overwrites, .notATrace, .newerVersion, .foreignVocabulary, .noHeader, .noSuchPlace, .notReplayable:
      nil
    }
  }
}

extension TraceError: CustomStringConvertible {
  /// One human-readable line. Parts of it that come from the file are short and contain no terminal control characters.
  public var description: String {
    if case .damaged(let damage) = self { return damage.description }
    return "\(Excerpt.of(file, limit: .max)): \(problem)"
  }

  /// The description without the name of the file, for a sentence that already names it.
  public var reason: String {
    switch self {
    case .system(_, _, _, let message): message
    case .overwrites, .notATrace, .newerVersion, .foreignVocabulary, .damaged, .noHeader, .tooLong, .unknownInput,
      .noSuchPlace, .notReplayable:
      problem
    }
  }

  /// The affected file.
  package var file: String {
    switch self {
    case .system(_, let file, _, _), .overwrites(let file, _), .notATrace(let file, _), .newerVersion(let file, _, _),
      .foreignVocabulary(let file, _, _, _), .noHeader(let file, _), .tooLong(let file, _, _),
      .unknownInput(let file, _, _, _, _, _), .noSuchPlace(let file, _, _), .notReplayable(let file, _):
      file
    case .damaged(let damage): damage.file
    }
  }

  private var problem: String {
    switch self {
    case .system(let action, _, _, let message): "\(action) failed: \(message)"
    case .overwrites(_, let input):
      "this is the same file as \(Excerpt.of(input, limit: .max)), which would be overwritten. Give another file"
    case .notATrace(_, let found):
      """
      this is not a trace: it begins with \(Excerpt.of(found)). Expected a line {"k":"h",…} or the bytes of a binary \
      trace
      """
    case .newerVersion(_, let found, let supported):
      """
      the trace has format version \(found), this program reads versions up to \(supported). Use the version of \
      TapeDeck that recorded it, or a newer one
      """
    case .foreignVocabulary(_, let found, let expected, let tool):
      """
      the trace was recorded before traces carried their vocabulary (\(hexadecimal(found)); known is \
      \(hexadecimal(expected))), so its numbers may mean something else. Convert it to text with the version that recorded it\
      \(tool.isEmpty ? "" : " (\(Excerpt.of(tool)))")
      """
    case .damaged(let damage): damage.problem
    case .noHeader(_, let bytes):
      "the file ends after \(bytes) bytes, inside its header: nothing can be read. Record it again"
    case .tooLong(_, let offset, let what):
      "byte \(offset): \(Excerpt.of(what)) is longer than \(TraceLimit.record) bytes, the longest a trace may hold"
    case .unknownInput(_, let offset, let step, let message, let lacks, let tool):
      """
      byte \(offset): step \(step): this version does not have the input \(Excerpt.of(message)) (it lacks \
      \(Excerpt.of(lacks.joined(separator: ", ")))), so it cannot follow the trace from there. Use the version \
      that recorded it\(tool.isEmpty ? "" : " (\(Excerpt.of(tool)))")
      """
    case .noSuchPlace(_, let asked, let available): "there is no \(Excerpt.of(asked)); \(Excerpt.of(available))"
    case .notReplayable(_, let reason): "cannot be replayed: \(Excerpt.of(reason))"
    }
  }
}

extension TraceDamage: CustomStringConvertible {
  /// The file and what is wrong with it, with what to do.
  public var description: String { "\(Excerpt.of(file, limit: .max)): \(problem)" }

  fileprivate var problem: String {
    let place = line.map { "line \($0) (byte \(offset))" } ?? "byte \(offset)"
    let difference = "expected \(Excerpt.of(expected)), found \(Excerpt.of(found))"
    return "\(place): \(Excerpt.of(field)): \(difference). \(advice)"
  }
}
