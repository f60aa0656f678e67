import PlayerCore

// The order of outputs ("The order of notifications").

extension PlayerMonitor {
  // The named places in the documented order.
  static var itemPlace: Int8 { 0 }
  static var trackPlace: Int8 { 6 }
  static var segmentPlace: Int8 { 14 }
  static var framePlace: Int8 { 21 }

  /// A change: it comes after those that precede it in the order.
  @inline(__always)
  mutating func rank(_ place: Int8) {
    expect(stepOutputs.rank <= 1, .kindsOutOfOrder)
    stepOutputs.rank = 1
    if place <= stepOutputs.place { rankAgain(place) }
    stepOutputs.place = place
  }

  /// Some may come several times in a row: one per rendition, both ends of a segment, the first frame of audio and
  /// video. After a failure the order starts again with the item that is dropped.
  @inline(never)
  private mutating func rankAgain(_ place: Int8) {
    switch place {
    case Self.trackPlace, Self.segmentPlace, Self.framePlace:
      expect(place == stepOutputs.place, .notificationsOutOfOrder)
    case Self.itemPlace: expect(stepOutputs.hasFailed, .notificationsOutOfOrder)
    default: flag(.notificationsOutOfOrder)
    }
  }

  @inline(__always)
  mutating func rankNote() {
    expect(stepOutputs.rank <= 2, .kindsOutOfOrder)
    stepOutputs.rank = 2
  }
}
