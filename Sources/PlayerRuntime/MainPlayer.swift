import Backports
import Foundation
import PlayerCore

/// The host on the main actor, on which the façades are built. Everything is a plain call, as in the original players.
///
/// Unlike ``LivePlayer``, it notifies its listener of changes before the engine gets the resulting commands, in the
/// order of the core's outputs. Commands that the listener sends meanwhile are taken as the next inputs; what is more
/// than one command is a request, see ``perform(hearsLater:_:)``.
///
/// On the machine's clock it runs on its own; on the caller's clock, ``run(until:)`` advances it, and two runs over the
/// same engine are identical.
@MainActor
public final class MainPlayer {
  /// Which clock counts.
  public enum Timekeeping: Hashable, Sendable {
    case machine
    case caller
  }

  /// Maps the player's numbers to what they identify.
  public let library: IdentifierTable
  /// Which clock counts; given when the player was made.
  public let timekeeping: Timekeeping
  /// Notified of every event, in order, before all observers. It belongs to the owner of the host, such as a façade.
  public var listener: ((PlayerEvent) -> Void)? {
    get { conductor.listener }
    set { conductor.listener = newValue }
  }
  /// Called for every step once it is complete: the listener was notified and the engine has its commands.
  public var stepEnded: (() -> Void)?
  /// Called with an input before the player takes it, in particular a report of the engine or a deadline, but not with
  /// commands of observers: a command that this returns is taken first, as a separate input. For decisions that the app
  /// cannot make earlier, such as whether a retry may use cellular. No command can be sent from here.
  public var precede: ((Input) -> Command?)? {
    get { conductor.precede }
    set { conductor.precede = newValue }
  }
  /// Called with what the host notices about its engine, its observers and its app.
  public var diagnosed: ((HostDiagnostic) -> Void)?

  private let parts: Parts
  private var conductor: Conductor { parts.conductor }
  /// How many alarms fired at this instant of the caller's clock.
  private var alarmsNow = 0
  private static let alarmLimit = 10_000
  private var lastEnding = 0

  /// A player over `engine`, which must use the same `library`.
  public init(
    configuration: Configuration = Configuration(), engine: any Engine, library: IdentifierTable,
    timekeeping: Timekeeping = .machine
  ) {
    self.library = library
    self.timekeeping = timekeeping
    let conductor = Conductor(
      configuration: configuration, engine: engine, library: library, isRealTime: timekeeping == .machine)
    parts = Parts(conductor, timekeeping)
    conductor.announcesFirst = true
    conductor.observers.sender = self
    conductor.stepEnded = { [weak self] in MainActor.assumeIsolated { self?.stepEnded?() } }
    conductor.diagnosed = { [weak self] diagnostic in MainActor.assumeIsolated { self?.diagnosed?(diagnostic) } }
    conductor.ended = { [weak self] in MainActor.assumeIsolated { self?.parts.release() } }
    guard timekeeping == .machine else { return }
    engine.setWakeHandler { [weak self] in
      Task { @MainActor in self?.serve() }
    }
    let clock = parts.machineClock
    engine.setClock { clock.now }
  }

  deinit {
    let parts = parts
    endOnMainActor {
      parts.conductor.listener = nil
      parts.conductor.shutDown(at: parts.now)
      parts.release()
    }
  }

  /// What outlives the host for as long as its end takes.
  @MainActor
  private final class Parts {
    let conductor: Conductor
    let timekeeping: Timekeeping
    /// Where the caller's clock is.
    var clock = Instant.zero
    let machineClock = HostClock()
    var timer = HostTimer()
    var follower = NetworkFollower()
    var alarms = Alarms()
    var endings: [(number: Int, body: () -> Void)] = []

    init(_ conductor: Conductor, _ timekeeping: Timekeeping) {
      self.conductor = conductor
      self.timekeeping = timekeeping
    }

    var now: Instant { timekeeping == .machine ? machineClock.now : clock }

