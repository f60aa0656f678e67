import PlayerCore
import PlayerSimulation
import ReducerTesting

extension WorldModel {
  /// Waiting, then simpler events at the same instant, then the same event at an instant nearer to zero.
  public func simplerSteps(than step: WorldStep) -> [WorldStep] {
    var events: [WorldStep.Event] = step.event == .wait ? [] : [.wait]
    switch step.event {
    case .command(let command):
      for case .command(let simpler, _) in Simpler.inputs(than: .command(command, .fresh)) {
        events.append(.command(simpler))
      }
    case .environment(let event):
      for case .environment(let simpler) in Simpler.inputs(than: .environment(event)) {
        events.append(.environment(simpler))
      }
    case .handOver(let bitsPerSecond, let path):
      events.append(.environment(.networkChanged(path)))
      if bitsPerSecond < 10_000_000 { events.append(.handOver(bitsPerSecond: 10_000_000, path)) }
    case .fault(let fault): events += Self.simplerFaults(than: fault).map { .fault($0) }
    case .sleep(let span): events += Self.simplerSpans(than: span).map { .sleep($0) }
    case .heal, .wait: break
    }
    return events.map { WorldStep($0, at: step.instant) }
      + Simpler.numbers(than: step.instant.microseconds)
      .map { WorldStep(step.event, at: Instant(microseconds: $0)) }
  }

  static func simplerSpans(than span: TimeSpan) -> [TimeSpan] {
    Simpler.numbers(than: span.microseconds).map { TimeSpan(microseconds: $0) }
  }

  static func simplerFaults(than fault: EngineFault) -> [EngineFault] {
    func spans(_ span: TimeSpan) -> [TimeSpan] { simplerSpans(than: span) }
    func times(_ time: MediaTime) -> [MediaTime] {
      Simpler.numbers(than: time.microseconds).map { MediaTime(microseconds: $0) }
    }
    func counts(_ count: Int32) -> [Int32] { count > 1 ? [1, count - 1] : [] }
    switch fault {
    case .openFails(let failure, let after, let count):
      return spans(after).map { .openFails(failure, after: $0, count: count) }
        + counts(count).map { .openFails(failure, after: after, count: $0) }
    case .openHangs(let count): return counts(count).map { .openHangs(count: $0) }
    case .openIsSlow(let span, let count):
      return spans(span).map { .openIsSlow(by: $0, count: count) }
        + counts(count).map { .openIsSlow(by: span, count: $0) }
    case .durationIsWrong(let duration, let count):
      return times(duration).map { .durationIsWrong($0, count: count) }
        + counts(count).map { .durationIsWrong(duration, count: $0) }
    case .seekFails(let count): return counts(count).map { .seekFails(count: $0) }
    case .seekHangs(let count): return counts(count).map { .seekHangs(count: $0) }
    case .startHangs(let count): return counts(count).map { .startHangs(count: $0) }
    case .closeHangs(let count): return counts(count).map { .closeHangs(count: $0) }
    case .reportsAreLost(let kinds, let count): return counts(count).map { .reportsAreLost(kinds, count: $0) }
    case .reportsComeTwice(let kinds, let count): return counts(count).map { .reportsComeTwice(kinds, count: $0) }
    case .reportsAreLate(let kinds, let span, let count):
      return spans(span).map { .reportsAreLate(kinds, by: $0, count: count) }
        + counts(count).map { .reportsAreLate(kinds, by: span, count: $0) }
    case .readFails(let failure, let byte):
      return Simpler.numbers(than: byte).map { .readFails(failure, atByte: $0) }
    case .decodingFails(let failure, let time): return times(time).map { .decodingFails(failure, at: $0) }
    case .endsEarly(let time): return times(time).map { .endsEarly(at: $0) }
    case .slips(let span): return spans(span).map { .slips(by: $0) }
    case .serverIsSlow(let thousandths, let latency):
      return spans(latency).map { .serverIsSlow(thousandths: thousandths, latency: $0) }
    case .outage, .outageEnds, .fails, .warns, .stops, .losesBuffer, .freezes, .drifts: return []
    }
  }

  /// The default player, the usual media and network, shorter latencies, then simpler setups of the player.
  public func simplerSetups(than setup: WorldSetup) -> [WorldSetup] {
    var setups: [WorldSetup] = []
    func add(_ change: (inout WorldSetup) -> Void) {
      var simpler = setup
      change(&simpler)
      if simpler != setup { setups.append(simpler) }
    }
    add { $0 = WorldSetup($0.media, otherMedia: $0.otherMedia) }
    add { $0.player = PlayerSetup() }
    add { $0.media = .minute }
    add { $0.otherMedia = .minute }
    add { $0.bitsPerSecond = 10_000_000 }
    for path in [\WorldSetup.open, \.start, \.pause, \.seek, \.close, \.answer] {
      for number in Simpler.numbers(than: setup[keyPath: path].microseconds) {
        add { $0[keyPath: path] = TimeSpan(microseconds: number) }
      }
    }
    for simpler in PlayerModel().simplerSetups(than: setup.player) { add { $0.player = simpler } }
    return setups
  }

