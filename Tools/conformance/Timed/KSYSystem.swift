import Foundation
import KSYMediaPlayer
import PlayerCore
import PlayerRuntime

/// KSYMediaPlayer, as timed cases see it.
final class KSYSystem: TimedSystem {
  private let compatibility: KSYCompatibility
  private let isLive: Bool
  private let center = NotificationCenter()
  private let ledger = KSYLedger()
  private let recorder: (any RunRecorder)?

  private var controller: KSYMoviePlayerController
  private var engine: ScriptedMedia
  private var hooks: EngineHooks
  private var observer: (any NSObjectProtocol)?
  private(set) var observations: [Observation] = []

  /// The action that is carried out.
  private var action = ""
  /// What the engine has said of its buffer before it was open.
  private var earlySupply: BufferState?
  private var rotation: Int32 = 0
  /// When the media came to its end.
  private var endedAt = Instant.never

  static func make(for conformanceCase: ConformanceCase, recorder: (any RunRecorder)?) throws -> any TimedSystem {
    let compatibility: KSYCompatibility =
      switch conformanceCase.basis {
      case "relative": .engine
      case "later", "source", "source-quirk", "platform", "companion": .later
      default: .seed
      }
    return try KSYSystem(
      setup: conformanceCase.body["setup"] ?? .object([:]), compatibility: compatibility, recorder: recorder)
  }

  convenience init(setup: JSONValue, describesSource: Bool, recorder: (any RunRecorder)?) throws {
    try self.init(setup: setup, compatibility: describesSource ? .later : .seed, recorder: recorder)
  }

  private init(setup: JSONValue, compatibility: KSYCompatibility, recorder: (any RunRecorder)?) throws {
    self.compatibility = compatibility
    self.recorder = recorder
    try setup.knowOnly(["url", "live", "settings"])
    isLive = setup["live"]?.bool ?? false
    let parts = try Self.make(
      setup["url"]?.string ?? "", compatibility, center, ledger, recorder)
    controller = parts.controller
    engine = parts.engine
    hooks = parts.hooks
    observe()
    for (property, value) in (setup["settings"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      try set(property, value)
    }
  }

  private static func make(
    _ url: String, _ compatibility: KSYCompatibility, _ center: NotificationCenter, _ ledger: KSYLedger,
    _ recorder: (any RunRecorder)?
  ) throws -> (controller: KSYMoviePlayerController, engine: ScriptedMedia, hooks: EngineHooks) {
    let engine = ScriptedMedia()
    engine.closesAtOnce = false
    engine.keepsPlaying = true
    var hooks = EngineHooks()
    var environment = KSYEnvironment()
    environment.notificationCenter = center
    environment.ledger = ledger
    environment.makeHost = { configuration, given in
      hooks = given
      var configuration = configuration
      // The script says what the buffer allows.
      configuration.derivesSupply = false
      // And when a jump has landed, and a close is complete.
      configuration.seekTimeout = TimedRun.patience
      configuration.closeTimeout = TimedRun.patience
      let host = MainPlayer(
        configuration: configuration, engine: engine, library: IdentifierTable(), timekeeping: .caller)
      if let recorder { host.attach(recorder) }
      return host
    }
    let controller = KSYMoviePlayerController(
      contentURL: try address(url), compatibility: compatibility, environment: environment)
    return (controller, engine, hooks)
  }

  private static func address(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw Verdict.Unmet.unsupported("address \(text)") }
    return url
  }

  /// The address of what an engine opens, as the case has it.
  private static func text(of source: String) -> String { source.hasPrefix("/") ? "file://" + source : source }

  // MARK: What is seen

  static let names: [Observation.Kind: Set<String>] = [
    .notify: Set(
      [
        Notification.Name.MPMediaPlaybackIsPreparedToPlayDidChange, .MPMovieNaturalSizeAvailable,
        .MPMoviePlayerFirstAudioFrameRendered, .MPMoviePlayerFirstVideoFrameRendered, .MPMoviePlayerLoadStateDidChange,
        .MPMoviePlayerPlaybackDidFinish, .MPMoviePlayerPlaybackStateDidChange, .MPMoviePlayerSeekComplete,
      ].map(\.rawValue)),
    .command: ["open", "prepare", "catchUp", "rotate", "videoDataBlock", "audioDataBlock", "logBlock"],
  ]

