import Foundation

/// The terminal as a drawing surface: the alternate screen, without echo or cursor.
///
/// ``leave()``, the exit of the program and a crash restore its former state.
final class Terminal {
  private let output: StandardStream
  private let descriptor: Int32
  private var drawn: [String] = []
  /// Whether the program is between ``enter()`` and ``leave()``: otherwise the screen belongs to others.
  private var isEntered = false
  private let hasMouse: Bool

  /// - Parameters:
  ///   - descriptor: 1 or 2, whichever is the terminal.
  ///   - hasMouse: whether the terminal reports what the mouse does.
  init(_ descriptor: Int32, hasMouse: Bool = false) {
    self.descriptor = descriptor
    self.hasMouse = hasMouse
    output = StandardStream(descriptor)
  }

  /// Whether `descriptor` is a terminal that supports more than lines, with this program in the foreground.
  static func isUsable(_ descriptor: Int32) -> Bool {
    guard isatty(descriptor) == 1, tcgetpgrp(descriptor) == getpgrp() else { return false }
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// Takes the terminal over; also after another program had it in between.
  func enter() {
    drawn = []
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    TerminalState.take(descriptor)
    isEntered = true
    output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    // The encoding first: without it, terminals report bytes that are not text.
    if hasMouse { output.write("\u{1B}[?1006h\u{1B}[?1000h") }
  }

  /// Restores the terminal.
  func leave() {
    isEntered = false
    TerminalState.giveBack()
  }

  /// Can be called from anywhere, even from signal handlers.
  static func rescue() { TerminalState.giveBack() }

  /// Columns and rows; 80 × 24 when the terminal does not report them.
  static func size(_ descriptor: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Discards the knowledge of the screen's content: the next call redraws everything.
  func invalidate() {
    drawn = []
    if isEntered { output.write("\u{1B}[2J") }
  }

  /// Shows these lines from the top; writes only what has changed. The lines in the rows `whole` fill their rows, so
  /// the old content is not erased, which would flicker.
  func draw(_ lines: [String], whole: Range<Int> = 0..<0) {
    guard isEntered, tcgetpgrp(descriptor) == getpgrp() else { return }
    var text = ""
    for row in 0..<max(lines.count, drawn.count) {
      let line = row < lines.count ? lines[row] : ""
      if row < drawn.count, drawn[row] == line { continue }
      text += "\u{1B}[\(row + 1);1H\(whole.contains(row) ? "" : "\u{1B}[K")\(line)"
    }
    drawn = lines
    if !text.isEmpty { output.write(text) }
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
    // Resets all modes, including those that were never enabled, so that this does not depend on any state.
    let text: StaticString = "\u{1B}[?1000l\u{1B}[?1006l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
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
