import PlayerCore
import PlayerText

// Counts the steps of a session in place: messages that no metric depends on are skipped without being decoded into
// objects.

extension TraceReader {
  /// Passes the next steps to `meter`, as long as they are binary and in this build's vocabulary, and returns their
  /// number. It may read none: ``next()`` returns the rest.
  public mutating func measure(into meter: inout SessionMeter) throws(TraceError) -> Int {
    try measureSteps(into: &meter)
  }
}

extension BinaryReader {
  mutating func measure(into meter: inout SessionMeter) throws(TraceError) -> Int {
    var count = 0
    while followsSteps {
      if source.available < BinaryFormat.longestStep { try source.fill(TraceLimit.buffer) }
      let window = source.window
      let base = source.offset - Int64(source.index)
      var place = place
      do throws(Halt) {
        let measured = try steps.measure(&meter, window, isLast: source.isLast, from: &place)
        guard measured > 0 else { break }
        self.place = place
        count &+= measured
      } catch {
        guard case .flaw(let flaw) = error else { break }
        throw damage(flaw, base + Int64(place.lastEntry))
      }
    }
    return count
  }
}

extension StepReader {
  /// Reads steps up to the first entry of another kind.
  fileprivate mutating func measure(
    _ meter: inout SessionMeter, _ window: [UInt8], isLast: Bool, from place: inout BlockPlace
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
            while place.number < .max, let entry = steps.entry(place) {
              try steps.measure(entry, &meter, &predictor, &place)
              count &+= 1
            }
            return count
          }
        }
        guard place.index <= lastNew, try measureNew(&meter, window, bytes, &place) else { return count }
        count &+= 1
      }
    }
  }

  /// Reads a step that declares its shape. A step that is damaged, or incomplete at the end of a file, is read again,
  /// and reading ends there.
  private mutating func measureNew(
    _ meter: inout SessionMeter, _ window: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout BlockPlace
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
      try predictor.open { predictor throws(Halt) in try steps.measure(entry, &meter, &predictor, &place) }
      return true
    }
  }
}

extension FollowedSteps {
  @inline(__always)
  fileprivate func measure(
    _ entry: Entry, _ meter: inout SessionMeter, _ predictor: inout OpenPredictor, _ place: inout BlockPlace
  ) throws(Halt) {
    place = BlockPlace(index: entry.end, number: place.number &+ 1, checksum: entry.checksum, lastEntry: entry.start)
    let shape = entry.shape
    var values = CodedValues(bytes, at: entry.values, tables.items, from: shape.items.lowerBound)
    predictor.takeInstant(shape.input) { values.next($0) }
    let instant = Instant(microseconds: predictor.now)
    let message = Self.message(Int(shape.input), shape.input, &values, &predictor)
    var input = Input.deadline
    if MeasuredMessages.containsInput(shape.input) {
      input = try StepReader.checked { () throws(Flaw) in try maker.input(message) }
    }
    meter.begin(input, at: instant)
    for place in shape.codes {
      let code = tables.codes[place]
      let message = Self.message(FieldTable.outputBase &+ Int(code), code, &values, &predictor)
      guard MeasuredMessages.containsOutput(code) else { continue }
      meter.take(try StepReader.checked { () throws(Flaw) in try maker.output(message) })
    }
    meter.end()
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

/// The messages on which metrics depend, by their numbers in this build's vocabulary. ``SessionMeter`` ignores all
/// others; a test compares its results with and without them.
private enum MeasuredMessages {
  /// Commands that request content, the date, and the engine's reports about playhead and buffer.
  @inline(__always)
  static func containsInput(_ code: UInt8) -> Bool {
    switch code {
    case 1, 8, 26, 73, 135, 137, 139...143, 145: true
    default: false
    }
  }

  /// Notifications, engine commands, completions and diagnostics.
  @inline(__always)
  static func containsOutput(_ code: UInt8) -> Bool {
    switch code {
    case 1...6, 14...17, 20...23, 25, 31, 37, 40, 42, 45, 46, 52, 128, 132, 139, 192, 193: true
    default: false
    }
  }
}
