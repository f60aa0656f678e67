import PlayerCore

// Media, networks and the engine.
extension ScenarioReader {
  static let mediaKeys = ScenarioWord.keys(of: .media)

  mutating func media(_ node: ScenarioNode, isLive: Bool) -> SimulatedMedia? {
    var media = isLive ? SimulatedMedia.live() : SimulatedMedia(duration: .unknown)
    if isLive { media.isSeekable = false }
    let example = isLive ? "keys such as 'window: 2 h'" : "keys such as 'duration: 10 min'"
    guard let pairs = pairs(node, isLive ? "live" : "media", example) else { return nil }
    let problemsBefore = problemCount
    var tracks: [String: [SimulatedMedia.Track]] = [:]
    var seekable: Bool?
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      switch key {
      case "duration": media.duration = place(value, key) ?? .unknown
      case "window":
        media.window = span(value, key) ?? .zero
        media.isSeekable = media.window > .zero
      case "hold back": media.holdBack = span(value, key) ?? media.holdBack
      case "age": media.age = span(value, key) ?? media.age
      case "segments": if let length = span(value, key) { media.delivery = .segments(length) }
      case "pieces": if let length = span(value, key) { media.delivery = .progressive(pieces: length) }
      case "header": media.headerBits = integer(value, "header", 0...(1 << 40)) ?? 0
      case "keyframes every": media.keyFrameInterval = span(value, key) ?? .zero
      case "seekable": seekable = flag(value, key)
      case "estimated": media.isDurationEstimated = flag(value, key) ?? false
      case "audio": tracks["audio"] = list(value).compactMap { track($0, .audio) }
      case "video", "bit rates": tracks["video"] = list(value).compactMap { track($0, .video) }
      case "subtitles": tracks["subtitles"] = list(value).compactMap { track($0, .subtitle) }
      case "tracks": tracks["tracks"] = list(value).compactMap { track($0, nil) }
      case "size": readSize(value, &media)
      case "chapters": media.chapters = list(value).compactMap { chapter($0) }
      case "cues": media.cues = list(value).compactMap { cue($0) }
      case "date": media.dateOfZero = integer(value, key, .min ... .max)
      default: unknown(pair.node, key, isLive ? "live" : "media", among: Self.mediaKeys)
      }
    }
    if let seekable { media.isSeekable = seekable }
    if !isLive, problemCount == problemsBefore, !pairs.contains(where: { $0.key == "duration" }) {
      wrong(
        node, "media", "the key 'duration'", found: "none", "Add 'duration: 10 min', or use 'live' for a live stream")
    }
    if let all = tracks["tracks"] {
      media.tracks = all
    } else if !tracks.isEmpty {
      let audio = tracks["audio"] ?? [SimulatedMedia.Track(.audio, bitsPerSecond: 128_000, isDefault: true)]
      media.tracks = audio + (tracks["video"] ?? []) + (tracks["subtitles"] ?? [])
    }
    if media.has(.video), media.naturalWidth == 0 { (media.naturalWidth, media.naturalHeight) = (1_280, 720) }
    return media
  }

  /// A language, a bit rate, or keys for both and more.
  private mutating func track(_ node: ScenarioNode, _ kind: TrackKind?) -> SimulatedMedia.Track? {
    var track = SimulatedMedia.Track(kind ?? .audio)
    switch kind {
    case .audio: track.bitsPerSecond = 128_000
    case .video: track.bitsPerSecond = 2_000_000
    case .subtitle, nil: break
    }
    if case .scalar(let scalar) = node.content { return shortTrack(node, scalar, track) }
    let keys = ScenarioWord.keys(of: .track)
    for pair in pairs(node, "track", "a language, a bit rate, or keys for both") ?? [] {
      switch pair.key {
      case "kind":
        let names = ["audio", "video", "subtitle"]
        let word = word(pair.value, "kind", "audio, video or subtitle") ?? ""
        guard let index = names.firstIndex(of: word), let kind = TrackKind(wireValue: Int64(index)) else {
          unknown(pair.value, word, "kind", among: names)
          continue
        }
        track.kind = kind
      case "language": track.language = language(pair.value, "language") ?? .none
      case "title": track.title = text(pair.value, "title") ?? .none
      case "bit rate": track.bitsPerSecond = bits(pair.value, "bit rate") ?? 0
      case "default": track.isDefault = flag(pair.value, "default") ?? false
      case "forced": track.isForced = flag(pair.value, "forced") ?? false
      case "segment bits":
        track.segmentBits = list(pair.value).compactMap { integer($0, "segment bits", 0...(1 << 50)) }
      default: unknown(pair.node, pair.key, "track", among: keys)
      }
    }
    return track
  }

  /// A language, or a bit rate with its unit. Without quotes a word is what it looks like; in quotes it is a language.
  private mutating func shortTrack(
    _ node: ScenarioNode, _ scalar: ScenarioNode.Scalar, _ standard: SimulatedMedia.Track
  ) -> SimulatedMedia.Track? {
    if scalar.isNone { return nil }
    var track = standard
    let words = Phrase(scalar.string).words
    if Language.isTag(scalar.string) || (scalar.isQuoted && Language.hasShape(scalar.string)) {
      track.language = text(node, "language") ?? .none
    } else if let bits = scalar.integer, bits >= 0 {
      track.bitsPerSecond = bits
    } else if scalar.form != .quoted, words.count == 1, let bits = ScenarioNumber.bits(words[0]) {
      track.bitsPerSecond = bits
    } else {
      let name = track.kind == .subtitle ? "subtitles" : "\(track.kind.wireName)"
      wrong(node, name, "\(Language.expectation), \(ScenarioNumber.bitsExpectation), or none", Self.advice(for: scalar))
      return nil
    }
    return track
  }

  private static func advice(for scalar: ScenarioNode.Scalar) -> String {
    let rate = Phrase(scalar.string).words.joined()
    if ScenarioNumber.bits(rate) != nil { return "Write a bit rate without quotes" }
    if let meant = ScenarioNumber.bits(meantBy: rate) { return "Did you mean '\(meant)'?" }
    if Language.hasShape(scalar.string) { return Language.advice(for: scalar.string) }
    return "Another name for a language is written {language: \"…\"}"
  }

  private mutating func readSize(_ node: ScenarioNode, _ media: inout SimulatedMedia) {
    let parts = (words(node, "size", "a size such as 1280x720") ?? "").split(separator: "x").compactMap { Int32($0) }
    guard parts.count == 2, parts.allSatisfy({ $0 >= 0 }) else { return wrong(node, "size", "a size such as 1280x720") }
    (media.naturalWidth, media.naturalHeight) = (parts[0], parts[1])
  }

  private mutating func chapter(_ node: ScenarioNode) -> SimulatedMedia.Chapter? {
    range(node, "chapters", "title").map { SimulatedMedia.Chapter(start: $0, end: $1, title: $2) }
  }

  private mutating func cue(_ node: ScenarioNode) -> SimulatedMedia.Cue? {
    range(node, "cues", "text").map { SimulatedMedia.Cue(start: $0, end: $1, text: $2) }
  }

  private mutating func range(_ node: ScenarioNode, _ field: String, _ key: String) -> (MediaTime, MediaTime, TextID)? {
    var range = (MediaTime.unknown, MediaTime.unknown, TextID.none)
    let problemsBefore = problemCount
    guard let pairs = pairs(node, field, "from, to and \(key)") else { return nil }
    for pair in pairs {
      switch pair.key {
      case "from": range.0 = place(pair.value, "from") ?? .unknown
      case "to": range.1 = place(pair.value, "to") ?? .unknown
      case key: range.2 = text(pair.value, key) ?? .none
      default: unknown(pair.node, pair.key, field, among: ["from", "to", key])
      }
    }
    // A chapter may be a place, or have no end of its own.
    let isOpen = field == "chapters" && (!range.1.isKnown || range.1 == range.0)
    if problemCount == problemsBefore { checkRange(node, field, range.0, isOpen ? .microseconds(.max) : range.1) }
    return range
  }

  // MARK: The engine

  static let engineKeys = ScenarioWord.keys(of: .engine)

  mutating func readEngine(_ node: ScenarioNode) {
    if case .scalar(let scalar) = node.content {
      switch Phrase(scalar.string).words.joined(separator: " ").lowercased() {
      case "recorded":
        scenario.source = .recorded(deadlines: false)
        scenario.loading = nil
      case "recorded , with deadlines":
        scenario.source = .recorded(deadlines: true)
        scenario.loading = nil
      case "immediate": scenario.timing = .immediate
      default: wrong(node, "engine", "keys such as 'open: 40 ms', or 'immediate', or 'recorded'")
      }
      return
    }
    for pair in pairs(node, "engine", "keys such as 'open: 40 ms'") ?? [] {
      let (key, value) = (pair.key, pair.value)
      switch key {
      case "open": scenario.timing.openLatency = span(value, key) ?? .zero
      case "start": scenario.timing.startLatency = span(value, key) ?? .zero
      case "pause": scenario.timing.pauseLatency = span(value, key) ?? .zero
      case "seek": scenario.timing.seekLatency = span(value, key) ?? .zero
      case "close": scenario.timing.closeLatency = span(value, key) ?? .zero
      case "answer": scenario.timing.answerLatency = span(value, key) ?? .zero
      case "first frame": scenario.timing.firstFrameLatency = span(value, key) ?? .zero
      case "name lookup": scenario.timing.nameLookup = span(value, key) ?? .zero
      case "connect": scenario.timing.connect = span(value, key) ?? .zero
      case "buffer": scenario.timing.bufferBound = span(value, key) ?? .zero
      case "refill below": scenario.timing.refillBelow = span(value, key) ?? .zero
      case "back buffer": scenario.timing.backBuffer = span(value, key)
      case "landing": readLanding(value)
      case "lands with data": scenario.timing.landsWithData = flag(value, key) ?? false
      default: unknown(pair.node, key, "engine", among: Self.engineKeys)
      }
    }
  }

  static let landings = ["exact", "keyframe", "within tolerance"]

  private mutating func readLanding(_ node: ScenarioNode) {
    guard let name = words(node, "landing", "exact, keyframe or within tolerance") else { return }
    guard let index = Self.landings.firstIndex(of: name), let landing = EngineTiming.Landing(rawValue: UInt8(index))
    else { return unknown(node, name, "landing", among: Self.landings) }
    scenario.timing.landing = landing
  }
}
