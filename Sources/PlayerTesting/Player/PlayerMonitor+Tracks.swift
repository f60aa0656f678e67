import PlayerCore

// Renditions: what the app chose, and what its languages choose, is what the engine is told.

extension PlayerMonitor {
  /// What is known of renditions: what the app chose, and the first that a preference could choose.
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
    /// False where there were more than are remembered, or some before the watch began.
    var isWhole = true
    var hasOverflowed = false

    /// Numbers of renditions mean nothing in other media.
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

    /// The first in a language, one that is marked as default before others.
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

    /// What was chosen by number, else the preferred language, else the default where there is a choice; no subtitle is
    /// shown that was not asked for, and `showsDefault` asks for that of the media.
    func choice(_ kind: TrackKind, among count: Int32, showsDefault: Bool) -> TrackID {
      let (wanted, language) = (wanted[kind], preferred[kind])
      guard wanted == .automatic else { return wanted }
      if !language.isNone, let track = track(kind, in: language) { return track }
      if kind == .subtitle { return showsDefault ? standard(kind) ?? .off : .off }
      return count > 1 ? standard(kind) ?? .automatic : .automatic
    }
  }

  private var knowsTracks: Bool { senses.tracks.isWhole && !senses.tracks.hasOverflowed }

  private func choice(_ kind: TrackKind, in tracks: TrackMemory, among facts: Player.Facts) -> TrackID {
    tracks.choice(kind, among: facts.shown.count(of: kind), showsDefault: policies.showsDefaultSubtitles)
  }

  private func told(_ kind: TrackKind) -> TrackID? {
    said.selects & (1 << kind.rawValue) != 0 ? said.tracks[kind] : nil
  }

  /// Where media is open the engine is told at once what was chosen (SRG.md#2, track configuration).
  mutating func checkTracks(_ command: Command, _ player: inout Player) {
    let isOpen = before.isEngineOpen && before.shown.streamType != .unknown
    switch command {
    case .selectTrack(let kind, let track):
      senses.tracks.wanted[kind] = track
      guard knowsTracks else { return }
      expect(
        told(kind) == (isOpen ? choice(kind, in: senses.tracks, among: before) : nil), .trackNotChosen)
    case .setPreferredLanguage(let kind, let language):
      let old = choice(kind, in: senses.tracks, among: before)
      senses.tracks.preferred[kind] = language
      guard knowsTracks else { return }
      let new = choice(kind, in: senses.tracks, among: before)
      expect(told(kind) == (isOpen && new != old ? new : nil), .trackNotChosen)
    default: break
    }
  }

  /// A rendition that comes late changes what plays only where its language was waited for.
  mutating func checkFound(
    _ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool, isForced: Bool
  ) {
    guard knowsTracks else { return }
    let old = choice(kind, in: senses.tracks, among: before)
    var tracks = senses.tracks
    if !isForced { tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: false) }
    let new = choice(kind, in: tracks, among: facts)
    let isMarked = kind == .subtitle && isDefault && policies.showsDefaultSubtitles
    let isAwaited = before.shown.streamType != .unknown && (language == tracks.preferred[kind] || isMarked)
    expect(tracks.hasOverflowed || told(kind) == (isAwaited && new != old ? new : nil), .trackNotChosen)
  }

  /// An engine that has just opened is told what it would not choose by itself.
  @inline(never)
  mutating func checkChoices(_ tracks: TrackMemory) {
    guard knowsTracks, facts.shown.phase == .opening || facts.shown.phase == .prepared else { return }
    for kind in TrackKind.allCases {
      let choice = choice(kind, in: tracks, among: facts)
      let plays = facts.shown.track(of: kind)
      let isUnasked = kind == .subtitle && plays != .off
      let isUsual = choice == (kind == .subtitle ? .off : .automatic) && !isUnasked
      let isPlaying = tracks.wanted[kind] == .automatic && choice == plays
      expect(told(kind) == (isUsual || isPlaying ? nil : choice), .trackNotChosen)
    }
  }
}
