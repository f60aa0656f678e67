import PlayerCore
import PlayerTrace

/// The lane of states: a block for each, with its name if there is room, and a tint below stalls.
struct SVGStates {
  private let model: TimelineModel
  private let layout: SVGLayout

  init(_ model: TimelineModel, _ layout: SVGLayout) {
    self.model = model
    self.layout = layout
  }

  func draw(_ svg: inout SVGText) {
    let (top, height) = SVGLayout.states
    for span in model.states.spans(from: model.start, to: model.end) {
      let (x, end) = (layout.x(span.start), layout.x(span.end))
      let width = max(1, end - x)
      svg.element(
        "rect",
        [
          "x": SVGText.number(x), "y": SVGText.number(top), "width": SVGText.number(width),
          "height": SVGText.number(height), "fill": SVGColor.state(span.value), "stroke": SVGColor.ground,
          "stroke-width": width > 4 ? "1" : "0",
        ], title: title(span))
      if span.value == .stalled { tint(x, width, &svg) }
      label("\(span.value)", x, width, &svg)
    }
    failures(&svg)
  }

  /// A failed run does not move: the block shows the reason.
  private func failures(_ svg: inout SVGText) {
    let (top, height) = SVGLayout.states
    for span in model.failedSpans {
      // Visible however short it is, even at the very end: it is what the reader looks for.
      let width = max(4, layout.x(span.end) - layout.x(span.start))
      let x = min(layout.x(span.start), SVGLayout.width - SVGLayout.right - width)
      let name = "failed: \(span.value.wireName)"
      svg.element(
        "rect",
        [
          "x": SVGText.number(x + 0.75), "y": SVGText.number(top + 0.75),
          "width": SVGText.number(max(1.5, width - 1.5)),
          "height": SVGText.number(height - 1.5), "fill": SVGColor.failed, "stroke": SVGColor.alarm,
          "stroke-width": "1.5",
        ], title: "\(name), \(TraceTime.stamp(span.start.rounded)) to \(TraceTime.stamp(span.end.rounded))")
      let fitting = [name, "\(span.value.wireName)", "failed"]
        .first { width > SVGLayout.width(of: $0, size: 12) + 8 }
      if let fitting { label(fitting, x, width, &svg, color: SVGColor.alarm) }
    }
  }

  private func title(_ span: StepTrack<PlaybackState>.Span) -> String {
    let length = TimeSpan(microseconds: (span.end - span.start).microseconds / 1_000 * 1_000)
    return "\(span.value): \(TraceTime.stamp(span.start.rounded)) to \(TraceTime.stamp(span.end.rounded)), "
      + TraceTime.span(length)
  }

  private func label(
    _ name: String, _ x: Double, _ width: Double, _ svg: inout SVGText, color: String = SVGColor.text
  ) {
    guard width > SVGLayout.width(of: name, size: 12) + 8 else { return }
    svg.label(
      name,
      [
        "x": SVGText.number(x + width / 2), "y": SVGText.number(SVGLayout.states.top + 17), "text-anchor": "middle",
        "fill": color, "pointer-events": "none",
      ])
  }

  /// A stall extends through all lanes below.
  private func tint(_ x: Double, _ width: Double, _ svg: inout SVGText) {
    svg.element(
      "rect",
      [
        "x": SVGText.number(x), "y": SVGText.number(SVGLayout.supply.top), "width": SVGText.number(width),
        "height": SVGText.number(SVGLayout.bottom - SVGLayout.supply.top), "fill": SVGColor.state(.stalled),
        "fill-opacity": "0.22", "pointer-events": "none",
      ])
  }
}
