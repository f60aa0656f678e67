import Foundation

/// The terminal as a drawing surface: the alternate screen, without echo or cursor.
///
/// ``leave()``, the exit of the program and a crash restore its former state. A terminal that accepts no output delays
/// neither the run nor its keys: what it does not accept is written later, before anything newer.
final class Terminal {
  private let descriptor: Int32
  /// The terminal, opened once more: for the descriptor that other programs share, writing stays blocking.
  private let output: Int32
  /// Bytes that the terminal has not accepted yet.
  private var rest: [UInt8] = []
  private var drawn: [String] = []
  /// Whether the program is between ``enter()`` and ``leave()``: otherwise the screen belongs to others.
  private var isEntered = false

  /// - Parameter descriptor: 1 or 2, whichever is the terminal.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    let own = ttyname(descriptor).map { open($0, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) } ?? -1
    output = own >= 0 ? own : descriptor
  }

  /// Whether `descriptor` is a terminal that supports more than lines, with this program in the foreground.
  static func isUsable(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1, tcgetpgrp(descriptor) == getpgrp() else { return false }
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// Takes the terminal over; also after another program had it in between.
  func enter() {
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    TerminalState.take(descriptor)
    isEntered = true
    redraw("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  /// Restores the terminal.
  func leave() {
    isEntered = false
    rest = []
    TerminalState.giveBack()
  }

  /// Can be called from anywhere, even from signal handlers.
  static func rescue() { TerminalState.giveBack() }

  /// Columns and rows; 80 × 24 when the terminal does not report them.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Discards the knowledge of the screen's content: the next call draws everything.
  func invalidate() { if isEntered { redraw("") } }

  private func redraw(_ beginning: String) {
    drawn = []
    rest += "\(beginning)\u{1B}[2J".utf8
  }

  /// Shows these lines from the top; writes only what has changed. Returns false if a part waits for the terminal.
  func draw(_ lines: [String]) -> Bool {
    guard isEntered, tcgetpgrp(descriptor) == getpgrp() else { return true }
    guard flush() else { return false }
    for row in 0..<max(lines.count, drawn.count) {
      let line = row < lines.count ? lines[row] : ""
      if row < drawn.count, drawn[row] == line { continue }
      rest += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)".utf8
    }
    drawn = lines
    return flush()
  }

  /// Writes what the terminal accepts; returns whether that was all.
  private func flush() -> Bool {
    while !rest.isEmpty {
      let count = write(output, rest, rest.count)
      if count > 0 {
        rest.removeFirst(count)
      } else if count == 0 || errno == EAGAIN {
        return false
      } else if errno != EINTR {
        // The terminal is gone.
        rest = []
      }
    }
    return true
  }
}

/// The state to restore, accessible to signal handlers.
private enum TerminalState {
  // Crash handlers run on any thread and cannot take a lock. These are written before `isTaken` is set and do not
  // change while it is; a handler that finds it set may read them.
  nonisolated(unsafe) private static var saved = termios()  // Not changed while `isTaken`.
  nonisolated(unsafe) private static var descriptor: Int32 = -1  // Not changed while `isTaken`.
  nonisolated(unsafe) private static var isTaken = false  // Set last: a handler that finds it set may read.
  nonisolated(unsafe) private static var hasMode = false  // Not changed while `isTaken`.

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]
  /// At most once: handlers for a crash, and one for the exit.
  private static let installed: Void = {
    for signal in crashes { handleCrash(signal) }
    atexit { TerminalState.giveBack() }
  }()

  static func take(_ number: Int32) {
    _ = installed
    if !isTaken {
      descriptor = number
      hasMode = tcgetattr(0, &saved) == 0
      isTaken = true
    }
    guard hasMode else { return }
    var mode = saved
    // Ctrl-C and Ctrl-Z stay signals.
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &mode.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
    }
    tcsetattr(0, TCSANOW, &mode)
  }

  /// Makes only calls that are allowed in a signal handler.
  static func giveBack() {
    guard isTaken else { return }
    isTaken = false
    if tcgetpgrp(descriptor) == getpgrp(), hasMode { tcsetattr(0, TCSANOW, &saved) }
    let text: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    _ = write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
  }

  /// Restores the terminal, then lets the crash proceed.
  private static func handleCrash(_ signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      TerminalState.giveBack()
      raise(number)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(signal, &action, nil)
  }
}
