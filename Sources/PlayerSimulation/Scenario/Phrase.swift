import PlayerCore

/// Words of a short form. A number and its unit are one word; a comma, ±, the signs of comparisons and `..` are words.
struct Phrase: Sendable {
  let words: [String]

  init(_ text: String) {
    var spaced = ""
    // The parts before each `+/-`.
    var parts: [String] = []
    var before: Character = " "
    for character in text.prefix(1_000) {
      switch character {
      case ",", "±", ">", "<", "≥", "≤": spaced += " \(character) " as String
      case "=" where before == ">" || before == "<":
        spaced.removeLast(3)
        spaced += (before == ">" ? " ≥ " : " ≤ ") as String
      case "=" where before == "=": break
      case "=" where before == " ": spaced += " = " as String
      case "…": spaced += " .. " as String
      case "." where before == ".":
        // A third dot changes nothing.
        if !spaced.hasSuffix(" .. ") {
          spaced.removeLast()
          spaced += " .. " as String
        }
      case "-" where before == "+", "/" where before == "+":
        spaced.removeLast()
        spaced += (character == "-" ? " ± " : "+/") as String
      case "-" where spaced.hasSuffix("+/"):
        spaced.removeLast(2)
        if !spaced.isEmpty { parts.append(spaced) }
        spaced = ""
      default: spaced.append(character)
      }
      before = character
    }
    if !spaced.isEmpty { parts.append(spaced) }
    spaced = parts.joined(separator: " ± ")
    var words: [String] = []
    for word in spaced.split(whereSeparator: { $0.isWhitespace }).map(String.init) {
      if let last = words.last, Self.isNumber(last), let unit = Self.unit(word) {
        words[words.count - 1] = last + unit
      } else {
        words.append(word)
      }
    }
    self.words = words
  }

  private static func isNumber(_ word: String) -> Bool {
    word.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-")
    } && word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func unit(_ word: String) -> String? {
    switch word.lowercased() {
    case let unit where ScenarioNumber.units.contains(unit): unit
    case let name: ScenarioNumber.unit(named: name)
    }
  }

  // MARK: Patterns

  /// How well words fit a pattern, in which `{type}` is a placeholder for a value.
  enum Fit {
    case all([Int64])
    /// The number of words that matched before one did not; what was expected instead, when that is a value.
    case part(Int, expected: String?, found: String)
  }

  func fit(_ pattern: String, text: (String) -> TextID?) -> Fit {
    var values: [Int64] = []
    let parts = pattern.split(separator: " ")
    for (index, part) in parts.enumerated() {
      let found = index < words.count ? words[index] : ""
      if part.first == "{" {
        let type = String(part.dropFirst().dropLast())
        guard index < words.count, let value = Self.value(found, type, text: text) else {
          return .part(index, expected: Self.expectation(type), found: found.isEmpty ? "nothing" : "'\(found)'")
        }
        values.append(value)
      } else if found.lowercased() != part.lowercased() {
        return .part(index, expected: nil, found: found.isEmpty ? "nothing" : "'\(found)'")
      }
    }
    guard words.count == parts.count else {
      return .part(parts.count, expected: nil, found: "'\(words[parts.count])'")
    }
    return .all(values)
  }

  private static func value(_ word: String, _ type: String, text: (String) -> TextID?) -> Int64? {
    switch type {
    case "time": return ScenarioNumber.time(word).flatMap { $0 < 0 ? nil : $0 }
    case "offset": return ScenarioNumber.time(word)
    case "percent": return ScenarioNumber.percent(word)
    case "count": return ScenarioNumber.integer(word).flatMap { $0 < 0 ? nil : $0 }
    default: return MessageWords.shared.value(word, type, text: text)
    }
  }

  private static func expectation(_ type: String) -> String {
    switch type {
    case "time", "offset": ScenarioNumber.timeExpectation
    case "percent": "a percentage such as 50 %"
    case "count": "a number from 0 on"
    default: MessageWords.shared.expectation(type)
    }
  }
}

/// A short form of an action.
struct ActionPhrase: Sendable {
  let pattern: String
  let make: @Sendable ([Int64]) -> ScenarioAction

  init(_ pattern: String, _ make: @escaping @Sendable ([Int64]) -> ScenarioAction) {
    self.pattern = pattern
    self.make = make
  }

  fileprivate static func command(_ pattern: String, _ command: Command) -> ActionPhrase {
    ActionPhrase(pattern) { _ in .command(command, nil) }
  }

  fileprivate static func seek(_ pattern: String, _ make: @escaping @Sendable ([Int64]) -> Position) -> ActionPhrase {
    ActionPhrase(pattern) { .command(.seek(make($0)), nil) }
  }

