import Foundation
import PlayerCore
import PlayerProtocolKit
import PlayerRuntime

/// The PlayerProtocol SDK, as timed cases see it.
final class PPSystem: TimedSystem {
  private let engine = ScriptedMedia()
  private let player: VideoPlayer
  private let durations: [String: Double]
  private var observers: [String: Witness] = [:]
  /// How the case spells aspect modes.
  private var aspectNames: [AspectMode: String] = [:]
  private(set) var observations: [Observation] = []

  /// Writes down what an observer hears.
  private final class Witness: PlayerObserver {
    let id: String
    let see: (String, [String: JSONValue]) -> Void

    init(_ id: String, see: @escaping (String, [String: JSONValue]) -> Void) {
      self.id = id
      self.see = see
    }

    func playerStateChanged(_ state: PlayerState) { see("playerStateChanged", ["state": .string(state.name)]) }
    func playerError(_ error: any Error) { see("playerError", ["error": .string("\(error)")]) }
    func playerPlaybackReady() { see("playerPlaybackReady", [:]) }
    func playerPlaybackFinished() { see("playerPlaybackFinished", [:]) }
    func playerSubtitleChanged(_ text: String?) {
      see("playerSubtitleChanged", ["text": text.map { .string($0) } ?? .null])
    }
    func playerVideoChanged(video: Video?) { see("playerVideoChanged", ["video": video?.value ?? .null]) }
    func playerDurationChanged(duration: TimeInterval) {
      see("playerDurationChanged", ["duration": .number(duration)])
    }
    func playerPositionChanged(position: TimeInterval) {
      see("playerPositionChanged", ["position": .number(position)])
    }
    func playerMutedChanged(muted: Bool) { see("playerMutedChanged", ["muted": .bool(muted)]) }
    func playerAspectModeChanged(aspectMode: AspectMode) {
      see("playerAspectModeChanged", ["aspectMode": .string(aspectMode.name)])
    }
  }

  static let names: [Observation.Kind: Set<String>] = [
    .call: [
      "playerStateChanged", "playerError", "playerPlaybackReady", "playerPlaybackFinished", "playerSubtitleChanged",
      "playerVideoChanged", "playerDurationChanged", "playerPositionChanged", "playerMutedChanged",
      "playerAspectModeChanged",
    ]
  ]

  init(setup: JSONValue, describesSource: Bool, recorder: (any RunRecorder)?) throws {
    try setup.knowOnly(["observers", "videos"])
    player = VideoPlayer(engine: engine, library: IdentifierTable(), timekeeping: .caller, recorder: recorder)
    // The script says what fails.
    for limit in [Setting.openTimeout, .readTimeout] {
      player.host.send(.set(limit, TimedRun.patience.microseconds))
    }
    durations = (setup["videos"]?.object ?? [:]).compactMapValues { $0["duration"]?.number }
    for id in setup["observers"]?.array ?? [] { addObserver(id.string ?? "") }
  }

  private func addObserver(_ id: String) {
    let witness =
      observers[id]
      ?? Witness(id) { [weak self] name, arguments in
        guard let self else { return }
        var arguments = arguments.merging(["observer": .string(id)]) { $1 }
        if name == "playerAspectModeChanged" { arguments["aspectMode"] = .string(self.name(of: player.aspectMode)) }
        observations.append(Observation(.call, name, arguments, at: player.host.now.microseconds))
      }
    observers[id] = witness
    player.addObserver(witness)
  }

  func run(until instant: Int64) { player.host.run(until: .microseconds(instant)) }

  func act(_ name: String, _ arguments: JSONValue) throws {
    switch name {
    case "addObserver": addObserver(try arguments.text("id"))
    case "removeObserver": if let witness = observers[try arguments.text("id")] { player.removeObserver(witness) }
    case "releaseObserver": observers[try arguments.text("id")] = nil
    case "set":
      let video = arguments["video"]?.string.flatMap { Video(named: $0) }
      engine.supplyAtLandings = nil
      player.set(video: video, play: arguments["play"]?.bool ?? false)
    case "play": player.play()
    case "pause": player.pause()
    case "toggle": player.toggle()
    case "stop": player.stop()
    case "reset": player.reset()
    case "seek": player.seek(to: try arguments.amount("to"))
    case "setMuted": player.muted = try arguments.flag("value")
    case "setAspectMode":
      let mode = try arguments.text("value")
      guard let aspect = AspectMode(named: mode) else { throw Verdict.Unmet.unsupported("aspect mode \(mode)") }
      aspectNames[aspect] = mode
      player.aspectMode = aspect
    default: throw Verdict.Unmet.unsupported("action \(name)")
    }
  }

