import PlayerCore

/// The layout of an SVG picture, in pixels.
struct SVGLayout {
  static let width = 1_000.0
  static let left = 76.0
  static let right = 20.0
  static let marks = 136.0
  static let states = (top: 152.0, height: 26.0)
  static let supply = (top: 196.0, height: 54.0)
  static let position = (top: 282.0, height: 250.0)
  static var bottom: Double { position.top + position.height }
  static var legend: Double { bottom + 48 }

  let start: Instant
  let end: Instant
  let positions: ClosedRange<MediaTime>

  init(_ model: TimelineModel) {
    start = model.start
    end = model.end
    positions = model.positionRange
  }

  static var plotWidth: Double { width - left - right }

  func x(_ instant: Instant) -> Double {
    guard end > start else { return Self.left }
    let share = Double((instant - start).microseconds) / Double((end - start).microseconds)
    return Self.left + max(0, min(1, share)) * Self.plotWidth
  }

  func y(_ position: MediaTime) -> Double {
    let whole = Double((positions.upperBound - positions.lowerBound).microseconds)
    let share = Double((position - positions.lowerBound).microseconds) / max(1, whole)
    return Self.bottom - max(0, min(1, share)) * Self.position.height
  }

  func contains(_ position: MediaTime) -> Bool { positions.contains(position) }

  /// Whether a segment has a place in the picture.
  func isVisible(_ segment: TimelineSegment) -> Bool {
    segment.start < positions.upperBound && segment.end > positions.lowerBound
  }

  /// The instant in the middle of each pixel column, and its place.
  var columns: [(instant: Instant, x: Double)] {
    let count = Int(Self.plotWidth)
    return (0...count).map { column in
      (.between(start, end, Int64(column), of: Int64(count)), Self.left + Double(column))
    }
  }

  /// The approximate width of a text.
  static func width(of text: String, size: Double) -> Double { Double(Printable.width(text)) * size * 0.58 }
}
