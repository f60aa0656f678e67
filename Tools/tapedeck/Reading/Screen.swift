import Foundation

/// The capabilities of the output's reader.
struct Screen: Hashable, Sendable {
  var isTerminal: Bool
  var columns: Int
  var hasColor: Bool
  /// False for ASCII only.
  var hasUnicode: Bool

  /// Standard output, as the environment describes it.
  static var standardOutput: Screen {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(1) == 1
    let isDumb = environment["TERM"] == "dumb"
    let wantsColor = (environment["NO_COLOR"] ?? "").isEmpty
    return Screen(
      isTerminal: isTerminal, columns: columns(environment, isTerminal),
      hasColor: isTerminal && !isDumb && wantsColor, hasUnicode: hasUnicode(environment))
  }

  private static func columns(_ environment: [String: String], _ isTerminal: Bool) -> Int {
    var size = winsize()
    if isTerminal, ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    return isTerminal ? 80 : 100
  }

  /// As in the C library, the first of these variables that is set decides. Without any, UTF-8 is assumed: a container
  /// that sets none is used through a modern terminal.
  static func hasUnicode(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let name = locale?.uppercased() ?? "UTF-8"
    return name.contains("UTF-8") || name.contains("UTF8")
  }
}

/// The styles of text on a terminal.
enum Style: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"

  func callAsFunction(_ text: String, _ screen: Screen) -> String {
    screen.hasColor && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
