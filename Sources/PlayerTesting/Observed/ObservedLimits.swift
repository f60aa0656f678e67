/// The limits beyond which an observation is a fault. Spans are in microseconds.
///
/// Logs are late, rounded, and written by ad-hoc code. So each limit is well beyond what a healthy player does: a false
/// alarm is worse than a miss.
enum ObservedLimits {
  // MARK: Durations

  /// Two reports that contradict each other for a moment are one change, reported in two lines.
  static let contradiction: Int64 = 1_000_000
  /// Decoders, sinks and audio focus need up to a second or two to restart; a user presses the button after five.
  static let resume: Int64 = 5_000_000
  /// Twice the usual time-out of a request: a player has failed or started by then. Half the viewers have left.
  static let start: Int64 = 20_000_000
  /// The same as for the start.
  static let stall: Int64 = 20_000_000
  /// A seek needs one or two segments. At worst these load as slowly as they play, and segments last up to 10 s.
  static let seek: Int64 = 10_000_000
  /// A player may want a second or two of data before it moves on.
  static let dataAhead: Int64 = 2_000_000
  /// After a stall, widespread players want up to five seconds of data. With more than that there is nothing to wait for.
  static let dataToResume: Int64 = 6_000_000
  /// Data that was reported before a pause of this length may be gone: connections end meanwhile, and memory is freed.
  static let pauseWithData: Int64 = 60_000_000
  /// Decoders need a moment between the data's arrival and the picture.
  static let stallDespiteData: Int64 = 1_000_000
  /// With so much data ahead, the report of a stall is a contradiction by itself: no player waits for that much.
  static let muchAhead: Int64 = 10_000_000
  /// Positions may be reported late and in steps of a second; four equal steps are not rounding.
  static let frozen: Int64 = 4_000_000
  /// The last samples leave the audio device, and the player may wait for the server to close, but not for ten seconds.
  static let endOverdue: Int64 = 10_000_000
  /// A decoder may wait for a key frame, and those come every two seconds.
  static let picture: Int64 = 3_000_000
  /// The first frame may wait for a surface, which an app makes while the sound starts.
  static let firstFrame: Int64 = 5_000_000

  // MARK: Distances in the media

  /// Without exact seeking a player lands on a key frame or at a segment's start: up to 10 s away.
  static let seekDistance: UInt64 = 12_000_000
  /// A forward seek that lands this far before its origin went the wrong way, wherever the key frames are.
  static let wrongWay: Int64 = 2_000_000
  /// Rounded targets of one button.
  static let samePlace: UInt64 = 1_000_000
  /// A clock that is corrected moves by less than a second.
  static let back: Int64 = 1_000_000
  /// Positions of two threads, one of which reports late.
  static let ahead: Int64 = 3_000_000
  /// Gaps between segments, over which players may jump, are shorter than a second.
  static let jump: Int64 = 1_000_000
  /// Playlists round each segment's duration, which adds up over a film.
  static let pastEnd: Int64 = 10_000_000
  /// As above, the other way round; for long media see ``ObservedPlayhead/end(at:)``.
  static let early: Int64 = 5_000_000
  /// The end is reached when less than this is missing: a playlist's durations are rounded.
  static let endReached: Int64 = 1_000_000
  /// A position this old does not tell where playback ended, unless the log reports every pause.
  static let oldPosition: Int64 = 20_000_000
  /// Between two reports while paused, a playhead that was only stepped moves less.
  static let movesPaused: Int64 = 3_000_000

  // MARK: Frequencies

  /// Viewers do not regard so little between two stalls as playback.
  static let shortPlay: Int64 = 10_000_000
  /// At 25 frames a second, the frames of five of the ten seconds.
  static let droppedFrames: Int64 = 125
  static let droppedWithin: Int64 = 10_000_000
  /// One underrun is a hiccup; five in half a minute are stutter.
  static let audioGaps = 5
  static let audioGapsWithin: Int64 = 30_000_000
  /// ITU-R BT.1359 calls 90 ms early and 185 ms late the limits of what viewers accept.
  static let drift: Int64 = 300_000
  /// Frames of sound and picture have different lengths: ends that are apart by less than a few of them do not drift.
  static let driftGrowth: Int64 = 200_000
  /// Adaptation climbs rendition by rendition; returning to one again and again is not adaptation.
  static let renditionReturns = 4
  static let renditionsWithin: Int64 = 30_000_000
  /// Players give up after three to six attempts.
  static let sameRequest = 6
  static let sameRequestWithin: Int64 = 60_000_000
  /// What was buffered when a request failed has been played by then.
  static let failureBeforeEnd: Int64 = 60_000_000
  /// If it is unknown whether the end came early, only a failure right before it explains it.
  static let failureBeforeUnknownEnd: Int64 = 20_000_000
  /// Sound and picture need a moment to synchronize when playback begins: interruptions there are part of the start.
  static let settling: Int64 = 1_000_000
  /// A player jumps at once to the start of media that begins later than zero.
  static let startJump: Int64 = 5_000_000
}
