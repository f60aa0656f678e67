import PlayerTrace

/// Groups of sessions as a self-contained SVG file: where the time went, and how metrics are distributed.
struct StatsPlot {
  var groups: [SessionGroup]

  static let metrics = [
    "startup_us", "rebuffer_ratio_watch", "wait_ratio_watch", "seek_latency_p95_us", "rebuffer_us", "play_us",
  ]
  /// More groups than this cannot be distinguished.
  static let limit = 8
  private static let width = 1_000.0
  // Okabe and Ito: distinguishable for the colour-blind.
  private static let colors = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999",
  ]

  func write(to path: String, sparing inputs: [String]) throws(TraceError) {
    try WholeFile.write(Array(text.utf8), to: path, sparing: inputs)
  }

  private var shown: ArraySlice<SessionGroup> { groups.filter { $0.sessions > 0 }.prefix(Self.limit) }

  var text: String {
    let bars = 80 + Double(shown.count) * 34
    let height = bars + 60 + 3 * 220
    var svg = SVGText()
    svg.line(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(SVGText.number(Self.width)) \(SVGText.number(height))" \
      role="img" aria-labelledby="title" font-size="12" fill="\(SVGColor.text)" \
      font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif">
      <title id="title">Sessions: \(MarkupText.xml(shown.map(\.name).joined(separator: ", ")))</title>
      """)
    svg.element(
      "rect", ["width": SVGText.number(Self.width), "height": SVGText.number(height), "fill": "#ffffff"])
    let dropped = groups.filter { $0.sessions > 0 }.count - shown.count
    let note = dropped > 0 ? " (\(dropped) more groups are not drawn)" : ""
    svg.label("Where the time went\(note)", ["x": "20", "y": "32", "font-size": "16", "font-weight": "600"])
    for (place, group) in shown.enumerated() { bar(group, place, &svg) }
    legend(&svg, at: bars - 8)
    for (place, key) in Self.metrics.enumerated() {
      curves(key, left: 60 + Double(place % 2) * 490, top: bars + 60 + Double(place / 2) * 220, &svg)
    }
    return svg.text + "</svg>\n"
  }

  private func bar(_ group: SessionGroup, _ place: Int, _ svg: inout SVGText) {
    let y = 48 + Double(place) * 34
    svg.element(
      "rect", ["x": "20", "y": SVGText.number(y + 3), "width": "8", "height": "18", "fill": Self.colors[place]])
    svg.label(
      Printable.fitted("\(group.name) (\(group.sessions))", 34),
      ["x": "34", "y": SVGText.number(y + 17)])
    let whole = Double(max(1, group.elapsed))
    var x = 290.0
    for (part, time) in zip(SessionClass.allCases, group.times) where time > 0 {
      let width = Double(time) / whole * 690
      svg.element(
        "rect",
        [
          "x": SVGText.number(x), "y": SVGText.number(y), "width": SVGText.number(max(0.1, width)), "height": "24",
          "fill": Self.color(part),
        ],
        title: "\(part.name): \(MetricText.short(time, .microseconds)), "
          + "\(MetricText.decimal(Int64((Double(time) / whole * 1_000).rounded()), 1)) %")
      x += width
    }
  }

  private func legend(_ svg: inout SVGText, at y: Double) {
    var x = 20.0
    for part in SessionClass.allCases where shown.contains(where: { $0.times[Int(part.rawValue)] > 0 }) {
      svg.element(
        "rect",
        ["x": SVGText.number(x), "y": SVGText.number(y), "width": "12", "height": "12", "fill": Self.color(part)])
      svg.label(part.name.description, ["x": SVGText.number(x + 16), "y": SVGText.number(y + 10), "font-size": "11"])
      x += 30 + 6.5 * Double(part.name.utf8CodeUnitCount)
    }
  }

  /// The fraction of the sessions that do not exceed a value, from the 1st to the 99th percentile.
  private func curves(_ key: String, left: Double, top: Double, _ svg: inout SVGText) {
    guard let place = SessionMetric.all.firstIndex(where: { $0.key.description == key }) else { return }
    let metric = SessionMetric.all[place]
    let (width, height) = (420.0, 150.0)
    svg.label(key, ["x": SVGText.number(left), "y": SVGText.number(top - 8), "font-weight": "600"])
    let ranks = (0...98).map { Double($0) + 1 }
    let curves = shown.map { $0.metrics[place].percentiles(ranks) }
    let values = curves.flatMap { $0.compactMap(\.self) }
    guard let lower = values.min(), let upper = values.max() else {
      svg.label(
        "not measured", ["x": SVGText.number(left), "y": SVGText.number(top + 20), "fill": SVGColor.quiet])
      return
    }
    for quarter in 0...4 {
      let y = SVGText.number(top + height - Double(quarter) / 4 * height)
      svg.element(
        "line",
        [
          "x1": SVGText.number(left), "x2": SVGText.number(left + width), "y1": y, "y2": y, "stroke": SVGColor.grid,
        ])
      svg.label(
        "\(quarter * 25) %",
        ["x": SVGText.number(left - 6), "y": y, "text-anchor": "end", "font-size": "10", "fill": SVGColor.quiet])
    }
    let span = max(1, Double(upper) - Double(lower))
    for (group, curve) in curves.enumerated() {
      let points = zip(ranks, curve).compactMap { rank, value in
        value.map {
          SVGText.number(left + (Double($0) - Double(lower)) / span * width) + ","
            + SVGText.number(top + height - rank / 100 * height)
        }
      }
      svg.element(
        "polyline",
        [
          "points": points.joined(separator: " "), "fill": "none", "stroke": Self.colors[group], "stroke-width": "2",
        ])
    }
    for (value, x, anchor) in [(lower, left, "start"), (upper, left + width, "end")] {
      svg.label(
        MetricText.short(value, metric.unit),
        [
          "x": SVGText.number(x), "y": SVGText.number(top + height + 16), "text-anchor": anchor, "font-size": "10",
          "fill": SVGColor.quiet,
        ])
    }
  }

  private static func color(_ part: SessionClass) -> String {
    switch part {
    case .failed: "#7a1f1a"
    case .ended: "#c9ced6"
    case .stopped: "#eef1f4"
    case .interrupted: "#8c959f"
    case .blocked: "#5b4a8a"
    case .retrying: "#b3211c"
    case .preloading: "#e4eefb"
    case .starting: "#9cc4f0"
    case .seeking: "#d3bdf5"
    case .rebuffering: "#f08b80"
    case .pausedRebuffering: "#f7c9c2"
    case .paused: "#fbe39b"
    case .playing: "#8fd6a8"
    }
  }
}
