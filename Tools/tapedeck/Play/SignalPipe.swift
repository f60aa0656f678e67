import Foundation
import Synchronization

/// Carries signals from their handlers, where hardly anything is allowed, to a thread that may do as it likes.
enum SignalPipe {
  private static let writeEnd = Atomic<Int32>(-1)

  /// Makes `signals` readable as bytes from the descriptor that is returned; -1 when there is none to be had. A closed
  /// pipe becomes an error of the write instead of a signal.
  static func open(for signals: [Int32]) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writeEnd.store(ends[1], ordering: .releasing)
    for signal in signals where signal != SIGHUP || !isIgnored(SIGHUP) { handle(signal) }
    signal(SIGPIPE, SIG_IGN)
    return ends[0]
  }

  /// Whether a signal has come since this was last asked; `descriptor` is what ``open(for:)`` has returned.
  static func hasSignal(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return descriptor >= 0 && read(descriptor, &byte, 1) == 1
  }

  /// Whoever started the program with `nohup` wants it to outlive the terminal.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
  }

  private static func handle(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(SignalPipe.writeEnd.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    sigaction(signal, &action, nil)
    // Whoever started the program may have blocked it: a thread of a Swift pool does, and its children inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
