import PlayerCore

/// Writes steps: finds the shape that says most with the fewest bytes.
struct StepWriter: Sendable {
  private struct Value: Sendable {
    var value: Int64
    var prediction: Prediction
  }

  private var predictor: Predictor
  private var shapes = Shapes()
  private var values: [Value] = []
  private var codes: [UInt8] = []
  private var best: [ShapeItem] = []

  init(_ table: FieldTable) { predictor = Predictor(table) }

  mutating func reset(at instant: Int64) {
    predictor.reset(at: instant)
    shapes.removeAll()
  }

  mutating func write(
    _ input: Message, at instant: Int64, _ outputs: some RandomAccessCollection<some MessageSource>,
    into writer: inout ByteWriter
  ) {
    let code = UInt8(truncatingIfNeeded: input.code)
    gather(input, code, instant, outputs)
    let size = chooseBest()
    if let known = affordable(code, atLeast: size) {
      writer.varint(BinaryFormat.firstShape + UInt64(known))
      let items = shapes.all[known].items
      for (index, value) in values.enumerated() { write(value, shapes.items[items.lowerBound + index], into: &writer) }
    } else {
      writer.varint(BinaryFormat.Tag.newShape.rawValue)
      writeShape(code, into: &writer)
      for (index, value) in values.enumerated() { write(value, best[index], into: &writer) }
      shapes.add(code, codes, best)
    }
  }

  /// How many shapes are looked at before a new one is made.
  private static let lookBack = 24

  // MARK: Values

  private mutating func gather(
    _ input: Message, _ code: UInt8, _ instant: Int64,
    _ outputs: some RandomAccessCollection<some MessageSource>
  ) {
    values.removeAll(keepingCapacity: true)
    codes.removeAll(keepingCapacity: true)
    values.append(Value(value: instant, prediction: predictor.instant(code)))
    predictor.setInstant(instant, code)
    gather(input, Int(code))
    for output in outputs.prefix(TraceLimit.outputs) {
      let message = output.message
      codes.append(UInt8(truncatingIfNeeded: message.code))
      gather(message, FieldTable.outputBase + Int(message.code))
    }
  }

  private mutating func gather(_ message: Message, _ number: Int) {
    for field in 0..<predictor.count(number) {
      values.append(Value(value: message[field], prediction: predictor.field(number, field)))
      predictor.setField(number, field, message[field])
    }
    predictor.end(number)
  }

  private func write(_ value: Value, _ item: ShapeItem, into writer: inout ByteWriter) {
    guard item.operation.hasResidual else { return }
    let residual = value.value &- value.prediction.base(item.operation)
    writer.fixed(UInt64(bitPattern: item.width.coded(residual)), item.width.length)
  }

  // MARK: Shapes

  /// Puts the shortest way to write each value into `best`; returns how many bytes all of them take.
  private mutating func chooseBest() -> Int {
    best.removeAll(keepingCapacity: true)
    var size = 0
    for value in values {
      let item = Self.shortest(value.value, value.prediction)
      size += item.width.length
      best.append(item)
    }
    return size
  }

  private static func shortest(_ value: Int64, _ prediction: Prediction) -> ShapeItem {
    if value == prediction.last { return ShapeItem(operation: .last) }
    if value == prediction.typed { return ShapeItem(operation: .typed) }
    if value == prediction.linear { return ShapeItem(operation: .linear) }
    if value == prediction.clocked { return ShapeItem(operation: .clocked) }
    if value == prediction.typed &+ 1 { return ShapeItem(operation: .next) }
    if value == .min { return ShapeItem(operation: .lowest) }
    if value == .max { return ShapeItem(operation: .highest) }
    var item = ShapeItem(operation: .lastPlus, width: ResidualWidth(of: value &- prediction.last))
    func consider(_ operation: Operation) {
      let width = ResidualWidth(of: value &- prediction.base(operation))
      if width.length < item.width.length { item = ShapeItem(operation: operation, width: width) }
    }
    consider(.linearPlus)
    consider(.clockedPlus)
    consider(.typedPlus)
    return item
  }

  /// The known shape to write the step with. It may cost more than the best one while what its steps cost too much
  /// together is less than what telling a new shape costs.
  private mutating func affordable(_ code: UInt8, atLeast best: Int) -> Int? {
    let cost = shapeLength
    guard let (shape, size) = cheapest(code, atMost: best + cost - 1) else { return nil }
    return shapes.waste(size - best, shape, limit: cost) ? nil : shape
  }

  /// How many bytes it takes to tell the best shape.
  private var shapeLength: Int {
    let halves = best.reduce(0) { $0 + ($1.operation.hasResidual ? 2 : 1) }
    return 2 + codes.count + (halves + 1) / 2
  }

  /// The known shape that can write the step in the fewest bytes, if these are few enough, and how many they are.
  private func cheapest(_ code: UInt8, atMost limit: Int) -> (shape: Int, size: Int)? {
    var found: (shape: Int, size: Int)?
    var limit = limit
    var index = shapes.newest(code)
    var looks = 0
    while index >= 0, looks < Self.lookBack {
      let shape = shapes.all[index]
      if shapes.hasCodes(shape, codes) {
        looks += 1
        if let size = size(shape, atMost: limit) {
          found = (index, size)
          limit = size - 1
        }
      }
      index = shape.previous
    }
    return found
  }

  private func size(_ shape: Shapes.Shape, atMost limit: Int) -> Int? {
    var size = 0
    for (index, value) in values.enumerated() {
      let item = shapes.items[shape.items.lowerBound + index]
      let residual = value.value &- value.prediction.base(item.operation)
      if item.operation.hasResidual {
        size += item.width.length
        if size > limit || !item.width.holds(residual) { return nil }
      } else if residual != 0 {
        return nil
      }
    }
    return size
  }

  /// The codes, then the operations in half bytes, the low half first.
  private func writeShape(_ code: UInt8, into writer: inout ByteWriter) {
    writer.bytes.append(code)
    writer.bytes.append(UInt8(truncatingIfNeeded: codes.count))
    writer.bytes.append(contentsOf: codes)
    var low: UInt8?
    func half(_ value: UInt8) {
      if let first = low {
        writer.bytes.append(first | value << 4)
        low = nil
      } else {
        low = value
      }
    }
    for item in best {
      half(item.operation.rawValue)
      if item.operation.hasResidual { half(item.width.rawValue) }
    }
    if let low { writer.bytes.append(low) }
  }
}
