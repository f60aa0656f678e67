import Foundation
import PlayerTrace
import ReducerTesting

/// The work that remains when a signal ends the program.
enum CleanUp {
  /// Makes signals that end the program remove its temporary files first. A command that handles a signal itself
  /// replaces this; ignored signals stay ignored.
  static func prepare() {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT, SIGXCPU] where isUntouched(number) { watch(number) }
    // Exceeding the file size limit then becomes a write error, which is reported.
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
      // The signal is blocked until this handler returns; then it ends the program as usual.
      var plain = sigaction()
      sigaction(number, &plain, nil)
      raise(number)
    }
    sigaction(signal, &action, nil)
    // The program's parent may have blocked the signal, as threads of a Swift pool do.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