  private func observe() {
    engine.onCommand = { [weak self] command, _, _ in MainActor.assumeIsolated { self?.see(command) } }
    guard observer == nil else { return }
    observer = center.addObserver(forName: nil, object: nil, queue: nil) { [weak self] notification in
      let name = notification.name.rawValue
      let reason = notification.userInfo?[MPMoviePlayerPlaybackDidFinishReasonUserInfoKey] as? Int
      let error = notification.userInfo?[MPMoviePlayerPlaybackDidFinishErrorUserInfoKey] as? Int
      MainActor.assumeIsolated { self?.see(name, reason: reason, error: error) }
    }
  }

  private func see(_ kind: Observation.Kind, _ name: String, _ arguments: [String: JSONValue] = [:]) {
    observations.append(Observation(kind, name, arguments, at: controller.host.now.microseconds))
  }

  private func see(_ name: String, reason: Int?, error: Int?) {
    var arguments: [String: JSONValue] = [:]
    switch Notification.Name(name) {
    case .MPMoviePlayerPlaybackStateDidChange: arguments["playbackState"] = .string("\(controller.playbackState)")
    case .MPMoviePlayerLoadStateDidChange: arguments["loadState"] = .int(Int(controller.loadState.rawValue))
    case .MPMoviePlayerPlaybackDidFinish:
      arguments["reason"] = reason.map { .int($0) } ?? .null
      arguments["error"] = error.map { .int($0) } ?? .null
      endedAt = controller.host.now
    default: break
    }
    see(.notify, name, arguments)
  }

  private func see(_ command: EngineCommand) {
    switch command {
    case .open(let item, _):
      let url = controller.host.library.source(of: item).map { JSONValue.string(Self.text(of: $0)) } ?? .null
      see(.command, action == "reload" ? "open" : "prepare", ["url": url])
      earlySupply = nil
    case .seek: prepareLanding()
    case .catchUp(let position):
      let ahead = controller.host.player.bufferedUntil - position
      see(.command, "catchUp", ["to_buffered": .number(Double(ahead.microseconds) / 1e6)])
    case .setPresentation(_, let degrees):
      if degrees != rotation { see(.command, "rotate", ["degrees": .int(Int(degrees))]) }
      rotation = degrees
    default: break
    }
  }

  /// The script says when a jump lands; where media begins, and where it starts over, the playhead is at once. The
  /// related engine seeks to start over, and has to load first.
  private func prepareLanding() {
    let startsOver = action == "play" && compatibility.showsEngineStates
    engine.landsAtOnce = !(action == "setCurrentPlaybackTime" || startsOver)
    if startsOver, endedAt < controller.host.now { engine.report(.supplyChanged(.unknown), at: controller.host.now) }
  }

  // MARK: What happens

  func run(until instant: Int64) { controller.host.run(until: .microseconds(instant)) }

  func act(_ name: String, _ arguments: JSONValue) throws {
    action = name
    defer { action = "" }
    switch name {
    case "init": try begin(try arguments.text("url"))
    case "prepareToPlay": controller.prepareToPlay()
    case "play": controller.play()
    case "pause": controller.pause()
    case "stop": controller.stop()
    case "reload":
      controller.reload(try arguments["url"]?.string.map(Self.address), flush: try arguments.flag("flush"))
    case "set": try set(try arguments.text("property"), arguments["value"] ?? .null)
    case "setContentURL": controller.contentURL = try Self.address(try arguments.text("url"))
    case "setCurrentPlaybackTime": controller.currentPlaybackTime = try arguments.amount("value")
    case "setTimeout": controller.setTimeout(try arguments.whole("seconds"))
    case "setVolume":
      controller.setVolume(Float(try arguments.amount("left")), rightVolume: Float(try arguments.amount("right")))
    default: throw Verdict.Unmet.unsupported("action \(name)")
    }
  }

