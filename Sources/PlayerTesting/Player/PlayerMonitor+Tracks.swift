import PlayerCore

// Renditions: the engine is commanded to use those that the app or its languages select.

extension PlayerMonitor {
  /// The state of renditions: the app's choices, and the first ones that a preference could select.
  struct TrackMemory: Sendable {
    struct Found: Sendable {
      var track = TrackID.off
      var language = TextID.none
      var kind = TrackKind.audio
      var isDefault = false
      var isUpcoming = false
    }

    var wanted = ByKind(audio: TrackID.automatic, video: TrackID.automatic, subtitle: TrackID.off)
    var preferred = ByKind(audio: TextID.none, video: TextID.none, subtitle: TextID.none)
    var found = SixInPlace(repeating: Found())
    var count = 0
    /// False with more renditions than are stored, or some from before the monitor started.
    var isWhole = true
    var hasOverflowed = false

    /// Numbers of renditions are meaningless in other media.
    mutating func forgetNumbers() {
      if wanted.audio.rawValue >= 0 { wanted.audio = .automatic }
      if wanted.video.rawValue >= 0 { wanted.video = .automatic }
      if wanted.subtitle.rawValue >= 0 { wanted.subtitle = .off }
    }

    mutating func removeAll() { (count, hasOverflowed) = (0, false) }

    mutating func append(
      _ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool, isUpcoming: Bool
    ) {
      guard !language.isNone || isDefault, track.rawValue >= 0, track.rawValue < 1 << 28 else { return }
      guard count < found.count else { return hasOverflowed = true }
      found[count] = Found(track: track, language: language, kind: kind, isDefault: isDefault, isUpcoming: isUpcoming)
      count &+= 1
    }

    mutating func settleUpcoming(takesOver: Bool) {
      var kept = 0
      for index in 0..<count where found[index].isUpcoming == takesOver {
        found[kept] = found[index]
        found[kept].isUpcoming = false
        kept &+= 1
      }
      count = kept
    }

    /// The first in a language, a default one before others.
    func track(_ kind: TrackKind, in language: TextID) -> TrackID? {
      var first: TrackID?
      for index in 0..<count {
        let entry = found[index]
        guard entry.kind == kind, entry.language == language, !entry.isUpcoming else { continue }
        if entry.isDefault { return entry.track }
        first = first ?? entry.track
      }
      return first
    }

    func standard(_ kind: TrackKind) -> TrackID? {
      for index in 0..<count where found[index].kind == kind && found[index].isDefault && !found[index].isUpcoming {
        return found[index].track
      }
      return nil
    }

    /// The rendition chosen by number, else the preferred language, else the default if there is a choice. A subtitle
    /// is shown only on request; `showsDefault` requests the default of the media.
    func choice(_ kind: TrackKind, among count: Int32, showsDefault: Bool) -> TrackID {
      let (wanted, language) = (wanted[kind], preferred[kind])
      guard wanted == .automatic else { return wanted }
      if !language.isNone, let track = track(kind, in: language) { return track }
      if kind == .subtitle { return showsDefault ? standard(kind) ?? .off : .off }
      return count > 1 ? standard(kind) ?? .automatic : .automatic
    }
  }

  private var knowsTracks: Bool { memory.tracks.isWhole && !memory.tracks.hasOverflowed }

  private mutating func choice(_ kind: TrackKind, in tracks: TrackMemory, among inspection: Player.Inspection)
    -> TrackID
  {
    tracks.choice(kind, among: inspection.shown.count(of: kind), showsDefault: policies.showsDefaultSubtitles)
  }

  private mutating func commanded(_ kind: TrackKind) -> TrackID? {
    stepOutputs.selects & (1 << kind.rawValue) != 0 ? stepOutputs.tracks[kind] : nil
  }

  /// If media is open, a choice is commanded to the engine at once (SRG.md#2, track configuration).
  mutating func checkTracks(_ command: Command, _ player: inout Player) {
    let isOpen = before.isEngineOpen && before.shown.streamType != .unknown
    switch command {
    case .selectTrack(let kind, let track):
      memory.tracks.wanted[kind] = track
      guard knowsTracks else { return }
      expect(
        commanded(kind) == (isOpen ? choice(kind, in: memory.tracks, among: before) : nil), .trackNotChosen)
    case .setPreferredLanguage(let kind, let language):
      let old = choice(kind, in: memory.tracks, among: before)
      memory.tracks.preferred[kind] = language
      guard knowsTracks else { return }
      let new = choice(kind, in: memory.tracks, among: before)
      expect(commanded(kind) == (isOpen && new != old ? new : nil), .trackNotChosen)
    default: break
    }
  }

  /// A rendition found late changes playback only if its language was awaited.
  mutating func checkFound(
    _ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool, isForced: Bool
  ) {
    guard knowsTracks else { return }
    let old = choice(kind, in: memory.tracks, among: before)
    var tracks = memory.tracks
    if !isForced { tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: false) }
    let new = choice(kind, in: tracks, among: inspection)
    let isMarked = kind == .subtitle && isDefault && policies.showsDefaultSubtitles
    let isAwaited = before.shown.streamType != .unknown && (language == tracks.preferred[kind] || isMarked)
    expect(tracks.hasOverflowed || commanded(kind) == (isAwaited && new != old ? new : nil), .trackNotChosen)
  }

  /// A newly opened engine gets commands for what it would not select by itself.
  @inline(never)
  mutating func checkChoices(_ tracks: TrackMemory) {
    guard knowsTracks, inspection.shown.phase == .opening || inspection.shown.phase == .prepared else { return }
    for kind in TrackKind.allCases {
      let choice = choice(kind, in: tracks, among: inspection)
      let plays = inspection.shown.track(of: kind)
      let isUnrequested = kind == .subtitle && plays != .off
      let isUsual = choice == (kind == .subtitle ? .off : .automatic) && !isUnrequested
      let isPlaying = tracks.wanted[kind] == .automatic && choice == plays
      expect(commanded(kind) == (isUsual || isPlaying ? nil : choice), .trackNotChosen)
    }
  }
}
