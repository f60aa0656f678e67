import PlayerCore

/// A row of a trace viewer.
struct RunTrack {
  /// The unit of a curve.
  enum Unit {
    /// Microseconds, shown as seconds.
    case seconds
    /// Thousandths, shown as a factor.
    case factor
    case bytes
  }

  /// From 1 on.
  var number: Int
  /// Rows with the same title belong together.
  var title: String
  /// `nil` for a row of slices and points.
  var unit: Unit?
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
