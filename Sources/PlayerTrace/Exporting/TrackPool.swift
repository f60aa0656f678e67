/// Rows for slices that may overlap: each gets the first free row.
struct TrackPool {
  private var rows: [(track: Int, isBusy: Bool)] = []

  /// No picture has more rows than this.
  static var limit: Int { 256 }

  /// A free row; `nil` when there is none yet.
  mutating func takeFree() -> Int? {
    guard let place = rows.firstIndex(where: { !$0.isBusy }) else { return nil }
    rows[place].isBusy = true
    return rows[place].track
  }

  var isFull: Bool { rows.count >= Self.limit }

  mutating func add(busy track: Int) { rows.append((track, true)) }

  mutating func free(_ track: Int) {
    if let place = rows.firstIndex(where: { $0.track == track }) { rows[place].isBusy = false }
  }
}
