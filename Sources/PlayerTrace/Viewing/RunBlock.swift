import PlayerCore

/// Some consecutive steps: what a picture of a long run needs of them, and their inputs or where these are.
struct RunBlock {
  /// The number of steps in a block, except in the last one.
  static var size: Int { 1_024 }

  private(set) var span: RunSpan
  /// The instant of its last step. In `span` there is that of the player's clock, which never runs backwards.
  private(set) var end: Instant
  /// Where its steps are in the trace; `nil` if they are stored here.
  let place: RecordedSteps.Place?
  private(set) var stored = StepStore()
  /// The observations of a run without inputs.
  private var observed: [ObservedStep] = []
  private let observer: ObserverBefore?

  init(first: Int64, _ stepper: borrowing RunStepper, at instant: Instant, place: RecordedSteps.Place?) {
    span = RunSpan(first: first, stepper, at: instant)
    end = instant
    self.place = place
    observer = stepper.observed.map { ObserverBefore($0) }
  }

  /// A block that was written before.
  init(_ span: RunSpan, end: Instant, at place: RecordedSteps.Place) {
    self.span = span
    self.end = end
    self.place = place
    observer = nil
  }

  /// The number of its first step.
  var first: Int64 { span.first }
  var count: Int { span.count }
  var isFull: Bool { count >= Self.size }

  /// In a run without inputs, a stepper in the state before the first step.
  var observingStepper: RunStepper? { observer.map { RunStepper($0.player) } }

  /// Takes a step that was just fed.
  mutating func append(_ input: Input, at instant: Instant, _ stepper: borrowing RunStepper) {
    if place == nil { stored.append(input, at: instant) }
    span.append(input, stepper)
    end = instant
  }

  /// Takes a step that was just observed.
  mutating func append(_ step: ObservedStep, _ stepper: borrowing RunStepper) {
    observed.append(step)
    stored.append(.deadline, at: step.instant)
    span.append(nil, stepper)
    end = step.instant
  }

  /// The observation at a place; `nil` if the run has inputs.
  func observation(_ place: Int) -> ObservedStep? { observed.isEmpty ? nil : observed[place] }

  /// Feeds the step at a place to `stepper`, which has taken all steps before it.
  func feed(_ stepper: inout RunStepper, _ place: Int, _ input: Input, at instant: Instant) {
    if observed.isEmpty { stepper.feed(input, at: instant) } else { stepper.observe(observed[place]) }
  }

  mutating func close() { stored.close() }
}

/// The inputs of a block, stored in few bytes or read from the trace.
enum BlockInputs {
  case stored(StepStore)
  case read([RecordedSteps.Step])

  /// Calls `body` with each step in order, until it returns false.
  func forEach(_ body: (_ input: Input, _ instant: Instant) -> Bool) {
    switch self {
    case .stored(let steps): steps.forEach(body)
    case .read(let steps): for step in steps { guard body(step.input, step.instant) else { return } }
    }
  }
}

/// An observed player with separate storage, so that a growing list of blocks moves references instead of whole states.
private final class ObserverBefore {
  let player: ObservedPlayer

  init(_ player: ObservedPlayer) { self.player = player }
}
