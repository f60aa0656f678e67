#if FFmpeg
import PlayerCore

/// What a presenter does next, and at which position of the media.
enum Plan {
  case frame(track: Int, at: Int64)
  case subtitle(at: Int64)
  case tag(at: Int64)
  /// The sound of a track is over.
  case silence(track: Int, at: Int64)
  case starved(at: Int64)
  case failed(MediaError, at: Int64)
  case ended(at: Int64)

  var position: Int64 {
    switch self {
    case .frame(_, let position), .subtitle(let position), .tag(let position), .silence(_, let position),
      .starved(let position), .failed(_, let position), .ended(let position):
      position
    }
  }
}

/// What the tracks have to offer, together.
struct Survey {
  private var heads: [(track: Int, position: Int64)] = []
  /// Where the first track that lacks data has to stop; nil when none does.
  private var horizon: Int64?
  private var failure: MediaError?
  /// The same for tracks that are not waited for while there are others.
  private var skipped: Int64?
  /// Where the tracks that are over ended.
  private var end: Int64

  /// A survey of tracks that were played up to `position`.
  init(playedTo position: Int64) { end = position }

  mutating func add(_ supply: Supply<Frame>, of track: Track, _ index: Int) {
    switch supply {
    case .next(let frame): heads.append((index, frame.position))
    case .dry: horizon = min(horizon ?? .max, track.end)
    case .skipped: skipped = min(skipped ?? .max, track.end)
    case .over: end = max(end, track.end)
    case .failure(let error):
      failure = error
      horizon = min(horizon ?? .max, track.end)
    }
  }

  /// The earliest frame; the lack of data when that comes first; the end when nothing is left.
  func plan() -> Plan {
    if let first = heads.min(by: { $0.position < $1.position }), first.position < horizon ?? .max {
      return .frame(track: first.track, at: first.position)
    }
    if let horizon {
      return failure.map { .failed($0, at: horizon) } ?? .starved(at: horizon)
    }
    return skipped.map { .starved(at: $0) } ?? .ended(at: end)
  }
}
#endif
