import Foundation
import PRXPlayerKit
import PlayerCore
import PlayerRuntime

/// PRXPlayer, as timed cases see it.
final class PRXSystem: TimedSystem {
  private let engine = ScriptedMedia()
  private let player: PRXPlayer
  private let witness: PRXWitness
  private let items: [String: PRXCaseItem]
  private var lastItem: PRXCaseItem?
  private(set) var observations: [Observation] = []

  /// The engine's rate as the cases see it: a stall and a seek of the app leave it as it is.
  private var engineRate = 0.0
  private var seen: PRXUnderlyingPlayer?
  private var isSeekOfTheApp = false
  private var hasBegunAnew = false
  /// Whether nothing that happens is looked at: before the case begins, and while a property is read.
  private var isBlind = true

  init(setup: JSONValue, describesSource: Bool, recorder: (any RunRecorder)?) throws {
    try setup.knowOnly([
      "items", "reachability", "previous_reachability", "wwan_allowed", "retry_limit", "file_rate",
      "soft_end_progress", "airplay", "platform_start_stop_callbacks",
    ])
    var options = PRXPlayerOptions(describesSource ? .source : .readme)
    options.notificationCenter = NotificationCenter()
    // The script says what fails.
    options.configuration.openTimeout = TimedRun.patience
    options.configuration.readTimeout = TimedRun.patience
    // And the engine plays as fast as it is told to.
    options.configuration.minimumRate = .thousandths(100)
    options.configuration.maximumRate = .thousandths(16_000)
    options.configuration.ticksAtStartAndStop = setup["platform_start_stop_callbacks"]?.bool ?? false
    player = PRXPlayer(options, engine: engine, library: IdentifierTable(), timekeeping: .caller, recorder: recorder)
    var items: [String: PRXCaseItem] = [:]
    for (name, item) in setup["items"]?.object ?? [:] { items[name] = try PRXCaseItem(name, item) }
    self.items = items
    witness = PRXWitness(setup)
    engine.buffersAtOnce = true
    engine.keepsPlaying = true
    engine.onCommand = { [weak self] command, _, _ in MainActor.assumeIsolated { self?.see(command) } }
    witness.see = { [weak self] name, arguments in self?.see(.delegate, name, arguments) }
    player.delegate = witness
    player.keepAliveInBackground = { [weak self] in self?.see(.command, "keepAlive", ["seconds": .number($0)]) }
    watch(options.notificationCenter)
    try tellSurroundings(setup)
    isBlind = false
  }

  private func tellSurroundings(_ setup: JSONValue) throws {
    let network = try Self.network(setup["reachability"]?.string ?? "wifi")
    switch setup["previous_reachability"] ?? .null {
    case .null: player.reachabilityDidChange(to: network)
    // A network that can be asked for, and was not reported: for Wi-Fi as good as none that is known.
    case .string("unset"), .string("none"): if network != .wifi { player.reachabilityDidChange(to: network) }
    case .string(let previous): player.reachabilityDidChange(to: try Self.network(previous))
    case let value: throw Verdict.Unmet.unsupported("previous_reachability \(value)")
    }
    if setup["airplay"]?.bool == true { player.externalPlaybackChanged(isActive: true) }
  }

  private static func network(_ name: String) throws -> NetworkPath {
    switch name {
    case "none": .none
    case "wifi": .wifi
    case "wwan": .cellular
    default: throw Verdict.Unmet.unsupported("network \(name)")
    }
  }

  // MARK: What is seen

  private func see(_ kind: Observation.Kind, _ name: String, _ arguments: [String: JSONValue] = [:]) {
    guard !isBlind else { return }
    if name == "rateDidChange" { seeRate(arguments["rate"]?.number ?? 0) }
    seeEngine()
    record(kind, name, arguments)
  }

  private func record(_ kind: Observation.Kind, _ name: String, _ arguments: [String: JSONValue] = [:]) {
    observations.append(Observation(kind, name, arguments, at: player.host.now.microseconds))
  }

