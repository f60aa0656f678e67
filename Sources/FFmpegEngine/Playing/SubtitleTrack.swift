#if FFmpeg
import PlayerCore

/// The cues that were read, and those that are shown.
struct SubtitleTrack {
  var decoder: SubtitleDecoder? {
    didSet { restart() }
  }
  /// Those to come, in the order of their beginnings.
  private var cues: [Cue] = []
  /// In the order of their beginnings, too.
  private var shown: [Cue] = []

  /// Files with more cues waiting, or more at a time, than this are not text to read.
  private static let limit = 1_000
  private static let shownLimit = 32

  /// Forgets the cues; those that are shown go away with the next change.
  mutating func restart() {
    cues.removeAll()
    decoder?.flush(to: 0)
    for index in shown.indices { shown[index].end = .min }
  }

  mutating func fill(_ next: (TrackKind) -> SessionState.Next) {
    while let decoder, cues.count < Self.limit, case .packet(let packet) = next(.subtitle) {
      if let cue = decoder.decode(packet) { add(cue) }
    }
  }

  private mutating func add(_ cue: Cue) {
    // A seek may read a cue twice: once because it reaches up to the target.
    if cues.contains(cue) || shown.contains(cue) { return }
    let place = cues.lastIndex { $0.start <= cue.start }.map { $0 + 1 } ?? 0
    cues.insert(cue, at: place)
  }

  /// Where the next cue comes or one that is shown goes; nil when nothing is known to change.
  var nextChange: Int64? { (shown.map(\.end) + cues.prefix(1).map(\.start)).min() }

  /// The texts from `position` on, one below the other; empty for none.
  mutating func advance(to position: Int64) -> String {
    shown.removeAll { $0.end <= position }
    let count = cues.prefix { $0.start <= position }.count
    shown += cues.prefix(count).filter { $0.end > position }
    cues.removeFirst(count)
    return shown.prefix(Self.shownLimit).map(\.text).joined(separator: "\n")
  }
}
#endif
