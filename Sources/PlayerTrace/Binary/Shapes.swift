/// An operation and, if it has a residual, how that is written.
struct ShapeItem: Equatable, Sendable {
  var operation: Operation
  var width = ResidualWidth.none
}

extension ShapeItem {
  /// The shortest way to write a value.
  @inline(__always)
  init(shortest value: Int64, _ prediction: Prediction) {
    if value == prediction.last {
      self.init(operation: .last)
    } else if value == prediction.typed {
      self.init(operation: .typed)
    } else if value == prediction.linear {
      self.init(operation: .linear)
    } else if value == prediction.clocked {
      self.init(operation: .clocked)
    } else if value == prediction.typed &+ 1 {
      self.init(operation: .next)
    } else if value == .min {
      self.init(operation: .lowest)
    } else if value == .max {
      self.init(operation: .highest)
    } else {
      self.init(shortestResidual: value, prediction)
    }
  }

  /// The shortest residual, the first among equals.
  private init(shortestResidual value: Int64, _ prediction: Prediction) {
    self.init(operation: .lastPlus, width: ResidualWidth(of: value &- prediction.last))
    consider(.linearPlus, value &- prediction.linear)
    consider(.clockedPlus, value &- prediction.clocked)
    consider(.typedPlus, value &- prediction.typed)
  }

  @inline(__always)
  private mutating func consider(_ operation: Operation, _ residual: Int64) {
    // Dividing by a thousand saves at most two bytes, and no residual is shorter than one.
    guard width.length > 1, residual.width < width.length &+ 2 else { return }
    let width = ResidualWidth(of: residual)
    if width.length < self.width.length { self = ShapeItem(operation: operation, width: width) }
  }
}

/// How a residual is written: 1 … 8 bytes contain it unchanged, 9 … 15 stand for 1 … 7 bytes of its thousandth part,
/// because times that users, programs and servers choose are whole milliseconds.
struct ResidualWidth: Equatable, Sendable {
  var rawValue: UInt8

  static let none = ResidualWidth(rawValue: 0)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The shortest one that holds a residual.
  @inline(__always)
  init(of residual: Int64) {
    let plain = residual.width
    rawValue = UInt8(truncatingIfNeeded: plain)
    guard plain > 1, residual % 1_000 == 0 else { return }
    let coarse = (residual / 1_000).width
    if coarse < plain { rawValue = UInt8(truncatingIfNeeded: 8 + coarse) }
  }

  /// How many bytes are written.
  @inline(__always)
  var length: Int { Int(rawValue > 8 ? rawValue - 8 : rawValue) }

  @inline(__always)
  var isCoarse: Bool { rawValue > 8 }

  @inline(__always)
  func holds(_ residual: Int64) -> Bool {
    isCoarse ? residual % 1_000 == 0 && (residual / 1_000).width <= length : residual.width <= length
  }

  /// The bytes for a residual that this width holds.
  @inline(__always)
  func coded(_ residual: Int64) -> Int64 { isCoarse ? residual / 1_000 : residual }

  /// The residual for the bytes.
  @inline(__always)
  func residual(_ coded: Int64) -> Int64 { isCoarse ? coded &* 1_000 : coded }
}

/// Hashes: numbers that differ for most different shapes.
struct Fingerprint: Sendable {
  private(set) var messages: UInt32 = 2_166_136_261
  private(set) var items: UInt32 = 2_166_136_261

  /// Of messages and items.
  var both: UInt32 { messages &* 31 ^ items }

  init() {}

  /// Of the first `count` items.
  init(_ input: UInt8, _ outputs: [UInt8], _ items: [ShapeItem], _ count: Int) {
    messages = (messages ^ UInt32(input)) &* 16_777_619
    for code in outputs { messages = (messages ^ UInt32(code)) &* 16_777_619 }
    for item in items[..<count] {
      self.items = (self.items ^ (UInt32(item.operation.rawValue) << 4 | UInt32(item.width.rawValue))) &* 16_777_619
    }
  }
}

/// The shapes of a block's steps: which messages, and how each of their values is written.
struct Shapes: Sendable {
  struct Shape: Sendable {
    var input: UInt8
    /// The codes of the outputs, in ``Shapes/codes``.
    var codes: Range<Int>
    /// The instant and every field in order, in ``Shapes/items``.
    var items: Range<Int>
    /// How many bytes the values take.
    var length: Int
    /// The shape of the same messages that was added before; -1 for none.
    var previous = -1
    var fingerprint = Fingerprint()
    /// The shape of the last step that followed one of this shape; -1 for none.
    var successor = -1
    /// The number of bytes that steps of this shape would have saved with separate shapes.
    var waste = 0
  }

