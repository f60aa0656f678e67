import PlayerCore

extension Player {
  /// More fields than a state has.
  private static var stateFieldLimit: Int { 400 }

  /// Every field of the state in the order of the specification.
  var stateValues: [Int64] {
    var copy = self
    return [Int64](unsafeUninitializedCapacity: Self.stateFieldLimit) { values, count in
      count = min(Self.readState(of: &copy, into: values), values.count)
    }
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
