import ArgumentParser

/// The meaning of a command's exit code. Documented in the help of the program.
enum Exit: Int32 {
  case ok = 0
  /// Two things differ that should not, or playback failed.
  case differs = 1
  /// The command was called incorrectly.
  case usage = 2
  /// The input is damaged, or of a version that this program does not know.
  case damaged = 3

  /// To be thrown after reporting the problem on standard error.
  var error: ExitCode { ExitCode(rawValue) }
}
