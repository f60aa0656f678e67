import Foundation

/// One line on a terminal that says how far long work has come; silent when standard error is something else.
final class ProgressLine {
  private let isShown = isatty(2) == 1
  private let stream = StandardStream(2)
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var width = 0

  init() { last = clock.now }

  /// Four times a second at most; the text is made only then.
  func show(_ text: () -> String) {
    guard isShown, clock.now - last >= .milliseconds(250) else { return }
    last = clock.now
    let line = text()
    let columns = Printable.width(line)
    stream.write("\r\(line)\(String(repeating: " ", count: max(0, width - columns)))")
    width = max(width, columns)
  }

  /// Takes the line away again.
  func clear() {
    guard width > 0 else { return }
    stream.write("\r\(String(repeating: " ", count: width))\r")
    width = 0
  }
}
