import PlayerCore
import PlayerSimulation

/// Properties derived from the name of a source.
enum SourceName {
  /// Whether it is a local file, which needs no network.
  static func isLocal(_ source: String) -> Bool {
    !source.contains("://") || source.lowercased().hasPrefix("file://")
  }
}

/// How a run begins: the inputs of the player before anything happens.
struct RunSetup: Sendable {
  var source: String
  var configuration = Configuration()
  var start: Place?
  var autoplay = true
  var rate: Rate?
  var volume: VolumeArgument?
  var isMuted = false
  var isLooping = false
  /// A picture to take as soon as the media is ready.
  var still: String?
  /// Whether playback waits for the chapters of the media: some of them may have to be skipped.
  var waitsForChapters = false
  /// The network to report, before anything else.
  var network: NetworkPath?
  /// The scenario that drives the run. Without a `loading` it loads the media by a step.
  var scenario: Scenario?

  /// The commands to send first, in their order.
  func commands(item: ItemID) -> [Command] {
    if let scenario {
      guard let loading = scenario.loading else { return [] }
      return [
        .load(
          item: item, start: loading.start, autoplay: loading.autoplay, opens: loading.opens,
          isLocal: loading.isLocal || SourceName.isLocal(source))
      ]
    }
    var commands: [Command] = []
    if let rate { commands.append(.setRate(rate)) }
    if let volume { commands.append(.setVolume(left: volume.left, right: volume.right)) }
    if isMuted { commands.append(.setMuted(true)) }
    if isLooping { commands.append(.setLooping(true)) }
    let position = start?.position(in: nil) ?? .standard
    commands.append(
      .load(
        item: item, start: position, autoplay: autoplay && !playsLater, opens: true,
        isLocal: SourceName.isLocal(source)))
    return commands
  }

  /// A part of the duration is not known before the media is open.
  private var startsLater: Bool {
    if case .part = start { true } else { false }
  }

  private var playsLater: Bool { startsLater || waitsForChapters }

  /// The actions to perform as soon as the media is ready.
  var actionsWhenPrepared: [Action] {
    var actions: [Action] = []
    if startsLater, let start { actions.append(.seek(start, .exact)) }
    if let still { actions.append(.still(file: still)) }
    if playsLater, autoplay { actions.append(.play) }
    return actions
  }
}
