/// An operation and, for one with a residual, how that is written.
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
    let width = ResidualWidth(of: residual)
    if width.length < self.width.length { self = ShapeItem(operation: operation, width: width) }
  }
}

/// How a residual is written: 1 … 8 bytes hold it as it is, 9 … 15 stand for 1 … 7 bytes of its thousandth part. Times
/// that people, programs and servers choose are whole milliseconds.
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

  /// What stands in the bytes for a residual that this width holds.
  @inline(__always)
  func coded(_ residual: Int64) -> Int64 { isCoarse ? residual / 1_000 : residual }

  /// The residual for what stands in the bytes.
  @inline(__always)
  func residual(_ coded: Int64) -> Int64 { isCoarse ? coded &* 1_000 : coded }
}

/// Numbers that differ for most shapes that differ.
struct Fingerprint: Sendable {
  var messages: UInt32 = 2_166_136_261
  var items: UInt32 = 2_166_136_261

  /// Of messages and items.
  var both: UInt32 { messages &* 31 ^ items }

  @inline(__always)
  mutating func put(code: UInt16) { messages = (messages ^ UInt32(code)) &* 16_777_619 }

  @inline(__always)
  mutating func put(_ item: ShapeItem) {
    items = (items ^ (UInt32(item.operation.rawValue) << 4 | UInt32(item.width.rawValue))) &* 16_777_619
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
    /// The shape of the same messages that was added before; -1 for none.
    var previous = -1
    var fingerprint = Fingerprint()
    /// How many bytes steps of this shape took that they would not have taken with shapes of their own.
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

  /// Remembers a shape; when the block knows too many already, only until the next one is added. A reader finds shapes by
  /// their numbers and has no fingerprints.
  mutating func add(_ input: UInt8, _ outputs: [UInt8], _ list: [ShapeItem], _ fingerprint: Fingerprint? = nil) {
    guard all.count < BinaryFormat.shapeLimit else { return }
    let firstCode = codes.count
    let firstItem = items.count
    codes.append(contentsOf: outputs)
    items.append(contentsOf: list)
    var shape = Shape(input: input, codes: firstCode..<codes.count, items: firstItem..<items.count)
    if let fingerprint {
      shape.fingerprint = fingerprint
      let bucket = newest.bucket(fingerprint.messages) { hasMessages($0, input, outputs, fingerprint) }
      shape.previous = newest[bucket]
      newest[bucket] = all.count
      exact[exact.bucket(fingerprint.both) { _ in false }] = all.count
    }
    all.append(shape)
  }

  /// The shape of these messages that was added last; -1 for none.
  func newest(_ input: UInt8, _ outputs: [UInt8], _ fingerprint: Fingerprint) -> Int {
    newest[newest.bucket(fingerprint.messages) { hasMessages($0, input, outputs, fingerprint) }]
  }

  /// The shape with these messages and items; -1 when it is not known.
  func find(
    _ input: UInt8, _ outputs: [UInt8], _ list: some RandomAccessCollection<ShapeItem>, _ fingerprint: Fingerprint
  ) -> Int {
    let bucket = exact.bucket(fingerprint.both) {
      all[$0].fingerprint.items == fingerprint.items && hasMessages($0, input, outputs, fingerprint)
        && hasItems(all[$0], list)
    }
    return exact[bucket]
  }

  private func hasItems(_ shape: Shape, _ list: some RandomAccessCollection<ShapeItem>) -> Bool {
    shape.items.count == list.count && zip(items[shape.items], list).allSatisfy { $0 == $1 }
  }

  /// Counts the bytes that a step of a shape takes too many. True once all of them together are `limit`: a better shape
  /// is worth its own bytes then, and counting begins anew.
  mutating func waste(_ bytes: Int, _ shape: Int, limit: Int) -> Bool {
    all[shape].waste += bytes
    guard all[shape].waste >= limit else { return false }
    all[shape].waste = 0
    return true
  }

  private func hasMessages(_ place: Int, _ input: UInt8, _ outputs: [UInt8], _ fingerprint: Fingerprint) -> Bool {
    let shape = all[place]
    guard shape.fingerprint.messages == fingerprint.messages, shape.input == input, shape.codes.count == outputs.count
    else { return false }
    var index = shape.codes.lowerBound
    for output in outputs {
      if codes[index] != output { return false }
      index += 1
    }
    return true
  }
}

/// Places of shapes by a fingerprint.
private struct Buckets: Sendable {
  /// Places plus one; 0 is empty. At most half of them are taken.
  private var places = [UInt16](repeating: 0, count: 2 * BinaryFormat.shapeLimit)

  mutating func removeAll() { for index in places.indices { places[index] = 0 } }

  /// The place in a bucket; -1 for none.
  subscript(bucket: Int) -> Int {
    get { Int(places[bucket]) - 1 }
    set { places[bucket] = UInt16(truncatingIfNeeded: newValue + 1) }
  }

  /// The bucket of the place that is meant, or an empty one for it.
  func bucket(_ fingerprint: UInt32, _ isMeant: (Int) -> Bool) -> Int {
    var bucket = Int((fingerprint ^ fingerprint >> 15) & UInt32(places.count - 1))
    while places[bucket] != 0, !isMeant(Int(places[bucket]) - 1) { bucket = (bucket + 1) & (places.count - 1) }
    return bucket
  }
}
