import PlayerCore

/// Finds the single inputs that decide how a run ends: first it omits each one, then it shifts each one in time,
/// earlier and later, and replays the rest.
///
/// The reports of the engine and the world stay as they were; deadlines follow the player. A shifted input may pass its
/// neighbours, and takes its place among the others by its instant; at the same instant the recorded order is kept. The
/// first and the last instant of the run are the limits, and a report of the engine does not precede the command that
/// it answers, to open, to seek or to close, because it would only be ignored.
///
/// The cost grows with the square of the length, so it is done in pieces (``advance(_:)``) and within a budget.
package struct RunBlame {
  /// The default maximum number of inputs to feed, which takes some seconds.
  package static var budget: Int { 50_000_000 }

  /// A shift of an input in time.
  package struct Shift: Equatable {
    /// In microseconds, below 0 for earlier.
    package var by: Int64
    /// How the run then ends.
    package var outcome: RunOutcome
    /// The number of inputs of the run that then precede it.
    var place: Int
  }

  /// The findings about one input. A change that is `nil` does not flip the outcome, or was not tried.
  package struct Verdict: Equatable {
    /// How the run ends without it.
    package var without: RunOutcome?
    /// The smallest shifts that flip the outcome.
    package var earlier: Shift?
    package var later: Shift?

    package var flips: Bool { without != nil || earlier != nil || later != nil }
  }

  private enum Phase { case leavingOut, shiftingEarlier, shiftingLater }

  /// How the run ends.
  package let recorded: RunOutcome
  /// One for each step.
  package private(set) var verdicts: [Verdict]
  /// The number of inputs fed.
  package private(set) var spent = 0
  let firstStep: Int64
  var inputs: [RunInput] { base.inputs }

  private let limit: Int
  private let base: RunBase
  private var phase = Phase.leavingOut
  private var place = 0
  private var search: ShiftSearch?
  private var isOutOfBudget = false

  /// Begins; at most `budget` inputs are fed.
  package init(_ view: ViewedRun, budget: Int = Self.budget) {
    firstStep = view.firstStep
    limit = budget
    base = RunBase(view.beginning, view.inputs)
    verdicts = [Verdict](repeating: Verdict(), count: base.inputs.count)
    recorded = base.end
  }

  /// Whether everything was tried.
  package var isComplete: Bool { phase == .shiftingLater && place >= inputs.count }

  /// The progress from 0 to 1, by the budget if that ends the search earlier.
  package var progress: Double {
    guard !inputs.isEmpty, limit > 0 else { return 1 }
    let share = Double(place) / Double(inputs.count)
    let done: Double =
      switch phase {
      case .leavingOut: share * 0.1
      case .shiftingEarlier, .shiftingLater: 0.1 + share * 0.9
      }
    return min(1, max(done, Double(spent) / Double(limit)))
  }

  /// The number of steps for which it is known whether the outcome flips without them, and with a shift.
  package var stepsTried: (without: Int, shifted: Int) {
    switch phase {
    case .leavingOut: (place, 0)
    case .shiftingEarlier, .shiftingLater: (inputs.count, place)
    }
  }

  /// Continues until another `count` inputs were fed, or slightly more; false when the search has ended.
  package mutating func advance(_ count: Int) -> Bool {
    let until = spent + count
    while spent < until {
      guard !isComplete, !isOutOfBudget else { return false }
      tryNext()
      if spent >= limit, !isComplete { isOutOfBudget = true }
    }
    return !isComplete && !isOutOfBudget
  }

  private mutating func tryNext() {
    guard place < inputs.count else {
      if phase == .leavingOut { (phase, place) = (.shiftingEarlier, 0) } else { phase = .shiftingLater }
      return
    }
    guard !inputs[place].isDeadline else { return goOn() }
    switch phase {
    case .leavingOut:
      var run = base.run(before: place, &spent)
      let outcome = finish(&run, from: place + 1)
      if outcome != recorded { verdicts[place].without = outcome }
      goOn()
    case .shiftingEarlier, .shiftingLater: shift()
    }
  }

  /// Tries one shift of the input.
  private mutating func shift() {
    let isEarlier = phase == .shiftingEarlier
    var search = search ?? ShiftSearch(limit: isEarlier ? room(before: place) : room(after: place))
    guard let shift = search.next else { return goOn() }
    let found = outcome(of: place, shiftedBy: isEarlier ? -shift : shift)
    let flips = found.outcome != recorded
    search.take(shift, flips: flips)
    self.search = search
    guard flips else { return }
    if isEarlier { verdicts[place].earlier = found } else { verdicts[place].later = found }
  }

  private mutating func goOn() {
    search = nil
    switch phase {
    case .leavingOut: place += 1
    case .shiftingEarlier: phase = .shiftingLater
    case .shiftingLater:
      place += 1
      if place < inputs.count { phase = .shiftingEarlier }
    }
  }

  // MARK: Shifts

  private func room(before place: Int) -> Int64 {
    var earliest = inputs[0].instant
    if case .engine(let event, let epoch) = inputs[place].input {
      // Just after the command: at the same instant the report would precede it.
      earliest = max(earliest, base.cause(of: event, epoch) + .microseconds(1))
    }
    return max(0, (inputs[place].instant - earliest).microseconds)
  }

  private func room(after place: Int) -> Int64 {
    max(0, (inputs[inputs.count - 1].instant - inputs[place].instant).microseconds)
  }

  private mutating func outcome(of place: Int, shiftedBy shift: Int64) -> Shift {
    var moved = inputs[place]
    moved.instant = moved.instant + .microseconds(shift)
    var target = place
    if shift < 0 {
      while target > 0, inputs[target - 1].instant > moved.instant { target -= 1 }
    } else {
      while target + 1 < inputs.count, inputs[target + 1].instant < moved.instant { target += 1 }
    }
    // In its place it is a changed step; elsewhere it is a new one.
    if target != place { moved.pending = .never }
    var run = base.run(before: min(place, target), &spent)
    if target < place {
      run.feed(moved)
      for index in target..<place { run.feed(inputs[index]) }
    } else {
      for index in place..<target { run.feed(inputs[index + 1]) }
      run.feed(moved)
    }
    spent += abs(place - target) + 1
    let outcome = finish(&run, from: max(place, target) + 1)
    return Shift(by: shift, outcome: outcome, place: target)
  }

  /// Feeds the rest of the run, as long as the outcome may differ from the recorded one.
  private mutating func finish(_ run: inout Rerun, from first: Int) -> RunOutcome {
    for place in first..<max(first, inputs.count) {
      if base.isSame(run, before: place) { return recorded }
      run.feed(inputs[place])
      spent += 1
    }
    return base.outcome(of: &run)
  }
}
