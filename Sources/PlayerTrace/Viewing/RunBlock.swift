import PlayerCore

/// Some steps that follow each other: their inputs, the player before them, and what a picture of a long run needs of them.
struct RunBlock {
  /// How many steps a block has, but for the last.
  static var size: Int { 1_024 }

  /// The number of its first step.
  let first: Int64
  /// The player before its first step.
  let before: Player
  private(set) var steps = StepStore()
  private(set) var start: Instant
  private(set) var end: Instant
  private(set) var lowestPosition = MediaTime.unknown
  private(set) var highestPosition = MediaTime.unknown
  private(set) var buffered = MediaTime.unknown
  /// Which values each lane has had, one bit for each, those at the beginning among them.
  private(set) var seen = [UInt32](repeating: 0, count: RunLane.allCases.count)
  /// Messages of each family.
  private(set) var counts = [UInt32](repeating: 0, count: MessageFamily.allCases.count)

  init(first: Int64, _ stepper: borrowing RunStepper, at instant: Instant) {
    self.first = first
    before = stepper.player
    (start, end) = (instant, instant)
    note(stepper)
  }

  var isFull: Bool { steps.count >= Self.size }

  /// Takes a step that was just fed.
  mutating func append(_ input: Input, at instant: Instant, _ stepper: borrowing RunStepper) {
    steps.append(input, at: instant)
    end = stepper.inspection.clock
    if steps.count == 1 { start = end }
    note(stepper)
    counts[MessageFamily(input: input.code).rawValue] &+= 1
    for output in stepper.outputs { counts[MessageFamily(output: output.code).rawValue] &+= 1 }
  }

  mutating func close() { steps.close() }

  private mutating func note(_ stepper: borrowing RunStepper) {
    for (place, lane) in RunLane.allCases.enumerated() { seen[place] |= 1 << UInt32(lane.value(stepper.inspection)) }
    for position in [stepper.positionBefore, stepper.position] where position.isKnown {
      lowestPosition = lowestPosition.isKnown ? min(lowestPosition, position) : position
      highestPosition = max(highestPosition, position)
    }
    let until = stepper.inspection.bufferedUntil
    if until.isKnown { buffered = max(buffered, until) }
  }
}