  /// Another player takes the place of this one, at the same time of the case.
  private func begin(_ url: String) throws {
    let now = controller.host.now
    controller.host.detachRecorder()
    let parts = try Self.make(url, compatibility, center, ledger, nil)
    (controller, engine, hooks) = parts
    controller.host.run(until: now)
    rotation = 0
    observe()
  }

  private func set(_ property: String, _ value: JSONValue) throws {
    let arguments = JSONValue.object(["value": value])
    switch property {
    case "shouldAutoplay": controller.shouldAutoplay = try arguments.flag("value")
    case "shouldEnableVideoPostProcessing":
      controller.shouldEnableVideoPostProcessing = try arguments.flag("value")
    case "shouldUseHWCodec": controller.shouldUseHWCodec = try arguments.flag("value")
    case "shouldLoop": controller.shouldLoop = try arguments.flag("value")
    case "shouldMute": controller.shouldMute = try arguments.flag("value")
    case "shouldEnableKSYStatModule": controller.shouldEnableKSYStatModule = try arguments.flag("value")
    case "bufferTimeMax": controller.bufferTimeMax = try arguments.amount("value")
    case "timeout", "timeoutSeconds": controller.setTimeout(try arguments.whole("value"))
    case "rotateDegress", "rotateDegrees": controller.rotateDegrees = try arguments.whole("value")
    case "scalingMode": controller.scalingMode = try scalingMode(value)
    case "contentURL": controller.contentURL = try Self.address(try arguments.text("value"))
    case "currentPlaybackTime": controller.currentPlaybackTime = try arguments.amount("value")
    case "videoDataBlock", "audioDataBlock", "logBlock": setBlock(property, isSet: !value.isNull)
    default: throw Verdict.Unmet.unsupported("property \(property)")
    }
  }

  private func setBlock(_ name: String, isSet: Bool) {
    // The scripted engine calls on the main actor.
    let block: @Sendable () -> Void = { [weak self] in MainActor.assumeIsolated { self?.see(.command, name) } }
    switch name {
    case "videoDataBlock":
      if isSet { controller.videoDataBlock = { _ in block() } } else { controller.videoDataBlock = nil }
    case "audioDataBlock":
      if isSet { controller.audioDataBlock = { _ in block() } } else { controller.audioDataBlock = nil }
    default: if isSet { controller.logBlock = { _ in block() } } else { controller.logBlock = nil }
    }
  }

  private func scalingMode(_ value: JSONValue) throws -> MPMovieScalingMode {
    let mode = MPMovieScalingMode.allCases.first {
      value == .string("\($0)") || value == .int($0.rawValue)
    }
    guard let mode else { throw Verdict.Unmet.unsupported("scaling mode \(value)") }
    return mode
  }
}

// MARK: - Engine and environment

extension KSYSystem {
  func happen(_ name: String, _ arguments: JSONValue) throws {
    let now = controller.host.now
    switch name {
    case "prepared": prepared(arguments, at: now)
    case "openFailed": engine.report(.failed(Failure(try Self.cause(try arguments.text("cause")))), at: now)
    case "readFailed": engine.report(.failed(Failure(try Self.cause(try arguments.text("cause")))), at: now)
    case "playable": supply(.playable, at: now)
    case "playthroughOK": supply([.playable, .playThrough], at: now)
    case "stalled": engine.report(.supplyChanged(.stalled), at: now)
    case "noData": if !isOpening { engine.report(.supplyChanged(.stalled), at: now) }
    case "bufferedTo":
      engine.report(
        .buffered(until: Self.time(try arguments.amount("value")), bytesRead: 0, isSaturated: false), at: now)
    case "closed": engine.confirmCloses(at: now)
    case "seekCompleted": engine.land(at: now)
    case "sizeDetected":
      engine.report(
        .naturalSizeChanged(
          width: Int32(clamping: try arguments.whole("width")), height: Int32(clamping: try arguments.whole("height"))),
        at: now)
    case "firstAudioFrame": engine.report(.firstFrame(.audio, position: engine.position(at: now)), at: now)
    case "firstVideoFrame": engine.report(.firstFrame(.video, position: engine.position(at: now)), at: now)
    case "videoFrame":
      hooks.onVideo?(VideoFrame(position: engine.position(at: now), width: 1, height: 1, pixels: [0, 0, 0]))
    case "audioFrame":
      hooks.onAudio?(AudioFrame(position: engine.position(at: now), sampleRate: 48_000, samples: [0, 0]))
    case "enterBackground":
      controller.report(.enteredBackground(audioContinues: arguments["audio_mode"]?.bool ?? true))
    case "enterForeground": controller.report(.enteredForeground)
    case "networkChanged": controller.report(.networkChanged(try Self.network(try arguments.text("value"))))
    default: throw Verdict.Unmet.unsupported("engine event \(name)")
    }
  }

