import PlayerCore
import PlayerTrace

/// Connects a player, its engine, its observers and its recorder. Knows neither threads nor clocks: hosts call it on
/// their own executor and pass the time.
///
/// One call from outside is a *turn*. Everything that follows at once belongs to it: reports that are due, deadlines,
/// and what observers ask for meanwhile: their commands, and then their requests of a façade, before the next report.
/// Each loop of a turn has a bound, so that no engine and no observer can hold a host up for ever; see ``Bounds``.
final class Conductor {
  /// What may happen in one turn before something is wrong.
  enum Bounds {
    /// How often an engine is polled at one instant before it counts as failed.
    static let rounds = 10_000
    /// How often in a row it may have nothing to report although it announced an event, at any instants, before it
    /// counts as failed.
    static let silentRounds = 1_000_000
    /// How many inputs and requests of observers are taken. The rest waits for the next turn.
    static let inputs = 10_000
    /// How many inputs are kept for a recorder that may be attached later: enough for what a façade sends when it is
    /// created.
    static let earlyInputs = 256
  }

  private(set) var player: Player
  private(set) var engine: any Engine
  let library: IdentifierTable
  /// Notified of every event, after the state has changed and the engine has its commands.
  let observers = Observers()
  /// Notified before them.
  var listener: ((PlayerEvent) -> Void)?
  /// Whether observers are notified of a step before the engine gets the commands that follow from it.
  var announcesFirst = false
  /// Called with an input before it is taken, in particular a report or a deadline, but not with inputs that have
  /// waited: the command that it returns is taken first.
  var precede: ((Input) -> Command?)?
  /// Called after each step, when observers are notified and the engine has its commands.
  var stepEnded: () -> Void = {}
  /// Called when the recorder fails; it is detached then, and playback continues.
  var recordingFailed: (any Error) -> Void = { _ in }
  var diagnosed: (HostDiagnostic) -> Void = { _ in }
  /// Called once, when everything is shut down.
  var ended: () -> Void = {}

  private var recorder: (any RunRecorder)?
  private let firstConfiguration: Configuration
  /// What was taken before a recorder came; nil when one has come, or it was too much.
  private var earlyInputs: [(input: Input, instant: Instant)]? = []
  private var definitionsRecorded = 0
  private var outputs = Outputs()
  private var reports: [EngineReport] = []
  /// Whether the engine answers in real time, so that a command of a late step cannot be answered when the player
  /// expects it.
  private let isRealTime: Bool
  /// Until when the turn takes what is due, and the turn before it did.
  private var turnInstant = Instant.zero
  private var lastTurnInstant = Instant.zero
  private var grant = EngineGrant()
  /// Inputs that came during a turn.
  private var inbox = Queue<Input>()
  /// Requests that came during a turn.
  private var requests = Queue<() -> Void>()
  /// When the request in progress sends its inputs; `nil` when none is, and during its steps.
  private var requestInstant: Instant?
  private var inputsLeft = Bounds.inputs
  private var patience = Patience()
  private(set) var isInTurn = false
  /// Whether the caller of a façade may make more requests, before anything else is due.
  private var isAmidRequests = false
  /// Shut down from within the turn, which ends as soon as the step does.
  private var endsAfterStep: Instant?
  /// Nothing more is taken.
  private(set) var isOver = false
  /// Whether the diagnostic for observers that send more than a turn takes was reported; reset by a turn that took all.
  private var isSurplusTold = false
  private var lastRequest = RequestID.none
  private var answers: [RequestID: (Completion) -> Void] = [:]
  /// The epochs that the engine was commanded to open and not yet to close.
  private var openEpochs: [Epoch] = []
  /// The epochs that it was commanded to close and has not confirmed.
  private var unconfirmedCloses: [Epoch] = []

  init(configuration: Configuration, engine: any Engine, library: IdentifierTable, isRealTime: Bool = false) {
    self.player = Player(configuration: configuration)
    self.isRealTime = isRealTime
    self.firstConfiguration = configuration
    self.engine = engine
    self.library = library
  }

  /// How many inputs and requests wait for their turn.
  var waitingInputs: Int { inbox.count + requests.count }

  /// Whether the last turn left some of them to the next one.
  var hasSurplus: Bool { !isInTurn && waitingInputs > 0 }

