import PlayerCore

/// A player, a simulated engine, a clock, and planned events: a complete experiment in one value.
///
/// A copy is a fork: two copies with the same inputs stay equal, in any order, on any machine or process. Nothing in it
/// reads a clock, draws a random number or iterates in an order that could differ.
///
/// Time jumps from one event to the next. At one instant the engine's reports come first, then the player's deadlines,
/// then planned events, as with `VirtualPlayer`.
public struct World: Hashable, Sendable {
  /// Why a run stopped.
  public enum Stop: Hashable, Sendable {
    /// The instant was reached.
    case reached
    /// Nothing more is due: no report, no deadline, nothing planned.
    case idle
    /// Engine and player keep each other busy: ``World/inputLimit`` inputs came while no time passed.
    case busy
    /// The observer needs no more.
    case satisfied
  }

  /// The state of the player.
  public private(set) var player: Player
  /// The state of the engine and its network.
  public private(set) var engine: SimulatedEngine
  /// The virtual clock. Plans are made by it; it runs while the host sleeps.
  public private(set) var now = Instant.zero
  /// The number of reports and deadlines at one instant from which the world counts as busy. What media consist of does
  /// not count: ten thousand chapters are no endless loop.
  public var inputLimit: Int32 = 10_000
  /// How many inputs the player has taken.
  public private(set) var stepCount: Int64 = 0
  /// How long the host has slept so far.
  private var slept = TimeSpan.zero
  private var agenda = Agenda()
  private var lastRequest = RequestID.none
  /// How many reports and deadlines came at ``now``, without what media consist of.
  private var inputsNow: Int32 = 0

  /// A world at instant zero.
  public init(configuration: Configuration = Configuration(), engine: SimulatedEngine) {
    player = Player(configuration: configuration)
    self.engine = engine
  }

  /// What the clock of the host shows, by which player and engine run: it rests while the host sleeps.
  public var uptime: Instant { now + (.zero - slept) }

  /// The position that is shown now.
  public var position: MediaTime { player.position(at: uptime) }

  /// When something happens next; `.never` when nothing more is due. The engine may then work without anything to
  /// report.
  public var nextInstant: Instant { min(engine.nextEvent + slept, nextDeadline, agenda.nextInstant) }

  /// When the player is called next without a report.
  package var nextDeadline: Instant { player.nextDeadline + slept }

  /// Whether engine and player keep each other busy. Time stops here.
  public var isBusy: Bool { inputsNow >= inputLimit }

  /// How much is planned and has not happened yet.
  package var plannedCount: Int { agenda.entries.count }

  func putPlans(into digest: inout StateDigest) {
    digest.put(Int64(inputsNow))
    digest.put(lastRequest)
    if slept > .zero { digest.put(slept) }
    digest.put(Int64(agenda.entries.count))
    for entry in agenda.entries {
      digest.put(entry.instant)
      entry.event.put(into: &digest)
    }
  }

  // MARK: Plans

  /// Plans something for `instant`, or for now if that has passed; after everything already planned for the same
  /// instant.
  public mutating func plan(_ event: WorldEvent, at instant: Instant) { agenda.insert(event, at: max(instant, now)) }

  /// Plans a command, and numbers its request.
  @discardableResult
  public mutating func plan(_ command: Command, at instant: Instant) -> RequestID {
    let request = nextRequest()
    plan(.command(command, request), at: instant)
    return request
  }

  /// An unused request number of this world.
  public mutating func nextRequest() -> RequestID {
    lastRequest = RequestID(lastRequest.rawValue == .max ? 1 : lastRequest.rawValue + 1)
    return lastRequest
  }

  // MARK: Steps

  /// Takes the next input that is due at or before `end` to the player, and the player's commands to the engine.
  /// Returns the input, which happened at ``now``, with its outputs in `outputs`; `nil` when there is none, and when
  /// the world ``isBusy``. Faults and the engine's work before that input are carried out.
  ///
  /// Nothing is allocated, so this is the loop to build on: see ``run(until:into:observer:)``.
  public mutating func takeNext(upTo end: Instant, into outputs: inout Outputs) -> Input? {
    while true {
      // What was planned while the host slept happens when it wakes.
      let end = max(end, now)
      let deadline = nextDeadline
      let planned = max(agenda.nextInstant, now)
      if isBusy { return nil }
      let limit = min(deadline, planned, end)
      if engine.nextEvent + slept <= limit, let report = engine.takeEvent(upTo: limit + (.zero - slept)) {
        return receive(.engine(report.event, report.epoch), at: report.instant + slept, into: &outputs)
      }
      if deadline <= planned, deadline <= end, deadline != .never {
        return receive(.deadline, at: deadline, into: &outputs)
      }
      guard deadline > planned, planned <= end, let event = agenda.takeNext() else { return nil }
      if let input = happen(event, at: planned) {
        inputsNow = 0
        return receive(input, at: now, into: &outputs)
      }
    }
  }

  /// Returns the input that the player gets for it.
  private mutating func happen(_ event: WorldEvent, at instant: Instant) -> Input? {
    pass(to: instant)
    switch event {
    case .input(let input): return input
    case .fault(let fault): engine.inject(fault, at: uptime)
    case .heal: engine.heal(at: uptime)
    case .sleep(let span):
      let span = max(.zero, min(span, .microseconds(ScenarioLimit.length)))
      slept = slept + span
      pass(to: now + span)
    case .handOver(let network, let path):
      engine.handOver(to: network, at: uptime)
      return .environment(.networkChanged(path))
    }
    return nil
  }

  @inline(__always)
  private mutating func receive(_ input: Input, at instant: Instant, into outputs: inout Outputs) -> Input {
    pass(to: instant)
    switch input {
    // As many as the media have, once in an opening, which itself counts.
    case .engine(.chapterFound, _), .engine(.trackFound, _): break
    default: inputsNow += 1
    }
    stepCount += 1
    let uptime = uptime
    if case .environment(.interruptionBegan(stopsEngine: true)) = input { engine.stopOutput(at: uptime) }
    player.receive(input, at: uptime, into: &outputs)
    for index in 0..<outputs.count {
      guard case .engine(let command, let epoch) = outputs[index] else { continue }
      engine.perform(command, epoch: epoch, at: uptime)
    }
    return input
  }

  @inline(__always)
  private mutating func pass(to instant: Instant) {
    guard instant > now else { return }
    now = instant
    inputsNow = 0
  }

  /// Advances the clock to `end` when nothing is due before; returns why a run that found nothing more is over.
  @usableFromInline
  mutating func finishRun(until end: Instant) -> Stop {
    if isBusy { return .busy }
    let isIdle = nextInstant == .never
    if end != .never { pass(to: end) }
    return isIdle ? .idle : .reached
  }
}
