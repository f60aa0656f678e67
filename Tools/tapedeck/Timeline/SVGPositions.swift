import PlayerCore
import PlayerTrace

/// The lane of positions: the playhead as a line, the buffer ahead of it as an area, seeks as jumps, chapters as marks.
struct SVGPositions {
  private let model: TimelineModel
  private let layout: SVGLayout

  init(_ model: TimelineModel, _ layout: SVGLayout) {
    self.model = model
    self.layout = layout
  }

  func draw(_ svg: inout SVGText) {
    window(&svg)
    segments(&svg)
    buffered(&svg)
    if model.segments.isEmpty { chapters(&svg) }
    jumps(&svg)
    playhead(&svg)
    svg.element(
      "path",
      [
        "d": "M\(SVGText.number(SVGLayout.left)) \(SVGText.number(SVGLayout.position.top))"
          + "V\(SVGText.number(SVGLayout.bottom))H\(SVGText.number(SVGLayout.width - SVGLayout.right))",
        "fill": "none", "stroke": SVGColor.frame,
      ])
  }

  /// Segments as bands from start to end; skipped ones in the colour of jumps.
  private func segments(_ svg: inout SVGText) {
    let right = SVGLayout.width - SVGLayout.right
    var free = SVGLayout.bottom + 20
    for segment in model.segments.sorted(by: { $0.start < $1.start }) where layout.isVisible(segment) {
      let (top, bottom) = (layout.y(segment.end), layout.y(segment.start))
      let words =
        "\(segment.name): \(TraceTime.position(segment.start)) to "
        + (segment.end.microseconds == .max ? "the end" : TraceTime.position(segment.end))
      svg.element(
        "rect",
        [
          "x": SVGText.number(SVGLayout.left), "y": SVGText.number(top),
          "width": SVGText.number(right - SVGLayout.left), "height": SVGText.number(max(1, bottom - top)),
          "fill": SVGColor.segment(segment), "fill-opacity": "0.35", "stroke": SVGColor.ground,
        ], title: segment.fate.map { "\($0): \(words)" } ?? words)
      guard free - bottom >= 13 else { continue }
      free = bottom
      svg.label(
        segment.fate.map { "\(segment.name) (\($0))" } ?? segment.name,
        [
          "x": SVGText.number(right - 4), "y": SVGText.number(bottom - 3), "text-anchor": "end", "font-size": "11",
          "fill": SVGColor.quiet, "stroke": SVGColor.ground, "stroke-width": "3", "paint-order": "stroke",
        ])
    }
  }

  /// The window of a live stream as a band up to the live edge; it moves with the wall clock, as the engine reported.
  private func window(_ svg: inout SVGText) {
    var top: [(x: Double, y: Double)] = []
    var bottom: [(x: Double, y: Double)] = []
    var edges = ""
    var last: (x: Double, y: Double)?
    func finish() {
      area(top, bottom, SVGColor.window, opacity: "1", &svg)
      var path = SVGPath()
      path.add(top)
      if top.count > 1 { edges += path.data }
      (top, bottom) = ([], [])
    }
    for column in layout.columns {
      if let window = model.windows.value(at: column.instant) ?? nil {
        top.append((column.x, layout.y(window.edge)))
        last = top.last
        bottom.append((column.x, layout.y(window.start)))
      } else {
        finish()
      }
    }
    finish()
    guard !edges.isEmpty else { return }
    svg.element(
      "path",
      ["d": edges, "fill": "none", "stroke": SVGColor.edge, "stroke-width": "1.4", "stroke-dasharray": "5 3"],
      title: "live edge")
    guard let last else { return }
    svg.label(
      "live edge",
      [
        "x": SVGText.number(last.x - 4), "y": SVGText.number(max(last.y - 4, SVGLayout.position.top - 4)),
        "text-anchor": "end", "font-size": "11", "fill": SVGColor.edge,
      ])
  }

