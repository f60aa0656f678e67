/// An operation and, for one with a residual, how many bytes that has.
struct ShapeItem: Equatable, Sendable {
  var operation: Operation
  var width: UInt8

  init(_ operation: Operation, width: Int = 0) {
    self.operation = operation
    self.width = UInt8(truncatingIfNeeded: width)
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
    /// The shape before with the same input; -1 for none.
    var previous: Int
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
