#if FFmpeg
import PlayerCore

/// The cues that were read, and the one that is shown.
struct SubtitleTrack {
  var decoder: SubtitleDecoder? {
    didSet { restart() }
  }
  private var cues: [Cue] = []
  private var shown: Cue?

  /// Files with more cues waiting than this are not text for people.
  private static let limit = 1_000

  /// Forgets the cues; the one that is shown goes away with the next change.
  mutating func restart() {
    cues.removeAll()
    decoder?.flush(to: 0)
    shown?.end = .min
  }

  mutating func fill(_ next: (TrackKind) -> SessionState.Next) {
    while let decoder, cues.count < Self.limit, case .packet(let packet) = next(.subtitle) {
      if let cue = decoder.decode(packet) { cues.append(cue) }
    }
  }

  /// Where the next cue comes or the one that is shown goes; nil when nothing is known to change.
  var nextChange: Int64? {
    guard let shown else { return cues.first?.start }
    return min(shown.end, cues.first?.start ?? .max)
  }

  /// The text from `position` on, empty for none.
  mutating func advance(to position: Int64) -> String {
    if let current = shown, current.end <= position { shown = nil }
    while let cue = cues.first, cue.start <= position {
      cues.removeFirst()
      if cue.end > position { shown = cue }
    }
    return shown?.text ?? ""
  }
}
#endif
