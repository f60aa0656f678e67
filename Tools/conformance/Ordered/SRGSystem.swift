import Foundation
import PlayerCore
import PlayerRuntime
import SRGMediaPlayer

/// SRGMediaPlayer, as ordered cases see it: the façade, over a scripted engine on a virtual clock.
@MainActor
final class SRGSystem {
  /// Called with every event: its name and its fields.
  var announce: (String, [String: JSONValue]) -> Void = { _, _ in }
  var host: MainPlayer { controller.host }
  let controller: SRGMediaPlayerController
  let streams: ScriptedStreams
  private let setup: JSONValue
  private let center: NotificationCenter
  private var listeners: [any NSObjectProtocol] = []
  private var observations: [SRGPropertyObservation] = []
  var segments = CaseSegments()
  private var observers: [String: SRGPeriodicTimeObserver] = [:]
  private var loads = 0
  /// Names of what was loaded, by address.
  private var mediaNames: [URL: String] = [:]
  var loaded: [String: JSONValue] = [:]
  private var target: (time: Double?, date: Double?) = (nil, nil)
  private var chosenSubtitle: String?

  /// Throws ``Verdict/Unmet/unsupported(_:at:)`` for words it does not know.
  init(_ conformanceCase: ConformanceCase, recorder: (any RunRecorder)?) throws {
    setup = conformanceCase.body["setup"] ?? .object([:])
    center = NotificationCenter()
    var made: ScriptedStreams?
    let environment = SRGPlayerEnvironment(
      makeEngine: { library, _ in
        let streams = ScriptedStreams(library: library)
        made = streams
        return streams.engine
      }, timekeeping: .caller, date: { ScriptedStreams.startDate }, notificationCenter: center,
      // Every case describes the shipped code.
      compatibility: .source, recorder: recorder)
    controller = SRGMediaPlayerController(environment: environment)
    guard let made else { throw Verdict.Unmet.unsupported("no engine was made") }
    streams = made
    try configure()
    listen()
  }

  private func configure() throws {
    for (name, value) in setup["settings"]?.object ?? [:] {
      switch name {
      case "end_tolerance": controller.endTolerance = try value.seconds(name)
      case "end_tolerance_ratio": controller.endToleranceRatio = Float(try value.seconds(name))
      case "live_tolerance": controller.liveTolerance = try value.seconds(name)
      case "minimum_dvr_window": controller.minimumDVRWindowLength = try value.seconds(name)
      case "rate": controller.playbackRate = Float(try value.seconds(name))
      case "captions": try setCaptions(value)
      case "choose_audio": choose(audio: value.string)
      default: throw Verdict.Unmet.unsupported("setting \(name)")
      }
    }
    if setup["settings"]?["choose_audio"] == nil { choose(audio: nil) }
    controller.playerCreationBlock = { [weak self] _ in self?.call("player_creation") }
    controller.playerConfigurationBlock = { [weak self] _ in self?.call("player_configuration") }
    controller.playerDestructionBlock = { [weak self] _ in self?.call("player_destruction") }
    controller.subtitleConfigurationBlock = { [weak self] tracks, _, standard in
      self?.call("choose_subtitle")
      return tracks.first { Self.name(of: $0) == self?.chosenSubtitle } ?? standard
    }
  }

  private func call(_ name: String) { announce("callback", ["name": .string(name)]) }

  private func choose(audio language: String?) {
    controller.audioConfigurationBlock = { [weak self] tracks, standard in
      self?.call("choose_audio")
      return tracks.first { Self.name(of: $0) == language } ?? standard
    }
  }

  /// `automatic`, `off`, `always_on`, a language, or an object with `display` and `language`.
  private func setCaptions(_ value: JSONValue) throws {
    let words = value.string?.split(whereSeparator: { " :,".contains($0) }).map(String.init) ?? []
    let language = value["language"]?.string ?? value["languages"]?.array?.first?.string
    let display = value["display"]?.string ?? value["mode"]?.string ?? words.first ?? language.map { _ in "always_on" }
    guard language != nil || display != nil else { throw Verdict.Unmet.unsupported("captions \(value)") }
    switch display {
    case "automatic", "auto", nil: controller.captions = .automatic
    case "off": controller.captions = .off
    case "forced_only", "forced": controller.captions = .forcedOnly
    case "always_on", "always", "on": controller.captions = .alwaysOn(language: language ?? words.dropFirst().first)
    case let language?: controller.captions = .alwaysOn(language: language)
    }
  }

