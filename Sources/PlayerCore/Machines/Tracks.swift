/// Renditions: how many there are, which are requested, which play.
struct Tracks: Hashable, Sendable {
  var found = TrackTable()
  /// What the app chose; outlives the media, if it is meaningful for other media.
  var wanted = Tracks.standard
  /// The language that ``TrackID/automatic`` prefers.
  var preferred = ByKind(audio: TextID.none, video: TextID.none, subtitle: TextID.none)
  var hasAudio = false
  var hasVideo = false

  /// What an engine chooses by itself.
  static var standard: ByKind<TrackID> { ByKind(audio: .automatic, video: .automatic, subtitle: .off) }

  /// Discards what is known about the media; what a standby opening has found replaces it.
  fileprivate mutating func forgetMedia(isReplaced: Bool) {
    if isReplaced { found.settleUpcoming(takesOver: true) } else { found.removeAll() }
    hasAudio = false
    hasVideo = false
  }

  /// The standby opening is dropped.
  mutating func forgetUpcoming() { found.settleUpcoming(takesOver: false) }

  mutating func open(hasAudio: Bool, hasVideo: Bool) {
    self.hasAudio = hasAudio
    self.hasVideo = hasVideo
  }

  /// Numbers of renditions mean nothing in other media.
  mutating func forgetNumbers() {
    for kind in TrackKind.allCases where wanted[kind].rawValue >= 0 { wanted[kind] = Tracks.standard[kind] }
  }

  /// What the engine should play: the rendition chosen by number, else one in the preferred language, else the one
  /// marked as default, else the engine's own choice. No subtitle is shown unless requested: `showsDefault` requests
  /// the one that the media marks as default.
  fileprivate func choice(_ kind: TrackKind, of count: Int32, showsDefault: Bool) -> TrackID {
    guard wanted[kind] == .automatic else { return wanted[kind] }
    if !preferred[kind].isNone, let track = found.track(kind, in: preferred[kind]) { return track }
    if kind == .subtitle { return showsDefault ? found.defaultTrack(.subtitle) ?? .off : .off }
    // One rendition is no choice.
    return count > 1 ? found.defaultTrack(kind) ?? .automatic : .automatic
  }
}

extension Player {
  /// The rendition of a kind that plays.
  public func selectedTrack(_ kind: TrackKind) -> TrackID { shown.selectedTrack[kind] }
  /// The language that is preferred for a kind; none when there is no preference.
  public func preferredLanguage(_ kind: TrackKind) -> TextID { tracks.preferred[kind] }
  /// Whether the open media has a picture.
  public var hasVideo: Bool { tracks.hasVideo }
  /// The subtitle that is shown; none when there is none.
  public var subtitle: TextID { shown.subtitle }

  /// The rendition of a kind that the engine should play.
  private func trackChoice(_ kind: TrackKind) -> TrackID {
    tracks.choice(kind, of: shown.trackCount[kind], showsDefault: configuration.showsDefaultSubtitles)
  }

  mutating func handleTrackFound(
    _ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool, isForced: Bool, _ step: inout Step
  ) {
    let before = trackChoice(kind)
    shown.trackCount[kind] = shown.trackCount[kind].saturatingPlus(1)
    // A preferred language selects full subtitles, not only forced ones.
    if !isForced { remember(kind, track, language, isDefault: isDefault, isUpcoming: false) }
    // A late rendition changes what plays only if the app waited for its language, or for the default.
    let isAwaited = kind == .subtitle && isDefault && configuration.showsDefaultSubtitles
    if language == tracks.preferred[kind] || isAwaited { commandChoice(kind, from: before, &step) }
  }

  /// Only renditions that a preference can choose are stored.
  mutating func remember(
    _ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool, isUpcoming: Bool
  ) {
    guard !language.isNone || isDefault else { return }
    tracks.found.append(
      TrackTable.Entry(kind: kind, track: track, language: language, isDefault: isDefault, isUpcoming: isUpcoming))
  }

  /// The media is closed.
  mutating func forgetTracks() {
    tracks.forgetMedia(isReplaced: isReplacing)
    shown.trackCount = ByKind(audio: 0, video: 0, subtitle: 0)
    shown.selectedTrack = ByKind(audio: .off, video: .off, subtitle: .off)
    shown.subtitle = .none
    shown.hasShownAudio = false
    shown.hasShownVideo = false
  }

  /// What the standby opening has reported is what plays.
  mutating func takeTracks(count: ByKind<Int32>, selected: ByKind<TrackID>) {
    shown.trackCount = count
    shown.selectedTrack = selected
  }

  mutating func handleSubtitle(_ text: TextID) { shown.subtitle = text }

  mutating func handleTrackSelected(_ kind: TrackKind, _ track: TrackID) { shown.selectedTrack[kind] = track }

  mutating func selectTrack(_ kind: TrackKind, _ track: TrackID, _ request: RequestID, _ step: inout Step) {
    guard track.rawValue >= 0 || track == .off || track == .automatic else {
      return step.complete(request, .refused, .unknownSubject)
    }
    tracks.wanted[kind] = track
    if knowsTracks { step.command(.selectTrack(kind, trackChoice(kind)), loading.epoch) }
    step.complete(request, .done)
  }

  /// Applies to this media and all that follow, wherever the choice is automatic.
  mutating func setPreferredLanguage(
    _ kind: TrackKind, _ language: TextID, _ request: RequestID, _ step: inout Step
  ) {
    let before = trackChoice(kind)
    tracks.preferred[kind] = language
    commandChoice(kind, from: before, &step)
    step.complete(request, .done)
  }

  /// The renditions are not known before the media is open; the choice is commanded with `opened`.
  private var knowsTracks: Bool { loading.isEngineOpen && streamType != .unknown }

  private func commandChoice(_ kind: TrackKind, from before: TrackID, _ step: inout Step) {
    let choice = trackChoice(kind)
    if knowsTracks, choice != before { step.command(.selectTrack(kind, choice), loading.epoch) }
  }

  /// Commands a new epoch to use the renditions that it would not choose itself.
  mutating func commandTracks(_ step: inout Step) {
    commandTrack(.audio, &step)
    commandTrack(.video, &step)
    commandTrack(.subtitle, &step)
  }

  private func commandTrack(_ kind: TrackKind, _ step: inout Step) {
    let choice = trackChoice(kind)
    let isUnasked = kind == .subtitle && shown.selectedTrack.subtitle != .off
    if choice == Tracks.standard[kind], !isUnasked { return }
    if tracks.wanted[kind] == .automatic, choice == shown.selectedTrack[kind] { return }
    step.command(.selectTrack(kind, choice), loading.epoch)
  }

  mutating func handleFirstFrame(_ kind: TrackKind, _ step: inout Step) {
    switch kind {
    case .audio where !shown.hasShownAudio: shown.hasShownAudio = true
    case .video where !shown.hasShownVideo: shown.hasShownVideo = true
    case .audio, .video, .subtitle: return ignore(.unexpected, &step)
    }
    statistics.frameShown(after: clock - loading.openingSince)
  }
}

extension Int32 {
  func saturatingPlus(_ other: Int32) -> Int32 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
