/// An operation and, for one with a residual, how that is written.
struct ShapeItem: Equatable, Sendable {
  var operation: Operation
  var width = ResidualWidth.none
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

/// The shapes of a block's steps: which messages, and how each of their values is written.
struct Shapes: Sendable {
  struct Shape: Sendable {
    var input: UInt8
    /// The codes of the outputs, in ``Shapes/codes``.
    var codes: Range<Int>
    /// The instant and every field in order, in ``Shapes/items``.
    var items: Range<Int>
    /// The shape before with the same input; -1 for none.
    var previous: Int
    /// How many bytes steps of this shape took that they would not have taken with shapes of their own.
    var waste = 0
  }

  private(set) var all: [Shape] = []
  private(set) var codes: [UInt8] = []
  private(set) var items: [ShapeItem] = []
  private var newest = [Int](repeating: -1, count: 256)

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    codes.removeAll(keepingCapacity: true)
    items.removeAll(keepingCapacity: true)
    for index in newest.indices { newest[index] = -1 }
  }

  /// The shape that was added last for an input; -1 for none.
  func newest(_ input: UInt8) -> Int { newest[Int(input)] }

  /// Remembers a shape; when the block knows too many already, only until the next one is added.
  mutating func add(_ input: UInt8, _ outputs: [UInt8], _ list: [ShapeItem]) {
    guard all.count < BinaryFormat.shapeLimit else { return }
    let firstCode = codes.count
    let firstItem = items.count
    codes.append(contentsOf: outputs)
    items.append(contentsOf: list)
    all.append(
      Shape(
        input: input, codes: firstCode..<codes.count, items: firstItem..<items.count,
        previous: newest[Int(input)]))
    newest[Int(input)] = all.count - 1
  }

  /// Counts the bytes that a step of a shape takes too many. True once all of them together are `limit`: a better shape
  /// is worth its own bytes then, and counting begins anew.
  mutating func waste(_ bytes: Int, _ shape: Int, limit: Int) -> Bool {
    all[shape].waste += bytes
    guard all[shape].waste >= limit else { return false }
    all[shape].waste = 0
    return true
  }

  func hasCodes(_ shape: Shape, _ outputs: [UInt8]) -> Bool {
    guard shape.codes.count == outputs.count else { return false }
    var index = shape.codes.lowerBound
    for output in outputs {
      if codes[index] != output { return false }
      index += 1
    }
    return true
  }
}
