import PlayerCore
import PlayerText

/// Reads what ``StepWriter`` writes.
struct StepReader {
  private let maker: StepMaker
  private var predictor: Predictor
  private var shapes = Shapes()
  private var codes: [UInt8] = []
  private var items: [ShapeItem] = []

  init(_ maker: StepMaker) {
    self.maker = maker
    predictor = Predictor(maker.vocabulary.fields)
  }

  mutating func reset(at instant: Int64) {
    predictor.reset(at: instant)
    shapes.removeAll()
  }

  /// Reads a step behind its tag. The number is not known here: it is 0.
  mutating func read(_ tag: UInt64, _ cursor: inout ByteCursor) throws(Halt) -> PartialStep {
    if tag == BinaryFormat.Tag.newShape.rawValue {
      let input = try readShape(&cursor)
      shapes.add(input, codes, items)
      return try readValues(input, &cursor)
    }
    guard tag >= BinaryFormat.firstShape, tag - BinaryFormat.firstShape < UInt64(shapes.all.count) else {
      throw .flaw("tag", expected: "a known entry or one of \(shapes.all.count) shapes", found: "\(tag)")
    }
    let shape = shapes.all[Int(tag - BinaryFormat.firstShape)]
    codes.removeAll(keepingCapacity: true)
    codes.append(contentsOf: shapes.codes[shape.codes])
    items.removeAll(keepingCapacity: true)
    items.append(contentsOf: shapes.items[shape.items])
    return try readValues(shape.input, &cursor)
  }

  private mutating func readShape(_ cursor: inout ByteCursor) throws(Halt) -> UInt8 {
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

  private mutating func readValues(_ input: UInt8, _ cursor: inout ByteCursor) throws(Halt) -> PartialStep {
    let instant = try readValue(items[0], predictor.instant(input), &cursor)
    predictor.setInstant(instant, input)
    var index = 1
    let message = try readMessage(Int(input), UInt16(input), &index, &cursor)
    var step = try Self.checked { () throws(Flaw) in try maker.step(0, message, at: Instant(microseconds: instant)) }
    if codes.isEmpty { return step }
    step.reserve(codes.count)
    for code in codes {
      let message = try readMessage(FieldTable.outputBase + Int(code), UInt16(code), &index, &cursor)
      try Self.checked { () throws(Flaw) in try maker.add(message, to: &step) }
    }
    return step
  }

  private mutating func readMessage(
    _ number: Int, _ code: UInt16, _ index: inout Int, _ cursor: inout ByteCursor
  ) throws(Halt) -> Message {
    var message = Message(code: code)
    for field in 0..<predictor.count(number) {
      let value = try readValue(items[index], predictor.field(number, field), &cursor)
      predictor.setField(number, field, value)
      message.put(value)
      index += 1
    }
    predictor.end(number)
    return message
  }

  @inline(__always)
  private func readValue(
    _ item: ShapeItem, _ prediction: Prediction, _ cursor: inout ByteCursor
  ) throws(Halt) -> Int64 {
    let base = prediction.base(item.operation)
    guard item.operation.hasResidual else { return base }
    let length = item.width.length
    return base &+ item.width.residual(Int64(lowBytes: try cursor.fixed(length), width: length))
  }

  @inline(__always)
  private static func checked<Value>(_ body: () throws(Flaw) -> Value) throws(Halt) -> Value {
    do { return try body() } catch { throw .flaw(error) }
  }
}
