import PlayerCore

/// A row of a trace viewer.
struct RunTrack {
  enum Kind: Equatable {
    /// Slices with a duration. Each begins after the previous one has ended.
    case slices
    /// Events.
    case points
    /// Events for which an earlier one waited.
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

/// A name and a value that a viewer shows for the selection.
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

/// Writes rows in the order of events. A row is declared before it gets content.
protocol TrackWriter {
  /// Everything written and not yet removed.
  var bytes: [UInt8] { get set }

  mutating func begin(process: String)
  mutating func declare(_ track: RunTrack)
  /// A slice begins. A later event with the same flow answers it.
  mutating func begin(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?)
  /// The last slice on this row ends.
  mutating func end(on track: Int, at instant: Instant, _ details: [TrackDetail])
  /// An event occurs on a row of points or answers.
  mutating func point(_ name: String, on track: Int, at instant: Instant, _ details: [TrackDetail], flow: UInt64?)
  /// The value of a row of numbers changes, in the unit of its kind.
  mutating func count(_ value: Int64, on track: Int, at instant: Instant)
  /// Nothing follows.
  mutating func finish()
}
