import PlayerCore

/// Writes steps: finds the shape that says most with the fewest bytes.
struct StepWriter: Sendable {
  private struct Value: Sendable {
    var value: Int64
    var prediction: Prediction
  }

  private var predictor = Predictor()
  private var shapes = Shapes()
  private var values: [Value] = []
  private var codes: [UInt8] = []
  private var best: [ShapeItem] = []

  mutating func reset(at instant: Int64) {
    predictor.reset(at: instant)
    shapes.removeAll()
  }

  mutating func write(
    _ input: Message, at instant: Int64, _ outputs: some RandomAccessCollection<Output>, into writer: inout ByteWriter
  ) {
    let code = UInt8(truncatingIfNeeded: input.code)
    gather(input, code, instant, outputs)
    let size = chooseBest()
    if let known = cheapest(code, atMost: size) {
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
    _ input: Message, _ code: UInt8, _ instant: Int64, _ outputs: some RandomAccessCollection<Output>
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
    writer.fixed(UInt64(bitPattern: value.value &- value.prediction.base(item.operation)), Int(item.width))
  }

  // MARK: Shapes

  /// Puts the shortest way to write each value into `best`; returns how many bytes all of them take.
  private mutating func chooseBest() -> Int {
    best.removeAll(keepingCapacity: true)
    var size = 0
    for value in values {
      let item = Self.shortest(value.value, value.prediction)
      size += Int(item.width)
      best.append(item)
    }
    return size
  }

  private static func shortest(_ value: Int64, _ prediction: Prediction) -> ShapeItem {
    if value == prediction.last { return ShapeItem(.last) }
    if value == prediction.typed { return ShapeItem(.typed) }
    if value == prediction.linear { return ShapeItem(.linear) }
    if value == prediction.clocked { return ShapeItem(.clocked) }
    if value == prediction.typed &+ 1 { return ShapeItem(.next) }
    if value == .min { return ShapeItem(.lowest) }
    if value == .max { return ShapeItem(.highest) }
    var item = ShapeItem(.lastPlus, width: (value &- prediction.last).width)
    func consider(_ operation: Operation) {
      let width = (value &- prediction.base(operation)).width
      if width < item.width { item = ShapeItem(operation, width: width) }
    }
    consider(.linearPlus)
    consider(.clockedPlus)
    consider(.typedPlus)
    return item
  }

  /// The known shape that can write the step in the fewest bytes, if these are few enough.
  private func cheapest(_ code: UInt8, atMost limit: Int) -> Int? {
    var found: Int?
    var limit = limit
    var index = shapes.newest(code)
    var looks = 0
    while index >= 0, looks < Self.lookBack {
      let shape = shapes.all[index]
      if shapes.hasCodes(shape, codes) {
        looks += 1
        if let size = size(shape, atMost: limit) {
          found = index
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
        size += Int(item.width)
        if size > limit || residual.width > item.width { return nil }
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
      if item.operation.hasResidual { half(item.width) }
    }
    if let low { writer.bytes.append(low) }
  }
}
