import Foundation
import PlayerCore
import PlayerRuntime
import SRGMediaPlayer

/// The date of a case: its clock goes with the host's.
@MainActor
private final class CaseClock {
  weak var host: MainPlayer?

  var date: Date { ScriptedStreams.startDate.addingTimeInterval(TimeInterval(host?.now.microseconds ?? 0) / 1e6) }
}

/// The Letterbox layer, as ordered cases see it.
final class LetterboxSystem: OrderedSystem {
  var announce: (String, [String: JSONValue]) -> Void = { _, _ in }
  var host: MainPlayer { letterbox.mediaPlayerController.host }
  private let letterbox: SRGLetterboxController
  private let streams: ScriptedStreams
  private let setup: JSONValue
  private let center = NotificationCenter()
  private var listeners: [any NSObjectProtocol] = []
  private var segments = CaseSegments()
  private var playlist: SRGLetterboxPlaylist?
  /// The intervals that checks of the case ask for.
  private let intervals: Set<String>
  private var skipResults: [JSONValue] = []
  private var lastResult = JSONValue.null

  init(_ conformanceCase: ConformanceCase, recorder: (any RunRecorder)?) throws {
    setup = conformanceCase.body["setup"] ?? .object([:])
    let checks = (conformanceCase.body["expect"]?.array ?? []).compactMap { $0["check"]?["can_skip"]?.object }
    intervals = Set(checks.flatMap(\.keys))
    var made: ScriptedStreams?
    let clock = CaseClock()
    letterbox = SRGLetterboxController(
      environment: SRGPlayerEnvironment(
        makeEngine: { library, _ in
          let streams = ScriptedStreams(library: library)
          made = streams
          return streams.engine
        }, timekeeping: .caller, date: { clock.date }, notificationCenter: center,
        compatibility: .source, recorder: recorder))
    guard let made else { throw Verdict.Unmet.unsupported("no engine was made") }
    streams = made
    clock.host = letterbox.mediaPlayerController.host
    try configure()
    for (name, translate) in Self.translations {
      let listener = center.addObserver(forName: name, object: letterbox, queue: nil) { [weak self] notification in
        nonisolated(unsafe) let notification = notification  // Posted on the main actor, and not used elsewhere.
        MainActor.assumeIsolated {
          guard let self else { return }
          let (event, fields) = translate(self, notification)
          self.announce(event, fields)
        }
      }
      listeners.append(listener)
    }
  }

  private func configure() throws {
    var delay = SRGLetterboxContinuousPlaybackDisabled
    for (name, value) in setup["settings"]?.object ?? [:] {
      switch (name, value) {
      case ("continuous_delay", .number(let seconds)): delay = seconds
      case ("continuous_delay", .null), ("continuous_delay", .string("disabled")): break
      case ("resumes_after_retry", .bool(let resumes)): letterbox.resumesAfterRetry = resumes
      default: throw Verdict.Unmet.unsupported("setting \(name): \(value)")
      }
    }
    guard let names = setup["playlist"]?.array?.compactMap(\.string) ?? itemNames else { return }
    let playlist = SRGLetterboxPlaylist(try names.map { try media($0) }, delay: delay)
    self.playlist = playlist
    letterbox.playlistDataSource = playlist
  }

  private var itemNames: [String]? {
    setup["items"]?.array?.compactMap { $0.string ?? $0["id"]?.string }
  }

  private func media(_ name: String) throws -> SRGLetterboxMedia {
    let stream = try streams.stream(
      setup["stream"] ?? .object(["type": .string("on_demand")]), tracks: setup["tracks"])
    return SRGLetterboxMedia(urn: name, url: try streams.url(name + ".m3u8", stream))
  }

  // MARK: Events

  private typealias Translation = @MainActor (LetterboxSystem, Notification) -> (String, [String: JSONValue])

  private static let translations: [(Notification.Name, Translation)] = [
    (.SRGLetterboxPlaybackStateDidChange, { ("state", $0.state($1)) }),
    (.SRGLetterboxPlaybackDidFail, { ("failure", $0.failure($1)) }),
    (.SRGLetterboxPlaybackDidRetry, { _, _ in ("did_retry", [:]) }),
    (
      .SRGLetterboxPlaybackDidContinueAutomatically,
      { ("did_continue", ["media": $1[.letterboxMedia].map { .string($0.urn) } ?? .null]) }
    ),
  ]

  private func state(_ notification: Notification) -> [String: JSONValue] {
    [
      "to": notification[.playbackState].map { .string($0.name) } ?? .null,
      "from": notification[.previousPlaybackState].map { .string($0.name) } ?? .null, "media": mediaName,
    ]
  }