  fileprivate static func fault(_ pattern: String, _ make: @escaping @Sendable ([Int64]) -> EngineFault) -> ActionPhrase
  {
    ActionPhrase(pattern) { .fault(make($0)) }
  }

  fileprivate static func around(_ pattern: String, _ event: EnvironmentEvent) -> ActionPhrase {
    ActionPhrase(pattern) { _ in .environment(event) }
  }

  /// Every short form but those of networks and languages, which depend on the scenario.
  static let all = transport + seeks + sounds + tracks + surroundings + engine

  private static let transport: [ActionPhrase] = [
    command("play", .play), command("pause", .pause), command("toggle", .toggle), command("stop", .stop),
    command("reset", .reset), command("prepare", .prepare), command("retry", .retry),
    command("reload", .reload(item: .none, flush: true)),
    command("capture still", .captureStill),
    ActionPhrase("load item {item}") {
      .command(.load(item: item($0[0]), start: .standard, autoplay: false, opens: true), nil)
    },
    ActionPhrase("load item {item} and play") {
      .command(.load(item: item($0[0]), start: .standard, autoplay: true, opens: true), nil)
    },
    ActionPhrase("load item {item} at {time}") {
      .command(.load(item: item($0[0]), start: .at(place($0[1])), autoplay: false, opens: true), nil)
    },
    ActionPhrase("load item {item} at {time} and play") {
      .command(.load(item: item($0[0]), start: .at(place($0[1])), autoplay: true, opens: true), nil)
    },
    ActionPhrase("rate {rate}") { .command(.setRate(Rate(thousandths: Int32(clamping: $0[0]))), nil) },
    command("loop", .setLooping(true)), command("loop on", .setLooping(true)),
    command("loop off", .setLooping(false)),
    ActionPhrase("observe every {time} as {observer}") {
      .command(.addPeriodicObserver(ObserverID(UInt32(clamping: $0[1])), interval: span($0[0])), nil)
    },
    ActionPhrase("observe {time} as {observer}") {
      .command(.addBoundaryObserver(ObserverID(UInt32(clamping: $0[1])), position: place($0[0])), nil)
    },
    ActionPhrase("remove observer {observer}") { .command(.removeObserver(ObserverID(UInt32(clamping: $0[0]))), nil) },
  ]

  private static let seeks: [ActionPhrase] = [
    seek("seek to {time}") { .at(place($0[0])) },
    seek("seek around {time}") { .around(place($0[0])) },
    seek("seek before {time}") { .before(place($0[0])) },
    seek("seek after {time}") { .after(place($0[0])) },
    seek("seek to {time} ± {time}") { Position.at(place($0[0])).within(before: span($0[1]), after: span($0[1])) },
    seek("seek by {offset}") { .skip(span($0[0])) },
    seek("seek to live") { _ in .liveEdge() },
    seek("seek to {time} behind live") { .liveEdge(behind: span($0[0])) },
    seek("seek to the beginning") { _ in .at(.zero) },
    seek("seek to segment {segment}") { Position(anchor: .segment, segment: SegmentID(UInt32(clamping: $0[0]))) },
  ]

  private static let sounds: [ActionPhrase] = [
    ActionPhrase("volume {percent}") {
      .command(.setVolume(left: Int32(clamping: $0[0]), right: Int32(clamping: $0[0])), nil)
    },
    ActionPhrase("volume {percent} left , {percent} right") {
      .command(.setVolume(left: Int32(clamping: $0[0]), right: Int32(clamping: $0[1])), nil)
    },
    command("mute", .setMuted(true)), command("unmute", .setMuted(false)),
    ActionPhrase("scaling {scalingMode}") {
      .command(.setScalingMode(ScalingMode(wireValue: $0[0]) ?? .aspectFit), nil)
    },
    ActionPhrase("rotation {count}") { .command(.setRotation(degrees: Int32(clamping: $0[0])), nil) },
  ]

  private static let tracks: [ActionPhrase] = [
    ActionPhrase("audio track {track}") { .command(.selectTrack(.audio, track($0[0])), nil) },
    ActionPhrase("video track {track}") { .command(.selectTrack(.video, track($0[0])), nil) },
    ActionPhrase("subtitles track {track}") { .command(.selectTrack(.subtitle, track($0[0])), nil) },
    command("audio off", .selectTrack(.audio, .off)), command("audio automatic", .selectTrack(.audio, .automatic)),
    command("video off", .selectTrack(.video, .off)), command("video automatic", .selectTrack(.video, .automatic)),
    command("subtitles off", .selectTrack(.subtitle, .off)),
    command("subtitles automatic", .selectTrack(.subtitle, .automatic)),
    ActionPhrase("prefer audio {language}") {
      .command(.setPreferredLanguage(.audio, TextID(UInt32(clamping: $0[0]))), nil)
    },
    ActionPhrase("prefer subtitles {language}") {
      .command(.setPreferredLanguage(.subtitle, TextID(UInt32(clamping: $0[0]))), nil)
    },
  ]