  private func prepared(_ arguments: JSONValue, at now: Instant) {
    let library = controller.host.library
    let metadata = arguments["metadata"]?.object ?? [:]
    func span(_ key: String, after start: TimeSpan) -> TimeSpan {
      guard let milliseconds = metadata[key]?.number else { return .never }
      return (start == .never ? .zero : start) + .microseconds(TimedRun.microseconds(milliseconds / 1_000))
    }
    let nameLookup = span(kKSYPLYHttpAnalyzeDns, after: .zero)
    let connect = span(kKSYPLYHttpConnectTime, after: nameLookup)
    let firstData = span(kKSYPLYHttpFirstDataTime, after: connect)
    engine.report(
      .connected(
        address: library.text(arguments["server_address"]?.string ?? ""), nameLookup: nameLookup, connect: connect,
        firstData: firstData), at: now)
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      guard let text = value.string else { continue }
      let key = key == kKSYPLYFormat ? MetadataKey.container : key
      engine.report(.metadataFound(key: library.text(key), value: library.text(text)), at: now)
    }
    let duration = isLive ? .unknown : TimedRun.duration(arguments["duration"]?.number)
    engine.report(
      .opened(
        OpenedMedia(
          duration: duration, isSeekable: !isLive && duration.isKnown, hasAudio: true, hasVideo: true,
          supply: earlySupply ?? [.playable, .playThrough])), at: now)
  }

  private func supply(_ supply: BufferState, at now: Instant) {
    if isOpening { earlySupply = supply }
    engine.report(.supplyChanged(supply), at: now)
  }

  private var isOpening: Bool { controller.host.player.phase == .opening }

  private static func time(_ seconds: Double) -> MediaTime { .microseconds(TimedRun.microseconds(seconds)) }

  private static func cause(_ text: String) throws -> Failure.Kind {
    switch text {
    case "io": return .io
    case "unsupportedProtocol": return .protocolUnsupported
    case "dns": return .nameResolution
    case "socket": return .socket
    case "connect": return .connect
    case "invalidData": return .invalidData
    case "unsupportedVideoCodec": return .videoCodecUnsupported
    case "unsupportedAudioCodec": return .audioCodecUnsupported
    case "unknown": return .unknown
    case "http:400": return .httpBadRequest
    case "http:401": return .httpUnauthorized
    case "http:403": return .httpForbidden
    case "http:404": return .httpNotFound
    case "http:429": return .httpTooManyRequests
    default: break
    }
    guard text.hasPrefix("http:"), let status = Int(text.dropFirst(5)), 400..<600 ~= status else {
      throw Verdict.Unmet.unsupported("cause \(text)")
    }
    return status < 500 ? .httpClientError : .httpServerError
  }

  private static func network(_ text: String) throws -> NetworkPath {
    switch text.lowercased() {
    case "none", "notreachable", "offline": .none
    case "wifi": .wifi
    case "cellular", "wwan", "3g", "4g", "mobile": .cellular
    case "wired", "ethernet": .wired
    default: throw Verdict.Unmet.unsupported("network \(text)")
    }
  }
}

