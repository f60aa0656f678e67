import PlayerCore

/// The predictions of a value that is not known yet. All sums wrap.
struct Prediction: Sendable {
  /// The last value of the field.
  var last: Int64
  /// The last value plus its last change.
  var linear: Int64
  /// The last value plus the time that has passed since.
  var clocked: Int64
  /// The last value of any field of the same type.
  var typed: Int64

  /// The number that the residual of an operation is added to.
  @inline(__always)
  func base(_ operation: Operation) -> Int64 {
    // The conditions select numbers instead of branches, because operations are unpredictable.
    let number = operation.rawValue
    let place = number >= 5 ? number &- 5 : number
    let low = place == 0 ? last : linear
    let high = place == 2 ? clocked : typed
    let base = place < 2 ? low : high
    let edge = operation == .lowest ? Int64.min : .max
    return number > 8 ? edge : base &+ (operation == .next ? 1 : 0)
  }
}

/// How a value is derived from its prediction. The operations with `Plus` need a residual, the others nothing else.
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

/// The content of a block so far: the same for the writer and the reader.
struct Predictor: Sendable {
  /// What is known of a field of a message.
  struct Slot {
    /// Its last value.
    var last: Int64 = 0
    /// Its last change.
    var change: Int64 = 0
    /// The place of its type in `ofType`.
    var type: Int
  }

  /// The first slot of each message; the last entry is their number.
  private let starts: [Int]
  private var slots: [Slot]
  private var ofType: [Int64]
  /// When each message last occurred.
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

  /// Resets everything: a block begins at `instant`.
  mutating func reset(at instant: Int64) {
    slots.withUnsafeMutableBufferPointer { slots in
      for index in slots.indices { (slots[index].last, slots[index].change) = (0, 0) }
    }
    ofType.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    instants.withUnsafeMutableBufferPointer { $0.update(repeating: instant) }
    intervals.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    now = instant
  }

  /// How many fields a message has.
  func count(_ message: Int) -> Int { starts[message + 1] - starts[message] }

  /// The tables are checked once for many fields: this is where recording and reading spend their time.
  @inline(__always)
  mutating func open<Value, Failure: Error>(
    _ body: (inout OpenPredictor) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try starts.withUnsafeBufferPointer { starts throws(Failure) in
      try slots.withUnsafeMutableBufferPointer { slots throws(Failure) in
        try ofType.withUnsafeMutableBufferPointer { ofType throws(Failure) in
          try instants.withUnsafeMutableBufferPointer { instants throws(Failure) in
            try intervals.withUnsafeMutableBufferPointer { intervals throws(Failure) in
              var open = OpenPredictor(
                starts: starts, slots: slots, ofType: ofType, instants: instants, intervals: intervals, now: now)
              defer { now = open.now }
              return try body(&open)
            }
          }
        }
      }
    }
  }
}

/// A predictor while it takes values. No field lies outside the tables, because all were made from one ``FieldTable``.
struct OpenPredictor {
  fileprivate let starts: UnsafeBufferPointer<Int>
  fileprivate let slots: UnsafeMutableBufferPointer<Predictor.Slot>
  fileprivate let ofType: UnsafeMutableBufferPointer<Int64>
  fileprivate let instants: UnsafeMutableBufferPointer<Int64>
  fileprivate let intervals: UnsafeMutableBufferPointer<Int64>
  /// The instant of the step.
  fileprivate(set) var now: Int64

  /// Takes the instant of a step whose input has this code: `value` gives it for its prediction.
  @inline(__always)
  mutating func takeInstant<Failure: Error>(
    _ code: UInt8, _ value: (Prediction) throws(Failure) -> Int64
  ) throws(Failure) {
    let last = instants[Int(code)]
    let periodic = last &+ intervals[Int(code)]
    let instant = try value(Prediction(last: now, linear: periodic, clocked: now, typed: now))
    intervals[Int(code)] = instant &- last
    now = instant
  }

  /// Takes the fields of a message, one after the other: `value` gives each for its prediction.
  @inline(__always)
  mutating func take<Failure: Error>(
    _ message: Int, _ value: (Prediction) throws(Failure) -> Int64
  ) throws(Failure) {
    let elapsed = now &- instants[message]
    for field in starts[message]..<starts[message &+ 1] {
      let slot = slots[field]
      let found = try value(
        Prediction(
          last: slot.last, linear: slot.last &+ slot.change, clocked: slot.last &+ elapsed, typed: ofType[slot.type]))
      slots[field].last = found
      slots[field].change = found &- slot.last
      ofType[slot.type] = found
    }
    instants[message] = now
  }

  /// The last message of this kind.
  func lastMessage(_ number: Int, code: UInt16) -> WireMessage {
    var message = WireMessage(code: code)
    for field in starts[number]..<starts[number + 1] { message.put(slots[field].last) }
    return message
  }
}
