import PlayerCore

/// A run as rows of Perfetto: states as slices, events as points, numbers as curves.
struct TracksExporter: RunExporter {
  private var rows = TrackRows()
  private var lanes = [UInt8?](repeating: nil, count: RunLane.allCases.count)
  private var session: SessionClass?
  private var segment = SegmentID.none
  private var commands = Waits()
  private var engineCommands = Waits()
  private var seeks = Waits()
  private var flows: UInt64 = 0
  private var counters = TrackCounters()
  private var marks = 0

  var bytes: [UInt8] {
    get { rows.writer.bytes }
    set { rows.writer.bytes = newValue }
  }

  mutating func begin(_ context: RunContext, _ player: Player.Inspection) {
    rows.writer.begin(process: context.title)
    counters.clock = player.clock
    let details = [
      TrackDetail("engine", .text(context.header.engine)), TrackDetail("tool", .text(context.header.tool)),
      TrackDetail("note", .text(context.header.note)), TrackDetail("firstStep", context.firstStep),
      TrackDetail("lastStep", context.lastStep),
    ]
    rows.point("run", on: .marks, at: player.clock, details)
    addMarks(through: context.firstStep - 1, at: player.clock, context)
  }

  mutating func take(_ moment: RunMoment, _ context: RunContext) {
    counters.pass(moment, &rows)
    takeInput(moment, context)
    for output in moment.outputs { take(output, moment, context) }
    takeStates(moment, context)
    counters.take(moment, &rows)
    addMarks(through: moment.number, at: moment.instant, context)
  }

  mutating func finish(_ context: RunContext) {
    let end = context.clock
    for place in lanes.indices where lanes[place] != nil { rows.end(.lane(RunLane.allCases[place]), at: end) }
    if session != nil { rows.end(.session, at: end) }
    if !segment.isNone { rows.end(.segment, at: end) }
    let unanswered = [TrackDetail("answered", .flag(false))]
    while let wait = commands.take() { rows.end(.commands, track: wait.track, at: end, unanswered) }
    while let wait = engineCommands.take() { rows.end(.engineCommands, track: wait.track, at: end, unanswered) }
    while let wait = seeks.take() { rows.end(.seeks, track: wait.track, at: end, unanswered) }
    addMarks(through: .max, at: end, context)
    if let damage = context.damage {
      rows.point("the rest is not readable", on: .marks, at: end, [TrackDetail("why", .text(damage))])
    }
  }

  private mutating func addMarks(through step: Int64, at instant: Instant, _ context: RunContext) {
    while marks < context.facts.marks.count, context.facts.marks[marks].number <= step {
      let mark = context.facts.marks[marks]
      rows.point(mark.text, on: .marks, at: instant, [TrackDetail("step", mark.number)])
      marks += 1
    }
  }

  // MARK: What lasts

  private mutating func takeStates(_ moment: RunMoment, _ context: RunContext) {
    let step = [TrackDetail("step", moment.number)]
    if session != context.account.sessionClass {
      if session != nil { rows.end(.session, at: moment.instant) }
      session = context.account.sessionClass
      rows.begin(context.account.sessionClass.name.description, on: .session, at: moment.instant, step)
    }
    for (place, lane) in RunLane.allCases.enumerated() {
      let value = lane.value(moment.after)
      let shown = value == 0 && lane.hidesFirst ? nil : value
      guard shown != lanes[place] else { continue }
      if lanes[place] != nil { rows.end(.lane(lane), at: moment.instant) }
      lanes[place] = shown
      if shown != nil { rows.begin(rows.word(lane, value), on: .lane(lane), at: moment.instant, step) }
    }
    takeSegment(moment, context)
  }

  private mutating func takeSegment(_ moment: RunMoment, _ context: RunContext) {
    guard moment.after.shown.segment != segment else { return }
    if !segment.isNone { rows.end(.segment, at: moment.instant) }
    segment = moment.after.shown.segment
    if segment.isNone { return }
    let title = context.title(of: segment)
    rows.begin(
      title.isEmpty ? "segment \(segment.rawValue)" : title, on: .segment, at: moment.instant,
      [TrackDetail("segment", Int64(segment.rawValue)), TrackDetail("step", moment.number)])
  }

  // MARK: Messages

  private func details(_ message: WireMessage, _ schema: MessageSchema?, _ moment: RunMoment, _ context: RunContext)
    -> [TrackDetail]
  {
    context.names.details(message, schema) + [TrackDetail("step", moment.number)]
  }

