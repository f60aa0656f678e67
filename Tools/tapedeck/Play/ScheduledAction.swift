import PlayerCore
import PlayerRuntime

/// `TIME:ACTION`, as given by `--at`: an action to perform when the clock of the run reaches an instant.
struct ScheduledAction: Hashable, Sendable {
  var instant: Instant
  var action: Action
  /// As written, for messages.
  var text: String

  /// The actions and their values, for the help.
  static let help = """
      play, pause, toggle, stop, prepare, retry
      seek=POSITION               exactly there: 1:30, 50%, live, live-10s,
                                  +10s and -10s from the playhead
      seek=around:POSITION        wherever is cheapest nearby; before: and
                                  after: limit it to one side
      chapter=next                or previous, or its number
      skip                        to the end of the segment that plays
      rate=1.5, rate=+0.1         also -0.1
      volume=80, volume=+5        also -5; 80,40 for left and right
      mute[=off], loop[=off]      or toggle
      reload[=[keep,]SOURCE]      reload, or load another source; keep plays
                                  out what is buffered
      still[=FILE]                save a picture: a PNG, or a JPEG by its name
      scaling=fit                 or none, fill (cropped), stretch
      rotate=90                   degrees counter-clockwise
      audio=NUMBER                a rendition, off or auto; the same for
                                  subtitle=NUMBER; or next
      audio-language=de           the language that auto prefers (de, deu or
                                  ger); the same for subtitle-language
      set=NAME=VALUE              a setting, as --set takes it
      background[=silent], foreground, external[=off]
      network=wifi                or cellular, wired, none, unknown
      interrupt[=begin]           as a call does; interrupt=end or resume
                                  ends it
    """

  static let allNames = [
    "play", "pause", "toggle", "stop", "prepare", "retry", "seek", "chapter", "skip", "rate", "volume", "mute", "loop",
    "reload", "still", "scaling", "rotate", "audio", "subtitle", "audio-language", "subtitle-language", "set",
    "background", "foreground", "external", "network", "interrupt", "resume",
  ]

  /// The names of the actions, for error messages.
  static var names: String { allNames.joined(separator: ", ") }

  init(_ text: String) throws {
    self.text = text
    // Times contain colons and digits; actions begin with a letter.
    guard let colon = text.indices.first(where: { Self.isBeforeAction($0, in: text) }) else {
      throw ArgumentProblem("expected TIME:ACTION, such as 10s:pause or 1:30:seek=50%")
    }
    guard let span = TimeText.span(text[..<colon]) else {
      throw ArgumentProblem("'\(text[..<colon])' is not an instant; expected \(TimeText.expectation)")
    }
    instant = Instant(microseconds: span.microseconds)
    action = try Action(parsing: String(text[text.index(after: colon)...]))
    // Messages about the action must not contain a password.
    if let source = action.newSource { self.text = text.replacing(source, with: SourceAddress.withoutPassword(source)) }
  }

  private static func isBeforeAction(_ index: String.Index, in text: String) -> Bool {
    let next = text.index(after: index)
    return text[index] == ":" && next < text.endIndex && text[next].isLetter
  }
}

