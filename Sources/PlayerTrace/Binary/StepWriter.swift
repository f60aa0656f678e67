import PlayerCore

/// The values of one step, each with its prediction and its shortest encoding.
private struct StepValues: Sendable {
  struct Value: Sendable {
    var value: Int64 = 0
    var prediction = Prediction(last: 0, linear: 0, clocked: 0, typed: 0)
    /// What the shortest encoding writes.
    var coded: Int64 = 0
  }

  private(set) var list: [Value] = []
  /// The shortest encoding of each value.
  private(set) var items: [ShapeItem] = []
  private(set) var count = 0
  /// The number of bytes of all values in their shortest encodings.
  private(set) var size = 0

  /// Begins a step of at most `limit` values.
  mutating func begin(atMost limit: Int) {
    (count, size) = (0, 0)
    guard list.count < limit else { return }
    list += [Value](repeating: Value(), count: limit &- list.count)
    items += [ShapeItem](repeating: ShapeItem(operation: .last), count: limit &- items.count)
  }

  @inline(__always)
  mutating func open(_ body: (inout Open) -> Void) {
    list.withUnsafeMutableBufferPointer { list in
      items.withUnsafeMutableBufferPointer { items in
        var open = Open(list: list, items: items)
        body(&open)
        (count, size) = (open.count, open.size)
      }
    }
  }

  /// The values while they are added. The tables are checked once for all of them.
  struct Open {
    fileprivate let list: UnsafeMutableBufferPointer<Value>
    fileprivate let items: UnsafeMutableBufferPointer<ShapeItem>
    fileprivate var count = 0
    fileprivate var size = 0

    @inline(__always)
    mutating func add(_ value: Int64, _ prediction: Prediction) {
      let item = ShapeItem(shortest: value, prediction)
      var coded: Int64 = 0
      if item.operation.hasResidual {
        size &+= item.width.length
        coded = item.width.coded(value &- prediction.base(item.operation))
      }
      items[count] = item
      list[count] = Value(value: value, prediction: prediction, coded: coded)
      count &+= 1
    }
  }
}

/// Writes steps: finds the shape that encodes a step in the fewest bytes.
struct StepWriter: Sendable {
  private var predictor: Predictor
  private var shapes = Shapes()
  private var values = StepValues()
  /// Of the outputs.
  private var codes: [UInt8] = []
  /// The shape of the previous step; -1 for none.
  private var before = -1

  init(_ table: FieldTable) { predictor = Predictor(table) }

  mutating func reset(at instant: Int64) {
    predictor.reset(at: instant)
    shapes.removeAll()
    before = -1
  }

  mutating func write(
    _ input: WireMessage, at instant: Int64, _ outputs: some RandomAccessCollection<some MessageSource>,
    into writer: inout ByteWriter
  ) {
    let code = UInt8(truncatingIfNeeded: input.code)
    gather(input, code, instant, outputs)
    var known = shapes.successor(of: before, code, codes, values.items, values.count)
    if known >= 0 {
      before = known
      return writeShortest(as: known, into: &writer)
    }
    let fingerprint = Fingerprint(code, codes, values.items, values.count)
    known = shapes.find(code, codes, values.items, values.count, fingerprint)
    if known >= 0 {
      writeShortest(as: known, into: &writer)
      follow(known)
    } else if let known = affordable(code, fingerprint) {
      writer.varint(BinaryFormat.firstShape + UInt64(known))
      write(as: shapes.all[known], into: &writer)
      follow(known)
    } else {
      writer.varint(BinaryFormat.Tag.newShape.rawValue)
      writeShape(code, into: &writer)
      writeResiduals(into: &writer)
      shapes.add(code, codes, Array(values.items[..<values.count]), fingerprint)
      follow(shapes.all.count &- 1)
    }
  }

  private func writeShortest(as shape: Int, into writer: inout ByteWriter) {
    writer.varint(BinaryFormat.firstShape + UInt64(shape))
    writeResiduals(into: &writer)
  }

  /// Stores which shape follows which: most runs are repetitive.
  private mutating func follow(_ shape: Int) {
    if before >= 0 { shapes.expect(shape, after: before) }
    before = shape
  }