  private static let surroundings: [ActionPhrase] = [
    around("interruption begins", .interruptionBegan(stopsEngine: false)),
    around("interruption begins , the engine is stopped", .interruptionBegan(stopsEngine: true)),
    around("interruption ends", .interruptionEnded(mayResume: true)),
    around("interruption ends , do not resume", .interruptionEnded(mayResume: false)),
    around("headphones out", .routeChanged(.oldDeviceUnavailable)),
    around("headphones in", .routeChanged(.newDeviceAvailable)),
    ActionPhrase("remote {remoteControl}") {
      .environment(.remoteControl(RemoteControl(wireValue: $0[0]) ?? .toggle))
    },
    around("background", .enteredBackground(audioContinues: false)),
    around("background , sound goes on", .enteredBackground(audioContinues: true)),
    around("foreground", .enteredForeground),
    around("external playback on", .externalPlaybackChanged(true)),
    around("external playback off", .externalPlaybackChanged(false)),
    around("picture in picture on", .pictureInPictureChanged(true)),
    around("picture in picture off", .pictureInPictureChanged(false)),
  ]

  private static let engine: [ActionPhrase] = [
    fault("server answers {count} to the next opening") { .openFails(status($0[0]), after: answer, count: 1) },
    fault("server answers {count} to the next {count} openings") {
      .openFails(status($0[0]), after: answer, count: count($0[1]))
    },
    fault("next opening fails with {failureKind}") { .openFails(failure($0[0]), after: answer, count: 1) },
    fault("next {count} openings fail with {failureKind}") {
      .openFails(failure($0[1]), after: answer, count: count($0[0]))
    },
    fault("next opening hangs") { _ in .openHangs(count: 1) },
    fault("next {count} openings hang") { .openHangs(count: count($0[0])) },
    fault("next opening takes {time} longer") { .openIsSlow(by: span($0[0]), count: 1) },
    fault("next {count} openings take {time} longer") { .openIsSlow(by: span($0[1]), count: count($0[0])) },
    fault("next seek fails") { _ in .seekFails(count: 1) },
    fault("next {count} seeks fail") { .seekFails(count: count($0[0])) },
    fault("next seek hangs") { _ in .seekHangs(count: 1) },
    fault("next {count} seeks hang") { .seekHangs(count: count($0[0])) },
    fault("next start hangs") { _ in .startHangs(count: 1) },
    fault("next close hangs") { _ in .closeHangs(count: 1) },
    fault("reading fails with {failureKind} at byte {count}") { .readFails(failure($0[0]), atByte: $0[1]) },
    fault("decoding fails with {failureKind} at {time}") { .decodingFails(failure($0[0]), at: place($0[1])) },
    fault("media ends at {time}") { .endsEarly(at: place($0[0])) },
    fault("outage") { _ in .outage }, fault("outage ends") { _ in .outageEnds },
    fault("server slows down to {percent}") { .serverIsSlow(thousandths: count($0[0]), latency: .zero) },
    fault("server slows down to {percent} , latency {time}") {
      .serverIsSlow(thousandths: count($0[0]), latency: span($0[1]))
    },
    fault("engine fails with {failureKind}") { .fails(failure($0[0])) },
    fault("engine warns of {failureKind}") { .warns(failure($0[0])) },
    fault("engine stops") { _ in .stops }, fault("engine loses its buffer") { _ in .losesBuffer },
    fault("playhead freezes") { _ in .freezes }, fault("playhead slips by {offset}") { .slips(by: span($0[0])) },
    fault("playhead drifts by {percent}") { .drifts(thousandths: count($0[0])) },
    ActionPhrase("heal") { _ in .heal }, ActionPhrase("wait") { _ in .wait },
    ActionPhrase("host sleeps {time}") { .sleep(span($0[0])) },
    ActionPhrase("deadline") { _ in .deadline },
  ]

  /// From the command to open until a server answers that it will not.
  private static let answer = TimeSpan.milliseconds(40)

  private static func span(_ value: Int64) -> TimeSpan { TimeSpan(microseconds: value) }
  private static func place(_ value: Int64) -> MediaTime { MediaTime(microseconds: value) }
  private static func item(_ value: Int64) -> ItemID { ItemID(UInt32(clamping: value)) }
  private static func track(_ value: Int64) -> TrackID { TrackID(Int32(clamping: value)) }
  private static func count(_ value: Int64) -> Int32 { Int32(clamping: value) }
  private static func failure(_ value: Int64) -> Failure { Failure(Failure.Kind(wireValue: value) ?? .unknown) }
  private static func status(_ value: Int64) -> Failure { .http(Int32(clamping: value)) }
}