extension Action {
  /// Reads `seek=1:30`, `pause` and so on.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    let value = parts.count == 2 ? String(parts[1]) : nil
    guard let action = try Self.plain(name, value) ?? Self.withValue(name, value) else {
      throw ArgumentProblem("there is no action '\(name)'; expected one of \(ScheduledAction.names)")
    }
    self = action
  }

  private static func plain(_ name: String, _ value: String?) throws -> Action? {
    let action: Action
    switch name {
    case "play": action = .command(.play)
    case "pause": action = .command(.pause)
    case "toggle": action = .command(.toggle)
    case "stop": action = .command(.stop)
    case "prepare": action = .command(.prepare)
    case "retry": action = .command(.retry)
    case "skip": action = .skipSegment
    case "foreground": action = .environment(.enteredForeground)
    case "resume": action = .environment(.interruptionEnded(mayResume: true))
    default: return nil
    }
    if let value { throw ArgumentProblem("the action '\(name)' takes no value, and '\(value)' was given") }
    return action
  }

  private static func withValue(_ name: String, _ value: String?) throws -> Action? {
    switch name {
    case "seek": .seek(try tolerance(value).place, try tolerance(value).tolerance)
    case "chapter": .chapter(try chapter(value))
    case "rate": try rate(value ?? "")
    case "volume": try volume(value ?? "")
    case "mute": value == "toggle" ? .toggleMuted : .command(.setMuted(try flag(value, of: name)))
    case "loop": value == "toggle" ? .toggleLooping : .command(.setLooping(try flag(value, of: name)))
    case "reload": reload(value)
    case "still": .still(file: value)
    case "scaling": .command(.setScalingMode(try scaling(value)))
    case "rotate": .command(.setRotation(degrees: try degrees(value)))
    case "audio": value == "next" ? .nextTrack(.audio) : .command(.selectTrack(.audio, try track(value)))
    case "subtitle": value == "next" ? .nextTrack(.subtitle) : .command(.selectTrack(.subtitle, try track(value)))
    case "audio-language": .preferLanguage(.audio, language(value))
    case "subtitle-language": .preferLanguage(.subtitle, language(value))
    case "set": .command(try SettingArgument(value ?? "").command)
    case "background": .environment(.enteredBackground(audioContinues: try background(value)))
    case "external": .environment(.externalPlaybackChanged(try flag(value, of: name)))
    case "network": .environment(.networkChanged(try network(value)))
    case "interrupt": .environment(try interruption(value))
    default: nil
    }
  }

  /// `around:1:30`: a tolerance, exact when there is none, and a place.
  private static func tolerance(_ value: String?) throws -> (place: Place, tolerance: Tolerance) {
    let value = value ?? ""
    let tolerance = Tolerance.allCases.first { value.hasPrefix("\($0.rawValue):") }
    let text = value.dropFirst(tolerance.map { $0.rawValue.utf8.count + 1 } ?? 0)
    guard let place = Place(text, skips: true) else {
      throw ArgumentProblem("'\(text)' is not a place to seek to; expected \(Place.expectation), +10 or -10")
    }
    return (place, tolerance ?? .exact)
  }

  private static func chapter(_ value: String?) throws -> ChapterStep {
    switch value {
    case "next": return .next
    case "previous": return .previous
    default:
      guard let number = Int(value ?? ""), number >= 1 else {
        throw ArgumentProblem("'\(value ?? "")' is not a chapter; expected next, previous or its number")
      }
      return .number(number)
    }
  }

  /// `1.5`, or `+0.1`: a sign makes it a change.
  private static func rate(_ value: String) throws -> Action {
    guard let sign = sign(value) else { return .command(.setRate(try RateArgument(value).rate)) }
    guard let change = ThousandthsText.parse(value.dropFirst()), 1..<1_000 ~= change else {
      throw ArgumentProblem("expected a rate such as 1.5, or a change below 1 such as +0.1")
    }
    return .changeRate(sign * Int32(change))
  }

  /// `80`, `80,40`, or `+5`.
  private static func volume(_ value: String) throws -> Action {
    guard let sign = sign(value) else { return .command(try VolumeArgument(value).command) }
    let change = try VolumeArgument(String(value.dropFirst()))
    guard change.left == change.right else { throw ArgumentProblem("expected a change of the volume such as +5") }
    return .changeVolume(sign * change.left)
  }

  private static func sign(_ value: String) -> Int32? { value.hasPrefix("+") ? 1 : value.hasPrefix("-") ? -1 : nil }

  /// In BCP 47, as the engine reports languages; empty for an unknown one.
  private static func language(_ value: String?) -> String { value.flatMap(LanguageTag.init)?.identifier ?? "" }

  private static func flag(_ value: String?, of name: String) throws -> Bool {
    switch value {
    case nil, "on": true
    case "off": false
    default:
      throw ArgumentProblem(
        "expected \(name), \(name)=on or \(name)=off\(name == "external" ? "" : ", or \(name)=toggle")")
    }
  }

  private static func reload(_ value: String?) -> Action {
    guard let value, value != "keep" else { return .reload(source: nil, keepsBuffer: value != nil) }
    let keeps = value.hasPrefix("keep,")
    return .reload(source: String(value.dropFirst(keeps ? 5 : 0)), keepsBuffer: keeps)
  }

  private static func scaling(_ value: String?) throws -> ScalingMode {
    switch value {
    case "none": .none
    case "fit": .aspectFit
    case "fill": .aspectFill
    case "stretch": .fill
    default: throw ArgumentProblem("'\(value ?? "")' is not a scaling mode; expected none, fit, fill or stretch")
    }
  }

  private static func degrees(_ value: String?) throws -> Int32 {
    guard let degrees = Int32(value ?? ""), [0, 90, 180, 270].contains(degrees) else {
      throw ArgumentProblem("'\(value ?? "")' is not a rotation; expected 0, 90, 180 or 270")
    }
    return degrees
  }

  private static func track(_ value: String?) throws -> TrackID {
    switch value {
    case "off": return .off
    case "auto": return .automatic
    default:
      guard let number = Int32(value ?? ""), number >= 0 else {
        throw ArgumentProblem("'\(value ?? "")' is not a rendition; expected its number, off or auto")
      }
      return TrackID(number)
    }
  }

  private static func background(_ value: String?) throws -> Bool {
    switch value {
    case nil: true
    case "silent": false
    default: throw ArgumentProblem("expected background or background=silent")
    }
  }

  private static func network(_ value: String?) throws -> NetworkPath {
    guard let path = NetworkPath(name: value ?? "") else {
      throw ArgumentProblem("'\(value ?? "")' is not a network; expected wifi, cellular, wired, none or unknown")
    }
    return path
  }

  private static func interruption(_ value: String?) throws -> EnvironmentEvent {
    switch value {
    case nil, "begin": .interruptionBegan(stopsEngine: false)
    case "end": .interruptionEnded(mayResume: true)
    default: throw ArgumentProblem("'\(value ?? "")' is not an interruption; expected begin or end")
    }
  }
}
