import PlayerCore

/// The meanings of the colours and signs that occur.
struct SVGLegend {
  private let states: [PlaybackState]
  private let kinds: [TimelineEvent.Kind]
  private let hasChapters: Bool
  private let hasFailure: Bool
  private let hasWindow: Bool
  /// One segment of each kind that occurs.
  private let segments: [(name: String, segment: TimelineSegment)]

  init(_ model: TimelineModel) {
    let seen = Set(model.states.spans(from: model.start, to: model.end).map(\.value))
    states = PlaybackState.allCases.filter(seen.contains)
    let happened = Set(model.visibleEvents.map(\.kind))
    kinds = TimelineEvent.Kind.allCases.filter(happened.contains)
    hasChapters = !model.chapters.isEmpty && model.segments.isEmpty
    hasFailure = !model.failedSpans.isEmpty
    hasWindow = model.windows.spans(from: model.start, to: model.end).contains { $0.value != nil }
    segments = [
      ("segment", model.segments.first { !$0.isBlocked && !$0.isHidden }),
      ("hidden segment", model.segments.first { !$0.isBlocked && $0.isHidden }),
      ("skipped segment", model.segments.first { $0.isSkipped }),
      ("blocked segment that was played", model.segments.first { $0.presented != nil }),
    ].compactMap { name, segment in segment.map { (name, $0) } }
  }

  /// Draws the legend and returns the height of the picture.
  func draw(_ svg: inout SVGText) -> Double {
    var place = (x: 20.0, y: SVGLayout.legend)
    for state in states { box("\(state)", SVGColor.state(state), stroke: SVGColor.frame, &place, &svg) }
    if hasFailure { box("failed", SVGColor.failed, stroke: SVGColor.alarm, &place, &svg) }
    lines(&place, &svg)
    for kind in kinds {
      entry(kind.rawValue, &place, &svg) { x, y, svg in SVGEvents.mark(kind, x + 8, y, title: nil, &svg) }
    }
    return place.y + 22
  }

  private func lines(_ place: inout (x: Double, y: Double), _ svg: inout SVGText) {
    entry("position", &place, &svg) { x, y, svg in stroke(x, y, SVGColor.position, "2.2", "none", &svg) }
    entry("buffered", &place, &svg) { x, y, svg in
      svg.element(
        "rect",
        [
          "x": SVGText.number(x), "y": SVGText.number(y - 6), "width": "16", "height": "12",
          "fill": SVGColor.buffered, "fill-opacity": "0.6",
        ])
    }
    for (name, segment) in segments {
      entry(name, &place, &svg) { x, y, svg in
        svg.element(
          "rect",
          [
            "x": SVGText.number(x), "y": SVGText.number(y - 6), "width": "16", "height": "12",
            "fill": SVGColor.segment(segment), "fill-opacity": "0.35",
          ])
      }
    }
    if hasWindow {
      box("window", SVGColor.window, stroke: SVGColor.frame, &place, &svg)
      entry("live edge", &place, &svg) { x, y, svg in stroke(x, y, SVGColor.edge, "1.4", "5 3", &svg) }
    }
    guard hasChapters else { return }
    entry("chapter", &place, &svg) { x, y, svg in stroke(x, y, SVGColor.chapter, "1", "1 4", &svg) }
  }

  private func box(
    _ name: String, _ fill: String, stroke: String, _ place: inout (x: Double, y: Double), _ svg: inout SVGText
  ) {
    entry(name, &place, &svg) { x, y, svg in
      svg.element(
        "rect",
        [
          "x": SVGText.number(x), "y": SVGText.number(y - 6), "width": "16", "height": "12", "rx": "2",
          "fill": fill, "stroke": stroke,
        ])
    }
  }

  private func stroke(
    _ x: Double, _ y: Double, _ color: String, _ width: String, _ dashes: String, _ svg: inout SVGText
  ) {
    svg.element(
      "path",
      [
        "d": "M\(SVGText.number(x)) \(SVGText.number(y))h16", "stroke": color, "stroke-width": width,
        "stroke-dasharray": dashes,
      ])
  }

  private func entry(
    _ name: String, _ place: inout (x: Double, y: Double), _ svg: inout SVGText,
    _ sign: (Double, Double, inout SVGText) -> Void
  ) {
    let width = 22 + SVGLayout.width(of: name, size: 12) + 22
    if place.x + width > SVGLayout.width - 10 { place = (20, place.y + 20) }
    sign(place.x, place.y, &svg)
    svg.label(name, ["x": SVGText.number(place.x + 22), "y": SVGText.number(place.y + 4)])
    place.x += width
  }
}
