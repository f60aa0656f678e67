import Foundation
import PlayerCore

/// The virtual-time host: jumps from one event to the next, as fast as the engine can work. Two runs with the same
/// inputs, over an engine that depends only on the media, record identical traces.
///
/// Not thread-safe: use it from one place.
public final class VirtualPlayer {
  /// Why a run stopped.
  public enum Stop: Hashable, Sendable {
    /// The instant was reached.
    case reached
    /// The condition holds.
    case satisfied
    /// Nothing more is due: no deadline, no report, no scheduled input.
    case idle
    /// The maximum number of events happened, or observers kept reacting to each other at one instant. The next run
    /// continues from there.
    case exhausted
  }

  /// Maps the player's numbers to what they identify.
  public let library: IdentifierTable
  private let conductor: Conductor
  private let answers = Answers()
  private var scheduled: [(instant: Instant, input: Input)] = []
  /// The virtual clock.
  public private(set) var now = Instant.zero

  /// A player at instant zero over `engine`, which must use the same `library`.
  public init(configuration: Configuration = Configuration(), engine: any Engine, library: IdentifierTable) {
    self.library = library
    self.conductor = Conductor(configuration: configuration, engine: engine, library: library)
    conductor.observers.sender = self
  }

  deinit { conductor.shutDown(at: now) }

  /// The state.
  public var player: Player { conductor.player }
  /// The position now.
  public var position: MediaTime { conductor.player.position(at: now) }
  /// The answer to a request; `nil` while it is open.
  public func answer(to request: RequestID) -> Completion? { answers.given[request] }

  // MARK: Inputs

  /// Sends a command now.
  @discardableResult
  public func send(_ command: Command) -> RequestID { conductor.send(command, at: now, answer: answers.take) }

  /// Reports a change of the environment now.
  public func report(_ event: EnvironmentEvent) { conductor.submit(.environment(event), at: now) }

  /// Sends a command when the clock reaches `instant`; those for the same instant in the order of the calls.
  @discardableResult
  public func schedule(_ command: Command, at instant: Instant) -> RequestID {
    let request = conductor.request(answers.take)
    schedule(.command(command, request), at: instant)
    return request
  }

  /// Reports a change of the environment when the clock reaches `instant`.
  public func schedule(_ event: EnvironmentEvent, at instant: Instant) { schedule(.environment(event), at: instant) }

  private func schedule(_ input: Input, at instant: Instant) {
    let instant = max(instant, now)
    let place = scheduled.firstIndex { $0.instant > instant } ?? scheduled.endIndex
    scheduled.insert((instant, input), at: place)
  }

  // MARK: Running

  /// Runs until the clock reaches `end`, nothing more is due, or `condition` holds after an event. At one instant the
  /// engine comes first, then deadlines, then scheduled inputs.
  @discardableResult
  public func run(
    until end: Instant = .never, limit: Int = 10_000_000, while condition: (VirtualPlayer) -> Bool = { _ in true }
  ) -> Stop {
    for _ in 0..<limit {
      if conductor.isOver { return .idle }
      guard condition(self) else { return .satisfied }
      let due = conductor.nextInstant
      let planned = scheduled.first?.instant ?? .never
      let next = min(due, planned)
      if next == .never {
        if end != .never { now = max(now, end) }
        return .idle
      }
      guard next <= end else {
        now = max(now, end)
        return .reached
      }
      now = max(now, next)
      if due <= planned {
        conductor.serve(upTo: now)
      } else {
        conductor.submit(scheduled.removeFirst().input, at: now)
      }
      if conductor.hasSurplus { return .exhausted }
    }
    return .exhausted
  }

  /// Stops playback, releases the engine, ends the recording with the player at rest, answers everything that is open,
  /// also what is scheduled, and ends all event sequences. Nothing happens afterwards. A host that is released without
  /// it does the same.
  public func shutDown() { conductor.shutDown(at: now) }

  // MARK: Observers and recording

  /// Adds an observer of notifications.
  public func add(_ observer: any PlaybackObserver) { conductor.observers.add(observer) }
  /// Removes an observer; one that is not there is ignored.
  public func remove(_ observer: any PlaybackObserver) { conductor.observers.remove(observer) }
  /// Posts every notification to a notification center.
  public func post(to center: NotificationCenter) { conductor.observers.add(center) }

  /// Called with what the host notices about its engine and its observers.
  public var diagnosed: ((HostDiagnostic) -> Void)? {
    didSet { conductor.diagnosed = diagnosed ?? { _ in } }
  }

  /// Notifications from now on; they wait in the sequence until they are taken.
  public func events() -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self)
    if conductor.isOver { continuation.finish() } else { _ = conductor.observers.addStream(continuation) }
    return stream
  }

  /// Records every step from now on, preceded by those that the host has already taken if these are 256 or fewer; with
  /// more, the run can be replayed only from here. A recorder that fails is detached, `failed` is called, and the run
  /// continues.
  public func attach(_ recorder: any RunRecorder, failed: @escaping (any Error) -> Void = { _ in }) {
    conductor.recordingFailed = failed
    conductor.attach(recorder)
  }
}

/// The answers that have come.
private final class Answers {
  private(set) var given: [RequestID: Completion] = [:]

  func take(_ completion: Completion) { given[completion.request] = completion }
}
