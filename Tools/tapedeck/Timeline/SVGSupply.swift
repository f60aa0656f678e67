import PlayerCore
import PlayerTrace

/// The lane of the buffer: how much is buffered ahead of the position.
struct SVGSupply {
  private let model: TimelineModel
  private let layout: SVGLayout

  init(_ model: TimelineModel, _ layout: SVGLayout) {
    self.model = model
    self.layout = layout
  }

  func draw(_ svg: inout SVGText) {
    let columns = layout.columns.map { (x: $0.x, ahead: model.ahead(at: $0.instant)) }
    let most = max(1, columns.compactMap { $0.ahead?.microseconds }.max() ?? 1)
    let (top, height) = SVGLayout.supply
    let base = top + height
    var run: [(x: Double, y: Double)] = []
    for column in columns {
      if let ahead = column.ahead {
        run.append((column.x, base - Double(ahead.microseconds) / Double(most) * height))
      } else {
        area(run, base, &svg)
        run = []
      }
    }
    area(run, base, &svg)
    svg.element(
      "line",
      [
        "x1": SVGText.number(SVGLayout.left), "x2": SVGText.number(SVGLayout.width - SVGLayout.right),
        "y1": SVGText.number(base), "y2": SVGText.number(base), "stroke": SVGColor.frame,
      ])
    guard most > 1 else { return }
    svg.label(
      "≤ \(TraceTime.span(TimeSpan(microseconds: most).rounded))",
      [
        "x": SVGText.number(SVGLayout.left - 8), "y": SVGText.number(top + 50), "text-anchor": "end",
        "font-size": "11", "fill": SVGColor.quiet,
      ])
  }

  private func area(_ run: [(x: Double, y: Double)], _ base: Double, _ svg: inout SVGText) {
    guard let first = run.first, let last = run.last, last.x > first.x else { return }
    var path = SVGPath()
    path.add(run)
    svg.element(
      "path",
      [
        "d": "M\(SVGText.number(first.x)) \(SVGText.number(base))L\(path.data.dropFirst())"
          + "L\(SVGText.number(last.x)) \(SVGText.number(base))Z",
        "fill": SVGColor.buffered, "stroke": SVGColor.bufferedEdge, "stroke-width": "1",
      ])
  }
}