  private func name(of mode: AspectMode) -> String { aspectNames[mode] ?? mode.name }

  func happen(_ name: String, _ arguments: JSONValue) throws {
    let now = player.host.now
    switch name {
    case "contentReady":
      let seconds = arguments["duration"].map(\.number) ?? durations[player.video?.title ?? ""]
      let duration = TimedRun.duration(seconds)
      engine.report(
        .opened(
          OpenedMedia(
            duration: duration, isDurationEstimated: false, isSeekable: duration.isKnown, hasAudio: true,
            hasVideo: true)), at: now)
    case "bufferingStarted": supply(.stalled, at: now)
    case "bufferingEnded": supply([.playable, .playThrough], at: now)
    case "failed":
      let text = player.host.library.text(try arguments.text("error"))
      engine.report(.failed(Failure(.io, text: text)), at: now)
    case "subtitle": engine.report(.subtitleShown(player.host.library.text(arguments["text"]?.string ?? "")), at: now)
    default: throw Verdict.Unmet.unsupported("engine event \(name)")
    }
  }

  /// The script has no word for the landing of a seek: what the buffer allows there is what it allowed before.
  private func supply(_ supply: BufferState, at now: Instant) {
    engine.supplyAtLandings = supply
    engine.report(.supplyChanged(supply), at: now)
  }

  func value(of property: String) throws -> JSONValue {
    switch property {
    case "state": .string(player.state.name)
    case "hasContent": .bool(player.state.hasContent)
    case "isPlaying": .bool(player.state.isPlaying)
    case "position": .number(player.position)
    case "observerCount": .int(player.observerCount)
    case "video": player.video?.value ?? .null
    case "table.hasContent": table(\.hasContent)
    case "table.isPlaying": table(\.isPlaying)
    case "androidTable.isPlaying":
      .object(Dictionary(uniqueKeysWithValues: FlatPlayerState.allCases.map { ($0.rawValue, .bool($0.isPlaying)) }))
    default: throw Verdict.Unmet.unsupported("property \(property)")
    }
  }

  private func table(_ trait: KeyPath<PlayerState, Bool>) -> JSONValue {
    let states: [PlayerState] = [
      .idle, .paused(buffering: true), .paused(buffering: false), .playing(buffering: true), .playing(buffering: false),
    ]
    return .object(Dictionary(uniqueKeysWithValues: states.map { ($0.name, .bool($0[keyPath: trait])) }))
  }
}

extension PlayerState {
  /// As cases spell it.
  fileprivate var name: String {
    switch self {
    case .idle: "idle"
    case .paused(let isBuffering): "paused(buffering:\(isBuffering))"
    case .playing(let isBuffering): "playing(buffering:\(isBuffering))"
    }
  }
}

extension AspectMode {
  fileprivate var name: String {
    switch self {
    case .resizeAspect: "resizeAspect"
    case .resizeAspectFill: "resizeAspectFill"
    case .resize: "resize"
    }
  }

  /// In the words of the SDK, of its samples, or of other players.
  fileprivate init?(named name: String) {
    switch name.lowercased().filter(\.isLetter) {
    case "resizeaspect", "aspectfit", "aspect", "fit": self = .resizeAspect
    case "resizeaspectfill", "aspectfill", "crop": self = .resizeAspectFill
    case "resize", "fill", "stretch": self = .resize
    default: return nil
    }
  }
}

extension Video {
  /// Cases call videos by a name.
  fileprivate init?(named name: String) {
    guard let url = URL(string: "http://h.example/" + name) else { return nil }
    self.init(url: url, title: name)
  }

  fileprivate var value: JSONValue { .string(title ?? url.absoluteString) }
}
