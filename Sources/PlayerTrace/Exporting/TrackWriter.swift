import PlayerCore

/// A row of a trace viewer.
struct RunTrack {
  enum Kind: Equatable {
    /// Things with a duration. They follow each other; none begins before the previous one has ended.
    case slices
    /// Things that happen.
    case points
    /// Things that happen, and that an earlier one waited for.
    case answers
    /// Microseconds, shown as seconds.
    case seconds
    /// Thousandths, shown as a factor.
    case factor
    case bytes

    var isCounter: Bool {
      switch self {
      case .slices, .points, .answers: false
      case .seconds, .factor, .bytes: true
      }
    }
  }

  /// From 1 on.
  var number: Int
  /// Rows with the same title belong together.
  var title: String
  var kind: Kind
  /// Rows are shown in this order.
  var rank: Int
}

/// A name and a value that a viewer shows when something is selected.
struct TrackDetail {
  enum Value {
    case integer(Int64)
    case flag(Bool)
    case text(String)
  }

  var name: String
  var value: Value

  init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  init(_ name: String, _ value: Int64) { self.init(name, .integer(value)) }
}

/// Writes rows in the order in which things happen. A row is declared before anything is put into it.
protocol TrackWriter {
  /// Everything that was written and not taken away yet.
  var bytes: [UInt8] { get set }

  mutating func begin(process: String)
  mutating func declare(_ track: RunTrack)
  /// Something begins. What carries the same flow later answers it.
  mutating func begin(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?)
  /// What began last on this row ends.
  mutating func end(on track: Int, at instant: Instant, _ details: [TrackDetail])
  /// Something happens on a row of points or answers.
  mutating func point(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?)
  /// A row of numbers has another value, in the unit of its kind.
  mutating func count(_ value: Int64, on track: Int, at instant: Instant)
  /// Nothing comes after this.
  mutating func finish()
}
