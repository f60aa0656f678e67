import PlayerCore

/// The colours of an SVG picture: dark on light, distinguishable without red and green alone. If the reader prefers it,
/// a style in the picture switches to light on dark.
enum SVGColor {
  static let ground = "#ffffff"
  static let text = "#1b1f24"
  static let quiet = "#656d76"
  static let grid = "#eaeef2"
  static let frame = "#d0d7de"
  static let position = "#0b4f9e"
  static let buffered = "#a8cdf5"
  static let chapter = "#8c959f"
  static let alarm = "#b3211c"
  static let failed = "#ffd7d3"
  static let bufferedEdge = "#5b95d6"
  static let window = "#d7efe0"
  static let edge = "#136f2e"

  static func state(_ state: PlaybackState) -> String {
    switch state {
    case .idle: "#eef1f4"
    case .preparing: "#c3dcf7"
    case .playing: "#8fd6a8"
    case .seeking: "#d3bdf5"
    case .paused: "#fbe39b"
    case .stalled: "#f08b80"
    case .ended: "#c9ced6"
    }
  }

  static func segment(_ segment: TimelineSegment) -> String {
    segment.isSkipped ? "#d3bdf5" : segment.isBlocked ? alarm : segment.isHidden ? "#fbe39b" : "#dbeafe"
  }

  static func mark(_ kind: TimelineEvent.Kind) -> String {
    switch kind {
    case .command: "#0b4f9e"
    case .seek: "#7a3fc4"
    case .stall: "#c4480c"
    case .failure: alarm
    case .media: "#8c959f"
    case .environment: "#0f7b7b"
    case .oddity: "#9a6700"
    case .mark: "#1a7f37"
    }
  }

  /// The colours for a dark background.
  private static let dark: KeyValuePairs<String, String> = [
    ground: "#0d1117", text: "#e6edf3", quiet: "#9aa4af", grid: "#21262d", frame: "#3d444d", position: "#79b8ff",
    buffered: "#1f4a7a", bufferedEdge: "#4a8fd8", chapter: "#7d8590", alarm: "#ff8f85", failed: "#4c1613",
    window: "#12351f", edge: "#56d364", "#eef1f4": "#1c2128", "#c3dcf7": "#1d3b5c", "#8fd6a8": "#1c5a34",
    "#d3bdf5": "#4d3479", "#fbe39b": "#5c4a10", "#f08b80": "#8a2a20", "#c9ced6": "#3a414a", "#dbeafe": "#1c3350",
    "#7a3fc4": "#c297ff", "#c4480c": "#ffa066", "#0f7b7b": "#4fc9c9", "#9a6700": "#e3b341", "#1a7f37": "#56d364",
  ]

  /// A style sheet that switches the colours if a dark appearance is preferred. It overrides the colours in the
  /// attributes, so a program without style sheets still shows the picture in light colours.
  static var style: String {
    let rules = dark.flatMap { light, dark in
      ["fill", "stroke"].map { "[\($0)=\"\(light)\"]{\($0):\(dark)}" }
    }
    return "<style>@media (prefers-color-scheme:dark){\(rules.joined())}</style>"
  }
}
