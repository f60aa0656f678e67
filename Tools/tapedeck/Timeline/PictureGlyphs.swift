import PlayerCore

/// The characters a picture is made of: two sets, for terminals with and without Unicode.
struct PictureGlyphs {
  let hasUnicode: Bool

  /// The character that fills the lane of states.
  func fill(_ state: PlaybackState) -> Character {
    switch state {
    case .idle: hasUnicode ? "·" : "."
    case .preparing: hasUnicode ? "░" : "~"
    case .playing: hasUnicode ? "█" : "="
    case .seeking: hasUnicode ? "»" : ">"
    case .paused: hasUnicode ? "▒" : "-"
    case .stalled: "!"
    case .ended: hasUnicode ? "■" : "#"
    }
  }

  /// Black or white on a colour.
  func color(_ state: PlaybackState) -> String {
    switch state {
    case .idle: "90"
    case .preparing: "30;46"
    case .playing: "30;42"
    case .seeking: "30;45"
    case .paused: "30;43"
    case .stalled: "97;41"
    case .ended: "97;100"
    }
  }

  func mark(_ kind: TimelineEvent.Kind) -> Character {
    switch kind {
    case .command: hasUnicode ? "▾" : "v"
    case .seek: hasUnicode ? "»" : ">"
    case .stall: "!"
    case .failure: hasUnicode ? "✗" : "X"
    case .media: hasUnicode ? "·" : "."
    case .environment: hasUnicode ? "○" : "o"
    case .oddity: "?"
    case .mark: hasUnicode ? "⚑" : "P"
    }
  }

  func style(_ kind: TimelineEvent.Kind) -> String {
    switch kind {
    case .command: "34"
    case .seek: "35"
    case .stall, .oddity: "33"
    case .failure: "31"
    case .media: "90"
    case .environment: "36"
    case .mark: "32"
    }
  }

  /// From empty to full.
  var levels: [Character] { Array(hasUnicode ? " ▁▂▃▄▅▆▇█" : " .:-=+*%#") }
  var separator: String { hasUnicode ? " · " : ", " }
  var tick: Character { hasUnicode ? "┬" : "+" }
  var rule: Character { hasUnicode ? "─" : "-" }
  var axis: Character { hasUnicode ? "│" : "|" }
  var mostAhead: String { hasUnicode ? "≤ " : "<= " }

  /// Text without characters that the terminal may not have.
  func plain(_ text: String) -> String {
    if hasUnicode { return text }
    let replaced = text.replacing("→", with: "->").replacing("×", with: "x").replacing("°", with: " degrees")
    return String(replaced.map { $0.isASCII ? $0 : "?" })
  }
}
