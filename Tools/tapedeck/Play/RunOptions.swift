import ArgumentParser
import Foundation
import PlayerCore
import PlayerSimulation

/// Properties derived from the name of a source.
enum SourceName {
  /// Whether it is a local file, which needs no network.
  static func isLocal(_ source: String) -> Bool {
    !source.contains("://") || source.lowercased().hasPrefix("file://")
  }
}

/// The options that `play` and `record` share.
struct RunOptions: ParsableArguments {
  @Argument(help: "A file, or an address (http, https, rtmp).", completion: .file())
  var source: String

  @Option(
    name: .long, parsing: .unconditional, help: "Start position: 90, 1:30, 50% or live.",
    transform: { try RunOptions.place($0) })
  var start: Place?

  @Option(
    name: .long, parsing: .unconditional, help: "Stop when the playhead reaches this position: 90, 1:30 or 50%.",
    transform: { try RunOptions.place($0) })
  var until: Place?

  @Option(
    name: .customLong("for"), parsing: .unconditional, help: "Stop after this long: 20s, 1:30.",
    transform: { try RunOptions.span($0) })
  var duration: TimeSpan?

  @Option(
    name: .long, parsing: .unconditional, help: "Playback rate: 0.5 to 2 (more with --set maximumRate=NUMBER).",
    transform: { try RateArgument($0) })
  var rate: RateArgument?

  @Option(
    name: .long, parsing: .unconditional, help: "Volume in percent, or left and right: 80, or 80,40.",
    transform: { try VolumeArgument($0) })
  var volume: VolumeArgument?

  @Flag(help: "Mute the sound.")
  var mute = false

  @Flag(help: "Loop: start over at the end.")
  var loop = false

  @Flag(help: "Open the source and stay paused.")
  var noAutoplay = false

