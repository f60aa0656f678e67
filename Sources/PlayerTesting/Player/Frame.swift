import PlayerCore

/// Parts of what a player shows, each of which changes as a whole.
struct Frame: OptionSet, Hashable, Sendable {
  var rawValue: UInt64

  // The content and its opening.
  static let item = Frame(rawValue: 1 << 0)
  static let phase = Frame(rawValue: 1 << 1)
  static let failure = Frame(rawValue: 1 << 2)
  static let prepared = Frame(rawValue: 1 << 3)
  /// Which opening plays. It is not shown itself, but everything that is shown of the media depends on it.
  static let opening = Frame(rawValue: 1 << 34)
  // Requests.
  static let starts = Frame(rawValue: 1 << 4)
  static let holds = Frame(rawValue: 1 << 5)
  static let rate = Frame(rawValue: 1 << 6)
  static let volume = Frame(rawValue: 1 << 7)
  static let mute = Frame(rawValue: 1 << 8)
  static let looping = Frame(rawValue: 1 << 9)
  static let scaling = Frame(rawValue: 1 << 10)
  static let rotation = Frame(rawValue: 1 << 11)
  // The environment.
  static let network = Frame(rawValue: 1 << 12)
  static let interruption = Frame(rawValue: 1 << 13)
  static let background = Frame(rawValue: 1 << 14)
  static let externalPlayback = Frame(rawValue: 1 << 15)
  static let pictureInPicture = Frame(rawValue: 1 << 16)
  // Playback.
  static let state = Frame(rawValue: 1 << 17)
  static let supply = Frame(rawValue: 1 << 18)
  static let stalls = Frame(rawValue: 1 << 19)
  static let loops = Frame(rawValue: 1 << 20)
  static let seek = Frame(rawValue: 1 << 21)
  static let effectiveRate = Frame(rawValue: 1 << 22)
  static let live = Frame(rawValue: 1 << 23)
  // The media.
  static let duration = Frame(rawValue: 1 << 24)
  static let streamType = Frame(rawValue: 1 << 25)
  static let range = Frame(rawValue: 1 << 26)
  static let trackCounts = Frame(rawValue: 1 << 27)
  static let tracks = Frame(rawValue: 1 << 28)
  static let size = Frame(rawValue: 1 << 29)
  static let subtitle = Frame(rawValue: 1 << 30)
  static let firstFrames = Frame(rawValue: 1 << 31)
  // Segments.
  static let segment = Frame(rawValue: 1 << 32)
  static let skip = Frame(rawValue: 1 << 33)

  static let intent: Frame = [.starts, .holds]
  static let segments: Frame = [.segment, .skip]
  /// What is known of the open media: it appears and disappears with the media.
  static let media: Frame = [
    .state, .supply, .seek, .effectiveRate, .live, .duration, .streamType, .range, .trackCounts, .tracks, .size,
    .subtitle, .firstFrames, .segment, .skip,
  ]

  /// The parts in the order of ``Player/Observable``'s page, with their fields.
  static let names: [(part: Frame, name: StaticString, fields: String)] = [
    (.item, "item", "`item`"),
    (.phase, "phase", "`phase`"),
    (.failure, "failure", "`failure`"),
    (.prepared, "prepared", "`preparedCount`"),
    (.opening, "opening", "the epoch that plays"),
    (.starts, "starts", "`wantsPlay` becomes true"),
    (.holds, "holds", "`wantsPlay` becomes false"),
    (.rate, "rate", "`rate`"),
    (.volume, "volume", "`left`, `right`"),
    (.mute, "mute", "`isMuted`"),
    (.looping, "looping", "`isLooping`"),
    (.scaling, "scaling", "`scalingMode`"),
    (.rotation, "rotation", "`rotation`"),
    (.network, "network", "`network`"),
    (.interruption, "interruption", "`isInterrupted`"),
    (.background, "background", "`isInBackground`"),
    (.externalPlayback, "external playback", "`isPlayingExternally`"),
    (.pictureInPicture, "picture in picture", "`isInPicture`"),
    (.state, "state", "`state`"),
    (.supply, "supply", "`supply`"),
    (.stalls, "stalls", "`stallCount`"),
    (.loops, "loops", "`loopCount`"),
    (.seek, "seek", "`seek`, `seekOrigin`, `seekTarget`"),
    (.effectiveRate, "effective rate", "`effectiveRate`"),
    (.live, "live", "`isLive`"),
    (.duration, "duration", "`duration`"),
    (.streamType, "stream type", "`streamType`"),
    (.range, "range", "`rangeStart`, `rangeEnd`"),
    (.trackCounts, "track counts", "`trackCount`"),
    (.tracks, "tracks", "`selectedTrack`"),
    (.size, "size", "`naturalWidth`, `naturalHeight`"),
    (.subtitle, "subtitle", "`subtitle`"),
    (.firstFrames, "first frames", "`hasShownAudio`, `hasShownVideo`"),
    (.segment, "segment", "`segment`, `selectedSegment`"),
    (.skip, "skip", "`skipped`, `playedBlocked`"),
  ]
}
