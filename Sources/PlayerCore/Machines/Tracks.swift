/// Renditions: how many there are, which are wanted, which play.
struct Tracks: Hashable, Sendable {
  /// One value for each kind of rendition.
  struct ByKind<Value: Hashable & Sendable>: Hashable, Sendable {
    var audio: Value
    var video: Value
    var subtitle: Value

    subscript(kind: TrackKind) -> Value {
      get {
        switch kind {
        case .audio: audio
        case .video: video
        case .subtitle: subtitle
        }
      }
      set {
        switch kind {
        case .audio: audio = newValue
        case .video: video = newValue
        case .subtitle: subtitle = newValue
        }
      }
    }
  }

  var count = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
  var selected = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
  var wanted: ByKind<TrackID>
  var subtitleText = TextID.none
  var hasAudio = false
  var hasVideo = false
  /// Whether the first frame of this opening was presented.
  var hasShownAudio = false
  var hasShownVideo = false

  init(wanted: ByKind<TrackID> = Tracks.standard) { self.wanted = wanted }

  /// What an engine chooses when nobody chooses.
  static var standard: ByKind<TrackID> { ByKind(audio: .automatic, video: .automatic, subtitle: .off) }

  /// Numbers of renditions mean nothing in other media.
  mutating func forgetNumbers() {
    for kind in TrackKind.allCases where wanted[kind].rawValue >= 0 { wanted[kind] = Tracks.standard[kind] }
  }
}

extension Player {
  /// The rendition of a kind that plays.
  public func selectedTrack(_ kind: TrackKind) -> TrackID { tracks.selected[kind] }
  /// The subtitle that is shown; none when there is none.
  public var subtitle: TextID { tracks.subtitleText }

  mutating func takeTrackFound(_ kind: TrackKind, _ track: TrackID, isDefault: Bool) {
    tracks.count[kind] = tracks.count[kind].saturatingPlus(1)
  }

  mutating func takeTrackSelected(_ kind: TrackKind, _ track: TrackID) { tracks.selected[kind] = track }

  mutating func selectTrack(_ kind: TrackKind, _ track: TrackID, _ request: RequestID, _ outputs: inout Outputs) {
    guard track.rawValue >= 0 || track == .off || track == .automatic else {
      return outputs.complete(request, .refused, .unknownSubject)
    }
    tracks.wanted[kind] = track
    // Before the media is open its renditions are not known: told with `opened`.
    if loading.isEngineOpen, streamType != .unknown { outputs.command(.selectTrack(kind, track), loading.epoch) }
    outputs.complete(request, .done)
  }

  /// Tells an epoch that has just opened what was chosen before.
  func commandTracks(_ outputs: inout Outputs) {
    guard tracks.wanted != Tracks.standard else { return }
    for kind in TrackKind.allCases where tracks.wanted[kind] != Tracks.standard[kind] {
      outputs.command(.selectTrack(kind, tracks.wanted[kind]), loading.epoch)
    }
  }

  mutating func takeFirstFrame(_ kind: TrackKind, _ event: EngineEvent, _ outputs: inout Outputs) {
    switch kind {
    case .audio where !tracks.hasShownAudio: tracks.hasShownAudio = true
    case .video where !tracks.hasShownVideo: tracks.hasShownVideo = true
    case .audio, .video, .subtitle: return ignore(event, .unexpected, &outputs)
    }
    if statistics.startupTime == .never { statistics.startupTime = clock - loading.openingSince }
  }
}

extension Int32 {
  func saturatingPlus(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
