import ArgumentParser
import Foundation
import Backports

/// Reports the progress of long work: on a terminal in one changing line; elsewhere not at all, or with an occasional
/// separate line if the user requests progress (``ProgressOption``).
final class ProgressLine {
  private let isTerminal = isatty(2) == 1
  private let period = ProgressOption.period
  private let stream = StandardStream(2)
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var width = 0

  init() { last = clock.now }

  /// At most four times a second on a terminal, otherwise once per period, first after one period; the text is created
  /// only then.
  func show(_ text: () -> String) {
    guard let interval = isTerminal ? Duration.milliseconds(250) : period, clock.now - last >= interval else { return }
    last = clock.now
    let line = Printable.text(text())
    guard isTerminal else { return stream.line(line) }
    let columns = Printable.width(line)
    stream.write("\r\(line)\(String(repeating: " ", count: max(0, width - columns)))")
    width = max(width, columns)
  }

  /// Removes the line.
  func clear() {
    guard width > 0 else { return }
    stream.write("\r\(String(repeating: " ", count: width))\r")
    width = 0
  }
}

/// How often long work reports its progress if standard error is not a terminal.
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

  /// `nil` if progress is not reported.
  static var period: Duration? {
    let chosen = chosen.load()
    if chosen > 0 { return .milliseconds(chosen) }
    let ci = ProcessInfo.processInfo.environment["CI"] ?? ""
    return ["", "0", "false"].contains(ci.lowercased()) ? nil : .seconds(30)
  }
}