  private func buffered(_ svg: inout SVGText) {
    var top: [(x: Double, y: Double)] = []
    var bottom: [(x: Double, y: Double)] = []
    for column in layout.columns {
      guard let position = model.positions.position(at: column.instant),
        !model.isLive || layout.contains(position),
        let until = model.buffered.value(at: column.instant) ?? nil
      else {
        area(top, bottom, SVGColor.buffered, opacity: "0.45", &svg)
        (top, bottom) = ([], [])
        continue
      }
      top.append((column.x, layout.y(max(until, position))))
      bottom.append((column.x, layout.y(position)))
    }
    area(top, bottom, SVGColor.buffered, opacity: "0.45", &svg)
  }

  private func area(
    _ top: [(x: Double, y: Double)], _ bottom: [(x: Double, y: Double)], _ color: String, opacity: String,
    _ svg: inout SVGText
  ) {
    guard top.count > 1 else { return }
    var (upper, lower) = (SVGPath(), SVGPath())
    upper.add(top)
    lower.add(bottom)
    let back = lower.data.split(whereSeparator: { $0 == "M" || $0 == "L" }).reversed().map { "L\($0)" }.joined()
    svg.element("path", ["d": "\(upper.data)\(back)Z", "fill": color, "fill-opacity": opacity])
  }

  private func chapters(_ svg: inout SVGText) {
    var free = SVGLayout.bottom + 20
    for chapter in model.chapters.sorted(by: { $0.start < $1.start }) where layout.positions.contains(chapter.start) {
      let y = layout.y(chapter.start)
      let right = SVGLayout.width - SVGLayout.right
      svg.element(
        "line",
        [
          "x1": SVGText.number(SVGLayout.left), "x2": SVGText.number(right), "y1": SVGText.number(y),
          "y2": SVGText.number(y), "stroke": SVGColor.chapter, "stroke-dasharray": "1 5",
        ], title: "chapter at \(TraceTime.position(chapter.start)): \(chapter.title)")
      guard free - y >= 13 else { continue }
      free = y
      svg.label(
        chapter.title,
        [
          "x": SVGText.number(right - 4), "y": SVGText.number(y - 3), "text-anchor": "end", "font-size": "11",
          "fill": SVGColor.quiet, "stroke": SVGColor.ground, "stroke-width": "3", "paint-order": "stroke",
        ])
    }
  }

  private func playhead(_ svg: inout SVGText) {
    var data = ""
    var path = SVGPath()
    var last: PositionTrack.Line?
    for line in model.positionLines {
      if let before = last, before.end != line.start || before.to != line.from {
        data += path.data
        path = SVGPath()
      }
      if path.isEmpty { path.add(layout.x(line.start), layout.y(line.from)) }
      path.add(layout.x(line.end), layout.y(line.to))
      last = line
    }
    data += path.data
    guard !data.isEmpty else { return }
    svg.element(
      "path",
      [
        "d": data, "fill": "none", "stroke": SVGColor.position, "stroke-width": "2.2", "stroke-linejoin": "round",
        "stroke-linecap": "round",
      ])
  }

  private func isOpen(before instant: Instant) -> Bool {
    (model.streams.value(at: instant + TimeSpan(microseconds: -1)) ?? .unknown) != .unknown
  }

  private func jumps(_ svg: inout SVGText) {
    for jump in model.positions.jumps(from: model.start, to: model.end) {
      // The opening of a live stream is not a jump.
      guard let before = jump.before, let after = jump.after, abs(layout.y(before) - layout.y(after)) > 2,
        !model.isLive || isOpen(before: jump.instant)
      else { continue }
      let (x, from, to) = (SVGText.number(layout.x(jump.instant)), layout.y(before), layout.y(after))
      svg.element(
        "path",
        [
          "d": "M\(x) \(SVGText.number(from))V\(SVGText.number(to))", "fill": "none",
          "stroke": SVGColor.mark(.seek), "stroke-width": "1.4", "stroke-dasharray": "3 3",
        ],
        title: "\(TraceTime.stamp(jump.instant.rounded)): \(TraceTime.position(before)) → \(TraceTime.position(after))")
      svg.element("circle", ["cx": x, "cy": SVGText.number(to), "r": "3", "fill": SVGColor.mark(.seek)])
    }
  }
}