  private func writeResiduals(into writer: inout ByteWriter) {
    for index in 0..<values.count where values.items[index].operation.hasResidual {
      writer.fixed(UInt64(bitPattern: values.list[index].coded), values.items[index].width.length)
    }
  }

  private func write(as shape: Shapes.Shape, into writer: inout ByteWriter) {
    for (value, item) in zip(values.list, shapes.items[shape.items]) where item.operation.hasResidual {
      let residual = value.value &- value.prediction.base(item.operation)
      writer.fixed(UInt64(bitPattern: item.width.coded(residual)), item.width.length)
    }
  }

  /// The number of shapes that are tried before a new one is made.
  private static let lookBack = 24

  // MARK: Values

  private mutating func gather(
    _ input: WireMessage, _ code: UInt8, _ instant: Int64,
    _ outputs: some RandomAccessCollection<some MessageSource>
  ) {
    codes.removeAll(keepingCapacity: true)
    let count = min(outputs.count, TraceLimit.outputs)
    values.begin(atMost: 1 &+ (count &+ 1) &* WireMessage.maximumFieldCount)
    predictor.open { predictor in
      values.open { values in
        predictor.takeInstant(code) { prediction in
          values.add(instant, prediction)
          return instant
        }
        Self.gather(input, Int(code), &predictor, &values)
        var index = outputs.startIndex
        while codes.count < count {
          let message = outputs[index].message
          outputs.formIndex(after: &index)
          codes.append(UInt8(truncatingIfNeeded: message.code))
          Self.gather(message, FieldTable.outputBase &+ Int(message.code), &predictor, &values)
        }
      }
    }
  }

  @inline(__always)
  private static func gather(
    _ message: WireMessage, _ number: Int, _ predictor: inout OpenPredictor, _ values: inout StepValues.Open
  ) {
    var field = 0
    predictor.take(number) { prediction in
      let value = message[field]
      values.add(value, prediction)
      field &+= 1
      return value
    }
  }

  // MARK: Shapes

  /// The known shape to write the step with. It may cost more than the best one, as long as the total excess cost of
  /// its steps is less than the cost of declaring a new shape.
  private mutating func affordable(_ code: UInt8, _ fingerprint: Fingerprint) -> Int? {
    let (best, cost) = (values.size, shapeLength)
    guard let (shape, size) = cheapest(code, fingerprint, atMost: best &+ cost &- 1) else { return nil }
    return shapes.waste(size &- best, shape, limit: cost) ? nil : shape
  }

  /// How many bytes it takes to declare the best shape.
  private var shapeLength: Int {
    let halves = values.items[..<values.count].reduce(0) { $0 &+ ($1.operation.hasResidual ? 2 : 1) }
    return 2 &+ codes.count &+ (halves &+ 1) / 2
  }

  /// The known shape that can write the step in the fewest bytes, if these are few enough, and how many they are.
  ///
  /// The tables are checked once, not for each of their values: with inputs that are all different, recording spends
  /// its time here. Shapes of the same messages have as many items as the step has values.
  private func cheapest(
    _ code: UInt8, _ fingerprint: Fingerprint, atMost limit: Int
  ) -> (shape: Int, size: Int)? {
    var found: (shape: Int, size: Int)?
    var limit = limit
    var index = shapes.newest(code, codes, fingerprint)
    let count = values.count
    values.list.withUnsafeBufferPointer { list in
      let values = UnsafeBufferPointer(rebasing: list[..<count])
      shapes.items.withUnsafeBufferPointer { items in
        var looks = 0
        while index >= 0, looks < Self.lookBack {
          if let size = Self.size(values, items, from: shapes.all[index].items.lowerBound, atMost: limit) {
            found = (index, size)
            limit = size &- 1
          }
          index = shapes.all[index].previous
          looks &+= 1
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
      let item = items[first &+ index]
      let residual = values[index].value &- values[index].prediction.base(item.operation)
      if item.operation.hasResidual {
        size &+= item.width.length
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
    for item in values.items[..<values.count] {
      half(item.operation.rawValue)
      if item.operation.hasResidual { half(item.width.rawValue) }
    }
    if let low { writer.bytes.append(low) }
  }
}