  @Option(help: "Save a picture of the start: a PNG, or a JPEG if the name says so.", completion: .file())
  var still: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "How long to wait for the source to open and for more data (openTimeout and readTimeout).",
    transform: { try RunOptions.span($0) })
  var timeout: TimeSpan?

  @Option(
    help: ArgumentHelp(
      "Behave like one of the reference players, or as new apps should (standard); 'tapedeck presets' lists them. --set overrides it.",
      valueName: "name"),
    completion: .list(PresetArgument.names),
    transform: { try PresetArgument($0) })
  var preset = PresetArgument.defaults

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Change a setting, such as openTimeout=5s or replaysOnPlay=off: 'tapedeck settings' lists them.",
      valueName: "setting=value"),
    transform: { try SettingArgument($0) })
  var set: [SettingArgument] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Do something at an instant of the run, such as 10s:pause or 1:30:seek=50%; see ACTIONS.",
      valueName: "time:action"),
    transform: { try ScheduledAction($0) })
  var at: [ScheduledAction] = []

  @Option(
    name: .long,
    help: """
      The network to report: wifi, cellular, wired, none or unknown; or auto, to watch the machine's own. (default: auto \
      for a source beyond this machine in real time, else unknown)
      """,
    completion: .list(NetworkArgument.names),
    transform: { try NetworkArgument($0) })
  var network: NetworkArgument?

  @Flag(help: "Play nothing over a cellular network (allowsCellular off).")
  var noCellular = false

  @OptionGroup var segments: RunSegmentOptions

  @OptionGroup(title: "Sources from the network") var requests: RequestArguments

  static func place(_ text: String) throws -> Place {
    guard let place = Place(text, skips: false) else { throw ArgumentProblem("expected \(Place.expectation)") }
    return place
  }

  static func span(_ text: String) throws -> TimeSpan {
    guard let span = TimeText.span(text) else { throw ArgumentProblem("expected \(TimeText.expectation)") }
    return span
  }

  func validate() throws {
    if source.isEmpty { throw ValidationError("SOURCE is empty; expected a file or an address.") }
    try requests.check(for: [source] + at.compactMap(\.action.newSource))
    if let rate, let problem = rangeProblem(rate.rate) { throw ValidationError(problem) }
    if case .time(let start) = start, case .time(let until) = until, until <= start {
      throw ValidationError(
        "--until \(TimeText.exact(until)) does not lie after --start \(TimeText.exact(start)); nothing would be played."
      )
    }
    if let duration, let late = at.first(where: { $0.instant >= .zero + duration }) {
      throw ValidationError(
        "--at \(late.text) would never be done: --for ends the run at \(TimeText.length(duration)). Give an earlier time."
      )
    }
    if case .liveEdge = until { throw ValidationError("--until live is no place to stop; expected 90, 1:30 or 50%.") }
  }

  private func rangeProblem(_ rate: Rate) -> String? {
    let configuration = configuration
    let range = configuration.minimumRate...configuration.maximumRate
    if range ~= rate { return nil }
    func text(_ rate: Rate) -> String { ThousandthsText.text(Int64(rate.thousandths)) }
    return """
      --rate \(text(rate)) is out of range; expected \(text(configuration.minimumRate)) to \
      \(text(configuration.maximumRate)). Widen the range with --set minimumRate=… or --set maximumRate=….
      """
  }

  var configuration: Configuration { configuration(from: preset.configuration) }

  /// The configuration with the changes of the options.
  func configuration(from base: Configuration) -> Configuration {
    var configuration = base
    if let timeout {
      configuration.openTimeout = timeout
      configuration.readTimeout = timeout
    }
    if noCellular { configuration.allowsCellular = false }
    for argument in set { configuration[argument.setting] = argument.value }
    return configuration
  }

  /// Whether the source is a local file.
  var isLocal: Bool { SourceName.isLocal(source) }

  /// Whether the source is on another machine, by its address.
  var isRemote: Bool {
    guard !isLocal, let host = URLComponents(string: source)?.host?.lowercased() else { return false }
    let isLoopback = host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "[::1]"
    return !isLoopback
  }

  /// On the virtual clock no user can end it.
  var neverEnds: Bool { loop && duration == nil && until == nil && at.isEmpty }

  /// The commands to send first: those that load the source. The steps of a scenario may do that themselves.
  func commands(item: ItemID, _ scenario: Scenario?) -> [Command] {
    if let scenario {
      guard let loading = scenario.loading else { return [] }
      return [
        .load(
          item: item, start: loading.start, autoplay: loading.autoplay, opens: loading.opens,
          isLocal: loading.isLocal || isLocal)
      ]
    }
    var commands: [Command] = []
    if let rate { commands.append(.setRate(rate.rate)) }
    if let volume { commands.append(volume.command) }
    if mute { commands.append(.setMuted(true)) }
    if loop { commands.append(.setLooping(true)) }
    commands.append(
      .load(
        item: item, start: start?.position(in: nil) ?? .standard, autoplay: !noAutoplay && !playsLater, opens: true,
        isLocal: isLocal))
    return commands
  }

  /// A part of the duration is not known before the media is open.
  private var startsLater: Bool {
    if case .part = start { true } else { false }
  }

  /// Playback waits for the chapters of the media, too: some of them may have to be skipped.
  private var playsLater: Bool { startsLater || segments.usesChapters }

  var plan: RunPlan {
    var plan = RunPlan(actions: at)
    if startsLater, let start { plan.whenPrepared.append(.seek(start, .exact)) }
    if let still { plan.whenPrepared.append(.still(file: still)) }
    if playsLater, !noAutoplay { plan.whenPrepared.append(.command(.play)) }
    plan.limit = duration.map { Instant.zero + $0 } ?? .never
    plan.until = until
    if case .time(let start) = start { plan.start = start }
    switch start {
    case nil, .skip, .time(.zero), .part(0), .liveEdge(.zero): plan.startsElsewhere = false
    case .time, .part, .liveEdge: plan.startsElsewhere = true
    }
    return plan
  }
}
