import PlayerCore

/// What a picture needs to know about consecutive steps if it is too small to show each of them.
struct RunSpan {
  /// The number of its first step.
  let first: Int64
  private(set) var count = 0
  private(set) var start: Instant
  private(set) var end: Instant
  private(set) var lowestPosition = MediaTime.unknown
  private(set) var highestPosition = MediaTime.unknown
  private(set) var buffered = MediaTime.unknown
  /// The values that occur in each lane, including the initial one, one bit for each.
  private(set) var seen = [UInt32](repeating: 0, count: RunLane.allCases.count)
  /// Messages of each family.
  private(set) var counts = [UInt32](repeating: 0, count: MessageFamily.allCases.count)

  init(first: Int64, _ stepper: borrowing RunStepper, at instant: Instant) {
    self.first = first
    (start, end) = (instant, instant)
    note(stepper)
  }

  /// Takes a step that was just fed; without an input, a step that was observed.
  mutating func append(_ input: Input?, _ stepper: borrowing RunStepper) {
    count += 1
    end = stepper.inspection.clock
    if count == 1 { start = end }
    note(stepper)
    if let input { counts[MessageFamily(input: input.code).rawValue] &+= 1 }
    for output in stepper.outputs { counts[MessageFamily(output: output.code).rawValue] &+= 1 }
  }

  private mutating func note(_ stepper: borrowing RunStepper) {
    for place in RunLane.all.indices { seen[place] |= 1 << UInt32(RunLane.all[place].value(stepper.inspection)) }
    for position in [stepper.positionBefore, stepper.position] where position.isKnown {
      lowestPosition = lowestPosition.isKnown ? min(lowestPosition, position) : position
      highestPosition = max(highestPosition, position)
    }
    let until = stepper.inspection.bufferedUntil
    if until.isKnown { buffered = max(buffered, until) }
  }
}