  /// The player as it will be after the inputs that wait.
  func upcomingPlayer(at now: Instant) -> Player { player.after(inbox.waiting, at: now) }

  /// When something is due without a command.
  var nextInstant: Instant {
    if isOver { return .never }
    return hasSurplus ? player.clock : min(nextDeadline, engine.nextEvent)
  }

  // MARK: Inputs

  func nextRequest() -> RequestID {
    lastRequest = RequestID(lastRequest.rawValue == .max ? 1 : lastRequest.rawValue + 1)
    return lastRequest
  }

  /// Numbers a request; `answer` is called exactly once, with `cancelled` at the latest when everything is shut down.
  func request(_ answer: ((Completion) -> Void)?) -> RequestID {
    let request = nextRequest()
    if isOver { answer?(Completion(request, .cancelled)) } else { answers[request] = answer }
    return request
  }

  @discardableResult
  func send(_ command: Command, at now: Instant, answer: ((Completion) -> Void)? = nil) -> RequestID {
    let request = request(answer)
    submit(.command(command, request), at: now)
    return request
  }

  /// Takes an input that happens now, after everything that was due before it and everything that waits.
  func submit(_ input: Input, at now: Instant) {
    if isOver { return }
    if let requestInstant, endsAfterStep == nil {
      step(input, at: requestInstant)
      return drainInbox(at: requestInstant)
    }
    if isInTurn { return inbox.append(input) }
    turn(at: now) {
      serveDue(upTo: now)
      drain(at: now)
      if waitingInputs == 0 { take(input, at: now) } else { inbox.append(input) }
      serveDue(upTo: now)
    }
  }

  /// Carries out a request of a façade once nothing else is in progress: the inputs that `body` submits are taken at
  /// once, and what the engine reports follows them; with `hearsLater`, only with the next ``serve(upTo:)``, as for all
  /// requests until ``endRequests()``. Returns whether that has to be called.
  func perform(at now: Instant, hearsLater: Bool, _ body: @escaping () -> Void) -> Bool {
    guard !isInTurn, !isOver else {
      if isInTurn { requests.append(body) } else { body() }
      return false
    }
    let isFirst = !isAmidRequests
    turn(at: now) {
      if isFirst { serveDue(upTo: now) }
      isAmidRequests = isAmidRequests || hearsLater
      drain(at: now)
      requests.append(body)
      drain(at: now)
      if !isAmidRequests { serveDue(upTo: now) }
    }
    return isFirst && hearsLater
  }

  /// The caller of a façade has returned: what its requests have caused may be heard.
  func endRequests() { isAmidRequests = false }

  /// Takes the engine's reports and the deadlines up to `now`, each at its own instant and in their order; at the same
  /// instant the engine comes first.
  func serve(upTo now: Instant) {
    if isOver || isInTurn { return }
    endRequests()
    turn(at: now) {
      serveDue(upTo: now)
      guard waitingInputs > 0 else { return }
      drain(at: now)
      serveDue(upTo: now)
    }
  }

  // MARK: A turn

  private func turn(at now: Instant, _ body: () -> Void) {
    isInTurn = true
    (lastTurnInstant, turnInstant) = (turnInstant, now)
    inputsLeft = Bounds.inputs
    patience.begin()
    body()
    patience.pass(to: now)
    isInTurn = false
    if let instant = endsAfterStep { return end(at: instant) }
    if waitingInputs == 0 {
      isSurplusTold = false
    } else if !isSurplusTold {
      isSurplusTold = true
      diagnose(HostDiagnostic(.observersBusy(inputs: Bounds.inputs), at: player.clock))
    }
  }

  private func serveDue(upTo now: Instant) {
    // Events on an engine's own threads name no next event, and may have happened before a deadline.
    if isRealTime { takeReports(waitingAt: now) }
    while endsAfterStep == nil {
      grantTimeAfterStop(now)
      let deadline = nextDeadline
      let event = engine.nextEvent
      guard min(deadline, event) <= now else { break }
      if event <= deadline {
        checkPatience(takeReports(upTo: event, now), at: event, now)
      } else {
        takeDeadline()
      }
    }
    takeReports(waitingAt: now)
  }