  /// A new engine, or none any more.
  private func seeEngine() {
    guard seen !== player.player else { return }
    seen = player.player
    if let seen {
      record(.command, "createEngine", ["url": .string(address(of: seen.asset.source))])
    } else {
      record(.command, "teardown")
    }
  }

  /// An engine that stops by itself sets its rate as well as one that is told to.
  private func seeRate(_ rate: Double) {
    if rate == 0, engineRate != 0 { record(.command, "setRate", ["rate": .number(0)]) }
    engineRate = rate
  }

  private func see(_ command: EngineCommand) {
    guard !isBlind else { return }
    seeEngine()
    switch command {
    case .open(let item, _):
      record(.command, "loadTracks", ["url": .string(address(of: player.host.library.source(of: item) ?? ""))])
      engineRate = 0
    case .play(let rate):
      let value = Double(rate.thousandths) / 1_000
      // It was only resting: the app's seek, or a stall, is over.
      if value != engineRate || hasBegunAnew && !player.holdsPlayback {
        record(.command, "setRate", ["rate": .number(value)])
      }
      hasBegunAnew = false
      engineRate = value
    case .pause:
      if engineRate != 0 { record(.command, "setRate", ["rate": .number(0)]) }
      engineRate = 0
    case .seek(_, let target, _, _):
      if isSeekOfTheApp { break }
      hasBegunAnew = true
      record(.command, "seek", ["to": .number(Double(target.microseconds) / 1e6)])
    case .close, .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill, .reportPosition, .catchUp:
      break
    }
  }

  /// The address as the case has it.
  private func address(of source: String) -> String {
    source.hasPrefix("/") ? "file://" + source : source
  }

  static let names: [Observation.Kind: Set<String>] = [
    .notify: [
      "PRXPlayerChange", "PRXPlayerTimeInterval", "PRXPlayerLongTimeInterval",
      "PRXPlayerReachabilityPolicyPreventedPlayback",
    ],
    .delegate: [
      "playerItemDidChange", "currentItemStatusDidChange", "rateDidChange", "failedToLoadTracksForAsset",
      "playerFailedToBecomeReadyToPlay", "softBoundaryTimeReached", "endTimeReached",
    ],
    .command: ["createEngine", "keepAlive", "loadTracks", "seek", "setRate", "teardown"],
  ]