    func release() {
      timer.cancel()
      follower.cancel()
      alarms.removeAll()
      let endings = endings
      self.endings = []
      for ending in endings { ending.body() }
    }
  }

  // MARK: State

  /// A copy of the state.
  public var player: Player { conductor.player }
  /// Microseconds since the host was made, without the time in which the machine slept; or as many as the caller has let
  /// pass.
  public var now: Instant { parts.now }
  /// The position now.
  public var position: MediaTime { conductor.player.position(at: max(now, conductor.player.clock)) }

  // MARK: Inputs

  /// Sends a command. It is carried out before the call returns, except from within a notification, where it becomes
  /// the next input, or when observers have sent more than one turn takes, where it waits behind their commands.
  /// `answer` is called exactly once, with `cancelled` at the latest when the host is shut down.
  @discardableResult
  public func send(_ command: Command, answer: ((Completion) -> Void)? = nil) -> RequestID {
    let request = conductor.send(command, at: now, answer: answer)
    rest()
    return request
  }

  /// Reports a change of the environment.
  public func report(_ event: EnvironmentEvent) {
    conductor.submit(.environment(event), at: now)
    rest()
  }

  /// Carries out a request, for façades: at once, or from within a notification or another request after that. What
  /// `body` sends is carried out before the call returns, and without a report in between; what observers request
  /// meanwhile follows it. With `hearsLater` the engine's reports come when the caller has returned, or with the next
  /// ``run(until:)``, however fast the engine is: two requests in a row show nothing between them.
  public func perform(hearsLater: Bool = false, _ body: @escaping () -> Void) {
    let isOwed = conductor.perform(at: now, hearsLater: hearsLater, body)
    if isOwed, timekeeping == .machine { Task { @MainActor [weak self] in self?.serve() } }
    rest()
  }

  /// The player as it will be once it has taken what observers have sent from within the current step: for properties
  /// that show a command right after the call.
  public var upcomingPlayer: Player { conductor.upcomingPlayer(at: now) }

  /// Reports the network that `monitor` observes: the path now, at once, and then every change. The monitor is kept
  /// until the host is shut down or follows another one.
  public func follow(_ monitor: NetworkMonitor) {
    guard !conductor.isOver else { return }
    let first = parts.follower.follow(monitor) { [weak self] path in
      await self?.report(.networkChanged(path)) != nil
    }
    report(.networkChanged(first))
  }

  /// How many inputs and requests came from within the current step and will be taken after it.
  public var waitingInputs: Int { conductor.waitingInputs }

  /// For façades, about what an app gave: where, what was found, what was expected.
  package func diagnose(unusable words: String) { conductor.diagnose(HostDiagnostic(.unusable(words), at: now)) }

  // MARK: Running

  /// The next instant at which something is due without a command.
  public var nextInstant: Instant { min(conductor.nextInstant, parts.alarms.next) }

  /// Advances the caller's clock to `end`; everything that is due on the way happens at its own instant. If observers
  /// or alarms keep triggering each other, the clock stops there, and the next call takes the rest.
  public func run(until end: Instant) {
    precondition(timekeeping == .caller, "the machine's clock runs by itself")
    conductor.endRequests()
    while nextInstant <= end, nextInstant != .never {
      if nextInstant > parts.clock { alarmsNow = 0 }
      parts.clock = max(parts.clock, nextInstant)
      conductor.serve(upTo: parts.clock)
      ring()
      if conductor.hasSurplus || alarmsNow >= Self.alarmLimit {
        alarmsNow = 0
        return
      }
    }
    parts.clock = max(parts.clock, end)
    alarmsNow = 0
  }

  /// Calls `body` at an instant of this host's clock, after everything that the player has to do then. For the app's
  /// own delayed work; the player does not know of it, and it is not recorded.
  @discardableResult
  public func schedule(at instant: Instant, _ body: @escaping () -> Void) -> Alarm {
    let alarm = Alarm(instant, body)
    if !conductor.isOver {
      parts.alarms.add(alarm)
      rest()
    }
    return alarm
  }