  private func takeReports(waitingAt now: Instant) {
    while endsAfterStep == nil {
      let count = takeReports(upTo: now, now)
      if count == 0 { break }
      checkPatience(count, at: now, now)
    }
  }

  /// Returns how many there were.
  private func takeReports(upTo instant: Instant, _ now: Instant) -> Int {
    reports.removeAll(keepingCapacity: true)
    engine.takeEvents(upTo: instant, into: &reports)
    // Taking a report can make the engine append new ones, which come with the next call.
    let taken = reports
    for report in taken where endsAfterStep == nil {
      let happened = min(report.instant ?? now, now)
      let at = max(happened, player.clock)
      takeDeadlines(before: at, now)
      take(.engine(report.event, report.epoch), at: at)
    }
    return taken.count
  }

  private func takeDeadlines(before instant: Instant, _ now: Instant) {
    while endsAfterStep == nil {
      grantTimeAfterStop(now)
      guard nextDeadline < instant else { return }
      takeDeadline()
    }
  }

  private func takeDeadline() { take(.deadline, at: max(player.nextDeadline, player.clock)) }

  private func take(_ input: Input, at now: Instant) {
    if let command = precede?(input) {
      step(.command(command, nextRequest()), at: now)
      drain()
    }
    step(input, at: now)
    drain()
  }

  /// Takes the commands and then the requests of observers, one after the other, until none is waiting or the turn has
  /// taken enough.
  private func drain(at instant: Instant? = nil) {
    drainInbox(at: instant)
    while inputsLeft > 0, !isOver, endsAfterStep == nil, let request = requests.removeFirst() {
      inputsLeft -= 1
      requestInstant = instant ?? player.clock
      request()
      requestInstant = nil
      drainInbox(at: instant)
    }
  }

  private func drainInbox(at instant: Instant?) {
    while inputsLeft > 0, !isOver, endsAfterStep == nil, let input = inbox.removeFirst() {
      inputsLeft -= 1
      step(input, at: instant ?? player.clock)
    }
  }

  private func step(_ input: Input, at now: Instant) {
    let instant = requestInstant
    requestInstant = nil
    defer { requestInstant = instant }
    player.receive(input, at: now, into: &outputs)
    record(input, at: now)
    if !announcesFirst { tellEngine() }
    for output in outputs {
      switch output {
      case .engine, .diagnostic: break
      case .notification(let notification, let reason): announce(notification, reason)
      case .completion(let completion): answers.removeValue(forKey: completion.request)?(completion)
      }
    }
    if announcesFirst { tellEngine() }
    stepEnded()
  }

  private func announce(_ notification: Player.Notification, _ reason: Reason) {
    if case .closed(let epoch) = notification { unconfirmedCloses.removeAll { $0 == epoch } }
    let event = PlayerEvent(notification, reason: reason, at: player.clock)
    listener?(event)
    observers.announce(event, player: player)
  }

  private func tellEngine() {
    for output in outputs {
      guard case .engine(let command, let epoch) = output else { continue }
      if case .open = command { openEpochs.append(epoch) }
      if case .close = command {
        openEpochs.removeAll { $0 == epoch }
        unconfirmedCloses.append(epoch)
      }
      engine.perform(command, epoch: epoch, at: player.clock)
      if isRealTime, player.clock < turnInstant { grant.begin(at: turnInstant, insteadOf: player.clock) }
    }
  }
}

// MARK: - A host that was held up

extension Conductor {
  private var nextDeadline: Instant { isRealTime ? grant.nextDeadline(of: player) : player.nextDeadline }

  private func grantTimeAfterStop(_ now: Instant) {
    if isRealTime { grant.extend(player, since: lastTurnInstant, at: now) }
  }
}

// MARK: - An engine that breaks its contract

extension Conductor {
  private func checkPatience(_ reports: Int, at instant: Instant, _ now: Instant) {
    guard !patience.lasts(reports, at: instant) else { return }
    let kind: HostDiagnostic.Kind =
      patience.reports > 0
      ? .engineBusy(reports: patience.reports) : .engineSilent(nextEvent: instant, rounds: patience.silence)
    condemn(HostDiagnostic(kind, at: max(player.clock, min(instant, now))))
  }

