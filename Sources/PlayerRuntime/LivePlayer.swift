import Foundation
import PlayerCore

/// The real-time host: a player that runs on the machine's clock.
///
/// An actor: commands are inputs in the order of the calls. Between inputs it sleeps until the player's next deadline
/// or the engine's next report; it does not poll.
///
/// ```swift
/// let library = IdentifierTable()
/// let live = LivePlayer(engine: FFmpegEngine(library: library), library: library)
/// await live.send(.load(item: library.item(for: "episode.m4a"), start: .standard, autoplay: true, opens: true))
/// for await event in await live.events() { print(event.name) }
/// ```
public actor LivePlayer {
  /// Maps the player's numbers to what they identify.
  public nonisolated let library: IdentifierTable
  private let conductor: Conductor
  private let end: End
  private let clock: HostClock
  private var timer = HostTimer()
  private var follower = NetworkFollower()
  private var pump: Task<Void, Never>?
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation

  /// The engine belongs to the host from now on.
  public init(
    configuration: Configuration = Configuration(), engine: sending any Engine, library: IdentifierTable
  ) {
    self.library = library
    let conductor = Conductor(configuration: configuration, engine: engine, library: library, isRealTime: true)
    let clock = HostClock()
    self.conductor = conductor
    self.clock = clock
    end = End(conductor, clock)
    (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let wake = wake
    engine.setWakeHandler { wake.yield() }
    engine.setClock { clock.now }
  }

  // Not isolated: the Swift 6.3 optimizer cannot handle an actor's isolated deinit in another module.
  deinit {
    timer.cancel()
    follower.cancel()
    pump?.cancel()
    wake.finish()
  }

  // MARK: State

  /// A copy of the state.
  public var player: Player { conductor.player }
  /// The host's clock: microseconds since it was made, without the time in which the machine slept.
  public var now: Instant { clock.now }
  /// The position now.
  public var position: MediaTime { conductor.player.position(at: max(now, conductor.player.clock)) }

  /// Released with its player, to which no other reference is left, and shuts it down.
  private final class End {
    private let conductor: Conductor
    private let clock: HostClock

    init(_ conductor: Conductor, _ clock: HostClock) {
      self.conductor = conductor
      self.clock = clock
    }

    deinit { conductor.shutDown(at: clock.now) }
  }

  // MARK: Inputs

  /// Sends a command and waits for its answer. A load is answered when the media is prepared, a seek when it has
  /// landed; most others at once.
  @discardableResult
  public func send(_ command: Command) async -> Completion {
    await withCheckedContinuation { continuation in
      start()
      conductor.send(command, at: now) { continuation.resume(returning: $0) }
      rest()
    }
  }

  /// Sends a command and does not wait. The answer is dropped.
  @discardableResult
  public func post(_ command: Command) -> RequestID {
    start()
    defer { rest() }
    return conductor.send(command, at: now)
  }

  /// Reports a change of the environment.
  public func report(_ event: EnvironmentEvent) {
    start()
    conductor.submit(.environment(event), at: now)
    rest()
  }

  /// Reports the network that `monitor` observes: the path now, at once, and then every change. The monitor is kept
  /// until the host is shut down or follows another one.
  public func follow(_ monitor: NetworkMonitor) {
    guard !conductor.isOver else { return }
    let first = follower.follow(monitor) { [weak self] path in
      await self?.report(.networkChanged(path)) != nil
    }
    report(.networkChanged(first))
  }

  // MARK: Observers

  /// Notifications from now on. The sequence ends with the host.
  public func events(
    bufferingPolicy: AsyncStream<PlayerEvent>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self, bufferingPolicy: bufferingPolicy)
    if conductor.isOver {
      continuation.finish()
      return stream
    }
    start()
    let number = conductor.observers.addStream(continuation)
    continuation.onTermination = { [weak self] _ in Task { await self?.removeStream(number) } }
    return stream
  }

  private func removeStream(_ number: Int) { conductor.observers.removeStream(number) }

  /// Adds an observer object; it is held weakly. The same object is added once.
  public func add(_ observer: any PlaybackObserver) { conductor.observers.add(observer) }
  /// Removes an observer; one that is not there is ignored.
  public func remove(_ observer: any PlaybackObserver) { conductor.observers.remove(observer) }
  /// Posts every notification to `center` as well, with this host as the object.
  public func post(to center: NotificationCenter) { conductor.observers.add(center) }

  /// Calls `body`, on the host's executor, with what the host notices about its engine and its observers.
  public func onDiagnostic(_ body: @escaping @Sendable (HostDiagnostic) -> Void) { conductor.diagnosed = body }

  // MARK: Recording

  /// Records every step from now on, preceded by those that the host has already taken if these are 256 or fewer; with
  /// more, the run can be replayed only from here. A recorder that fails is detached, `failed` is called, and playback
  /// continues.
  public func attach(
    _ recorder: sending any RunRecorder, failed: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    conductor.recordingFailed = failed
    conductor.attach(recorder)
  }

  /// Calls `body` with the state on the host's executor, where the recorder may be touched.
  public func detachRecorder<Result: Sendable>(_ body: @Sendable (Player) throws -> Result) rethrows -> Result {
    conductor.detachRecorder()
    return try body(conductor.player)
  }

  // MARK: Running

  /// Stops playback, releases the engine, ends the recording with the player at rest, answers all open requests and
  /// ends all event sequences. Nothing happens afterwards. A host that is released without it does the same.
  public func shutDown() {
    start()
    conductor.shutDown(at: now)
  }

  private func release() {
    timer.cancel()
    follower.cancel()
    pump?.cancel()
    wake.finish()
  }

  /// Wires up what needs `self`, at the first input.
  private func start() {
    guard pump == nil, !conductor.isOver else { return }
    conductor.observers.sender = self
    conductor.ended = { [weak self] in self?.assumeIsolated { $0.release() } }
    pump = Task { [weak self, wakes] in
      for await _ in wakes {
        guard let self else { return }
        await self.serve()
      }
    }
  }

  private func serve() {
    conductor.serve(upTo: now)
    rest()
  }

  /// Sets the timer for the next deadline, and lets the recorder write while the host is idle.
  private func rest() {
    guard !conductor.isOver else { return }
    conductor.flushRecorder()
    timer.set(to: conductor.nextInstant, by: clock) { [weak self] instant in await self?.timerFired(instant) }
  }

  private func timerFired(_ instant: Instant) {
    timer.hasFired(instant)
    serve()
  }
}
