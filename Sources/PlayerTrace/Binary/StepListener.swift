import PlayerCore
import PlayerText

/// Takes the steps of a trace. Messages that it does not want are passed over without being decoded into objects.
protocol StepListener {
  /// Whether it wants inputs with this code; it gets deadlines instead of others.
  static func wantsInput(_ code: UInt8) -> Bool
  /// Whether it wants outputs with this code; it gets no others.
  static func wantsOutput(_ code: UInt8) -> Bool
  /// Whether it wants no further steps.
  var isSatisfied: Bool { get }
  /// A step begins.
  mutating func begin(_ input: Input, at instant: Instant)
  /// An output of this step.
  mutating func take(_ output: Output)
  /// The step ends.
  mutating func end()
}

extension BinaryReader {
  /// Passes the next steps to `listener`, as long as nothing else comes between them, and returns their number. It may
  /// pass none: ``next()`` returns what is there.
  mutating func pass(to listener: inout some StepListener) throws(TraceError) -> Int {
    var count = 0
    while followsSteps {
      if source.available < BinaryFormat.longestStep { try source.fill(TraceLimit.buffer) }
      let window = source.window
      let base = source.offset - Int64(source.index)
      var place = place
      do throws(Halt) {
        let passed = try steps.pass(&listener, window, isLast: source.isLast, from: &place)
        guard passed > 0 else { break }
        self.place = place
        count &+= passed
      } catch {
        guard case .flaw(let flaw) = error else { break }
        throw damage(flaw, base + Int64(place.lastEntry))
      }
    }
    return count
  }
}

extension StepReader {
  /// Passes steps up to the first entry of another kind, or until `listener` is satisfied.
  fileprivate mutating func pass(
    _ listener: inout some StepListener, _ window: [UInt8], isLast: Bool, from place: inout BlockPlace
  ) throws(Halt) -> Int {
    // A shape is learned only where its whole step is available, or it would be learned twice.
    let lastNew = isLast ? window.count : window.count &- BinaryFormat.longestStep
    return try window.withUnsafeBufferPointer { bytes throws(Halt) in
      var count = 0
      while true {
        count &+= try shapes.withTables { tables throws(Halt) in
          let steps = FollowedSteps(bytes: bytes, tables: tables, maker: maker, base: 0)
          return try predictor.open { predictor throws(Halt) in
            var count = 0
            while place.number < .max, !listener.isSatisfied, let entry = steps.entry(place) {
              try steps.pass(entry, &listener, &predictor, &place)
              count &+= 1
            }
            return count
          }
        }
        guard place.index <= lastNew, !listener.isSatisfied, try passNew(&listener, window, bytes, &place) else {
          return count
        }
        count &+= 1
      }
    }
  }

  /// Reads a step that declares its shape. A step that is damaged, or incomplete at the end of a file, is read again,
  /// and reading ends there.
  private mutating func passNew(
    _ listener: inout some StepListener, _ window: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>,
    _ place: inout BlockPlace
  ) throws(Halt) -> Bool {
    let start = place.index
    guard start < bytes.count, UInt64(bytes[start]) == BinaryFormat.Tag.newShape.rawValue,
      shapes.all.count < BinaryFormat.shapeLimit, place.number < .max
    else { return false }
    var cursor = ByteCursor(window, at: start &+ 1)
    do throws(Halt) {
      shapes.add(try readShape(&cursor), codes, items)
    } catch { return false }
    return try shapes.withTables { tables throws(Halt) in
      let entry = FollowedSteps.Entry(
        tables.shapes[tables.shapes.count &- 1], bytes, from: start, values: cursor.index, tables, place.checksum)
      guard let entry else { return false }
      let steps = FollowedSteps(bytes: bytes, tables: tables, maker: maker, base: 0)
      try predictor.open { predictor throws(Halt) in try steps.pass(entry, &listener, &predictor, &place) }
      return true
    }
  }
}

extension FollowedSteps {
  @inline(__always)
  fileprivate func pass<Listener: StepListener>(
    _ entry: Entry, _ listener: inout Listener, _ predictor: inout OpenPredictor, _ place: inout BlockPlace
  ) throws(Halt) {
    place = BlockPlace(index: entry.end, number: place.number &+ 1, checksum: entry.checksum, lastEntry: entry.start)
    let shape = entry.shape
    var values = CodedValues(bytes, at: entry.values, tables.items, from: shape.items.lowerBound)
    predictor.takeInstant(shape.input) { values.next($0) }
    let instant = Instant(microseconds: predictor.now)
    let message = Self.message(Int(shape.input), shape.input, &values, &predictor)
    var input = Input.deadline
    if Listener.wantsInput(shape.input) {
      input = try StepReader.checked { () throws(Flaw) in try maker.input(message) }
    }
    listener.begin(input, at: instant)
    for place in shape.codes {
      let code = tables.codes[place]
      let message = Self.message(FieldTable.outputBase &+ Int(code), code, &values, &predictor)
      guard Listener.wantsOutput(code) else { continue }
      listener.take(try StepReader.checked { () throws(Flaw) in try maker.output(message) })
    }
    listener.end()
  }

  @inline(__always)
  private static func message(
    _ number: Int, _ code: UInt8, _ values: inout CodedValues, _ predictor: inout OpenPredictor
  ) -> WireMessage {
    var message = WireMessage(code: UInt16(code))
    predictor.take(number) { prediction in
      let value = values.next(prediction)
      message.put(value)
      return value
    }
    return message
  }
}