  private func listen() {
    for (name, translate) in Self.translations {
      let listener = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        nonisolated(unsafe) let notification = notification  // Posted on the main actor, and not used elsewhere.
        MainActor.assumeIsolated {
          guard let self else { return }
          let (event, fields) = translate(self, notification)
          self.announce(event, fields)
        }
      }
      listeners.append(listener)
    }
    observe("time_range", \.timeRange) { $0.map { .array([.number($0.start), .number($0.end)]) } ?? .null }
    observe("live", \.isLive) { .bool($0) }
    observe("stream_type", \.streamType) { .string($0.name) }
    observe("media_type", \.mediaType) { .string($0.name) }
    observe("effective_rate", \.effectivePlaybackRate) { .number(Double($0)) }
    observe("rate", \.playbackRate) { .number(Double($0)) }
    observe("state", \.playbackState) { .string($0.name) }
    streams.engine.onCommand = { [weak self] command, _ in
      MainActor.assumeIsolated { self?.hear(command) }
    }
  }

  private func observe<Value: Equatable>(
    _ name: String, _ property: KeyPath<SRGMediaPlayerController, Value>, _ value: @escaping (Value) -> JSONValue
  ) {
    let observation = controller.observe(property) { [weak self] in
      self?.announce("observed", ["property": .string(name), "value": value($0)])
    }
    observations.append(observation)
  }

  private func hear(_ command: EngineCommand) {
    let name: String
    switch command {
    case .open: name = "open"
    case .close: name = "close"
    case .play: name = controller.playbackState == .stalled ? "play_immediately" : "play"
    case .pause: name = "pause"
    case .seek: name = "seek"
    default: return
    }
    announce("engine_command", ["command": .string(name)])
  }

  func name(of url: URL?) -> JSONValue { url.flatMap { mediaNames[$0] }.map { .string($0) } ?? .null }

  // MARK: Steps

  /// Carries out a step.
  func act(_ op: String, _ arguments: JSONValue) throws {
    switch op {
    case "load": try load(arguments)
    case "play": controller.play()
    case "pause": controller.pause()
    case "toggle": controller.togglePlayPause()
    case "stop": controller.stop()
    case "reset": controller.reset()
    case "seek": try seek(arguments)
    case "seek_series": try seekSeries(arguments)
    case "set_segments": controller.segments = try segments(arguments["segments"])
    case "set_rate": controller.playbackRate = Float(try arguments.amount("rate"))
    case "observe_periodic": try observePeriodic(arguments)
    case "unobserve": controller.removePeriodicTimeObserver(observers[try arguments.text("id")])
    case "reload_tracks":
      chosenSubtitle = arguments["choose_subtitle"]?.string?.replacingOccurrences(of: " (forced)", with: "(forced)")
      controller.reloadMediaConfiguration()
    case "backend": try StreamScript(engine: streams.engine).act(arguments, at: host.now)
    case "wait", "check": break
    default: throw Verdict.Unmet.unsupported("op \(op)")
    }
  }

  private func segments(_ value: JSONValue?) throws -> [any SRGSegment]? {
    try value?.array?.map { try segments.make($0) }
  }

  private func load(_ arguments: JSONValue) throws {
    let name =
      arguments["tag"]?.string ?? ["first", "second", "third", "fourth"].dropFirst(loads).first ?? "number\(loads + 1)"
    loads += 1
    guard let description = arguments["stream"] ?? setup["stream"], !description.isNull else {
      throw Verdict.Unmet.unsupported("load without a stream")
    }
    let stream = try streams.stream(description, tracks: setup["tracks"])
    let url = try streams.url(name + ".m3u8", stream)
    mediaNames[url] = name
    let list = try segments(setup["segments"])
    let info = setup["user_info"]?.object.map { $0.mapValues { $0 as Any } }
    loaded = [
      "media": .string(name), "segments": names(list), "user_info": setup["user_info"] ?? .null,
    ]
    let position = try SRGPosition(arguments["position"], for: controller)
    let tag = arguments["tag"]
    let prepared: () -> Void = { [weak self] in
      self?.announce("callback", ["name": .string("prepared"), "tag": tag ?? .null])
    }
    let plays = arguments["autoplay"]?.bool ?? false
    if let target = arguments["target"]?.string {
      let index = list?.firstIndex { ($0 as? CaseSegment)?.name == target } ?? -1
      if plays {
        controller.playURL(url, at: index, position: position, in: list ?? [], withUserInfo: info)
      } else {
        controller.prepareToPlayURL(
          url, at: index, position: position, in: list ?? [], withUserInfo: info, completionHandler: prepared)
      }
    } else if plays {
      controller.playURL(url, at: position, withSegments: list, userInfo: info)
    } else {
      controller.prepareToPlayURL(
        url, at: position, withSegments: list, userInfo: info, completionHandler: prepared)
    }
  }

  private func seek(_ arguments: JSONValue, index: Int? = nil) throws {
    let position = try SRGPosition(arguments["position"], for: controller)
    target = (nil, nil)
    if let position {
      if case .time(let time) = position.mark { target.time = time }
      target.date = position.mark.date(for: controller).map { $0.timeIntervalSince(ScriptedStreams.startDate) }
    }
    let tag = arguments["tag"]
    let done: (Bool) -> Void = { [weak self] finished in
      var fields: [String: JSONValue] = ["name": .string("seek_done"), "finished": .bool(finished)]
      fields["tag"] = tag
      fields["index"] = index.map { .int($0) }
      self?.announce("callback", fields)
    }
    if let name = arguments["target"]?.string {
      if let segment = controller.segments?.first(where: { ($0 as? CaseSegment)?.name == name }) {
        controller.seek(to: position, in: segment, completionHandler: done)
      } else {
        controller.seek(to: position, inSegmentAt: -1, completionHandler: done)
      }
    } else {
      controller.seek(to: position, completionHandler: done)
    }
  }

  /// `position: "10+5*i"`
  private func seekSeries(_ arguments: JSONValue) throws {
    let text = try arguments.text("position")
    let terms = text.replacingOccurrences(of: "*i", with: "").split(separator: "+").compactMap { Double($0) }
    guard terms.count == 2, text.hasSuffix("*i") else { throw Verdict.Unmet.unsupported("position \(text)") }
    let count = try arguments.amount("count")
    guard (0...10_000).contains(count) else { throw Verdict.Unmet.unsupported("count \(count)") }
    for index in 0..<Int(count) {
      try seek(.object(["position": .number(terms[0] + terms[1] * Double(index))]), index: index)
    }
  }

  private func observePeriodic(_ arguments: JSONValue) throws {
    let id = try arguments.text("id")
    observers[id] = controller.addPeriodicTimeObserver(forInterval: try arguments.amount("interval")) {
      [weak self] _ in self?.announce("tick", ["observer": .string(id)])
    }
  }

  // MARK: Reading

  func names(_ list: [any SRGSegment]?) -> JSONValue { list.map { .array($0.map { segments.name(of: $0) }) } ?? .null }

  /// Everything that can be read now, by the names of the case format.
  var reading: [String: JSONValue] {
    let time = controller.currentTime
    let date = controller.currentDate.map { $0.timeIntervalSince(ScriptedStreams.startDate) }
    var reading: [String: JSONValue] = [
      "state": .string(controller.playbackState.name), "time": .number(time), "date": date.map { .number($0) } ?? .null,
      "current_date": date.map { .number($0) } ?? .null,
      "current_segment": segments.name(of: controller.currentSegment),
      "selected_segment": segments.name(of: controller.selectedSegment), "live": .bool(controller.isLive),
      "stream_type": .string(controller.streamType.name), "media_type": .string(controller.mediaType.name),
      "rate": .number(Double(controller.playbackRate)),
      "effective_rate": .number(Double(controller.effectivePlaybackRate)),
      "engine_rate": .number(Double(streams.engine.rate(at: controller.host.now).thousandths) / 1_000),
      "seek_start_time": controller.seekStartTime.map { .number($0) } ?? .null,
      "seek_target_time": controller.seekTargetTime.map { .number($0) } ?? .null,
      "segments": names(controller.segments), "visible_segments": names(controller.visibleSegments),
      "media": name(of: controller.contentURL),
      "user_info": controller.userInfo.map { .object($0.compactMapValues { $0 as? JSONValue }) } ?? .null,
      "target_time": target.time.map { .number($0) } ?? .null, "target_date": target.date.map { .number($0) } ?? .null,
    ]
    if let range = controller.timeRange {
      reading["range_start"] = .number(range.start)
      reading["range_end"] = .number(range.end)
      reading["edge_distance"] = .number(range.end - time)
    }
    for (key, value) in loaded { reading["loaded_" + key] = value }
    return reading
  }
}

/// The conditions of the engine that cases set.
struct StreamScript {
  let engine: StreamEngine

  func act(_ arguments: JSONValue, at now: Instant) throws {
    for (name, value) in arguments.object ?? [:] where name != "op" {
      switch name {
      case "fail": engine.fail(try ScriptedStreams.failure(try value.word(name)), at: now)
      case "freeze": engine.freeze(value.bool ?? true, at: now)
      case "slow_seek":
        let seconds = value.number ?? (value == .bool(false) ? 0.5 : 10)
        engine.seekLatency = TimeSpan(microseconds: TimedRun.microseconds(seconds))
      case "no_end_event": engine.reportsEnd = value == .bool(false)
      case "time_runs_past_end": engine.runsPastEnd = value != .bool(false)
      default: throw Verdict.Unmet.unsupported("backend \(name)")
      }
    }
  }
}

extension JSONValue {
  fileprivate func seconds(_ name: String) throws -> Double {
    guard let number else { throw Verdict.Unmet.unsupported("\(name) \(self)") }
    return number
  }

  fileprivate func word(_ name: String) throws -> String {
    guard let string else { throw Verdict.Unmet.unsupported("\(name) \(self)") }
    return string
  }
}
