import PlayerCore

// The order of what is said ("The order of notifications").

extension PlayerMonitor {
  // Places of changes in the documented order that are more than a number.
  static var itemPlace: Int8 { 0 }
  static var trackPlace: Int8 { 6 }
  static var segmentPlace: Int8 { 14 }
  static var framePlace: Int8 { 21 }

  /// A change: it comes behind those before it in the order.
  @inline(__always)
  mutating func rank(_ place: Int8) {
    expect(said.rank <= 1, .kindsOutOfOrder)
    said.rank = 1
    if place <= said.place { rankAgain(place) }
    said.place = place
  }

  /// Some may come several times in a row: one for each rendition, both ends of a segment, the first frame of sound and
  /// picture. Behind a failure the changes begin anew, with the item that is dropped.
  @inline(never)
  private mutating func rankAgain(_ place: Int8) {
    switch place {
    case Self.trackPlace, Self.segmentPlace, Self.framePlace: expect(place == said.place, .notificationsOutOfOrder)
    case Self.itemPlace: expect(said.hasFailed, .notificationsOutOfOrder)
    default: flag(.notificationsOutOfOrder)
    }
  }

  @inline(__always)
  mutating func rankNote() {
    expect(said.rank <= 2, .kindsOutOfOrder)
    said.rank = 2
  }
}
