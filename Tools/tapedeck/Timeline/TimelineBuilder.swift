import PlayerCore
import PlayerSimulation
import PlayerTrace

/// Drives a player through a trace and collects what a picture needs.
struct TimelineBuilder {
  private var model = TimelineModel()
  private var player: Player
  /// The observations of a run without inputs.
  private var observed: ObservedPlayer?
  private var outputs = Outputs()
  private var sentences = EventSentences()
  private var from: TracePlace?
  private var until: TracePlace?
  private var windowStart: Instant?
  private var windowEnd: Instant?
  private var isFirst = true
  private var firstStep: Int64?
  private var reported: TimelineModel.Window?
  private var parts = MediaParts(limit: TimelineModel.chapterLimit)

  /// Reads a trace once, from its beginning to its end.
  static func model(of trace: String, from: TracePlace?, until: TracePlace?) throws(TraceError) -> TimelineModel {
    var reader = try TraceReader(path: trace)
    guard !reader.header.isExcerpt else {
      throw .notReplayable(file: trace, reason: "it is an excerpt, and a picture needs every input")
    }
    var builder = TimelineBuilder(player: Player(configuration: reader.header.configuration))
    (builder.from, builder.until, builder.model.trace) = (from, until, trace)
    // The note of a simulation is the name of its scenario.
    if reader.header.engine == SimulatedEngine.identity { builder.model.scenario = reader.header.note }
    // Only 'tapedeck replay' compares outputs of another version.
    let hasOutputs = reader.header.hasOutputs && reader.header.origin == nil
    while let record = try reader.next() { try builder.take(record, hasOutputs: hasOutputs) }
    reader.warnOfIndex()
    try builder.checkWindow()
    if let loss = reader.loss { builder.model.extent = .torn(loss) }
    return builder.finish()
  }

  private init(player: Player) { self.player = player }

  private mutating func take(_ record: TraceRecord, hasOutputs: Bool) throws(TraceError) {
    switch record {
    case .definition(let definition): sentences.names.take(definition)
    case .step(let step): try take(step, hasOutputs: hasOutputs)
    case .foreignStep(let step): try take(step)
    case .checkpoint(let checkpoint): if model.inputs == 0, let state = checkpoint.state { player = state }
    case .mark(let mark):
      add([TimelineEvent(instant: player.clock, step: mark.number, kind: .mark, text: Printable.text(mark.text))])
    case .end(let end): model.extent = .ended(end.ending)
    }
  }

  /// Parts that this version does not know are reported; the player continues without them.
  private mutating func take(_ step: ForeignStep) throws(TraceError) {
    if let observed = step.observed, let known = step.observedStep { return try take(known, observed) }
    if let known = step.known {
      try take(known, hasOutputs: false)
    } else {
      model.lastStep = step.number
    }
    let instant = max(step.instant, player.clock)
    let unknown =
      (step.lostOfInput.isEmpty ? [] : [step.recorded.input])
      + step.outputs.filter { !$0.lost.isEmpty }.map(\.recorded)
    add(
      unknown.map { message in
        TimelineEvent(
          instant: instant, step: step.number, kind: .mark,
          text: Printable.text("\(message) (this version does not know it)"))
      })
  }

  private func checkOrder(_ step: TraceStep) throws(TraceError) {
    guard step.number == model.lastStep + 1 || model.inputs == 0 else {
      throw .notReplayable(file: model.trace, reason: "steps are missing between \(model.lastStep) and \(step.number)")
    }
  }

  /// A step of another player, of which only the outputs are known.
  private mutating func take(_ step: TraceStep, _ seen: ObservedStep) throws(TraceError) {
    try checkOrder(step)
    let instant = max(step.instant, player.clock)
    note(step, at: instant)
    let before = isFirst ? nil : Self.position(of: player, at: instant)
    observed = observed ?? ObservedPlayer()
    observed?.take(seen)
    if let observed { player = observed.player }
    look(after: step, at: instant, before)
    takeOutputs(step.outputs, of: step, at: instant)
  }

  private mutating func take(_ step: TraceStep, hasOutputs: Bool) throws(TraceError) {
    try checkOrder(step)
    let instant = max(step.instant, player.clock)
    note(step, at: instant)
    let before = isFirst ? nil : Self.position(of: player, at: instant)
    player.receive(step.input, at: step.instant, into: &outputs)
    if hasOutputs, step.isWhole, model.firstDifference == nil, !outputs.elementsEqual(step.outputs) {
      model.firstDifference = step.number
    }
    look(after: step, at: instant, before)
    takeParts(of: step)
    takeOutputs(outputs, of: step, at: instant)
  }

