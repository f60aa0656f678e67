import Foundation
import PlayerCore
import PlayerTrace

/// Why a run ended.
enum RunEnding: Hashable, Sendable {
  /// The end of the media.
  case ended
  case failed(Failure)
  /// `--until` or `--for`.
  case reached
  /// Playback holds, and no command can follow.
  case nothingLeft
  case quit
  case signal(Int32)
  /// The reader of standard output has gone away.
  case outputClosed
  /// Standard output cannot be written; an errno.
  case outputFailed(Int32)
  /// `--start` lies outside the media.
  case startOutside(duration: MediaTime)
  /// The trace, which was the purpose of the run, could not be written.
  case recordingFailed
  /// The player and the engine kept each other busy without any time passing.
  case stuck

  /// Whether nothing would have happened any more.
  var isIdle: Bool {
    switch self {
    case .ended, .failed, .nothingLeft: true
    case .reached, .quit, .signal, .outputClosed, .outputFailed, .startOutside, .recordingFailed, .stuck: false
    }
  }

  var exitCode: Int32 {
    switch self {
    case .ended, .reached, .nothingLeft, .quit: Exit.ok.rawValue
    case .failed, .outputFailed, .recordingFailed, .stuck: Exit.differs.rawValue
    case .startOutside: Exit.usage.rawValue
    case .signal(let number): 128 + number
    case .outputClosed: 128 + SIGPIPE
    }
  }

  /// The end record of the trace.
  var traceEnding: TraceEnding {
    switch self {
    case .ended, .failed, .reached, .nothingLeft, .quit, .startOutside, .recordingFailed: .finished
    case .signal(let number): .interrupted(by: SignalName.of(number))
    case .outputClosed: .interrupted(by: SignalName.of(SIGPIPE))
    case .outputFailed(let code): .failed("standard output: \(String(cString: strerror(code)))")
    case .stuck: .failed("player and engine kept each other busy")
    }
  }
}

/// The names of the signals that end a run.
enum SignalName {
  static func of(_ number: Int32) -> String {
    switch number {
    case SIGINT: "SIGINT"
    case SIGTERM: "SIGTERM"
    case SIGHUP: "SIGHUP"
    case SIGPIPE: "SIGPIPE"
    default: "signal \(number)"
    }
  }
}
