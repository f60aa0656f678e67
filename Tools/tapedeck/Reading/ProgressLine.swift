import ArgumentParser
import Foundation
import Backports

/// Reports how far long work has come: on a terminal in one line that changes; elsewhere nothing, or now and then a
/// separate line where the user requests progress (``ProgressOption``).
final class ProgressLine {
  private let isTerminal = isatty(2) == 1
  private let period = ProgressOption.period
  private let stream = StandardStream(2)
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var width = 0

  init() { last = clock.now }

  /// Four times a second at most on a terminal, else once in a period, the first time after one; the text is made only
  /// then.
  func show(_ text: () -> String) {
    guard let interval = isTerminal ? Duration.milliseconds(250) : period, clock.now - last >= interval else { return }
    last = clock.now
    let line = text()
    guard isTerminal else { return stream.line(line) }
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

/// How often long work reports its progress when standard error is no terminal.
struct ProgressOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Report progress on standard error every so many seconds. By default: always on a terminal, "
        + "every 30 s if the environment has CI, otherwise never.",
      valueName: "seconds"))
  var progress: Double?

  func validate() throws {
    guard let progress else { return }
    guard progress >= 0.01, progress <= 86_400 else {
      throw ValidationError("--progress is a number of seconds: give 0.01 to 86400.")
    }
  }

  /// To be called before the work begins.
  func begin() {
    if let progress { Self.chosen.store(Int64(progress * 1_000)) }
  }

  /// In milliseconds; 0 by default.
  private static let chosen = AtomicInteger(0)

  /// `nil` when nothing is to be reported.
  static var period: Duration? {
    let chosen = chosen.load()
    if chosen > 0 { return .milliseconds(chosen) }
    let ci = ProcessInfo.processInfo.environment["CI"] ?? ""
    return ["", "0", "false"].contains(ci.lowercased()) ? nil : .seconds(30)
  }
}
