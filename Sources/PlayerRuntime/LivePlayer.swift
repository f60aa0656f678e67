import Foundation
import PlayerCore

/// The real-time host: a player that runs on the machine's clock.
///
/// An actor: commands are inputs in the order of the calls. Between inputs it sleeps until the player's next deadline or
/// the engine's next report; nothing is polled.
///
/// ```swift
/// let library = MediaLibrary()
/// let live = LivePlayer(engine: FFmpegEngine(library: library), library: library)
/// await live.send(.load(item: library.item(for: "episode.m4a"), start: .standard, autoplay: true, opens: true))
/// for await event in await live.events() { print(event.name) }
/// ```
public actor LivePlayer {
  public nonisolated let library: MediaLibrary
  private let conductor: Conductor
  private let observers = Observers()
  private let epoch = ContinuousClock.now
  private var answers: [RequestID: CheckedContinuation<Completion, Never>] = [:]
  private var timer: Task<Void, Never>?
  private var timerInstant = Instant.never
  private var pump: Task<Void, Never>?
  private var follower: Task<Void, Never>?
  private let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  private var isShutDown = false

  /// The engine belongs to the host from now on.
  public init(
    configuration: Configuration = Configuration(), engine: sending any Engine, library: MediaLibrary
  ) {
    self.library = library
    self.conductor = Conductor(configuration: configuration, engine: engine, library: library)
    (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let wake = wake
    engine.setWakeHandler { wake.yield() }
  }

  deinit {
    timer?.cancel()
    pump?.cancel()
    follower?.cancel()
    wake.finish()
  }

  // MARK: State

  /// A copy of the state.
  public var player: Player { conductor.player }
  /// The host's clock: microseconds since it was made.
  public var now: Instant {
    let elapsed = epoch.duration(to: .now)
    return .microseconds(
      elapsed.components.seconds * 1_000_000 + elapsed.components.attoseconds / 1_000_000_000_000)
  }
  /// The position now.
  public var position: MediaTime { conductor.player.position(at: max(now, conductor.player.clock)) }

  // MARK: Inputs

  /// Sends a command and waits for its answer. A load is answered when the media is prepared, a seek when it has landed;
  /// most others at once.
  @discardableResult
  public func send(_ command: Command) async -> Completion {
    let request = conductor.nextRequest()
    return await withCheckedContinuation { continuation in
      if isShutDown { return continuation.resume(returning: Completion(request, .cancelled)) }
      answers[request] = continuation
      take(.command(command, request))
    }
  }

  /// Sends a command and does not wait. The answer is dropped.
  @discardableResult
  public func post(_ command: Command) -> RequestID {
    let request = conductor.nextRequest()
    take(.command(command, request))
    return request
  }

  /// Tells of something around the player.
  public func report(_ event: EnvironmentEvent) { take(.environment(event)) }

  /// Tells of the network that `monitor` sees: of the path now, at once, and then of every change. The monitor is kept
  /// as long as it is followed, which is until the host is shut down or follows another.
  public func follow(_ monitor: NetworkMonitor) {
    guard !isShutDown else { return }
    follower?.cancel()
    let paths = monitor.paths()
    let first = monitor.path
    report(.networkChanged(first))
    follower = Task { [weak self] in
      var last = first
      for await path in paths where path != last {
        guard let self, !Task.isCancelled else { break }
        last = path
        await self.report(.networkChanged(path))
      }
      withExtendedLifetime(monitor) {}
    }
  }

  private func take(_ input: Input) {
    guard !isShutDown else { return }
    start()
    conductor.submit(input, at: now)
    rest()
  }

  // MARK: Observers

  /// Notifications from now on. The sequence ends with the host.
  public func events(
    bufferingPolicy: AsyncStream<PlayerEvent>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self, bufferingPolicy: bufferingPolicy)
    if isShutDown {
      continuation.finish()
      return stream
    }
    let number = observers.addStream(continuation)
    continuation.onTermination = { [weak self] _ in Task { await self?.removeStream(number) } }
    return stream
  }

  private func removeStream(_ number: Int) { observers.removeStream(number) }

  /// Adds an observer object; it is held weakly. The same object is added once.
  public func add(_ observer: any PlaybackObserver) { observers.add(observer) }
  public func remove(_ observer: any PlaybackObserver) { observers.remove(observer) }
  /// Posts every notification to `center` as well, with this host as the object.
  public func post(to center: NotificationCenter) { observers.add(center) }

  // MARK: Recording

  /// Records every step from now on. Attach before the first input, or the run cannot be replayed. A recorder that fails
  /// is detached, `failed` is told, and playback goes on.
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

  /// Stops playback, releases the engine, answers everything that is open and ends all event sequences.
  public func shutDown() {
    guard !isShutDown else { return }
    take(.command(.reset, conductor.nextRequest()))
    conductor.serve(upTo: now)
    isShutDown = true
    timer?.cancel()
    pump?.cancel()
    follower?.cancel()
    wake.finish()
    conductor.engine.shutDown()
    conductor.flushRecorder()
    observers.finish()
    for (request, continuation) in answers { continuation.resume(returning: Completion(request, .cancelled)) }
    answers.removeAll()
  }

  /// Wires up what needs `self`, at the first input.
  private func start() {
    guard pump == nil else { return }
    conductor.observe = { [weak self] output, instant in
      self?.assumeIsolated { $0.announce(output, at: instant) }
    }
    pump = Task { [weak self, wakes] in
      for await _ in wakes {
        guard let self else { return }
        await self.serve()
      }
    }
  }

  private func announce(_ output: Output, at instant: Instant) {
    switch output {
    case .notification(let notification, let reason):
      let event = PlayerEvent(notification, reason: reason, at: instant)
      observers.announce(event, player: conductor.player, sender: self)
    case .completion(let completion):
      answers.removeValue(forKey: completion.request)?.resume(returning: completion)
    case .engine, .diagnostic: break
    }
  }

  private func serve() {
    guard !isShutDown else { return }
    conductor.serve(upTo: now)
    rest()
  }

  /// Sets the timer for the next deadline, and lets the recorder write while nothing is to be done.
  private func rest() {
    conductor.flushRecorder()
    let next = conductor.nextInstant
    guard next != timerInstant else { return }
    timerInstant = next
    timer?.cancel()
    guard next != .never else { return }
    let due = epoch.advanced(by: .microseconds(next.microseconds))
    timer = Task { [weak self] in
      do {
        try await Task.sleep(until: due, clock: .continuous)
      } catch { return }
      await self?.timerFired(next)
    }
  }

  private func timerFired(_ instant: Instant) {
    if timerInstant == instant { timerInstant = .never }
    serve()
  }
}
