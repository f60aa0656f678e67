import PlayerCore

/// A format of another program in which a run can be written.
package enum ExportFormat: String, CaseIterable, Sendable {
  case perfetto, cmcd, pillarbox, webvtt

  /// Whether it is text.
  package var isText: Bool { self != .perfetto }

  /// The file name extension.
  package var ending: String {
    switch self {
    case .perfetto: ".perfetto-trace"
    case .cmcd: ".cmcd"
    case .pillarbox: ".jsonl"
    case .webvtt: ".vtt"
    }
  }
}

/// Data that a trace does not contain, and choices.
package struct ExportOptions: Sendable {
  /// Which times cues have.
  package var axis = CueAxis.media
  /// How often a session sends a report.
  package var interval = TimeSpan.seconds(30)
  /// The date of the first step, in microseconds since 1970.
  package var start: Int64?
  /// The identifier of the first session; `nil` for one derived from the trace.
  package var session: String?
  /// The identifier of the content; `nil` for the last part of its address.
  package var content: String?
  /// Segments whose title contains this text, in any case, are adverts.
  package var advert: String?

  package init() {}

  func isAdvert(_ title: String) -> Bool {
    guard let advert, !advert.isEmpty else { return false }
    return title.lowercased().utf8.holds(advert.lowercased())
  }
}

extension ViewedRun {
  /// The run as a Perfetto file.
  package var perfetto: [UInt8] {
    var exporter = TracksExporter()
    var file: [UInt8] = []
    walk(&exporter) { file.append(contentsOf: $0) }
    return file
  }

  /// Writes a run that was read to its end, or as far as it is readable, in pieces.
  package func export(
    _ format: ExportFormat, _ options: ExportOptions, into sink: ([UInt8]) throws(TraceError) -> Void
  ) throws(TraceError) {
    switch format {
    case .perfetto:
      var exporter = TracksExporter()
      try walk(&exporter, into: sink)
    case .webvtt:
      var exporter = WebVTTExporter(options.axis)
      try walk(&exporter, into: sink)
    case .cmcd:
      var exporter = CMCDExporter(options)
      try walk(&exporter, into: sink)
    case .pillarbox:
      var exporter = PillarboxExporter(options)
      try walk(&exporter, into: sink)
    }
  }
}
