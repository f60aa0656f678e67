import Foundation
import Backports

/// Passes signals from their handlers, where hardly anything is allowed, to a thread without restrictions.
enum SignalPipe {
  private static let writeEnd = AtomicInteger(-1)
  /// Whether a second signal ends the program (0 or 1), and when the first arrived: 0 before it.
  private static let endsAtSecond = AtomicInteger(0)
  private static let firstAt = AtomicInteger(0)
  /// A terminal sends Ctrl-C to a whole group, which may pass it on: signals this close together are the same request.
  /// In nanoseconds.
  private static var sameWish: Int64 { 100_000_000 }

  /// Makes `signals` readable as bytes from the descriptor that is returned; -1 when there is none to be had. A closed
  /// pipe becomes an error of the write instead of a signal.
  ///
  /// - Parameter endsAtSecond: Whether a second one ends the program at once, with the exit code 128 and its number.
  static func open(for signals: [Int32], endsAtSecond: Bool = false) -> Int32 {
    Self.endsAtSecond.store(endsAtSecond ? 1 : 0)
    firstAt.store(0)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writeEnd.store(Int64(ends[1]))
    for signal in signals where signal != SIGHUP || !isIgnored(SIGHUP) { handle(signal) }
    signal(SIGPIPE, SIG_IGN)
    return ends[0]
  }

  /// Whether a signal has arrived since the last call; `descriptor` is the result of ``open(for:)``.
  static func hasSignal(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return descriptor >= 0 && read(descriptor, &byte, 1) == 1
  }

  /// A program that was started with `nohup` must outlive the terminal.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
  }

  /// Called by a handler, so it does nothing that is not allowed there.
  private static func endAtSecond(_ number: Int32) {
    guard endsAtSecond.load() != 0 else { return }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    let (isFirst, first) = firstAt.compareExchange(expected: 0, desired: now)
    if !isFirst, now &- first > sameWish { _exit(128 &+ number) }
  }

  private static func handle(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let saved = errno
      SignalPipe.endAtSecond(number)
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(Int32(truncatingIfNeeded: SignalPipe.writeEnd.load()), &byte, 1)
      errno = saved
    }
    action.sa_flags = SA_RESTART
    sigaction(signal, &action, nil)
    // The program's parent may have blocked the signal: threads of a Swift pool do, and children inherit that.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
