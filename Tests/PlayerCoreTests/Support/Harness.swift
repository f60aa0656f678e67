import PlayerCore
import ScriptedEngine

/// A player, its engine and the clock they share, so that a test reads like a story: what the app asks, how time
/// passes, and what the player emits.
struct Harness {
  var player: Player
  var engine = ScriptedPlayback()
  private(set) var now = Instant.zero
  /// Everything emitted since the last ``forget()``.
  private(set) var said: [Output] = []
  private var outputs = Outputs()
  private var requests: UInt32 = 0

  init(_ configuration: Configuration = Configuration()) { player = Player(configuration: configuration) }

  /// A harness whose media is open and plays or rests at its beginning.
  static func open(
    _ media: OpenedMedia = OpenedMedia(duration: .seconds(60)), plays: Bool = false,
    _ configuration: Configuration = Configuration()
  ) -> Harness {
    var harness = Harness(configuration)
    harness.engine.media = media
    harness.load(plays: plays)
    harness.run()
    harness.forget()
    return harness
  }

  // MARK: Inputs

  @discardableResult
  mutating func ask(_ command: Command) -> RequestID {
    requests += 1
    take(.command(command, RequestID(requests)))
    return RequestID(requests)
  }

  @discardableResult
  mutating func load(
    _ item: UInt32 = 1, from start: Position = .standard, plays: Bool = false, opens: Bool = true,
    isLocal: Bool = false
  ) -> RequestID {
    ask(.load(item: ItemID(item), start: start, autoplay: plays, opens: opens, isLocal: isLocal))
  }

  /// Reports an event on behalf of the engine.
  mutating func report(_ event: EngineEvent, epoch: Epoch? = nil) { take(.engine(event, epoch ?? player.epoch)) }

  /// The engine runs out of data.
  mutating func starve(at seconds: Int64) {
    engine.starve(at: .seconds(seconds), player.epoch, now: now)
    report(.starved(position: .seconds(seconds)))
  }

  mutating func environment(_ event: EnvironmentEvent) { take(.environment(event)) }

  /// Serves everything that is due now, and then what follows until `seconds` have passed.
  mutating func run(seconds: Int64 = 0) { run(for: .seconds(seconds)) }

  mutating func run(for span: TimeSpan) {
    let end = now + span
    while true {
      let deadline = player.nextDeadline
      if engine.nextEvent <= end, engine.nextEvent <= deadline {
        now = max(now, engine.nextEvent)
        guard let next = engine.takeNext() else { break }
        take(.engine(next.event, next.epoch))
      } else if deadline <= end {
        now = max(now, deadline)
        take(.deadline)
      } else {
        break
      }
    }
    now = end
  }

  mutating func take(_ input: Input) {
    player.receive(input, at: now, into: &outputs)
    for output in outputs {
      said.append(output)
      if case .engine(let command, let epoch) = output { engine.perform(command, epoch, at: now) }
    }
  }

  mutating func forget() { said = [] }

  // MARK: Outputs

  var position: MediaTime { player.position(at: now) }

  var notifications: [Player.Notification] {
    said.compactMap { if case .notification(let notification, _) = $0 { notification } else { nil } }
  }

  var commands: [EngineCommand] {
    said.compactMap { if case .engine(let command, _) = $0 { command } else { nil } }
  }

  var completions: [Completion] {
    said.compactMap { if case .completion(let completion) = $0 { completion } else { nil } }
  }

  var oddities: [DiagnosticCode] {
    said.compactMap { if case .diagnostic(let diagnostic) = $0 { diagnostic.oddity } else { nil } }
  }

  /// The states that were announced.
  var states: [PlaybackState] {
    notifications.compactMap { if case .playbackStateChanged(_, let to) = $0 { to } else { nil } }
  }

  /// How often the engine was told to open.
  var openings: Int { commands.count { if case .open = $0 { true } else { false } } }

  /// The retries that were announced: the number and the delay of each.
  var retries: [(attempt: Int32, after: TimeSpan)] {
    notifications.compactMap {
      if case .retryScheduled(let attempt, _, let after) = $0 { (attempt, after) } else { nil }
    }
  }

  /// The failures that were announced as final.
  var failures: [Failure] {
    notifications.compactMap { if case .failed(let failure, _) = $0 { failure } else { nil } }
  }

  /// The numbers of the reloads that were announced.
  var reloads: [Int32] {
    notifications.compactMap { if case .reloading(let attempt) = $0 { attempt } else { nil } }
  }

  /// The answers to a request; there should be one.
  func answers(to request: RequestID) -> [Answer] {
    completions.filter { $0.request == request }.map(\.answer)
  }

  func refusal(of request: RequestID) -> Refusal? { completions.first { $0.request == request }?.refusal }

  /// The targets of the seeks that the engine was given.
  var seekTargets: [MediaTime] {
    commands.compactMap { if case .seek(_, let target, _, _) = $0 { target } else { nil } }
  }
}
