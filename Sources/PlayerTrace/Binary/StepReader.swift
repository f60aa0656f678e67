import PlayerCore
import PlayerText

/// Reads the steps that ``StepWriter`` writes.
struct StepReader {
  /// The instant of the last step read.
  var instant: Int64 { predictor.now }

  let maker: StepMaker
  var predictor: Predictor
  var shapes = Shapes()
  private(set) var codes: [UInt8] = []
  private(set) var items: [ShapeItem] = []

  init(_ maker: StepMaker) {
    self.maker = maker
    predictor = Predictor(maker.vocabulary.fields)
  }

  mutating func reset(at instant: Int64) {
    predictor.reset(at: instant)
    shapes.removeAll()
  }

  /// Whether the steps are in this build's vocabulary.
  var isOwn: Bool { maker.isOwn }

  /// Reads a step after its tag.
  mutating func read(
    _ tag: UInt64, number: Int64, isWhole: Bool, _ cursor: inout ByteCursor
  ) throws(Halt) -> TraceRecord? {
    let input: UInt8
    if tag == BinaryFormat.Tag.newShape.rawValue {
      input = try readShape(&cursor)
      shapes.add(input, codes, items)
    } else {
      guard tag >= BinaryFormat.firstShape, tag - BinaryFormat.firstShape < UInt64(shapes.all.count) else {
        throw .flaw("tag", expected: "a known entry or one of \(shapes.all.count) shapes", found: "\(tag)")
      }
      let shape = shapes.all[Int(tag - BinaryFormat.firstShape)]
      codes.removeAll(keepingCapacity: true)
      codes.append(contentsOf: shapes.codes[shape.codes])
      items.removeAll(keepingCapacity: true)
      items.append(contentsOf: shapes.items[shape.items])
      input = shape.input
    }
    let instant = Instant(microseconds: try readInstant(input, &cursor))
    guard maker.isOwn else { return try readForeign(input, number: number, at: instant, isWhole, &cursor) }
    return .step(try readOwn(input, number: number, at: instant, isWhole, &cursor))
  }

  mutating func readShape(_ cursor: inout ByteCursor) throws(Halt) -> UInt8 {
    let vocabulary = maker.vocabulary
    let input = try cursor.byte()
    guard vocabulary.input(UInt16(input)) != nil else {
      throw .flaw("input", expected: "the number of an input", found: "\(input)")
    }
    codes.removeAll(keepingCapacity: true)
    var values = 1 + predictor.count(Int(input))
    for _ in 0..<(try cursor.byte()) {
      let output = try cursor.byte()
      guard vocabulary.output(UInt16(output)) != nil else {
        throw .flaw("output", expected: "the number of an output", found: "\(output)")
      }
      codes.append(output)
      values += predictor.count(FieldTable.outputBase + Int(output))
    }
    try readItems(values, &cursor)
    return input
  }

  private mutating func readItems(_ count: Int, _ cursor: inout ByteCursor) throws(Halt) {
    items.removeAll(keepingCapacity: true)
    var high: UInt8?
    func half() throws(Halt) -> UInt8 {
      if let value = high {
        high = nil
        return value
      }
      let byte = try cursor.byte()
      high = byte >> 4
      return byte & 15
    }
    for _ in 0..<count {
      let number = try half()
      guard let operation = Operation(rawValue: number) else {
        throw .flaw("operation", expected: "0 … 10", found: "\(number)")
      }
      var item = ShapeItem(operation: operation)
      if operation.hasResidual {
        item.width = ResidualWidth(rawValue: try half())
        guard item.width != .none else { throw .flaw("width", expected: "1 … 15", found: "0") }
      }
      items.append(item)
    }
  }

  // MARK: Values

  private mutating func readInstant(_ input: UInt8, _ cursor: inout ByteCursor) throws(Halt) -> Int64 {
    let item = items[0]
    try predictor.open { predictor throws(Halt) in
      try predictor.takeInstant(input) { prediction throws(Halt) in try Self.readValue(item, prediction, &cursor) }
    }
    return predictor.now
  }

  private mutating func readOwn(
    _ input: UInt8, number: Int64, at instant: Instant, _ isWhole: Bool, _ cursor: inout ByteCursor
  ) throws(Halt) -> TraceStep {
    var index = 1
    let message = try readMessage(Int(input), UInt16(input), &index, &cursor)
    let first = try Self.checked { () throws(Flaw) in try maker.input(message) }
    var step = TraceStep(number: number, instant: instant, input: first, isWhole: isWhole)
    if codes.isEmpty { return step }
    step.outputs.reserveCapacity(codes.count)
    for code in codes {
      let message = try readMessage(FieldTable.outputBase + Int(code), UInt16(code), &index, &cursor)
      step.outputs.append(try Self.checked { () throws(Flaw) in try maker.output(message) })
    }
    return step
  }

  /// A step in another vocabulary than this build's.
  private mutating func readForeign(
    _ input: UInt8, number: Int64, at instant: Instant, _ isWhole: Bool, _ cursor: inout ByteCursor
  ) throws(Halt) -> TraceRecord? {
    var index = 1
    let message = try readMessage(Int(input), UInt16(input), &index, &cursor)
    var step = try Self.checked { () throws(Flaw) in try maker.step(number, message, at: instant) }
    for code in codes {
      let message = try readMessage(FieldTable.outputBase + Int(code), UInt16(code), &index, &cursor)
      try Self.checked { () throws(Flaw) in try maker.add(message, to: &step) }
    }
    step.set(isWhole: isWhole)
    return step.record
  }

  private mutating func readMessage(
    _ number: Int, _ code: UInt16, _ index: inout Int, _ cursor: inout ByteCursor
  ) throws(Halt) -> WireMessage {
    var message = WireMessage(code: code)
    try predictor.open { predictor throws(Halt) in
      try predictor.take(number) { prediction throws(Halt) in
        let value = try Self.readValue(items[index], prediction, &cursor)
        message.put(value)
        index += 1
        return value
      }
    }
    return message
  }

  @inline(__always)
  private static func readValue(
    _ item: ShapeItem, _ prediction: Prediction, _ cursor: inout ByteCursor
  ) throws(Halt) -> Int64 {
    let base = prediction.base(item.operation)
    guard item.operation.hasResidual else { return base }
    let length = item.width.length
    return base &+ item.width.residual(Int64(lowBytes: try cursor.fixed(length), width: length))
  }

  @inline(__always)
  static func checked<Value>(_ body: () throws(Flaw) -> Value) throws(Halt) -> Value {
    do { return try body() } catch { throw .flaw(error) }
  }
}
