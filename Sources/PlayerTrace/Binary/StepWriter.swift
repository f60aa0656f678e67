import PlayerCore

/// The values of one step, each with what it could have been and the shortest way to write it.
private struct StepValues: Sendable {
  struct Value: Sendable {
    var value: Int64 = 0
    var prediction = Prediction(last: 0, linear: 0, clocked: 0, typed: 0)
    /// The shortest way.
    var item = ShapeItem(operation: .last)
    /// What is written then.
    var coded: Int64 = 0
  }

  private(set) var list: [Value] = []
  /// How many bytes all values take in the shortest way.
  private(set) var size = 0
  private(set) var fingerprint = Fingerprint()

  mutating func begin() {
    list.removeAll(keepingCapacity: true)
    size = 0
    fingerprint = Fingerprint()
  }

  /// A message whose fields follow.
  mutating func begin(_ message: Message) { fingerprint.put(code: message.code) }

  @inline(__always)
  mutating func add(_ value: Int64, _ prediction: Prediction) {
    let item = ShapeItem(shortest: value, prediction)
    size += item.width.length
    fingerprint.put(item)
    let residual = item.operation.hasResidual ? value &- prediction.base(item.operation) : 0
    list.append(Value(value: value, prediction: prediction, item: item, coded: item.width.coded(residual)))
  }
}

/// Writes steps: finds the shape that says most with the fewest bytes.
struct StepWriter: Sendable {
  private var predictor: Predictor
  private var shapes = Shapes()
  private var values = StepValues()
  /// Of the outputs.
  private var codes: [UInt8] = []

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
    let known = shapes.find(code, codes, values.list.lazy.map { $0.item }, values.fingerprint)
    if known >= 0 {
      writer.varint(BinaryFormat.firstShape + UInt64(known))
      writeShortest(into: &writer)
    } else if let known = affordable(code) {
      writer.varint(BinaryFormat.firstShape + UInt64(known))
      write(as: shapes.all[known], into: &writer)
    } else {
      writer.varint(BinaryFormat.Tag.newShape.rawValue)
      writeShape(code, into: &writer)
      writeShortest(into: &writer)
      shapes.add(code, codes, values.list.map { $0.item }, values.fingerprint)
    }
  }

  private func writeShortest(into writer: inout ByteWriter) {
    for value in values.list where value.item.operation.hasResidual {
      writer.fixed(UInt64(bitPattern: value.coded), value.item.width.length)
    }
  }

  private func write(as shape: Shapes.Shape, into writer: inout ByteWriter) {
    for (value, item) in zip(values.list, shapes.items[shape.items]) where item.operation.hasResidual {
      let residual = value.value &- value.prediction.base(item.operation)
      writer.fixed(UInt64(bitPattern: item.width.coded(residual)), item.width.length)
    }
  }

  /// How many shapes are looked at before a new one is made.
  private static let lookBack = 24

  // MARK: Values

  private mutating func gather(
    _ input: Message, _ code: UInt8, _ instant: Int64,
    _ outputs: some RandomAccessCollection<some MessageSource>
  ) {
    codes.removeAll(keepingCapacity: true)
    values.begin()
    values.add(instant, predictor.instant(code))
    predictor.setInstant(instant, code)
    values.begin(input)
    Self.gather(input, Int(code), &predictor, &values)
    var index = outputs.startIndex
    while index != outputs.endIndex, codes.count < TraceLimit.outputs {
      let message = outputs[index].message
      codes.append(UInt8(truncatingIfNeeded: message.code))
      values.begin(message)
      Self.gather(message, FieldTable.outputBase + Int(message.code), &predictor, &values)
      outputs.formIndex(after: &index)
    }
  }

  private static func gather(
    _ message: Message, _ number: Int, _ predictor: inout Predictor, _ values: inout StepValues
  ) {
    var field = 0
    predictor.take(number) { prediction in
      let value = message[field]
      values.add(value, prediction)
      field += 1
      return value
    }
  }

  // MARK: Shapes

  /// The known shape to write the step with. It may cost more than the best one while what its steps cost too much
  /// together is less than what telling a new shape costs.
  private mutating func affordable(_ code: UInt8) -> Int? {
    let (best, cost) = (values.size, shapeLength)
    guard let (shape, size) = cheapest(code, atMost: best + cost - 1) else { return nil }
    return shapes.waste(size - best, shape, limit: cost) ? nil : shape
  }

  /// How many bytes it takes to tell the best shape.
  private var shapeLength: Int {
    let halves = values.list.reduce(0) { $0 + ($1.item.operation.hasResidual ? 2 : 1) }
    return 2 + codes.count + (halves + 1) / 2
  }

  /// The known shape that can write the step in the fewest bytes, if these are few enough, and how many they are.
  ///
  /// The tables are checked once and not for each of their values: with inputs that are all different, recording spends its
  /// time here. Shapes of the same messages have as many items as the step has values.
  private func cheapest(_ code: UInt8, atMost limit: Int) -> (shape: Int, size: Int)? {
    var found: (shape: Int, size: Int)?
    var limit = limit
    var index = shapes.newest(code, codes, values.fingerprint)
    values.list.withUnsafeBufferPointer { values in
      shapes.items.withUnsafeBufferPointer { items in
        var looks = 0
        while index >= 0, looks < Self.lookBack {
          if let size = Self.size(values, items, from: shapes.all[index].items.lowerBound, atMost: limit) {
            found = (index, size)
            limit = size - 1
          }
          index = shapes.all[index].previous
          looks += 1
        }
      }
    }
    return found
  }

  /// How many bytes the values take in a shape whose items begin at `first`; `nil` for more than the limit, or when it
  /// cannot write them.
  private static func size(
    _ values: UnsafeBufferPointer<StepValues.Value>, _ items: UnsafeBufferPointer<ShapeItem>, from first: Int,
    atMost limit: Int
  ) -> Int? {
    var size = 0
    for index in values.indices {
      let item = items[first + index]
      let residual = values[index].value &- values[index].prediction.base(item.operation)
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
    for value in values.list {
      half(value.item.operation.rawValue)
      if value.item.operation.hasResidual { half(value.item.width.rawValue) }
    }
    if let low { writer.bytes.append(low) }
  }
}