  private func failure(_ notification: Notification) -> [String: JSONValue] {
    guard let error = notification[.letterboxError] else { return [:] }
    let code =
      switch error.code {
      case .network: "no_network"
      case .notFound: "not_found"
      case .blocked: "blocked"
      case .notAvailable: "not_available"
      case .notPlayable: "not_playable"
      }
    return ["error": .array([.string(code)] + SRGSystem.names(of: error.underlying).map { .string($0) })]
  }

  private var mediaName: JSONValue { letterbox.media.map { .string($0.urn) } ?? .null }

  // MARK: Steps

  func act(_ op: String, _ arguments: JSONValue) throws {
    switch op {
    case "load": try load(arguments)
    case "play": letterbox.play()
    case "pause": letterbox.pause()
    case "stop": letterbox.stop()
    case "seek":
      letterbox.seek(to: try position(arguments), completionHandler: done(arguments))
    case "skip":
      lastResult = .bool(
        letterbox.skip(withInterval: try arguments.amount("interval"), completionHandler: done(arguments)))
      skipResults.append(lastResult)
    case "skip_to_live": lastResult = .bool(letterbox.skipToLive(completionHandler: done(arguments)))
    case "start_over": lastResult = .bool(letterbox.startOver(completionHandler: done(arguments)))
    case "restart": letterbox.restart()
    case "reset": letterbox.reset()
    case "toggle": letterbox.togglePlayPause()
    case "next": lastResult = .bool(letterbox.playNextMedia())
    case "previous": lastResult = .bool(letterbox.playPreviousMedia())
    case "cancel_continuous": letterbox.cancelContinuousPlayback()
    case "reachability": host.report(.networkChanged(try arguments.flag("reachable") ? .wifi : .none))
    case "backend": try StreamScript(engine: streams.engine).act(arguments, at: host.now)
    case "wait", "check": break
    default: throw Verdict.Unmet.unsupported("op \(op)")
    }
  }

  private func position(_ arguments: JSONValue) throws -> SRGPosition? {
    try SRGPosition(arguments["position"], for: letterbox.mediaPlayerController)
  }

  private func done(_ arguments: JSONValue) -> (Bool) -> Void {
    { [weak self] finished in
      self?.announce(
        "callback",
        ["name": .string("seek_done"), "finished": .bool(finished), "tag": arguments["tag"] ?? .null])
    }
  }

  private func load(_ arguments: JSONValue) throws {
    let isSame = arguments["same_media"]?.bool ?? false
    let media: SRGLetterboxMedia
    if isSame, let loaded = letterbox.media {
      media = loaded
    } else if let first = playlist?.medias.first, letterbox.media == nil {
      media = first
    } else {
      media = try self.media(letterbox.media == nil ? "m1" : "other")
    }
    let list = try setup["segments"]?.array?.map { try segments.make($0) }
    let position = try position(arguments)
    if arguments["autoplay"]?.bool ?? false {
      letterbox.play(media, at: position, segments: list)
    } else {
      let tag = arguments["tag"] ?? .null
      letterbox.prepareToPlay(media, at: position, segments: list) { [weak self] in
        self?.announce("callback", ["name": .string("prepared"), "tag": tag])
      }
    }
  }

  // MARK: Reading

  var reading: [String: JSONValue] {
    let controller = letterbox.mediaPlayerController
    let abilities = intervals.compactMap { text in
      Double(text).map { (text, JSONValue.bool(letterbox.canSkip(withInterval: $0))) }
    }
    return [
      "state": .string(letterbox.playbackState.name), "time": .number(letterbox.currentTime),
      "live": .bool(letterbox.isLive), "stream_type": .string(controller.streamType.name), "media": mediaName,
      "can_skip": .object(Dictionary(uniqueKeysWithValues: abilities)),
      "can_skip_to_live": .bool(letterbox.canSkipToLive), "can_start_over": .bool(letterbox.canStartOver),
      "skip_returns": .array(skipResults), "returns": lastResult,
      "pending": letterbox.continuousPlaybackUpcomingMedia.map { .object(pending($0)) } ?? .null,
    ]
  }

  /// What is awaited; dates are seconds from the beginning of the case.
  private func pending(_ media: SRGLetterboxMedia) -> [String: JSONValue] {
    var pending: [String: JSONValue] = ["next": .string(media.urn)]
    let dates = [
      ("start", letterbox.continuousPlaybackTransitionStartDate),
      ("end", letterbox.continuousPlaybackTransitionEndDate),
    ]
    for (name, date) in dates {
      let seconds = date.map { JSONValue.number($0.timeIntervalSince(ScriptedStreams.startDate)) }
      pending[name] = seconds
      pending[name + "_date"] = seconds
    }
    return pending
  }
}
