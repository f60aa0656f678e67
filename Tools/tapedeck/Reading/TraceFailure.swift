import ArgumentParser
import Foundation
import PlayerTrace

extension TraceError {
  /// The exit code for this error.
  var exit: Exit {
    switch self {
    // As for a recording that cannot be written: the call was correct, but the work was not done.
    case .system("write", _, _, _): .differs
    // The file is correct, but this version cannot do what was requested.
    case .unknownInput: .differs
    case .system, .overwrites, .noSuchPlace: .usage
    // The trace is intact, but not usable for this command.
    case .notReplayable(_, ObservedRun.reason): .usage
    case .notReplayable(_, let reason) where reason.hasPrefix(ObservedRun.noScenario): .usage
    case .notATrace, .newerVersion, .foreignVocabulary, .damaged, .noHeader, .tooLong, .notReplayable: .damaged
    }
  }

  /// The description, followed by advice if that is not part of it.
  var sentence: String {
    if let wrongFile { return wrongFile.sentence }
    return switch self {
    case .system(_, _, ENOENT, _): "\(self). Check the path"
    case .system("create", _, EISDIR, _): "\(self). Give the name of a file in it"
    case .system(_, _, EISDIR, _): "\(self). Give the traces in it one by one: DIRECTORY/*.trace"
    case .system(_, _, EACCES, _), .system(_, _, EPERM, _): "\(self). Check the permissions"
    case .system(_, _, ENOSPC, _): "\(self). Make room, or write elsewhere"
    case .tooLong: "\(self). If a program wrote it, it was not a TapeDeck recorder"
    case .notATrace: "\(self). Traces are recorded by 'tapedeck record'"
    case .system, .overwrites, .newerVersion, .foreignVocabulary, .damaged, .noHeader, .unknownInput,
      .noSuchPlace, .notReplayable:
      "\(self)"
    }
  }
}

extension TraceError {
  /// The error of a path that cannot be opened; `nil` if it can, and for `-`.
  static func ofOpening(_ path: String) -> TraceError? {
    guard path != "-", access(path, R_OK) != 0 else { return nil }
    let code = errno
    return .system(action: "open", file: path, code: code, message: String(cString: strerror(code)))
  }
}

extension Exit {
  /// The worse of two: damaged input before wrong usage before a difference.
  func worse(_ other: Exit) -> Exit { rawValue >= other.rawValue ? self : other }

  func throwUnlessOK() throws {
    if self != .ok { throw error }
  }
}

extension TraceReader {
  /// Reports problems with the index, as far as they are known by now.
  func warnOfIndex() {
    guard let indexProblem else { return }
    let name = Printable.text(file)
    Talk.line(
      "warning: \(name): the index at its end is wrong and was not used: \(indexProblem). "
        + "'tapedeck cat \(name) --output NEW.trace' writes a new one")
  }
}

/// Runs the body of a command that reads one trace: reports errors and ends with the matching exit code.
func reportingTraceErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let error as TraceError {
    if case .system(_, _, EPIPE, _) = error { throw ExitCode(128 + SIGPIPE) }
    Talk.error(ErrorReport(error))
    throw error.exit.error
  }
}
