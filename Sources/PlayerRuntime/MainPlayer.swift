import PlayerCore

/// The host of the main actor: what the façades are made of. Everything is a plain call, as their originals have it.
///
/// Unlike ``LivePlayer`` it tells its listener what has changed before the engine hears of the consequences, in the order
/// in which the core puts them out. What the listener asks for meanwhile is taken as the next input.
///
/// By the machine's clock it runs by itself; by a clock of the caller's own it goes where ``run(until:)`` sends it, and two
/// runs over the same engine are the same.
@MainActor
public final class MainPlayer {
  public enum Timekeeping: Hashable, Sendable {
    case machine
    case caller
  }

  public let library: MediaLibrary
  public let timekeeping: Timekeeping
  /// Hears of every notification, in order.
  public var listener: ((PlayerEvent) -> Void)?
  /// Sees every step once all of it is done: the listener has heard and the engine was told.
  public var stepEnded: (() -> Void)?
  /// Asked before the player takes what nobody has sent, a report of the engine or a deadline: a command that this returns is
  /// taken first, as an input of its own. For what an app decides only when it comes to it, such as whether a retry may go
  /// over cellular. Nothing can be sent from here.
  public var precede: ((Input) -> Command?)? {
    get { conductor.precede }
    set { conductor.precede = newValue }
  }
  /// Called when nothing is under way any more: what is sent from here is carried out at once, as from outside.
  public var settled: (() -> Void)?

  private let conductor: Conductor
  private var answers: [RequestID: (Completion) -> Void] = [:]
  private var clock = Instant.zero
  private let epoch = ContinuousClock.now
  private var timer: Task<Void, Never>?
  private var timerInstant = Instant.never
  private var follower: Task<Void, Never>?
  private var isShutDown = false
  private var alarms = Alarms()

  public init(
    configuration: Configuration = Configuration(), engine: any Engine, library: MediaLibrary,
    timekeeping: Timekeeping = .machine
  ) {
    self.library = library
    self.timekeeping = timekeeping
    conductor = Conductor(configuration: configuration, engine: engine, library: library)
    conductor.announcesFirst = true
    conductor.observe = { [weak self] output, instant in
      MainActor.assumeIsolated { self?.announce(output, at: instant) }
    }
    conductor.stepEnded = { [weak self] in MainActor.assumeIsolated { self?.stepEnded?() } }
    guard timekeeping == .machine else { return }
    engine.setWakeHandler { [weak self] in
      Task { @MainActor in self?.serve() }
    }
  }

  isolated deinit { shutDown() }

  // MARK: State

  /// A copy of the state.
  public var player: Player { conductor.player }
  /// Microseconds since the host was made, or as many as the caller has let pass.
  public var now: Instant {
    guard timekeeping == .machine else { return clock }
    let elapsed = epoch.duration(to: .now).components
    return .microseconds(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)
  }
  /// The position now.
  public var position: MediaTime { conductor.player.position(at: max(now, conductor.player.clock)) }

  // MARK: Inputs

  /// Sends a command. It is carried out before the call returns, unless the call comes from within a notification: then
  /// it is the next input. `answer` is called exactly once.
  @discardableResult
  public func send(_ command: Command, answer: ((Completion) -> Void)? = nil) -> RequestID {
    let request = conductor.nextRequest()
    if isShutDown {
      answer?(Completion(request, .cancelled))
      return request
    }
    answers[request] = answer
    submit(.command(command, request))
    return request
  }

  /// Tells of something around the player.
  public func report(_ event: EnvironmentEvent) { submit(.environment(event)) }

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
        self.report(.networkChanged(path))
      }
      withExtendedLifetime(monitor) {}
    }
  }

  /// How many inputs were sent from within the step that is under way, and are taken when it is over.
  public var waitingInputs: Int { conductor.waitingInputs }

  private func submit(_ input: Input) {
    guard !isShutDown else { return }
    conductor.submit(input, at: now)
    settle()
    rest()
  }

  private func settle() { if !conductor.isDraining { settled?() } }

  private func announce(_ output: Output, at instant: Instant) {
    switch output {
    case .notification(let notification, let reason):
      listener?(PlayerEvent(notification, reason: reason, at: instant))
    case .completion(let completion): answers.removeValue(forKey: completion.request)?(completion)
    case .engine, .diagnostic: break
    }
  }

  // MARK: Running

  /// The next instant at which something is due without anybody asking.
  public var nextInstant: Instant { min(conductor.nextInstant, alarms.next) }

  /// Lets the caller's clock come to `end`; everything that is due on the way happens at its own instant.
  public func run(until end: Instant) {
    precondition(timekeeping == .caller, "the machine's clock runs by itself")
    while nextInstant <= end, nextInstant != .never {
      clock = max(clock, nextInstant)
      conductor.serve(upTo: clock)
      settle()
      ring()
    }
    clock = max(clock, end)
  }

  /// Calls `body` at an instant of this host's clock, behind everything that the player has to do then. For what an app
  /// does by itself after a while; the player knows nothing of it, and nothing of it is recorded.
  @discardableResult
  public func schedule(at instant: Instant, _ body: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(instant, body)
    if !isShutDown {
      alarms.add(alarm)
      rest()
    }
    return alarm
  }

  private func ring() {
    while let alarm = alarms.takeDue(at: now) {
      let body = alarm.body
      alarm.body = nil
      body?()
    }
  }

  /// Releases the engine, and answers what is still open. Nothing happens afterwards.
  public func shutDown() {
    guard !isShutDown else { return }
    isShutDown = true
    timer?.cancel()
    follower?.cancel()
    alarms.removeAll()
    conductor.engine.shutDown()
    conductor.flushRecorder()
    let open = answers
    answers.removeAll()
    for (request, answer) in open { answer(Completion(request, .cancelled)) }
  }

  private func serve() {
    guard !isShutDown else { return }
    conductor.serve(upTo: now)
    settle()
    ring()
    rest()
  }

  /// Sets the timer for the next deadline.
  private func rest() {
    guard timekeeping == .machine else { return }
    conductor.flushRecorder()
    let next = nextInstant
    guard next != timerInstant else { return }
    timer?.cancel()
    timerInstant = next
    guard next != .never else { return }
    let due = epoch.advanced(by: .microseconds(next.microseconds))
    timer = Task { [weak self] in
      guard (try? await Task.sleep(until: due, clock: .continuous)) != nil else { return }
      self?.timerFired(next)
    }
  }

  private func timerFired(_ instant: Instant) {
    if timerInstant == instant { timerInstant = .never }
    serve()
  }

  // MARK: Recording

  /// Records every step from now on; attach before the first input, or the run cannot be replayed. A recorder that fails
  /// is detached, `failed` is told, and the run goes on.
  public func attach(_ recorder: any RunRecorder, failed: @escaping (any Error) -> Void = { _ in }) {
    conductor.recordingFailed = failed
    conductor.attach(recorder)
  }

  public func detachRecorder() { conductor.detachRecorder() }
}