  private func watch(_ center: NotificationCenter) {
    let names: [(Notification.Name, String)] = [
      (.prxPlayerChange, "PRXPlayerChange"), (.prxPlayerTimeInterval, "PRXPlayerTimeInterval"),
      (.prxPlayerLongTimeInterval, "PRXPlayerLongTimeInterval"),
      (.prxPlayerReachabilityPolicyPreventedPlayback, "PRXPlayerReachabilityPolicyPreventedPlayback"),
    ]
    for (name, word) in names {
      _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let object = (notification.object as? NSString).map { String(describing: $0) }
        let time = notification.userInfo?[PRXPlayer.timeKey] as? MediaTime
        MainActor.assumeIsolated {
          var arguments: [String: JSONValue] = ["object": .string(object ?? "sharedPlayer")]
          if let time { arguments["position"] = .number(Double(time.microseconds) / 1e6) }
          self?.see(.notify, word, arguments)
        }
      }
    }
  }

  // MARK: The script

  func run(until instant: Int64) { player.host.run(until: .microseconds(instant)) }

  func act(_ name: String, _ arguments: JSONValue) throws {
    switch name {
    case "loadItem": player.loadPlayerItem(try item(arguments))
    case "playItem": player.playPlayerItem(try item(arguments))
    case "toggleItem": player.togglePlayerItem(try item(arguments))
    case "toggleItemOrCancel": player.togglePlayerItem(try item(arguments), orCancel: true)
    case "play": player.play()
    case "pause": player.pause()
    case "toggle": player.toggle()
    case "toggleOrCancel": player.toggleOrCancel()
    case "stop": player.stop()
    case "readState": _ = player.state
    case "changeAsset": try item(arguments).change(to: try arguments.text("url"))
    case "setFileRate": witness.fileRate = Float(try arguments.amount("value"))
    case "setWWANAllowed": witness.allowsCellular = try arguments.flag("value")
    case "remoteControl": try press(try arguments.text("value"))
    case "underlyingSeek":
      isSeekOfTheApp = true
      player.player?.seek(to: .microseconds(TimedRun.microseconds(try arguments.amount("to"))))
      isSeekOfTheApp = false
    default: throw Verdict.Unmet.unsupported("action \(name)")
    }
    seeEngine()
  }

  private func item(_ arguments: JSONValue) throws -> PRXCaseItem {
    let name = try arguments.text("item")
    guard let item = items[name] else { throw Verdict.Unmet.unsupported("item \(name)") }
    lastItem = item
    return item
  }

  private func press(_ button: String) throws {
    switch button {
    case "play": player.remoteControlReceived(.play)
    case "pause": player.remoteControlReceived(.pause)
    case "toggle", "togglePlayPause": player.remoteControlReceived(.toggle)
    case "stop": player.remoteControlReceived(.stop)
    case "next", "nextTrack": player.remoteControlReceived(.next)
    case "previous", "previousTrack": player.remoteControlReceived(.previous)
    // Buttons that seek have no counterpart here, and did nothing in the original.
    case "seek", "beginSeekingForward", "endSeekingForward", "beginSeekingBackward", "endSeekingBackward": break
    default: throw Verdict.Unmet.unsupported("button \(button)")
    }
  }

  func happen(_ name: String, _ arguments: JSONValue) throws {
    let now = player.host.now
    switch name {
    case "tracksLoaded":
      let source = arguments["url"]?.string.flatMap { URL(string: $0) }.map { PRXAsset(url: $0).source }
      engine.report(
        .connected(address: .none, nameLookup: .never, connect: .never, firstData: .never), at: now,
        of: source.map { player.host.library.item(for: $0) })
    case "tracksFailed", "itemFailed": engine.report(.failed(Failure(.io)), at: now)
    case "itemReady":
      let duration = TimedRun.duration(arguments["duration"]?.number)
      engine.report(
        .opened(OpenedMedia(duration: duration, isSeekable: duration.isKnown, hasAudio: true)), at: now)
    case "bufferEmpty":
      if try arguments.flag("value") {
        engine.report(.starved(position: engine.position(at: now)), at: now)
      } else {
        engine.reportBuffer(at: now)
      }
    case "interruptionBegan":
      let stopsEngine = arguments["engine_pauses"]?.bool ?? false
      if stopsEngine { engine.rest(at: now) }
      player.audioSessionInterruptionBegan(stopsEngine: stopsEngine)
    case "interruptionEnded": player.audioSessionInterruptionEnded()
    case "reachability": player.reachabilityDidChange(to: try Self.network(try arguments.text("value")))
    case "routeOldDeviceUnavailable": player.audioSessionRouteChanged(.oldDeviceUnavailable)
    default: throw Verdict.Unmet.unsupported("engine event \(name)")
    }
    seeEngine()
  }

  func value(of property: String) throws -> JSONValue {
    isBlind = true
    defer { isBlind = false }
    switch property {
    case "state": return .string("\(player.state)")
    case "item": return (player.playerItem as? PRXCaseItem).map { .string($0.name) } ?? .null
    case "hold": return .bool(player.holdsPlayback)
    case "rate": return .number(Double(player.rate))
    case "position": return .number(Double(player.host.position.microseconds) / 1e6)
    case "stored_time":
      let item = player.playerItem as? PRXCaseItem ?? lastItem ?? items.values.first
      return item?.playerTime.map { .number(Double($0.microseconds) / 1e6) } ?? .null
    default: throw Verdict.Unmet.unsupported("property \(property)")
    }
  }
}

/// An item of a case.
@MainActor
private final class PRXCaseItem: PRXPlayerItem {
  let name: String
  private var asset: PRXAsset
  private var hasChanged = false
  private let isURLAsset: Bool
  private let differsAfterChange: Bool
  private let persistsTime: Bool
  private var storedTime: MediaTime?