  private(set) var all: [Shape] = []
  private(set) var codes: [UInt8] = []
  private(set) var items: [ShapeItem] = []
  /// The shape with these messages and items, by both fingerprints; the newest with these messages, by theirs.
  private var (exact, newest) = (Buckets(), Buckets())

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    codes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    exact.removeAll()
    newest.removeAll()
  }

  /// Adds a shape; if the block already has the maximum number, it is kept only until the next one is added. A reader
  /// finds shapes by number and has no fingerprints.
  mutating func add(_ input: UInt8, _ outputs: [UInt8], _ list: [ShapeItem], _ fingerprint: Fingerprint? = nil) {
    guard all.count < BinaryFormat.shapeLimit else { return }
    let firstCode = codes.count
    let firstItem = items.count
    codes.append(contentsOf: outputs)
    items.append(contentsOf: list)
    let length = list.reduce(0) { $0 &+ $1.width.length }
    var shape = Shape(input: input, codes: firstCode..<codes.count, items: firstItem..<items.count, length: length)
    if let fingerprint {
      shape.fingerprint = fingerprint
      let bucket = newest.bucket(fingerprint.messages) { hasMessages($0, input, outputs, fingerprint) }
      shape.previous = newest[bucket]
      newest[bucket] = all.count
      exact[exact.bucket(fingerprint.both) { _ in false }] = all.count
    }
    all.append(shape)
  }

  /// The tables that are read repeatedly for steps.
  struct Tables {
    var shapes: UnsafeBufferPointer<Shape>
    var codes: UnsafeBufferPointer<UInt8>
    var items: UnsafeBufferPointer<ShapeItem>
    var checksum: CRC32C.Table
  }

  func withTables<Value, Failure: Error>(_ body: (Tables) throws(Failure) -> Value) throws(Failure) -> Value {
    try all.withUnsafeBufferPointer { shapes throws(Failure) in
      try codes.withUnsafeBufferPointer { codes throws(Failure) in
        try items.withUnsafeBufferPointer { items throws(Failure) in
          try CRC32C.withTable { checksum throws(Failure) in
            try body(Tables(shapes: shapes, codes: codes, items: items, checksum: checksum))
          }
        }
      }
    }
  }

  /// The shape of these messages that was added last; -1 for none.
  func newest(_ input: UInt8, _ outputs: [UInt8], _ fingerprint: Fingerprint) -> Int {
    newest[newest.bucket(fingerprint.messages) { hasMessages($0, input, outputs, fingerprint) }]
  }

  /// The shape that last followed `shape` (-1 for none); -1 unless it has these messages and the first `count` of these
  /// items.
  @inline(__always)
  func successor(of shape: Int, _ input: UInt8, _ outputs: [UInt8], _ list: [ShapeItem], _ count: Int) -> Int {
    guard shape >= 0, case let place = all[shape].successor, place >= 0, all[place].input == input,
      hasCodes(all[place], outputs), hasItems(all[place], list, count)
    else { return -1 }
    return place
  }

  /// `shape` has followed `before`.
  mutating func expect(_ shape: Int, after before: Int) {
    if all[before].successor != shape { all[before].successor = shape }
  }

  /// The shape with these messages and items; -1 when it is not known.
  func find(
    _ input: UInt8, _ outputs: [UInt8], _ list: [ShapeItem], _ count: Int, _ fingerprint: Fingerprint
  ) -> Int {
    let bucket = exact.bucket(fingerprint.both) {
      all[$0].fingerprint.items == fingerprint.items && hasMessages($0, input, outputs, fingerprint)
        && hasItems(all[$0], list, count)
    }
    return exact[bucket]
  }

  private func hasItems(_ shape: Shape, _ list: [ShapeItem], _ count: Int) -> Bool {
    guard shape.items.count == count else { return false }
    // The counts are equal, and a shape's range lies within the items.
    let first = shape.items.lowerBound
    return items.withUnsafeBufferPointer { items in
      list.withUnsafeBufferPointer { list in
        for index in 0..<count where items[first &+ index] != list[index] { return false }
        return true
      }
    }
  }

  /// Counts the bytes that a step of a shape wastes. True once their sum reaches `limit`: a better shape is then worth
  /// its own bytes, and counting starts over.
  mutating func waste(_ bytes: Int, _ shape: Int, limit: Int) -> Bool {
    all[shape].waste += bytes
    guard all[shape].waste >= limit else { return false }
    all[shape].waste = 0
    return true
  }

  private func hasMessages(_ place: Int, _ input: UInt8, _ outputs: [UInt8], _ fingerprint: Fingerprint) -> Bool {
    let shape = all[place]
    return shape.fingerprint.messages == fingerprint.messages && shape.input == input && hasCodes(shape, outputs)
  }

  private func hasCodes(_ shape: Shape, _ outputs: [UInt8]) -> Bool {
    guard shape.codes.count == outputs.count else { return false }
    // The counts are equal, and a shape's range lies within the codes.
    let first = shape.codes.lowerBound
    return codes.withUnsafeBufferPointer { codes in
      outputs.withUnsafeBufferPointer { outputs in
        for index in outputs.indices where codes[first &+ index] != outputs[index] { return false }
        return true
      }
    }
  }
}

/// Places of shapes by a fingerprint.
private struct Buckets: Sendable {
  /// Places plus one; 0 is empty. At most half of them are taken.
  private var places = [UInt16](repeating: 0, count: 2 * BinaryFormat.shapeLimit)

  mutating func removeAll() { places.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }

  /// The place in a bucket; -1 for none.
  subscript(bucket: Int) -> Int {
    get { Int(places[bucket]) &- 1 }
    set { places[bucket] = UInt16(truncatingIfNeeded: newValue &+ 1) }
  }

  /// The bucket of the matching place, or an empty one for it.
  func bucket(_ fingerprint: UInt32, _ isMeant: (Int) -> Bool) -> Int {
    // The number of buckets is a power of two, so masking with `last` always gives a bucket.
    let last = places.count &- 1
    return places.withUnsafeBufferPointer { places in
      var bucket = Int(truncatingIfNeeded: (fingerprint ^ fingerprint >> 15) & UInt32(truncatingIfNeeded: last))
      while places[bucket] != 0, !isMeant(Int(places[bucket]) &- 1) { bucket = (bucket &+ 1) & last }
      return bucket
    }
  }
}
