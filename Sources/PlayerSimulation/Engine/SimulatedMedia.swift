import PlayerCore

/// What a simulated engine can open: its length, its content, and what is reported about it.
///
/// Impossible values are replaced by the nearest possible ones when the media is opened, so any value can be opened.
public struct SimulatedMedia: Hashable, Sendable {
  /// How the bytes come.
  public enum Delivery: Hashable, Sendable {
    /// One request for each segment; a segment counts once it is complete. HLS, DASH, SABRE.
    case segments(TimeSpan)
    /// One request after each opening and seek; what has arrived is counted in pieces of this length. A file over HTTP.
    case progressive(pieces: TimeSpan)
  }

  /// One track. Its number is its place in ``SimulatedMedia/tracks``.
  public struct Track: Hashable, Sendable {
    /// Sound, pictures or subtitles.
    public var kind: TrackKind
    /// The language of the rendition; none when it has none.
    public var language: TextID
    /// What to call it; none when it has no name.
    public var title: TextID
    /// Whether the media itself chooses it.
    public var isDefault: Bool
    /// Whether a subtitle track contains only what must be shown in any case.
    public var isForced: Bool
    /// The size of each second in bits, while it is selected.
    public var bitsPerSecond: Int64
    /// The size in bits of each segment; those after the last take ``bitsPerSecond``. Empty: all do.
    public var segmentBits: [Int64]

    /// A rendition.
    public init(
      _ kind: TrackKind, bitsPerSecond: Int64 = 0, language: TextID = .none, title: TextID = .none,
      isDefault: Bool = false, isForced: Bool = false, segmentBits: [Int64] = []
    ) {
      self.kind = kind
      self.language = language
      self.title = title
      self.isDefault = isDefault
      self.isForced = isForced
      self.bitsPerSecond = bitsPerSecond
      self.segmentBits = segmentBits
    }
  }

  /// A chapter, as the container names it.
  public struct Chapter: Hashable, Sendable {
    /// Where it begins.
    public var start: MediaTime
    /// Where it ends.
    public var end: MediaTime
    /// What to call it; none when it has no name.
    public var title: TextID

    /// A chapter.
    public init(start: MediaTime, end: MediaTime, title: TextID = .none) {
      self.start = start
      self.end = end
      self.title = title
    }
  }

  /// A subtitle; it is shown while a subtitle track is selected.
  public struct Cue: Hashable, Sendable {
    /// Where it begins.
    public var start: MediaTime
    /// Where it ends.
    public var end: MediaTime
    /// What is shown.
    public var text: TextID

    /// A cue of the subtitles.
    public init(start: MediaTime, end: MediaTime, text: TextID) {
      self.start = start
      self.end = end
      self.text = text
    }
  }

  /// ``PlayerCore/MediaTime/unknown`` for a live stream.
  public var duration: MediaTime
  /// Whether the duration is reported as an estimate.
  public var isDurationEstimated = false
  /// Whether the engine can move to another position.
  public var isSeekable = true
  /// How much of a live stream is seekable; zero for a stream that is not.
  public var window = TimeSpan.zero
  /// How far behind the newest segment a live stream is played.
  public var holdBack = TimeSpan.seconds(6)
  /// How long a live stream has been running when the world begins.
  public var age = TimeSpan.seconds(3_600)
  /// 100 ms … 1 hour are possible.
  public var delivery = Delivery.segments(.seconds(2))
  /// What must be read before the media counts as open, in bits; with 0 nothing is requested.
  public var headerBits: Int64 = 16_000
  /// The distance between key frames, starting at zero; zero when every frame is one.
  public var keyFrameInterval = TimeSpan.zero
  /// Whether the media itself chooses it.
  public var tracks = [Track(.audio, bitsPerSecond: 128_000, isDefault: true)]
  /// Without video 0 × 0.
  public var naturalWidth: Int32 = 0
  /// In pixels; 0 without pictures.
  public var naturalHeight: Int32 = 0
  /// The chapters, in the order in which they are reported.
  public var chapters: [Chapter] = []
  /// In the order of their starts, without overlaps.
  public var cues: [Cue] = []
  /// The date of position zero, in microseconds since 1970; nil for media without dates.
  public var dateOfZero: Int64?

  /// Media of this length: seekable, with one audio rendition.
  public init(duration: MediaTime) { self.duration = duration }

  /// Audio on demand.
  public static func audio(_ duration: TimeSpan, bitsPerSecond: Int64 = 128_000) -> SimulatedMedia {
    var media = SimulatedMedia(duration: .zero + duration)
    media.tracks = [Track(.audio, bitsPerSecond: bitsPerSecond, isDefault: true)]
    return media
  }

  /// Video on demand, with sound.
  public static func video(_ duration: TimeSpan, bitsPerSecond: Int64 = 2_000_000) -> SimulatedMedia {
    var media = SimulatedMedia.audio(duration)
    media.tracks.append(Track(.video, bitsPerSecond: bitsPerSecond, isDefault: true))
    media.naturalWidth = 1_280
    media.naturalHeight = 720
    media.keyFrameInterval = .seconds(2)
    return media
  }

  /// A live stream; with a window it can be sought in.
  public static func live(window: TimeSpan = .zero, bitsPerSecond: Int64 = 128_000) -> SimulatedMedia {
    var media = SimulatedMedia(duration: .unknown)
    media.window = window
    media.isSeekable = window > .zero
    media.tracks = [Track(.audio, bitsPerSecond: bitsPerSecond, isDefault: true)]
    return media
  }
}

extension SimulatedMedia {
  func has(_ kind: TrackKind) -> Bool { tracks.contains { $0.kind == kind } }

  /// What plays without a selection; no subtitle.
  func standardTrack(_ kind: TrackKind) -> TrackID {
    guard kind != .subtitle else { return .off }
    let track = tracks.firstIndex { $0.kind == kind && $0.isDefault } ?? tracks.firstIndex { $0.kind == kind }
    return track.map { TrackID(Int32(clamping: $0)) } ?? .off
  }

  func track(_ id: TrackID) -> Track? {
    let index = Int(id.rawValue)
    return tracks.indices.contains(index) ? tracks[index] : nil
  }
}
