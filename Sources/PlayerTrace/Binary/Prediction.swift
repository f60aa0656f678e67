import PlayerCore

/// What a value could be, before it is known. All sums wrap.
struct Prediction: Sendable {
  /// The value the field had last.
  var last: Int64
  /// The last value, and its last change once more.
  var linear: Int64
  /// The last value, and the time that has passed since.
  var clocked: Int64
  /// The value that any field of the same type had last.
  var typed: Int64

  /// The number that the residual of an operation is added to.
  @inline(__always)
  func base(_ operation: Operation) -> Int64 {
    switch operation {
    case .last, .lastPlus: last
    case .linear, .linearPlus: linear
    case .clocked, .clockedPlus: clocked
    case .typed, .typedPlus: typed
    case .next: typed &+ 1
    case .lowest: .min
    case .highest: .max
    }
  }
}

/// How a value comes out of its prediction. The first ones need nothing else, the ones with `Plus` a residual.
enum Operation: UInt8, Sendable {
  case last = 0
  case linear = 1
  case clocked = 2
  case typed = 3
  case next = 4
  case lastPlus = 5
  case linearPlus = 6
  case clockedPlus = 7
  case typedPlus = 8
  case lowest = 9
  case highest = 10

  @inline(__always)
  var hasResidual: Bool { rawValue >= 5 && rawValue <= 8 }
}

/// What a block has said so far: the same on the side that writes and on the side that reads.
struct Predictor: Sendable {
  /// What is known of a field of a message.
  private struct Slot {
    /// The value it had last.
    var last: Int64 = 0
    /// The change it made then.
    var change: Int64 = 0
    /// The place of its type in `ofType`.
    var type: Int
  }

  /// The first slot of each message; the last entry is their number.
  private let starts: [Int]
  private var slots: [Slot]
  private var ofType: [Int64]
  /// When each message was there last.
  private var instants: [Int64]
  /// The time between the last two inputs of each code.
  private var intervals: [Int64]
  /// The instant of the step.
  private(set) var now: Int64 = 0

  init(_ table: FieldTable) {
    starts = table.starts
    slots = table.types.map { Slot(type: $0) }
    ofType = [Int64](repeating: 0, count: table.typeCount)
    instants = [Int64](repeating: 0, count: 2 * FieldTable.outputBase)
    intervals = [Int64](repeating: 0, count: FieldTable.outputBase)
  }

  /// Forgets everything: a block begins at `instant`.
  mutating func reset(at instant: Int64) {
    for index in slots.indices { (slots[index].last, slots[index].change) = (0, 0) }
    for index in ofType.indices { ofType[index] = 0 }
    for index in instants.indices { instants[index] = instant }
    for index in intervals.indices { intervals[index] = 0 }
    now = instant
  }

  /// The instant of a step whose input has this code.
  func instant(_ code: UInt8) -> Prediction {
    let periodic = instants[Int(code)] &+ intervals[Int(code)]
    return Prediction(last: now, linear: periodic, clocked: now, typed: now)
  }

  mutating func setInstant(_ instant: Int64, _ code: UInt8) {
    intervals[Int(code)] = instant &- instants[Int(code)]
    now = instant
  }

  /// Takes the fields of a message, one after the other: `value` gives each for its prediction.
  ///
  /// The tables are checked once for a message and not for each of its fields: this is where recording and reading spend
  /// their time. No field lies outside of them, since both were made from one ``FieldTable``.
  @inline(__always)
  mutating func take<Failure: Error>(
    _ message: Int, _ value: (Prediction) throws(Failure) -> Int64
  ) throws(Failure) {
    let elapsed = now &- instants[message]
    let (first, end) = (starts[message], starts[message + 1])
    try slots.withUnsafeMutableBufferPointer { slots throws(Failure) in
      try ofType.withUnsafeMutableBufferPointer { ofType throws(Failure) in
        for field in first..<end {
          let slot = slots[field]
          let found = try value(
            Prediction(
              last: slot.last, linear: slot.last &+ slot.change, clocked: slot.last &+ elapsed,
              typed: ofType[slot.type]))
          slots[field].last = found
          slots[field].change = found &- slot.last
          ofType[slot.type] = found
        }
      }
    }
    instants[message] = now
  }

  /// How many fields a message has.
  func count(_ message: Int) -> Int { starts[message + 1] - starts[message] }
}
