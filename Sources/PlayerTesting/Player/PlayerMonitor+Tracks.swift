import PlayerCore

// Renditions: what the app chose, and what its languages choose, is what the engine is told.

extension PlayerMonitor {
  /// What is known of renditions: what the app chose, and the first that a preference could choose.
  struct TrackMemory: Hashable, Sendable {
    struct Found: Hashable, Sendable {
      var track = TrackID.off
      var language = TextID.none
      var kind = TrackKind.audio
      var isDefault = false
      var isUpcoming = false
    }

    var wanted: (TrackID, TrackID, TrackID) = (.automatic, .automatic, .off)
    var languages: (TextID, TextID, TextID) = (.none, .none, .none)
    var found: (Found, Found, Found, Found, Found, Found) = (Found(), Found(), Found(), Found(), Found(), Found())
    var count: UInt8 = 0
    /// False where there were more than are remembered, or some before the watch began.
    var isWhole = true
    var hasOverflowed = false

    static func == (a: Self, b: Self) -> Bool { a.wanted == b.wanted && a.count == b.count }
    func hash(into hasher: inout Hasher) { hasher.combine(count) }

    subscript(index: UInt8) -> Found {
      get {
        switch index {
        case 0: found.0
        case 1: found.1
        case 2: found.2
        case 3: found.3
        case 4: found.4
        default: found.5
        }
      }
      set {
        switch index {
        case 0: found.0 = newValue
        case 1: found.1 = newValue
        case 2: found.2 = newValue
        case 3: found.3 = newValue
        case 4: found.4 = newValue
        default: found.5 = newValue
        }
      }
    }

    func wanted(_ kind: TrackKind) -> TrackID {
      switch kind {
      case .audio: wanted.0
      case .video: wanted.1
      case .subtitle: wanted.2
      }
    }

    mutating func want(_ kind: TrackKind, _ track: TrackID) {
      switch kind {
      case .audio: wanted.0 = track
      case .video: wanted.1 = track
      case .subtitle: wanted.2 = track
      }
    }

    func preferred(_ kind: TrackKind) -> TextID {
      switch kind {
      case .audio: languages.0
      case .video: languages.1
      case .subtitle: languages.2
      }
    }

    mutating func prefer(_ kind: TrackKind, _ language: TextID) {
      switch kind {
      case .audio: languages.0 = language
      case .video: languages.1 = language
      case .subtitle: languages.2 = language
      }
    }

    /// Numbers of renditions mean nothing in other media.
    mutating func forgetNumbers() {
      if wanted.0.rawValue >= 0 { wanted.0 = .automatic }
      if wanted.1.rawValue >= 0 { wanted.1 = .automatic }
      if wanted.2.rawValue >= 0 { wanted.2 = .off }
    }

    mutating func removeAll() { (count, hasOverflowed) = (0, false) }

    mutating func append(
      _ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool, isUpcoming: Bool
    ) {
      guard !language.isNone || isDefault, track.rawValue >= 0, track.rawValue < 1 << 28 else { return }
      guard count < 6 else { return hasOverflowed = true }
      self[count] = Found(track: track, language: language, kind: kind, isDefault: isDefault, isUpcoming: isUpcoming)
      count &+= 1
    }

    mutating func settleUpcoming(takesOver: Bool) {
      var kept: UInt8 = 0
      for index in 0..<count where self[index].isUpcoming == takesOver {
        self[kept] = self[index]
        self[kept].isUpcoming = false
        kept &+= 1
      }
      count = kept
    }

    /// The first in a language, one that is marked as default before others.
    func track(_ kind: TrackKind, in language: TextID) -> TrackID? {
      var first: TrackID?
      for index in 0..<count {
        let entry = self[index]
        guard entry.kind == kind, entry.language == language, !entry.isUpcoming else { continue }
        if entry.isDefault { return entry.track }
        first = first ?? entry.track
      }
      return first
    }

    func standard(_ kind: TrackKind) -> TrackID? {
      for index in 0..<count where self[index].kind == kind && self[index].isDefault && !self[index].isUpcoming {
        return self[index].track
      }
      return nil
    }

    /// What was chosen by number, else the preferred language, else the default where there is a choice; no subtitle is
    /// shown that was not asked for.
    func choice(_ kind: TrackKind, among count: Int32) -> TrackID {
      let (wanted, language) = (wanted(kind), preferred(kind))
      guard wanted == .automatic else { return wanted }
      if !language.isNone, let track = track(kind, in: language) { return track }
      if kind == .subtitle { return .off }
      return count > 1 ? standard(kind) ?? .automatic : .automatic
    }
  }

  private var knowsTracks: Bool { senses.tracks.isWhole && !senses.tracks.hasOverflowed }

  private func told(_ kind: TrackKind) -> TrackID? {
    guard said.more.selects & (1 << kind.rawValue) != 0 else { return nil }
    switch kind {
    case .audio: return said.more.tracks.0
    case .video: return said.more.tracks.1
    case .subtitle: return said.more.tracks.2
    }
  }

  /// Where media is open the engine is told at once what was chosen (srg.md §2, track configuration).
  mutating func checkTracks(_ command: Command, _ player: inout Player) {
    let isOpen = before.isEngineOpen && before.shown.streamType != .unknown
    switch command {
    case .selectTrack(let kind, let track):
      senses.tracks.want(kind, track)
      guard knowsTracks else { return }
      expect(told(kind) == (isOpen ? choice(kind, senses.tracks, before) : nil), .trackNotChosen)
    case .setPreferredLanguage(let kind, let language):
      let old = choice(kind, senses.tracks, before)
      senses.tracks.prefer(kind, language)
      guard knowsTracks else { return }
      let new = choice(kind, senses.tracks, before)
      expect(told(kind) == (isOpen && new != old ? new : nil), .trackNotChosen)
    default: break
    }
  }

  private func choice(_ kind: TrackKind, _ tracks: TrackMemory, _ facts: Player.Facts) -> TrackID {
    tracks.choice(kind, among: facts.shown.count(of: kind))
  }

  /// A rendition that comes late changes what plays only where its language was waited for.
  mutating func checkFound(_ kind: TrackKind, _ track: TrackID, _ language: TextID, isDefault: Bool) {
    guard knowsTracks else { return }
    let old = choice(kind, senses.tracks, before)
    var tracks = senses.tracks
    tracks.append(kind, track, language, isDefault: isDefault, isUpcoming: false)
    let new = choice(kind, tracks, facts)
    let isAwaited = before.shown.streamType != .unknown && language == tracks.preferred(kind)
    expect(tracks.hasOverflowed || told(kind) == (isAwaited && new != old ? new : nil), .trackNotChosen)
  }

  /// An engine that has just opened is told what it would not choose by itself.
  @inline(never)
  mutating func checkChoices(_ tracks: TrackMemory) {
    guard knowsTracks, facts.shown.phase == .opening || facts.shown.phase == .prepared else { return }
    for kind in TrackKind.allCases {
      let choice = choice(kind, tracks, facts)
      let plays = facts.shown.track(of: kind)
      let isUnasked = kind == .subtitle && plays != .off
      let isUsual = choice == (kind == .subtitle ? .off : .automatic) && !isUnasked
      let isPlaying = tracks.wanted(kind) == .automatic && choice == plays
      expect(told(kind) == (isUsual || isPlaying ? nil : choice), .trackNotChosen)
    }
  }
}