  /// The engine is released and never asked again. What it had open has failed, and what is opened from now on fails.
  private func condemn(_ diagnostic: HostDiagnostic) {
    let condemned = engine
    engine = UnavailableEngine(diagnostic.description, library: library, identity: condemned.identity)
    patience = Patience()
    condemned.shutDown()
    diagnose(diagnostic)
    let failure = Failure(.unknown, text: library.text(diagnostic.description))
    for epoch in openEpochs where openEpochs.contains(epoch) {
      take(.engine(.failed(failure), epoch), at: max(diagnostic.instant, player.clock))
    }
  }

  /// Reports to the host's user, and leaves a remark in the recording.
  func diagnose(_ diagnostic: HostDiagnostic) {
    attempt { try recorder?.mark(diagnostic.description) }
    diagnosed(diagnostic)
  }
}

// MARK: - The end

extension Conductor {
  /// Resets the player, and records that; releases the engine; answers everything that is open; ends the sequences
  /// of observers. Nothing happens afterwards. From within a notification: as soon as its step is over.
  func shutDown(at now: Instant) {
    guard !isOver, endsAfterStep == nil else { return }
    if isInTurn {
      endsAfterStep = now
    } else {
      end(at: now)
    }
  }

  private func end(at now: Instant) {
    endsAfterStep = nil
    isInTurn = true
    turnInstant = now
    patience.begin()
    inbox.removeAll()
    requests.removeAll()
    isOver = true
    serveDue(upTo: now)
    step(.command(.reset, nextRequest()), at: max(now, player.clock))
    serveDue(upTo: now)
    engine.shutDown()
    // Now everything is released, including epochs that had no time to report their closing.
    for epoch in unconfirmedCloses { step(.engine(.closed, epoch), at: player.clock) }
    endRecording()
    isInTurn = false
    requests.removeAll()
    answerAll()
    observers.finish()
    listener = nil
    ended()
  }

  private func answerAll() {
    let open = answers.sorted { $0.key.rawValue < $1.key.rawValue }
    answers.removeAll()
    for (request, answer) in open { answer(Completion(request, .cancelled)) }
  }
}

// MARK: - Recording

extension Conductor {
  /// From now on every step goes to `recorder`. A run can only be replayed when it is recorded from its first input.
  func attach(_ recorder: any RunRecorder) {
    if isOver { return }
    self.recorder = recorder
    definitionsRecorded = 0
    let earlier = earlyInputs
    earlyInputs = nil
    attempt {
      guard let earlier else {
        try recorder.begin(configuration: player.configuration, engine: engine.identity)
        return try recorder.resume(player: player)
      }
      try recorder.begin(configuration: firstConfiguration, engine: engine.identity)
      try repeatSteps(earlier, recorder)
    }
  }

  /// The reducer gives the same answers once more.
  private func repeatSteps(_ steps: [(input: Input, instant: Instant)], _ recorder: any RunRecorder) throws {
    var player = Player(configuration: firstConfiguration)
    var outputs = Outputs()
    for (input, instant) in steps {
      player.receive(input, at: instant, into: &outputs)
      try define(recorder)
      try recorder.record(input, at: instant, outputs: outputs, player: player)
    }
  }

  private func define(_ recorder: any RunRecorder) throws {
    for definition in library.definitions(after: definitionsRecorded) {
      try recorder.define(definition.withoutPassword)
      definitionsRecorded += 1
    }
  }

  func detachRecorder() { recorder = nil }

  private func record(_ input: Input, at now: Instant) {
    guard let recorder else { return keep(input, at: now) }
    attempt {
      try define(recorder)
      try recorder.record(input, at: now, outputs: outputs, player: player)
    }
  }

  private func keep(_ input: Input, at now: Instant) {
    guard let count = earlyInputs?.count else { return }
    if count < Bounds.earlyInputs { earlyInputs?.append((input, now)) } else { earlyInputs = nil }
  }

  func flushRecorder() {
    guard let recorder else { return }
    attempt { try recorder.flush() }
  }

  private func endRecording() {
    guard let recorder else { return }
    attempt {
      try recorder.flush()
      try recorder.end(player: player)
    }
    self.recorder = nil
  }

  private func attempt(_ recording: () throws -> Void) {
    do {
      try recording()
    } catch {
      self.recorder = nil
      recordingFailed(error)
    }
  }
}
