import Foundation
import PlayerTrace
import ReducerTesting

/// What is left to do when a signal ends the program.
enum CleanUp {
  /// Lets signals that end the program remove its temporary files first. A command that treats a signal in its own way
  /// replaces this; what was ignored stays ignored.
  static func prepare() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU] where isUntouched(number) { watch(number) }
    // A file that grows beyond the limit becomes an error of the write, which is reported.
    if isUntouched(SIGXFSZ) { signal(SIGXFSZ, SIG_IGN) }
  }

  private static func isUntouched(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0  // SIG_DFL
  }

  private static func watch(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      WholeFile.removeTemporaries()
      AtomicFile.removeTemporaries()
      // It is blocked until this returns, and ends the program then, as it would have.
      var plain = sigaction()
      sigaction(number, &plain, nil)
      raise(number)
    }
    sigaction(signal, &action, nil)
    // The parent of the program may have blocked it, as a thread of a Swift pool does.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
