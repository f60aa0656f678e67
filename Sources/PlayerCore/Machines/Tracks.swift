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

  var hasAudio = false
  var hasVideo = false
  var count = ByKind<Int32>(audio: 0, video: 0, subtitle: 0)
  var selected = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)
  var wanted: ByKind<TrackID>
  /// How long after the open the first frame came; never while it has not.
  var firstAudioAfter = TimeSpan.never
  var firstVideoAfter = TimeSpan.never
  var subtitleText = TextID.none

  init(
    wanted: ByKind<TrackID> = ByKind(audio: .automatic, video: .automatic, subtitle: .off)
  ) {
    self.wanted = wanted
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
    if loading.isEngineOpen { outputs.command(.selectTrack(kind, track), loading.epoch) }
    outputs.complete(request, .done)
  }

  mutating func takeFirstFrame(_ kind: TrackKind, _ event: EngineEvent, _ outputs: inout Outputs) {
    let after = clock - loading.openingSince
    switch kind {
    case .audio where tracks.firstAudioAfter == .never: tracks.firstAudioAfter = after
    case .video where tracks.firstVideoAfter == .never: tracks.firstVideoAfter = after
    default: return ignore(event, .unexpected, &outputs)
    }
    if statistics.startupTime == .never { statistics.startupTime = after }
  }
}

extension Int32 {
  func saturatingPlus(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
