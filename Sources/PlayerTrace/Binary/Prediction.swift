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
  private let table: FieldTable
  private var lasts: [Int64]
  private var changes: [Int64]
  private var ofType: [Int64]
  /// When each message was there last.
  private var instants: [Int64]
  /// The time between the last two inputs of each code.
  private var intervals: [Int64]
  /// The instant of the step.
  private(set) var now: Int64 = 0

  init(_ table: FieldTable) {
    self.table = table
    lasts = [Int64](repeating: 0, count: table.types.count)
    changes = lasts
    ofType = [Int64](repeating: 0, count: table.typeCount)
    instants = [Int64](repeating: 0, count: 2 * FieldTable.outputBase)
    intervals = [Int64](repeating: 0, count: FieldTable.outputBase)
  }

  /// Forgets everything: a block begins at `instant`.
  mutating func reset(at instant: Int64) {
    for index in lasts.indices {
      lasts[index] = 0
      changes[index] = 0
    }
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

  /// A field of a message; `field` is its place in the message.
  @inline(__always)
  func field(_ message: Int, _ field: Int) -> Prediction {
    let slot = table.starts[message] + field
    let last = lasts[slot]
    return Prediction(
      last: last, linear: last &+ changes[slot], clocked: last &+ (now &- instants[message]),
      typed: ofType[table.types[slot]])
  }

  @inline(__always)
  mutating func setField(_ message: Int, _ field: Int, _ value: Int64) {
    let slot = table.starts[message] + field
    changes[slot] = value &- lasts[slot]
    lasts[slot] = value
    ofType[table.types[slot]] = value
  }

  /// The message is complete.
  mutating func end(_ message: Int) { instants[message] = now }

  func count(_ message: Int) -> Int { table.count(message) }
}