  init(_ name: String, _ item: JSONValue) throws {
    self.name = name
    try item.knowOnly(["url", "stored_time", "persists_time", "url_asset", "unequal_to_self_after_change"])
    isURLAsset = item["url_asset"]?.bool ?? true
    asset = try Self.asset(item.text("url"), isURLAsset: isURLAsset)
    differsAfterChange = item["unequal_to_self_after_change"]?.bool ?? false
    persistsTime = item["persists_time"]?.bool ?? true
    storedTime = item["stored_time"]?.number.map { .microseconds(TimedRun.microseconds($0)) }
    if persistsTime, storedTime == nil { storedTime = .zero }
  }

  private static func asset(_ address: String, isURLAsset: Bool) throws -> PRXAsset {
    guard isURLAsset else { return PRXAsset(source: address) }
    guard let url = URL(string: address) else { throw Verdict.Unmet.unsupported("address \(address)") }
    return PRXAsset(url: url)
  }

  func change(to address: String) throws {
    asset = try Self.asset(address, isURLAsset: isURLAsset)
    hasChanged = true
  }

  var playerAsset: PRXAsset { asset }

  func isEqual(toPlayerItem item: (any PRXPlayerItem)?) -> Bool { item === self && !(differsAfterChange && hasChanged) }

  var playerTime: MediaTime? {
    get { storedTime }
    set { if persistsTime { storedTime = newValue } }
  }
}

/// Hears what the delegate of a case hears, and answers what the case has it answer.
@MainActor
private final class PRXWitness: PRXPlayerDelegate {
  var see: (String, [String: JSONValue]) -> Void = { _, _ in }
  var fileRate: Float
  var allowsCellular: Bool
  private let retryLimit: Int?
  private let softEndProgress: Float?

  init(_ setup: JSONValue) {
    fileRate = Float(setup["file_rate"]?.number ?? 1)
    allowsCellular = setup["wwan_allowed"]?.bool ?? true
    retryLimit = setup["retry_limit"]?.number.map { Int(nearest: $0) }
    softEndProgress = setup["soft_end_progress"]?.number.map { Float($0) }
  }

  func player(_ player: PRXPlayer, playerItemDidChange change: PRXPlayerItemChange) {
    func name(_ item: (any PRXPlayerItem)?) -> JSONValue { (item as? PRXCaseItem).map { .string($0.name) } ?? .null }
    see("playerItemDidChange", ["old": name(change.old), "new": name(change.new)])
  }

  func player(_ player: PRXPlayer, currentItemStatusDidChange status: PRXPlayerItemStatus) {
    let word =
      switch status {
      case .unknown: "unknown"
      case .readyToPlay: "ready"
      case .failed: "failed"
      }
    see("currentItemStatusDidChange", ["status": .string(word)])
  }

  func player(_ player: PRXPlayer, rateDidChange rate: Float) {
    see("rateDidChange", ["rate": .number(Double(rate))])
  }

  func player(_ player: PRXPlayer, failedToLoadTracksForAsset asset: PRXAsset, holdPlayback: Bool) {
    see("failedToLoadTracksForAsset", ["hold": .bool(holdPlayback)])
  }

  func playerFailedToBecomeReadyToPlay(_ player: PRXPlayer, holdPlayback: Bool) {
    see("playerFailedToBecomeReadyToPlay", ["hold": .bool(holdPlayback)])
  }

  func player(_ player: PRXPlayer, softBoundaryTimeReachedAt time: MediaTime) {
    see("softBoundaryTimeReached", ["position": .number(Double(time.microseconds) / 1e6)])
  }

  func player(_ player: PRXPlayer, endTimeReachedAt time: MediaTime) {
    see("endTimeReached", ["position": .number(Double(time.microseconds) / 1e6)])
  }

  func filePlaybackRate(for player: PRXPlayer) -> Float { fileRate }
  func playerAllowsPlaybackViaWWAN(_ player: PRXPlayer) -> Bool { allowsCellular }
  func softEndBoundaryProgress(for player: PRXPlayer) -> Float { softEndProgress ?? 0.95 }
  func retryLimit(for player: PRXPlayer) -> Int { retryLimit ?? 3 }
}
