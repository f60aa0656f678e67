import PlayerCore

/// Reads every field of a state in order.
struct StateReader: StateVisitor {
  var values: [Int64] = []
  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) { values.append(value.wireValue) }
}

/// Writes every field of a state in order. `invalid` is the first one that does not take its value.
struct StateWriter: StateVisitor {
  var values: [Int64]
  private(set) var invalid: Int?
  private var index = 0

  init(_ values: [Int64]) { self.values = values }

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    defer { index += 1 }
    guard index < values.count else { return }
    if let read = Value(wireValue: values[index]) { value = read } else { invalid = invalid ?? index }
  }
}

extension Player {
  /// Every field of the state in the order of ``StateSchema``.
  var stateValues: [Int64] {
    var copy = self
    var reader = StateReader()
    reader.values.reserveCapacity(192)
    copy.visitState(&reader)
    return reader.values
  }

  /// A player with these fields; the index of the first that is out of range in `invalid`.
  static func with(stateValues values: [Int64], invalid: inout Int?) -> Player {
    var player = Player()
    var writer = StateWriter(values)
    player.visitState(&writer)
    invalid = writer.invalid
    if invalid == nil {
      let kept = player.stateValues
      invalid = kept.indices.first { $0 < values.count && kept[$0] != values[$0] }
    }
    return player
  }
}
