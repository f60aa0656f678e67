import PlayerCore

// Large numbers of values, as columns: little-endian, eight-byte columns first, so that every column is aligned. Times
// are microseconds as floating-point numbers, NaN where unknown, infinite for never.

extension ViewedRun {
  /// For each block the number of its first step, its first and last instant, its lowest and highest position and its
  /// farthest data; then its number of steps; then for each lane the values that occur; then, block by block, the
  /// number of messages of each family. Blocks before `first` are omitted.
  package func blockColumns(from first: Int = 0) -> [UInt8] {
    RunColumns.bytes(of: blocks.dropFirst(max(0, first)).map { $0.span })
  }

  /// The current number of steps in a block; 0 if it does not exist.
  package func stepCount(of block: Int) -> Int { blocks.indices.contains(block) ? blocks[block].count : 0 }

  /// For each step of a block its instant, the position before and after it, the end of the data, the target of a seek
  /// and the next deadline; then its segment and the place of its first output, with one more place than there are
  /// steps; then the code of its input, and the codes of all outputs; then the values of each lane.
  package func rowColumns(of block: Int) -> [UInt8] {
    guard blocks.indices.contains(block) else { return [] }
    var rows = Rows(count: blocks[block].count)
    forEachStep(of: block) { _, input, _, stepper in
      rows.take(input, stepper)
      return true
    }
    return rows.bytes
  }
}

private struct Rows {
  private var instants: [Double] = []
  private var positionsBefore: [Double] = []
  private var positions: [Double] = []
  private var buffered: [Double] = []
  private var seekTargets: [Double] = []
  private var deadlines: [Double] = []
  private var segments: [UInt32] = []
  private var firstOutputs: [UInt32] = [0]
  private var inputs: [UInt16] = []
  private var outputs: [UInt16] = []
  private var lanes = [[UInt8]](repeating: [], count: RunLane.allCases.count)

  init(count: Int) {
    instants.reserveCapacity(count)
    for lane in lanes.indices { lanes[lane].reserveCapacity(count) }
  }

  mutating func take(_ input: Input, _ stepper: borrowing RunStepper) {
    let inspection = stepper.inspection
    instants.append(RunColumns.number(inspection.clock))
    positionsBefore.append(RunColumns.number(stepper.positionBefore))
    positions.append(RunColumns.number(stepper.position))
    buffered.append(RunColumns.number(inspection.bufferedUntil))
    seekTargets.append(RunColumns.number(inspection.shown.seekTarget))
    deadlines.append(RunColumns.number(inspection.nextDeadline))
    segments.append(inspection.shown.segment.rawValue)
    inputs.append(input.code)
    for output in stepper.outputs { outputs.append(output.code) }
    firstOutputs.append(UInt32(outputs.count))
    for (place, lane) in RunLane.allCases.enumerated() { lanes[place].append(lane.value(inspection)) }
  }

  var bytes: [UInt8] {
    var columns = RunColumns()
    for column in [instants, positionsBefore, positions, buffered, seekTargets, deadlines] { columns.numbers(column) }
    columns.integers(segments)
    columns.integers(firstOutputs)
    columns.codes(inputs)
    columns.codes(outputs)
    for lane in lanes { columns.bytes.append(contentsOf: lane) }
    return columns.bytes
  }
}

struct RunColumns {
  var bytes: [UInt8] = []

  /// The content of ``ViewedRun/blockColumns(from:)`` for each span.
  static func bytes(of spans: [RunSpan]) -> [UInt8] {
    var columns = RunColumns()
    columns.numbers(spans.map { Double($0.first) })
    columns.numbers(spans.map { number($0.start) })
    columns.numbers(spans.map { number($0.end) })
    columns.numbers(spans.map { number($0.lowestPosition) })
    columns.numbers(spans.map { number($0.highestPosition) })
    columns.numbers(spans.map { number($0.buffered) })
    columns.integers(spans.map { UInt32($0.count) })
    for lane in RunLane.allCases.indices { columns.integers(spans.map { $0.seen[lane] }) }
    for span in spans { columns.integers(span.counts) }
    return columns.bytes
  }

  static func number(_ instant: Instant) -> Double { instant == .never ? .infinity : Double(instant.microseconds) }
  static func number(_ time: MediaTime) -> Double { time.isKnown ? Double(time.microseconds) : .nan }

  mutating func numbers(_ values: [Double]) {
    for value in values { withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
  }

  mutating func integers(_ values: [UInt32]) {
    for value in values { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
  }

  mutating func codes(_ values: [UInt16]) {
    for value in values { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
  }
}