  private mutating func takeInput(_ moment: RunMoment, _ context: RunContext) {
    let message = moment.input.message
    let schema = TraceVocabulary.current.input(message.code)
    let name = schema?.name ?? ""
    let details = details(message, schema, moment, context)
    switch moment.input {
    case .deadline: rows.point(moment.before.nextSlot.wireName.description, on: .deadlines, at: moment.instant, details)
    case .environment: rows.point(name, on: .environment, at: moment.instant, details)
    case .command(_, let request):
      if let wait = wait(.commands, name, message.code, request.rawValue, 0, moment.instant, details) {
        commands.add(wait)
      }
    case .engine(let event, let epoch):
      let wait = event.answers.flatMap { engineCommands.take($0.code, number: $0.number, epoch: epoch.rawValue) }
      rows.point(name, on: .engineReports, at: moment.instant, details, flow: wait?.flow)
      if let wait { rows.end(.engineCommands, track: wait.track, at: moment.instant) }
    }
  }

  private mutating func take(_ output: Output, _ moment: RunMoment, _ context: RunContext) {
    let message = output.message
    let schema = TraceVocabulary.current.output(message.code)
    let name = schema?.name ?? ""
    let details = details(message, schema, moment, context)
    switch output {
    case .diagnostic: rows.point(name, on: .diagnostics, at: moment.instant, details)
    case .notification(let notification, _):
      rows.point(name, on: .notifications, at: moment.instant, details)
      take(notification, moment, details)
    case .completion(let completion):
      let wait = commands.take(number: completion.request.rawValue)
      rows.point(name, on: .completions, at: moment.instant, details, flow: wait?.flow)
      if let wait { rows.end(.commands, track: wait.track, at: moment.instant) }
    case .engine(let command, let epoch): take(command, epoch.rawValue, name, message.code, moment, details)
    }
  }

  private mutating func take(_ notification: Player.Notification, _ moment: RunMoment, _ details: [TrackDetail]) {
    switch notification {
    case .seekBegan(let serial, _, _):
      if let wait = wait(.seeks, "seek", 0, serial.rawValue, 0, moment.instant, details) { seeks.add(wait) }
    case .seekEnded(let serial, let position, let isFinished):
      guard let wait = seeks.take(number: serial.rawValue) else { return }
      var landing = [TrackDetail("isFinished", .flag(isFinished))]
      if position.isKnown { landing.append(TrackDetail("position", position.microseconds)) }
      rows.end(.seeks, track: wait.track, at: moment.instant, landing)
    default: break
    }
  }

  private mutating func take(
    _ command: EngineCommand, _ epoch: UInt32, _ name: String, _ code: UInt16, _ moment: RunMoment,
    _ details: [TrackDetail]
  ) {
    endReplaced(by: command, epoch, at: moment.instant)
    if let number = command.awaited {
      if let wait = wait(.engineCommands, name, code, number, epoch, moment.instant, details) {
        engineCommands.add(wait)
      }
    } else {
      rows.moment(name, on: .engineCommands, at: moment.instant, details)
    }
  }

  /// Ends the waits that no report will answer after this command.
  private mutating func endReplaced(by command: EngineCommand, _ epoch: UInt32, at instant: Instant) {
    let replaced: [UInt16?]
    switch command {
    case .play, .pause: replaced = [EngineCodes.play, EngineCodes.pause]
    case .seek: replaced = [EngineCodes.seek]
    case .close: replaced = [nil]
    case .open, .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill, .reportPosition, .catchUp:
      replaced = []
    }
    for code in replaced {
      while let wait = engineCommands.take(code, epoch: epoch) {
        rows.end(.engineCommands, track: wait.track, at: instant, [TrackDetail("answered", .flag(false))])
      }
    }
  }

  /// Begins something that waits for an answer. Without a row for it, it is shown as a moment.
  private mutating func wait(
    _ row: TrackRow, _ name: String, _ code: UInt16, _ number: UInt32, _ epoch: UInt32, _ instant: Instant,
    _ details: [TrackDetail]
  ) -> Waits.Wait? {
    flows += 1
    let track = rows.beginShared(name, on: row, at: instant, details, flow: row == .seeks ? nil : flows)
    return track.map { Waits.Wait(code: code, number: number, epoch: epoch, track: $0, flow: flows) }
  }
}
