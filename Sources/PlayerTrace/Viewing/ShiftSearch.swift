/// Searches for the smallest shift of an input that flips the outcome, by galloping and bisection: 1 ms, 2 ms, 4 ms …
/// until one flips or the limit is reached; then it bisects between the last that did not flip and the first that did.
///
/// The shift found flips the outcome, and the tried one that is a millisecond shorter does not. An outcome may flip
/// more than once: a range of shifts between two tried ones is missed.
struct ShiftSearch {
  /// The resolution of shifts, in microseconds.
  static var precision: Int64 { 1_000 }

  /// The longest shift, in microseconds.
  let limit: Int64
  /// The longest that does not flip, and the shortest that does, in microseconds.
  private var low: Int64 = 0
  private(set) var high: Int64?
  private var gallop = Self.precision

  init(limit: Int64) { self.limit = limit }

  /// The shift to try next; `nil` when the search is over.
  var next: Int64? {
    guard let high else { return low < limit ? min(gallop, limit) : nil }
    guard high - low > Self.precision else { return nil }
    let middle = low + (high - low) / 2
    // To whole milliseconds, as people write times.
    let rounded = middle / Self.precision * Self.precision
    return rounded > low ? rounded : middle
  }

  mutating func take(_ shift: Int64, flips: Bool) {
    if flips {
      high = shift
    } else {
      low = shift
      gallop = min(limit, gallop > limit / 2 ? limit : gallop * 2)
    }
  }
}
