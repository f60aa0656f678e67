import PlayerCore

extension Player {
  /// Every field of the state in the order of the specification.
  package var stateValues: [Int64] {
    var copy = self
    // More room than a state needs today. If it is ever too little, the second reading has enough.
    return copy.readState(room: 400)
  }

  private mutating func readState(room: Int) -> [Int64] {
    var needed = 0
    let values = [Int64](unsafeUninitializedCapacity: room) { values, count in
      needed = Self.readState(of: &self, into: values)
      count = min(needed, values.count)
    }
    return needed > values.count ? readState(room: needed) : values
  }

  /// A player with these fields; the index of the first that is out of range in `invalid`.
  static func with(stateValues values: [Int64], invalid: inout Int?) -> Player {
    var player = Player()
    invalid = values.withUnsafeBufferPointer { writeState(of: &player, from: $0) }
    if invalid == nil {
      let kept = player.stateValues
      invalid = kept.indices.first { $0 < values.count && kept[$0] != values[$0] }
    }
    return player
  }
}
