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
  /// The inputs and the outputs that occur.
  private(set) var inputs = CodeSet()
  private(set) var outputs = CodeSet()
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
    inputs.insert((input ?? .deadline).code)
    if let input { counts[MessageFamily(input: input.code).rawValue] &+= 1 }
    for output in stepper.outputs {
      outputs.insert(output.code)
      counts[MessageFamily(output: output.code).rawValue] &+= 1
    }
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

// MARK: Bytes

extension RunSpan {
  /// `instant` is a near one, from which instants are counted.
  func write(into writer: inout ByteWriter, after instant: Int64) {
    writer.zigzag(first)
    writer.varint(count)
    writer.zigzag(start.microseconds &- instant)
    writer.zigzag(end.microseconds &- instant)
    for position in [lowestPosition, highestPosition, buffered] { writer.zigzag(position.microseconds) }
    for value in seen + counts { writer.varint(UInt64(value)) }
    inputs.write(into: &writer)
    outputs.write(into: &writer)
  }

  init(_ cursor: inout ByteCursor, after instant: Int64) throws(Halt) {
    first = try cursor.zigzag("first step")
    count = Int(try cursor.number("steps"))
    start = Instant(microseconds: instant &+ (try cursor.zigzag("instant")))
    end = Instant(microseconds: instant &+ (try cursor.zigzag("instant")))
    lowestPosition = MediaTime(microseconds: try cursor.zigzag("position"))
    highestPosition = MediaTime(microseconds: try cursor.zigzag("position"))
    buffered = MediaTime(microseconds: try cursor.zigzag("position"))
    for lane in seen.indices { seen[lane] = try cursor.number("lane") }
    for family in counts.indices { counts[family] = try cursor.number("messages") }
    inputs = try CodeSet(&cursor)
    outputs = try CodeSet(&cursor)
  }
}
