import PlayerCore

/// A run as JSON. Instants and positions are microseconds, `null` for unknown.
struct TimelineJSON: Encodable {
  struct State: Encodable {
    var start: Int64
    var end: Int64
    var state: String
  }

  struct Failure: Encodable {
    var start: Int64
    var end: Int64
    var failure: String
  }

  struct Window: Encodable {
    var start: Int64
    var end: Int64
    var from: Int64
    var edge: Int64
  }

  struct Chapter: Encodable {
    var start: StateValue
    var end: StateValue
    var title: String
  }

  struct Segment: Encodable {
    var segment: UInt32
    var start: StateValue
    var end: StateValue
    var title: String
    var isBlocked: Bool
    var isHidden: Bool
    var presented: String?
  }

  struct Event: Encodable {
    var instant: Int64
    var step: Int64
    var kind: TimelineEvent.Kind
    var text: String
  }

  var trace: String
  var title: String
  var sources: [String]
  var inputs: Int64
  var start: Int64
  var end: Int64
  var duration: StateValue
  var verdict: String
  var stallCount: Int32
  var stallTime: Int64
  var states: [State]
  var failures: [Failure]
  var windows: [Window]
  var chapters: [Chapter]
  var segments: [Segment]
  var events: [Event]
  var eventsOmitted: Int64
  var firstDifference: Int64?

  init(_ model: TimelineModel) {
    (trace, title, sources, inputs) = (model.trace, model.title, model.sources, model.inputs)
    (start, end) = (model.start.microseconds, model.end.microseconds)
    duration = Self.value(model.duration)
    verdict = model.extent.name
    (stallCount, stallTime) = (model.statistics.stallCount, model.statistics.stallTime.microseconds)
    states = model.states.spans(from: model.start, to: model.end).map {
      State(start: $0.start.microseconds, end: $0.end.microseconds, state: "\($0.value)")
    }
    failures = model.failedSpans.map {
      Failure(start: $0.start.microseconds, end: $0.end.microseconds, failure: "\($0.value.wireName)")
    }
    windows = model.windows.spans(from: model.start, to: model.end).compactMap { span in
      span.value.map {
        Window(
          start: span.start.microseconds, end: span.end.microseconds, from: $0.start.microseconds,
          edge: $0.edge.microseconds)
      }
    }
    chapters = model.chapters.map { Chapter(start: Self.value($0.start), end: Self.value($0.end), title: $0.title) }
    segments = model.segments.map {
      Segment(
        segment: $0.id.rawValue, start: Self.value($0.start), end: Self.end($0.end), title: $0.title,
        isBlocked: $0.isBlocked, isHidden: $0.isHidden, presented: $0.presented?.words)
    }
    events = model.visibleEvents.map {
      Event(instant: $0.instant.microseconds, step: $0.step, kind: $0.kind, text: $0.text)
    }
    eventsOmitted = model.eventsOmitted
    firstDifference = model.firstDifference
  }

  /// A segment that extends to the end of the media has no separate end.
  private static func end(_ time: MediaTime) -> StateValue {
    time.microseconds == .max ? .nothing : value(time)
  }

  private static func value(_ time: MediaTime) -> StateValue {
    time.isKnown ? .number(time.microseconds) : .nothing
  }
}