  /// Records the player's state after a step.
  private mutating func look(after step: TraceStep, at instant: Instant, _ before: MediaTime?) {
    model.inputs += 1
    model.lastStep = step.number
    isFirst = false
    firstStep = firstStep ?? step.number
    model.states.append(player.state, at: instant)
    model.failures.append(player.phase == .failed ? player.failure.kind : .none, at: instant)
    model.streams.append(player.streamType, at: instant)
    model.windows.append(window(after: step.input), at: instant)
    model.supplies.append(player.supply, at: instant)
    model.buffered.append(player.bufferedUntil.isKnown ? player.bufferedUntil : nil, at: instant)
    model.positions.append(.init(instant: instant, before: before, after: Self.position(of: player, at: instant)))
    if player.duration.isKnown { model.duration = max(model.duration, player.duration) }
    if player.phase != .empty { model.statistics = player.statistics }
  }

  /// The window of a live stream as last reported: the player has none while nothing can be sought.
  private mutating func window(after input: Input) -> TimelineModel.Window? {
    if case .engine(.seekableRangeChanged(let start, let edge), _) = input {
      let isOne = start.isKnown && edge.isKnown && start <= edge
      reported = isOne ? TimelineModel.Window(start: start, edge: edge) : nil
    }
    if player.state == .idle { reported = nil }
    return player.streamType == .live || player.streamType == .dvr ? reported : nil
  }

  private mutating func takeParts(of step: TraceStep) {
    if parts.take(step.input, outputs) {
      model.segments = parts.segments.map { segment in
        TimelineSegment(
          id: segment.id, start: segment.start, end: segment.end, isBlocked: segment.isBlocked,
          isHidden: segment.isHidden, title: sentences.names.text(segment.title), presented: segment.presented)
      }
      sentences.setSegments(model.segments)
    }
    model.chapters += parts.chapters.dropFirst(model.chapters.count).map { chapter in
      TimelineChapter(start: chapter.start, end: chapter.end, title: sentences.names.text(chapter.title))
    }
  }

  /// Updates the window: a step inside it belongs to it.
  private mutating func note(_ step: TraceStep, at instant: Instant) {
    if windowStart == nil, !(from?.isAfter(step) ?? false) { windowStart = instant }
    if !(until?.isBefore(step) ?? false) { windowEnd = instant }
  }

  private static func position(of player: Player, at instant: Instant) -> MediaTime? {
    player.state == .idle ? nil : player.position(at: instant)
  }

  private mutating func takeOutputs(_ outputs: some Sequence<Output>, of step: TraceStep, at instant: Instant) {
    for output in outputs {
      switch output {
      case .notification(.itemChanged(_, let item), _) where !item.isNone && model.sources.count < 100:
        model.sources.append(sentences.names.source(item))
      case .notification(.segmentStarted(let segment, _, _, _, _), _):
        model.playedSegments.append(segment, at: instant)
      case .notification(.segmentEnded, _): model.playedSegments.append(.none, at: instant)
      case .notification, .completion, .diagnostic, .engine: break
      }
    }
    add(sentences.events(of: step.number, step.input, outputs, at: instant, player))
  }

  private mutating func add(_ events: [TimelineEvent]) {
    let room = TimelineModel.eventLimit - model.events.count
    model.events += events.prefix(room)
    model.eventsOmitted += Int64(max(0, events.count - room))
  }

  /// Refuses a window that contains nothing visible.
  private func checkWindow() throws(TraceError) {
    if let from, from.isBehind(model.lastStep, player.clock) {
      throw .beyondTheEnd(of: model.trace, from, model.lastStep, player.clock)
    }
    if case .step(let number) = until, let first = firstStep, number < first {
      throw .noSuchPlace(
        file: model.trace, asked: "step until \(until ?? .end)", available: "the first is step \(first)")
    }
  }

  private func finish() -> TimelineModel {
    var model = model
    let end = player.clock
    let position = Self.position(of: player, at: end)
    model.positions.append(.init(instant: end, before: position, after: position))
    model.start = Self.asked(from) ?? beginning(windowStart ?? .zero, end)
    model.end = min(end, Self.asked(until) ?? windowEnd ?? end)
    if model.end < model.start { model.end = model.start }
    return model
  }

  /// The clock's own zero, unless the run began long after it.
  private func beginning(_ first: Instant, _ end: Instant) -> Instant {
    let isEarly = first < .seconds(1) || first.microseconds < end.microseconds / 20
    return from == nil && first > .zero && isEarly ? .zero : first
  }

  /// A given instant applies to the microsecond, instead of the nearest step.
  private static func asked(_ place: TracePlace?) -> Instant? {
    if case .instant(let instant) = place { return instant }
    return nil
  }
}
