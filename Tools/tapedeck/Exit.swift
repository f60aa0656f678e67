import ArgumentParser

/// The meaning of a command's exit code. Documented in the help of the program.
enum Exit: Int32 {
  case ok = 0
  /// Two things differ that should not, or playback failed.
  case differs = 1
  /// The command was called in a wrong way.
  case usage = 2
  /// What was read is damaged, or of a version this program does not know.
  case damaged = 3

  /// To be thrown; the caller has reported on standard error what happened.
  var error: ExitCode { ExitCode(rawValue) }
}
