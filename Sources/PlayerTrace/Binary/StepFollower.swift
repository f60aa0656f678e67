import PlayerCore
import PlayerText

/// Plays the inputs of a trace while they are read, so that the outputs are available before the recorded ones, which
/// are then compared as numbers without being decoded into messages.
protocol StepFollower {
  /// Whether the step with this number can be played before its outputs are read.
  func follows(_ number: Int64) -> Bool
  /// Plays a step.
  mutating func play(_ input: Input, _ number: Int64, at instant: Instant)
  /// The number of outputs of the last played step.
  var outputCount: Int { get }
  /// One of these outputs.
  func output(_ place: Int) -> Output
  /// The recorded outputs are the same.
  mutating func agree()
  /// The recorded outputs differ. `offset` is where the record begins in the file.
  mutating func disagree(_ step: TraceStep, at offset: Int64)
}

extension BinaryReader {
  /// Reads at most `limit` steps, and returns their number. Other, damaged or incomplete entries are left for
  /// ``next()``.
  mutating func follow(_ follower: inout some StepFollower, atMost limit: Int) throws(TraceError) -> Int {
    var count = 0
    while count < limit, followsSteps {
      if source.available < BinaryFormat.longestStep { try source.fill(TraceLimit.buffer) }
      let window = source.window
      let base = source.offset - Int64(source.index)
      var place = place
      do throws(Halt) {
        let followed = try steps.follow(
          &follower, window, isLast: source.isLast, from: &place, base: base, atMost: limit &- count)
        guard followed > 0 else { break }
        self.place = place
        count &+= followed
      } catch {
        // Incomplete entries are not followed.
        guard case .flaw(let flaw) = error else { break }
        throw damage(flaw, base + Int64(place.lastEntry))
      }
    }
    return count
  }
}

/// How far the entries of a block have been read.
struct BlockPlace {
  /// In the window.
  var index: Int
  /// Of the last step.
  var number: Int64
  /// Over the block so far.
  var checksum: CRC32C
  /// Where the last entry began in the window.
  var lastEntry: Int
}

extension StepReader {
  /// Reads steps up to the first entry of another kind, or as long as `follower` follows. `isLast` is true when nothing
  /// follows the window.
  mutating func follow(
    _ follower: inout some StepFollower, _ window: [UInt8], isLast: Bool, from place: inout BlockPlace, base: Int64,
    atMost limit: Int
  ) throws(Halt) -> Int {
    // A shape is learned only where its whole step is available, or it would be learned twice.
    let lastNew = isLast ? window.count : window.count &- BinaryFormat.longestStep
    return try window.withUnsafeBufferPointer { bytes throws(Halt) in
      var count = 0
      while true {
        count &+= try shapes.withTables { tables throws(Halt) in
          let steps = FollowedSteps(bytes: bytes, tables: tables, maker: maker, base: base)
          return try predictor.open { predictor throws(Halt) in
            try steps.follow(&follower, &predictor, from: &place, atMost: limit &- count)
          }
        }
        guard count < limit, place.index <= lastNew, try followNew(&follower, window, bytes, &place, base) else {
          return count
        }
        count &+= 1
      }
    }
  }

  /// Reads a step that declares its shape. A step that is damaged, or incomplete at the end of a file, is read again,
  /// and reading ends there.
  private mutating func followNew(
    _ follower: inout some StepFollower, _ window: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>,
    _ place: inout BlockPlace, _ base: Int64
  ) throws(Halt) -> Bool {
    let start = place.index
    guard start < bytes.count, UInt64(bytes[start]) == BinaryFormat.Tag.newShape.rawValue,
      shapes.all.count < BinaryFormat.shapeLimit, place.number < .max, follower.follows(place.number &+ 1)
    else { return false }
    var cursor = ByteCursor(window, at: start &+ 1)
    do throws(Halt) {
      shapes.add(try readShape(&cursor), codes, items)
    } catch { return false }
    return try shapes.withTables { tables throws(Halt) in
      let entry = FollowedSteps.Entry(
        tables.shapes[tables.shapes.count &- 1], bytes, from: start, values: cursor.index, tables, place.checksum)
      guard let entry else { return false }
      let steps = FollowedSteps(bytes: bytes, tables: tables, maker: maker, base: base)
      try predictor.open { predictor throws(Halt) in try steps.read(entry, &follower, &predictor, &place) }
      return true
    }
  }
}

/// Steps of known shapes in a window, which begins at `base` in the file.
struct FollowedSteps {
  let bytes: UnsafeBufferPointer<UInt8>
  let tables: Shapes.Tables
  let maker: StepMaker
  let base: Int64

  /// A complete step with a correct check byte.
  struct Entry {
    var shape: Shapes.Shape
    var start: Int
    /// Where the values begin.
    var values: Int
    /// Where the next entry begins.
    var end: Int
    /// Over the block up to there.
    var checksum: CRC32C

    @inline(__always)
    init?(
      _ shape: Shapes.Shape, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, values: Int,
      _ tables: Shapes.Tables, _ checksum: CRC32C
    ) {
      let last = values &+ shape.length
      guard last < bytes.count else { return nil }
      (self.shape, self.start, self.values, end, self.checksum) = (shape, start, values, last &+ 1, checksum)
      self.checksum.update(bytes, start..<last, tables.checksum)
      guard isSame(bytes[last], self.checksum.check) else { return nil }
      self.checksum.update(bytes[last], tables.checksum)
    }
  }

