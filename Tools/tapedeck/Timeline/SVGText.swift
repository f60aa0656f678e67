/// Builds an SVG file from elements.
struct SVGText {
  private(set) var text = ""

  /// Appends a line unchanged.
  mutating func line(_ line: String) { text += line + "\n" }

  /// Appends an element; with a title it gets a tooltip, which screen readers read, too.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, title: String? = nil) {
    let start = "<\(name)\(Self.attributes(attributes))"
    line(title.map { "\(start)><title>\(MarkupText.xml($0))</title></\(name)>" } ?? "\(start)/>")
  }

  /// Appends a line of text.
  mutating func label(_ content: String, _ attributes: KeyValuePairs<String, String>) {
    line("<text\(Self.attributes(attributes))>\(MarkupText.xml(content))</text>")
  }

  mutating func group(_ attributes: KeyValuePairs<String, String>, _ body: (inout SVGText) -> Void) {
    line("<g\(Self.attributes(attributes))>")
    body(&self)
    line("</g>")
  }

  private static func attributes(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(MarkupText.xml($0.value))\"" }.joined()
  }

  /// A coordinate, to a tenth of a pixel: the same text on every machine.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return tenths % 10 == 0
      ? "\(sign)\(tenths.magnitude / 10)" : "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}

/// A path of points, without those on a straight line between others.
struct SVGPath {
  private var points: [(x: Double, y: Double)] = []

  var isEmpty: Bool { points.isEmpty }

  mutating func add(_ x: Double, _ y: Double) {
    if points.count >= 2 {
      let (a, b) = (points[points.count - 2], points[points.count - 1])
      let expected = b.x > a.x ? a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) : .infinity
      if abs(expected - y) < 0.05 { points.removeLast() }
    }
    points.append((x, y))
  }

  mutating func add(_ other: [(x: Double, y: Double)]) { for point in other { add(point.x, point.y) } }

  /// The value of a `d` attribute.
  var data: String {
    points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(SVGText.number(point.x)) \(SVGText.number(point.y))"
    }.joined()
  }
}
