import PlayerCore
import PlayerTrace

/// Keeps a run: a trace recorder, or anything else that wants to see every step. A recorder that throws is detached.
public protocol RunRecorder: AnyObject {
  /// Called once, when the recorder is attached: how the player is configured and what plays.
  func begin(configuration: Configuration, engine: String) throws
  func define(_ definition: Definition) throws
  /// `player` is the state after the input.
  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws
  /// Everything recorded so far should reach the file: the host is about to wait.
  func flush() throws
}

extension RunRecorder {
  /// Most are told by whoever makes them.
  public func begin(configuration: Configuration, engine: String) throws {}
}

/// A player, its engine and its recorder, brought together. Knows neither threads nor clocks: hosts call it on their own
/// executor and say what time it is.
final class Conductor {
  private(set) var player: Player
  let engine: any Engine
  let library: MediaLibrary
  /// Sees every notification and completion, after the state has changed and the engine has been told.
  var observe: (Output, Instant) -> Void = { _, _ in }
  /// Whether observers hear of a step before the engine is told what follows from it.
  var announcesFirst = false
  /// What must be known before an input that nobody asked for, a report or a deadline, is taken: a command that is taken
  /// first.
  var precede: ((Input) -> Command?)?
  /// Called after each step, when observers have heard and the engine was told.
  var stepEnded: () -> Void = {}
  /// Called when the recorder fails; it is detached then, and playback goes on.
  var recordingFailed: (any Error) -> Void = { _ in }

  private var recorder: (any RunRecorder)?
  private var definitionsRecorded = 0
  private var outputs = Outputs()
  private var reports: [EngineReport] = []
  /// Inputs that observers asked for while outputs were drained.
  private var inbox: [Input] = []
  var waitingInputs: Int { inbox.count }
  private(set) var isDraining = false
  private var lastRequest = RequestID.none

  init(configuration: Configuration, engine: any Engine, library: MediaLibrary) {
    self.player = Player(configuration: configuration)
    self.engine = engine
    self.library = library
  }

  /// When something is due without anybody asking.
  var nextInstant: Instant { min(player.nextDeadline, engine.nextEvent) }

  func nextRequest() -> RequestID {
    lastRequest = RequestID(lastRequest.rawValue == .max ? 1 : lastRequest.rawValue + 1)
    return lastRequest
  }

  /// Takes an input that happens now, after everything that was due before it.
  func submit(_ input: Input, at now: Instant) {
    if isDraining { return inbox.append(input) }
    serve(upTo: now)
    take(input, at: now)
    serve(upTo: now)
  }

  /// Takes the engine's reports and the deadlines up to `now`, each at its own instant and in their order; at the same
  /// instant the engine comes first.
  func serve(upTo now: Instant) {
    if isDraining { return }
    while true {
      let deadline = player.nextDeadline
      let event = engine.nextEvent
      guard min(deadline, event) <= now else { break }
      if event <= deadline {
        takeReports(upTo: event, now)
      } else {
        take(.deadline, at: deadline)
      }
    }
    while takeReports(upTo: now, now) {}
  }

  /// True when there was something to take.
  @discardableResult
  private func takeReports(upTo instant: Instant, _ now: Instant) -> Bool {
    reports.removeAll(keepingCapacity: true)
    engine.takeEvents(upTo: instant, into: &reports)
    // Taking a report can let the engine append new ones; those come with the next call.
    let taken = reports
    for report in taken {
      let happened = report.instant == .zero ? now : min(report.instant, now)
      let at = max(happened, player.clock)
      while player.nextDeadline < at { take(.deadline, at: player.nextDeadline) }
      take(.engine(report.event, report.epoch), at: at)
    }
    return !taken.isEmpty
  }

  private func take(_ input: Input, at now: Instant) {
    if let command = precede?(input) { step(.command(command, nextRequest()), at: now) }
    step(input, at: now)
  }

  private func step(_ input: Input, at now: Instant) {
    player.receive(input, at: now, into: &outputs)
    record(input, at: now)
    isDraining = true
    if !announcesFirst { tellEngine() }
    for output in outputs {
      switch output {
      case .engine, .diagnostic: break
      case .notification, .completion: observe(output, player.clock)
      }
    }
    if announcesFirst { tellEngine() }
    stepEnded()
    isDraining = false
    while !inbox.isEmpty { step(inbox.removeFirst(), at: player.clock) }
  }

  private func tellEngine() {
    for output in outputs {
      if case .engine(let command, let epoch) = output { engine.perform(command, epoch: epoch, at: player.clock) }
    }
  }
}

// MARK: - Recording

extension Conductor {
  /// From now on every step goes to `recorder`. A run can only be replayed when it is recorded from its first input.
  func attach(_ recorder: any RunRecorder) {
    self.recorder = recorder
    definitionsRecorded = 0
    attempt { try recorder.begin(configuration: player.configuration, engine: engine.identity) }
  }

  func detachRecorder() { recorder = nil }

  private func record(_ input: Input, at now: Instant) {
    guard let recorder else { return }
    attempt {
      for definition in library.definitions(after: definitionsRecorded) {
        try recorder.define(definition)
        definitionsRecorded += 1
      }
      try recorder.record(input, at: now, outputs: outputs, player: player)
    }
  }

  func flushRecorder() {
    guard let recorder else { return }
    attempt { try recorder.flush() }
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