  func follow(
    _ follower: inout some StepFollower, _ predictor: inout OpenPredictor, from place: inout BlockPlace,
    atMost limit: Int
  ) throws(Halt) -> Int {
    var count = 0
    while count < limit, place.number < .max, follower.follows(place.number &+ 1), let entry = entry(place) {
      try read(entry, &follower, &predictor, &place)
      count &+= 1
    }
    return count
  }

  /// The next entry; `nil` for anything other than a step of a known shape. A tag longer than two bytes never belongs
  /// to one.
  @inline(__always)
  func entry(_ place: BlockPlace) -> Entry? {
    let start = place.index
    guard start &+ 1 < bytes.count else { return nil }
    let (low, high) = (Int(bytes[start]), Int(bytes[start &+ 1]))
    guard low < 0x80 || high < 0x80 else { return nil }
    let tag = low < 0x80 ? low : low & 0x7F | high &<< 7
    let shape = tag &- Int(BinaryFormat.firstShape)
    guard shape >= 0, shape < tables.shapes.count else { return nil }
    return Entry(
      tables.shapes[shape], bytes, from: start, values: low < 0x80 ? start &+ 1 : start &+ 2, tables, place.checksum)
  }

  @inline(__always)
  func read(
    _ entry: Entry, _ follower: inout some StepFollower, _ predictor: inout OpenPredictor, _ place: inout BlockPlace
  ) throws(Halt) {
    place = BlockPlace(
      index: entry.end, number: place.number &+ 1, checksum: entry.checksum, lastEntry: entry.start)
    let shape = entry.shape
    var values = CodedValues(bytes, at: entry.values, tables.items, from: shape.items.lowerBound)
    predictor.takeInstant(shape.input) { values.next($0) }
    let instant = predictor.now
    var message = WireMessage(code: UInt16(shape.input))
    predictor.take(Int(shape.input)) { prediction in
      let value = values.next(prediction)
      message.put(value)
      return value
    }
    let input = try StepReader.checked { () throws(Flaw) in try maker.input(message) }
    follower.play(input, place.number, at: Instant(microseconds: instant))
    let equal = compare(follower, shape, &values, &predictor)
    guard equal != shape.codes.count || equal != follower.outputCount else { return follower.agree() }
    var step = TraceStep(number: place.number, instant: Instant(microseconds: instant), input: input)
    step.outputs = try outputs(shape, &values, &predictor, (0..<equal).map { follower.output($0) })
    follower.disagree(step, at: base + Int64(entry.start))
  }

  /// How many of the recorded outputs, from the first on, equal those of `follower`. If there is another one, it is
  /// read.
  @inline(__always)
  private func compare(
    _ follower: borrowing some StepFollower, _ shape: Shapes.Shape, _ values: inout CodedValues,
    _ predictor: inout OpenPredictor
  ) -> Int {
    let count = follower.outputCount
    var equal = 0
    while equal < shape.codes.count {
      let code = tables.codes[shape.codes.lowerBound &+ equal]
      let expected = equal < count ? follower.output(equal).message : WireMessage(code: .max)
      var isEqual = expected.code == UInt16(code)
      var field = 0
      predictor.take(FieldTable.outputBase &+ Int(code)) { prediction in
        let value = values.next(prediction)
        if value != expected[field] { isEqual = false }
        field &+= 1
        return value
      }
      guard isEqual else { break }
      equal &+= 1
    }
    return equal
  }

  /// All recorded outputs of a step: the `equal` ones, the one read after them, and those not read yet.
  private func outputs(
    _ shape: Shapes.Shape, _ values: inout CodedValues, _ predictor: inout OpenPredictor, _ equal: [Output]
  ) throws(Halt) -> [Output] {
    var outputs = equal
    for place in shape.codes.dropFirst(equal.count) {
      let code = tables.codes[place]
      let number = FieldTable.outputBase &+ Int(code)
      if outputs.count > equal.count { predictor.take(number) { values.next($0) } }
      let message = predictor.lastMessage(number, code: UInt16(code))
      outputs.append(try StepReader.checked { () throws(Flaw) in try maker.output(message) })
    }
    return outputs
  }
}

/// The values of a step, one after the other. All of them are available: the shape determines their number and length.
struct CodedValues {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let items: UnsafeBufferPointer<ShapeItem>
  private var byte: Int
  private var item: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at byte: Int, _ items: UnsafeBufferPointer<ShapeItem>, from item: Int) {
    (self.bytes, self.items, self.byte, self.item) = (bytes, items, byte, item)
  }

  @inline(__always)
  mutating func next(_ prediction: Prediction) -> Int64 {
    let item = items[item]
    self.item &+= 1
    let base = prediction.base(item.operation)
    guard item.operation.hasResidual else { return base }
    let length = item.width.length
    var coded: UInt64 = 0
    var shift: UInt64 = 0
    for index in byte..<byte &+ length {
      coded |= UInt64(bytes[index]) &<< shift
      shift &+= 8
    }
    byte &+= length
    return base &+ item.width.residual(Int64(lowBytes: coded, width: length))
  }
}