  /// The name of the event.
  public func kind(of step: WorldStep) -> String {
    switch step.event {
    case .command(let command): Simpler.kind(of: .command(command, .fresh))
    case .environment(let event): Simpler.kind(of: .environment(event))
    case .fault(let fault): "fault \(fault.numbers.prefix(1))"
    case .heal: "heal"
    case .handOver: "handOver"
    case .sleep: "sleep"
    case .wait: "wait"
    }
  }

  /// The media, the names of the latencies that are not zero, and the kind of the player's setup.
  public func kind(of setup: WorldSetup) -> String {
    let latencies = values(of: setup).prefix(Self.latencies.count).map { $0 == 0 ? "-" : "#" }.joined()
    return "\(setup.media) \(setup.otherMedia) \(latencies) \(PlayerModel().kind(of: setup.player))"
  }

  /// The step numbers of the trace that is stored beside the scenario. A fault is no input of the player and has none,
  /// unless it is the last step and leads to the input that breaks the property.
  public func stepNumbers(of session: Session<WorldSetup, WorldStep>) -> [Int64?] {
    var state = begin(session.setup)
    var count: Int64 = 0
    return session.steps.map { step in
      var number: Int64?
      let violation = take(step, in: &state) { input, _, _ in
        count += 1
        switch (input, step.event) {
        case (.command(let command, _), .command(let own)) where command == own: number = count
        case (.environment(let event), .environment(let own)) where event == own: number = count
        case (.environment(.networkChanged(let path)), .handOver(_, let own)) where path == own: number = count
        default: break
        }
      }
      return violation == nil ? number : count
    }
  }

  /// The numbers of the event that may depend on those of other steps.
  public func values(of step: WorldStep) -> [Int64] {
    switch step.event {
    case .command(let command): PlayerModel().values(of: PlayerStep(command, at: .zero))
    case .environment(let event): PlayerModel().values(of: PlayerStep(event, at: .zero))
    // The first number is the kind of fault.
    case .fault(let fault): Array(fault.numbers.dropFirst())
    case .sleep(let span): [span.microseconds]
    // The simplest network is the standard one, not the slowest.
    case .heal, .handOver, .wait: []
    }
  }

  /// False: sessions with trade-offs between numbers would be harder to read.
  public var tradesValues: Bool { false }

  /// The step with these numbers in place of ``values(of:)-(WorldStep)``; `nil` when they do not fit.
  public func step(_ step: WorldStep, with values: [Int64]) -> WorldStep? {
    let event: WorldStep.Event?
    switch step.event {
    case .command(let command):
      guard case .command(let other, _) = Simpler.input(.command(command, .fresh), with: values) else { return nil }
      event = .command(other)
    case .environment(let happening):
      guard case .environment(let other) = Simpler.input(.environment(happening), with: values) else { return nil }
      event = .environment(other)
    case .fault(let fault): event = EngineFault(numbers: fault.numbers.prefix(1) + values).map { .fault($0) }
    case .sleep: event = values.count == 1 ? .sleep(TimeSpan(microseconds: values[0])) : nil
    case .heal, .handOver, .wait: event = nil
    }
    return event.map { WorldStep($0, at: step.instant) }
  }

  private static var latencies: [WritableKeyPath<WorldSetup, TimeSpan> & Sendable] {
    [\.open, \.start, \.pause, \.seek, \.close, \.answer]
  }

  /// The latencies in microseconds, then the values of the changed settings.
  public func values(of setup: WorldSetup) -> [Int64] {
    Self.latencies.map { setup[keyPath: $0].microseconds } + PlayerModel().values(of: setup.player)
  }

  /// The setup with these numbers in place of ``values(of:)-(WorldSetup)``; `nil` when they do not fit.
  public func setup(_ setup: WorldSetup, with values: [Int64]) -> WorldSetup? {
    let count = Self.latencies.count
    guard values.count >= count,
      let player = PlayerModel().setup(setup.player, with: Array(values.dropFirst(count)))
    else { return nil }
    var simpler = setup
    simpler.player = player
    for (path, value) in zip(Self.latencies, values) { simpler[keyPath: path] = TimeSpan(microseconds: value) }
    return simpler
  }

  /// The instant and the event as text.
  public func describe(_ step: WorldStep) -> String {
    let words =
      switch step.event {
      case .command(let command): StepText.words(command)
      case .environment(let event): StepText.words(event)
      case .fault(let fault): "fault: \(fault)"
      case .heal: "everything works again"
      case .handOver(let bitsPerSecond, let path): "network \(path) with \(bitsPerSecond) bit/s"
      case .sleep(let span): "the host sleeps \(StepText.span(span))"
      case .wait: "wait"
      }
    return "at \(StepText.time(step.instant))  \(words)"
  }

  /// Media, bandwidth, latencies and the player's setup as text.
  public func describe(_ setup: WorldSetup) -> String {
    var words = "item 1 \(setup.media), item 2 \(setup.otherMedia), \(setup.bitsPerSecond) bit/s"
    for (name, span) in [
      ("open", setup.open), ("start", setup.start), ("pause", setup.pause), ("seek", setup.seek),
      ("close", setup.close), ("answer", setup.answer),
    ] where span != .zero {
      words += ", \(name) \(StepText.span(span))"
    }
    return words + ", " + PlayerModel().describe(setup.player)
  }
}
