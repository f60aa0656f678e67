import PlayerCore

/// What the keys of the player do. The conventions are those of mpv and ffplay where the two agree: arrows seek, space
/// pauses, `/` and `*` change the volume, `[` and `]` the rate.
enum KeyBindings {
  enum Meaning: Hashable, Sendable {
    case action(Action)
    case quit
    case help
  }

  static func meaning(of key: Key) -> Meaning? {
    switch key {
    case .left: skip(-10)
    case .right: skip(10)
    case .shiftLeft: skip(-1)
    case .shiftRight: skip(1)
    case .down: skip(-60)
    case .up: skip(60)
    case .home: seek(.time(.zero))
    case .end: seek(.liveEdge(behind: .zero))
    case .backspace: .action(.setRate(.normal))
    case .escape: nil
    case .character(let character): meaning(of: character)
    }
  }

  private static func meaning(of character: Character) -> Meaning? {
    switch character {
    case " ", "p": .action(.toggle)
    case "[": .action(.changeRate(-100))
    case "]": .action(.changeRate(100))
    case "0"..."9": character.wholeNumberValue.map { seek(.part(Int64($0) * 100)) }
    case "/", "-": .action(.changeVolume(-50))
    case "*", "+", "=": .action(.changeVolume(50))
    case "m": .action(.toggleMuted)
    case "l", "L": .action(.toggleLooping)
    case "s": .action(.still(file: nil))
    case "a": .action(.nextTrack(.audio))
    case "t": .action(.nextTrack(.subtitle))
    case "q", "Q": .quit
    case "?", "h": .help
    default: nil
    }
  }

  private static func skip(_ seconds: Int64) -> Meaning { seek(.skip(.seconds(seconds))) }
  private static func seek(_ place: Place) -> Meaning { .action(.seek(place, .exact)) }

  /// The keys and what they do, for the help; `brief` where there is less room.
  static let help: [(keys: String, meaning: String, brief: String)] = [
    ("space, p", "pause, play", "pause, play"),
    ("← →", "back or forward 10 s (shift: 1 s)", "10 s (shift: 1 s)"),
    ("↓ ↑", "back or forward 1 minute", "1 minute"),
    ("0 … 9", "to 0 % … 90 %", "to 0 % … 90 %"),
    ("Home End", "to the beginning; to the live edge", "start, live edge"),
    ("[ ]", "rate by 0.1; backspace: 1", "rate (backspace: 1)"),
    ("/ *", "volume by 5 % (also - and +)", "volume (also - +)"),
    ("m, l", "mute; loop", "mute; loop"),
    ("a, t", "next audio track; next subtitles, or none", "audio; subtitles"),
    ("s", "still picture beside the media", "still picture"),
    ("?, q", "this help; quit", "this help; quit"),
  ]

  /// The keys as lines of a page. Manual pages have only ASCII: arrows are named.
  static var page: String {
    let names = [("←", "left"), ("→", "right"), ("↓", "down"), ("↑", "up"), ("…", "-")]
    return help.map { entry in
      let words = names.reduce((entry.keys, entry.meaning)) { words, name in
        (words.0.replacing(name.0, with: name.1), words.1.replacing(name.0, with: name.1))
      }
      return "  \(words.0.padding(toLength: 12, withPad: " ", startingAt: 0))\(words.1)"
    }.joined(separator: "\n")
  }

  /// As much as fits of it is always shown.
  static let hint =
    "? help   q quit   space pause   ← → 10 s   ↓ ↑ 1 min   / * volume   [ ] rate   m mute   l loop   a t tracks"
}
