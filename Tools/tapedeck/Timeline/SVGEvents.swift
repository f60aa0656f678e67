import PlayerCore
import PlayerTrace

/// The lane of events: a mark for the events at one place, with all of them in its tooltip, and words if there is room.
struct SVGEvents {
  /// Events so close together that they share a mark.
  private struct Cluster {
    var x: Double
    var events: [TimelineEvent]

    /// The most important one, the first of several.
    var main: TimelineEvent { events.reduce(events[0]) { $1.weight > $0.weight ? $1 : $0 } }
  }

  private let layout: SVGLayout
  private var clusters: [Cluster] = []

  init(_ model: TimelineModel, _ layout: SVGLayout) {
    self.layout = layout
    for event in model.visibleEvents {
      let x = layout.x(event.instant)
      if let last = clusters.last, x - last.x < 5 {
        clusters[clusters.count - 1].events.append(event)
      } else {
        clusters.append(Cluster(x: x, events: [event]))
      }
    }
  }

  func draw(_ svg: inout SVGText) {
    for cluster in clusters {
      if cluster.main.kind == .failure { pole(cluster.x, &svg) }
      Self.mark(cluster.main.kind, cluster.x, SVGLayout.marks, title: tooltip(cluster), &svg)
    }
    labels(&svg)
  }

  private func tooltip(_ cluster: Cluster) -> String {
    let lines = cluster.events.prefix(20).map { "\(TraceTime.stamp($0.instant.rounded))  \($0.text)" }
    let rest = cluster.events.count - lines.count
    return (lines + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
  }

  /// A failure is visible in every lane.
  private func pole(_ x: Double, _ svg: inout SVGText) {
    svg.element(
      "line",
      [
        "x1": SVGText.number(x), "x2": SVGText.number(x), "y1": SVGText.number(SVGLayout.marks),
        "y2": SVGText.number(SVGLayout.bottom), "stroke": SVGColor.alarm, "stroke-width": "1.5",
      ])
  }

  /// Places words in free space above the marks: the most important first, and among those the last first, so that a
  /// line from words down to their mark crosses no other words.
  private func labels(_ svg: inout SVGText) {
    let rows = (1...4).map { SVGLayout.marks + 2 - Double($0) * 14 }
    var taken = [[ClosedRange<Double>]](repeating: [], count: rows.count)
    let worthy = clusters.filter { $0.main.weight > 1 }
    for cluster in worthy.sorted(by: { ($0.main.weight / 5, $0.x) > ($1.main.weight / 5, $1.x) }) {
      let text = Self.words(cluster)
      let width = SVGLayout.width(of: text, size: 11)
      let fits = cluster.x + width <= SVGLayout.width - 4
      let range = fits ? cluster.x - 3...cluster.x + width : cluster.x - width...cluster.x + 3
      guard range.lowerBound > 4, let row = Self.row(for: range, at: cluster.x, taken) else { continue }
      taken[row].append(range)
      for lower in 0..<row { taken[lower].append(cluster.x - 1...cluster.x + 1) }
      label(text, cluster, rows[row], anchor: fits ? "start" : "end", &svg)
    }
  }

  /// The lowest row with room for words, and for the line from there down to the mark.
  private static func row(for range: ClosedRange<Double>, at x: Double, _ taken: [[ClosedRange<Double>]]) -> Int? {
    for row in taken.indices {
      if row > 0, taken[row - 1].contains(where: { $0.contains(x) }) { return nil }
      if !taken[row].contains(where: { $0.overlaps(range) }) { return row }
    }
    return nil
  }

  private func label(_ text: String, _ cluster: Cluster, _ y: Double, anchor: String, _ svg: inout SVGText) {
    let color = SVGColor.mark(cluster.main.kind)
    let x = SVGText.number(cluster.x)
    svg.element(
      "line",
      [
        "x1": x, "x2": x, "y1": SVGText.number(y + 3), "y2": SVGText.number(SVGLayout.marks - 6), "stroke": color,
        "stroke-width": "0.75", "stroke-opacity": "0.6",
      ])
    svg.label(
      text,
      ["x": x, "y": SVGText.number(y), "text-anchor": anchor, "font-size": "11", "fill": color])
  }

  /// The words of the main event without its reason.
  private static func words(_ cluster: Cluster) -> String {
    let text = cluster.main.text
    let words = text.hasSuffix(")") ? String(text[..<(text.lastIndex(of: "(") ?? text.endIndex)].dropLast()) : text
    let others = cluster.events.count { $0.weight > 1 } - 1
    return Printable.fitted(words, 60) + (others > 0 ? " +\(others)" : "")
  }

  /// The sign of a kind of event around a point.
  static func mark(_ kind: TimelineEvent.Kind, _ x: Double, _ y: Double, title: String?, _ svg: inout SVGText) {
    let at = "translate(\(SVGText.number(x)) \(SVGText.number(y)))"
    let (name, data) =
      switch kind {
      case .command: ("path", "M-5 -4H5L0 5Z")
      case .seek: ("path", "M0 -5.5L5.5 0L0 5.5L-5.5 0Z")
      case .stall: ("path", "M-5 -5H-1.5V5H-5ZM1.5 -5H5V5H1.5Z")
      case .failure: ("path", "M-5 -3L-3 -5L0 -2L3 -5L5 -3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0Z")
      case .media: ("path", "M-2.5 0A2.5 2.5 0 1 0 2.5 0A2.5 2.5 0 1 0 -2.5 0Z")
      case .environment: ("path", "M-4 -4H4V4H-4Z")
      case .oddity: ("path", "M0 -5L5 4H-5Z")
      case .mark: ("path", "M-1 6V-6H6L4 -3L6 0H0.5V6Z")
      }
    svg.element(name, ["d": data, "transform": at, "fill": SVGColor.mark(kind)], title: title)
  }
}