// MARK: - Properties

extension KSYSystem {
  func value(of property: String) throws -> JSONValue {
    switch property {
    case "playbackState": .string("\(controller.playbackState)")
    case "loadState": .int(Int(controller.loadState.rawValue))
    case "isPlaying": .bool(controller.isPlaying())
    case "isPreparedToPlay": .bool(controller.isPreparedToPlay)
    case "currentPlaybackTime": .number(controller.currentPlaybackTime)
    case "duration": .number(controller.duration)
    case "playableDuration": .number(controller.playableDuration)
    case "bufferedAhead": .number(controller.playableDuration - controller.currentPlaybackTime)
    case "bufferEmptyCount": .int(controller.bufferEmptyCount)
    case "bufferEmptyDuration": .number(controller.bufferEmptyDuration)
    case "naturalSize":
      .object(["width": .number(controller.naturalSize.width), "height": .number(controller.naturalSize.height)])
    case "contentURL": .string(controller.contentURL.absoluteString)
    case "playingURL": controller.playingURL.map { .string($0.absoluteString) } ?? .null
    case "serverAddress": controller.serverAddress.map { .string($0) } ?? .null
    case "metadata": controller.getMetadata().map { .object($0.mapValues(Self.json)) } ?? .null
    case "metadata.kKSYPLYFormat": controller.getMetadata()?[kKSYPLYFormat].map(Self.json) ?? .null
    case "ledger.unreleased": .int(ledger.unreleased)
    case "audioRendering": .bool(controller.isRenderingAudio)
    case "videoRendering": .bool(controller.isRenderingVideo)
    case "appliedRotation": .int(controller.view.rotateDegrees)
    default: try setting(property)
    }
  }

  private func setting(_ property: String) throws -> JSONValue {
    switch property {
    case "shouldAutoplay": .bool(controller.shouldAutoplay)
    case "shouldEnableVideoPostProcessing": .bool(controller.shouldEnableVideoPostProcessing)
    case "shouldUseHWCodec": .bool(controller.shouldUseHWCodec)
    case "effective.shouldEnableVideoPostProcessing": .bool(controller.effective.shouldEnableVideoPostProcessing)
    case "effective.shouldUseHWCodec": .bool(controller.effective.shouldUseHWCodec)
    case "shouldLoop": .bool(controller.shouldLoop)
    case "shouldMute": .bool(controller.shouldMute)
    case "shouldEnableKSYStatModule": .bool(controller.shouldEnableKSYStatModule)
    case "timeoutSeconds": .int(controller.timeout)
    case "bufferTimeMax": .number(controller.bufferTimeMax)
    case "scalingMode": .string("\(controller.scalingMode)")
    case "volumeLeft": .number(Double(controller.leftVolume))
    case "volumeRight": .number(Double(controller.rightVolume))
    case "enum.playbackState": Self.names(MPMoviePlaybackState.self)
    case "enum.scalingMode": Self.names(MPMovieScalingMode.self)
    case "enum.finishReason": Self.names(MPMovieFinishReason.self)
    case "enum.loadState":
      .object([
        "unknown": .int(Int(MPMovieLoadState.unknown.rawValue)),
        "playable": .int(Int(MPMovieLoadState.playable.rawValue)),
        "playthroughOK": .int(Int(MPMovieLoadState.playthroughOK.rawValue)),
        "stalled": .int(Int(MPMovieLoadState.stalled.rawValue)),
      ])
    default: throw Verdict.Unmet.unsupported("property \(property)")
    }
  }

  /// The names of an enumeration, in the order of their numbers.
  private static func names<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> JSONValue
  where Value.RawValue == Int {
    .array(type.allCases.sorted { $0.rawValue < $1.rawValue }.map { .string("\($0)") })
  }

  private static func json(_ value: any Sendable) -> JSONValue {
    if let text = value as? String { return .string(text) }
    return (value as? Double).map { .number($0) } ?? .null
  }
}