  /// Rings the alarms that are due. One that is set for now meanwhile rings in the next turn.
  private func ring() {
    for alarm in parts.alarms.takeAllDue(at: now) {
      let body = alarm.body
      alarm.body = nil
      body?()
      alarmsNow += 1
    }
    guard timekeeping == .caller, alarmsNow >= Self.alarmLimit else { return }
    conductor.diagnose(HostDiagnostic(.alarmsBusy(alarms: alarmsNow), at: parts.clock))
  }

  /// Stops playback, releases the engine, ends the recording with the player at rest, answers all open requests and
  /// ends all event sequences. Nothing happens afterwards. Called from within a notification, it takes effect once the
  /// step of that notification is over. A host that is released without it does the same, and its listener is not
  /// notified.
  public func shutDown() { conductor.shutDown(at: now) }

  /// Calls `body` once, when the host is shut down or released; at once if it already was.
  public func atShutDown(_ body: @escaping () -> Void) { addEnding(body) }

  @discardableResult
  private func addEnding(_ body: @escaping () -> Void) -> Int {
    lastEnding += 1
    if conductor.isOver { body() } else { parts.endings.append((lastEnding, body)) }
    return lastEnding
  }

  /// A sequence of the values of an observation. It ends when the host is shut down, and the observation when its last
  /// consumer is released.
  package func stream<Element>(
    _ observe: (AsyncStream<Element>.Continuation) -> PlayerObservation
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    let observation = observe(continuation)
    let ending = addEnding {
      observation.cancel()
      continuation.finish()
    }
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in
        observation.cancel()
        self?.parts.endings.removeAll { $0.number == ending }
      }
    }
    return stream
  }

  private func serve() {
    conductor.serve(upTo: now)
    ring()
    rest()
  }

  /// Sets the timer for the next deadline.
  private func rest() {
    guard timekeeping == .machine, !conductor.isOver else { return }
    conductor.flushRecorder()
    parts.timer.set(to: nextInstant, by: parts.machineClock) { [weak self] instant in await self?.timerFired(instant) }
  }

  private func timerFired(_ instant: Instant) {
    parts.timer.hasFired(instant)
    serve()
  }

  // MARK: Observers

  /// Calls `body` with every notification, for as long as the observation is kept. It runs on the main actor, so it can
  /// read the player and send commands, which are taken as the next inputs.
  public func observe(_ body: @escaping @MainActor (PlayerEvent) -> Void) -> PlayerObservation {
    let number = conductor.observers.add { event in MainActor.assumeIsolated { body(event) } }
    return PlayerObservation { [weak self] in self?.conductor.observers.removeClosure(number) }
  }

  /// Notifications from now on; they wait in the sequence until they are taken. It ends with the host.
  public func events(
    bufferingPolicy: AsyncStream<PlayerEvent>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self, bufferingPolicy: bufferingPolicy)
    if conductor.isOver {
      continuation.finish()
      return stream
    }
    let number = conductor.observers.addStream(continuation)
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.conductor.observers.removeStream(number) }
    }
    return stream
  }

  /// Adds an observer object; it is held weakly. The same object is added once.
  public func add(_ observer: any PlaybackObserver) { conductor.observers.add(observer) }
  /// Removes an observer; one that is not there is ignored.
  public func remove(_ observer: any PlaybackObserver) { conductor.observers.remove(observer) }
  /// Posts every notification to `center` as well, with this host as the object.
  public func post(to center: NotificationCenter) { conductor.observers.add(center) }

  // MARK: Recording

  /// Records every step from now on, preceded by those that the host has already taken if these are 256 or fewer; with
  /// more, the run can be replayed only from here. A recorder that fails is detached, `failed` is called, and the run
  /// continues.
  public func attach(_ recorder: any RunRecorder, failed: @escaping (any Error) -> Void = { _ in }) {
    conductor.recordingFailed = failed
    conductor.attach(recorder)
  }

  /// Ends recording; what was recorded stays.
  public func detachRecorder() { conductor.detachRecorder() }
}
