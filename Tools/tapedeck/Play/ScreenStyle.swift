import Foundation

/// The style of the player's screen: with or without colours, with or without characters beyond ASCII.
struct ScreenStyle {
  /// The parts of a position bar.
  enum Part {
    case played, buffered, rest
    /// Skipped parts, and parts that are played without sound.
    case blocked, muted
  }

  struct Glyphs {
    var played = "━", buffered = "─", rest = "┄", blocked = "╳", muted = "▁", head = "●", mark = "┿"
    var recording = "● REC", ellipsis = "…", playing = "▶", paused = "‖", waiting = "…", stopped = "■", times = "×"
    var isASCII = false

    static let unicode = Glyphs()
    static let ascii = Glyphs(
      played: "=", buffered: "-", rest: ".", blocked: "x", muted: "_", head: "#", mark: "|", recording: "* REC",
      ellipsis: "~", playing: ">",
      paused: "=", waiting: "~", stopped: "#", times: "x", isASCII: true)

    subscript(part: Part) -> String {
      switch part {
      case .played: played
      case .buffered: buffered
      case .rest: rest
      case .blocked: blocked
      case .muted: muted
      }
    }

    /// The text without characters that the terminal may not have.
    func plain(_ text: String) -> String {
      guard isASCII else { return text }
      let names: [Character: String] = [
        "←": "left", "→": "right", "↓": "down", "↑": "up", "⇧": "shift+", "…": "..", "·": "-", "×": "x",
      ]
      return text.map { names[$0] ?? ($0.isASCII ? String($0) : "?") }.joined()
    }
  }

  var hasColour: Bool
  var glyphs: Glyphs

  /// As the environment requests: no colours with `NO_COLOR`, ASCII if the encoding of the locale is not UTF-8.
  init(environment: [String: String]) {
    hasColour = (environment["NO_COLOR"] ?? "").isEmpty
    glyphs = Screen.hasUnicode(environment) ? .unicode : .ascii
  }

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }
  func alert(_ text: String) -> String { wrapped(text, "31") }

  func part(_ text: String, _ part: Part) -> String {
    switch part {
    case .played: wrapped(text, "36")
    case .buffered: text
    case .rest: dim(text)
    case .blocked: wrapped(text, "35")
    case .muted: wrapped(text, "33")
    }
  }

  private func wrapped(_ text: String, _ code: String) -> String {
    hasColour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
