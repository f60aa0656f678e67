import PlayerCore
import PlayerTrace

/// A run as a self-contained SVG file: events, states, buffer and position over virtual time.
struct SVGPicture {
  private let model: TimelineModel
  private let layout: SVGLayout

  init(_ model: TimelineModel) {
    self.model = model
    layout = SVGLayout(model)
  }

  var text: String {
    var body = SVGText()
    grid(&body)
    SVGPositions(model, layout).draw(&body)
    SVGSupply(model, layout).draw(&body)
    SVGStates(model, layout).draw(&body)
    SVGEvents(model, layout).draw(&body)
    let height = SVGLegend(model).draw(&body)
    var svg = SVGText()
    begin(&svg, height: height)
    svg.line(body.text + "</svg>")
    return svg.text
  }

  private func begin(_ svg: inout SVGText, height: Double) {
    let (width, height) = (SVGText.number(SVGLayout.width), SVGText.number(height))
    svg.line(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-labelledby="tapedeck-title tapedeck-description" font-size="12" fill="\(SVGColor.text)" \
      font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">
      <title id="tapedeck-title">\(MarkupText.xml(model.title))</title>
      <desc id="tapedeck-description">\(MarkupText.xml(description))</desc>
      """)
    svg.line(SVGColor.style)
    svg.element("rect", ["width": width, "height": height, "fill": SVGColor.ground])
    svg.label(model.title, ["x": "20", "y": "36", "font-size": "20", "font-weight": "600"])
    svg.label(
      model.facts.joined(separator: " · "), ["x": "20", "y": "58", "font-size": "13", "fill": SVGColor.quiet])
  }

  /// The picture in words.
  private var description: String {
    let states = model.states.spans(from: model.start, to: model.end).prefix(Self.wordLimit)
      .map { "\($0.value) from \(TraceTime.stamp($0.start.rounded))" }
    let failures = model.failedSpans
      .map { " Failed with \($0.value.wireName) from \(TraceTime.stamp($0.start.rounded)) on." }
    let events = model.visibleEvents.filter { $0.weight > 0 }.prefix(Self.wordLimit)
      .map { "\(TraceTime.stamp($0.instant.rounded)) \($0.text)" }
    let facts = "A run of the player over virtual time: \(model.facts.joined(separator: ", "))."
    return
      "\(facts) States: \(states.joined(separator: ", ")).\(failures.joined()) Events: \(events.joined(separator: "; "))."
  }

  private static let wordLimit = 60

  /// Grid lines at round instants through all lanes, and at round positions through the lowest.
  private func grid(_ svg: inout SVGText) {
    svg.group(["stroke": SVGColor.grid, "stroke-width": "1"]) { svg in
      for mark in times.marks {
        let x = SVGText.number(layout.x(Instant(microseconds: mark)))
        svg.element(
          "line",
          ["x1": x, "x2": x, "y1": SVGText.number(SVGLayout.states.top), "y2": SVGText.number(SVGLayout.bottom + 5)])
      }
      for mark in positions.marks {
        let y = SVGText.number(layout.y(MediaTime(microseconds: mark)))
        svg.element(
          "line",
          [
            "x1": SVGText.number(SVGLayout.left), "x2": SVGText.number(SVGLayout.width - SVGLayout.right), "y1": y,
            "y2": y,
          ])
      }
    }
    svg.group(["fill": SVGColor.quiet, "font-size": "11"]) { svg in labels(&svg) }
  }

  private func labels(_ svg: inout SVGText) {
    for mark in times.marks {
      svg.label(
        times.label(mark),
        [
          "x": SVGText.number(layout.x(Instant(microseconds: mark))), "y": SVGText.number(SVGLayout.bottom + 18),
          "text-anchor": "middle",
        ])
    }
    for mark in positions.marks {
      svg.label(
        positions.label(mark),
        [
          "x": SVGText.number(SVGLayout.left - 8),
          "y": SVGText.number(layout.y(MediaTime(microseconds: mark)) + 4), "text-anchor": "end",
        ])
    }
    lane("events", SVGLayout.marks + 4, &svg)
    lane("state", SVGLayout.states.top + 17, &svg)
    lane("buffered", SVGLayout.supply.top + 20, &svg)
    lane("ahead", SVGLayout.supply.top + 34, &svg)
    lane("position", SVGLayout.position.top - 14, &svg)
    svg.label(
      "virtual time of the run",
      [
        "x": SVGText.number(SVGLayout.width - SVGLayout.right), "y": SVGText.number(SVGLayout.bottom + 34),
        "text-anchor": "end",
      ])
  }

  private func lane(_ name: String, _ y: Double, _ svg: inout SVGText) {
    svg.label(
      name,
      [
        "x": SVGText.number(SVGLayout.left - 8), "y": SVGText.number(y), "text-anchor": "end", "font-weight": "600",
        "fill": SVGColor.text,
      ])
  }

  private var times: Ruler { Ruler(from: model.start.microseconds, to: model.end.microseconds, atMost: 12) }

  private var positions: Ruler {
    Ruler(from: layout.positions.lowerBound.microseconds, to: layout.positions.upperBound.microseconds, atMost: 7)
  }
}

extension Instant {
  /// To a millisecond.
  var rounded: Instant { Instant(microseconds: microseconds / 1_000 * 1_000) }
}
