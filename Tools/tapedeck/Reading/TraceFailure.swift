import ArgumentParser
import Foundation
import PlayerTrace

extension TraceError {
  /// What the program ends with when this was the problem.
  var exit: Exit {
    switch self {
    // As when a recording cannot be written: the call was right, and the work was not done.
    case .system("write", _, _, _): .differs
    // The file is right, and this version cannot do what was asked.
    case .unknownInput: .differs
    case .system, .overwrites, .noSuchPlace: .usage
    // The trace is whole; it is of no use for this.
    case .notReplayable(_, ObservedRun.reason): .usage
    case .notReplayable(_, let reason) where reason.hasPrefix(ObservedRun.noScenario): .usage
    case .notATrace, .newerVersion, .foreignVocabulary, .damaged, .noHeader, .tooLong, .notReplayable: .damaged
    }
  }

  /// The description, and what to do where that is not part of it.
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
  /// The error of a path that was named and cannot be opened; `nil` when it can, and for `-`.
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
  /// Reports what is wrong with the index, as far as that is known by now.
  func warnOfIndex() {
    guard let indexProblem else { return }
    let name = Printable.text(file)
    Talk.line(
      "warning: \(name): the index at its end is wrong and was not used: \(indexProblem). "
        + "'tapedeck cat \(name) --output NEW.trace' writes a new one")
  }
}

/// Runs the body of a command that reads one trace: reports what is wrong and ends with the right code.
func reportingTraceErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let error as TraceError {
    if case .system(_, _, EPIPE, _) = error { throw ExitCode(128 + SIGPIPE) }
    Talk.error(ErrorReport(error))
    throw error.exit.error
  }
}
