import PlayerCore
import PlayerText
import PlayerTrace

/// A player on a virtual clock over a simulated engine, driven by hand: what test kits in other languages are made of. It is
/// asked in JSON and answers in JSON, in the words of scenarios and of text traces; see <doc:Scenarios>.
///
/// A session is a value and knows nothing outside of itself: the same calls give the same bytes on every machine. Problems
/// name the path into the JSON that was given. Nothing that is given can end the process.
package struct VirtualSession: Sendable {
  private var reader: ScenarioReader
  private var world: World
  private var translator: ActionTranslator
  private var due: [(instant: Instant, actions: [ScenarioAction])] = []
  private var buffer = Outputs()
  private var encoder: TraceEncoder?
  private var definedTexts: Int
  private var stepCount: Int64 = 0
  private var outputCount: Int64 = 0
  private var outputs = JSONWriter()
  /// What a run looks for.
  private var wanted: EventPattern?
  private var isFound = false

  /// Why a run stopped.
  package enum Stop: UInt8, Sendable {
    /// The clock reached the given end.
    case reached
    /// Nothing more is due.
    case idle
    /// The expected output was reported.
    case found
    /// The requested number of inputs was taken.
    case stepped
    /// Engine and player keep each other busy, or more than ``ScenarioLimit/inputs`` inputs came.
    case busy

    package var word: String {
      switch self {
      case .reached: "reached"
      case .idle: "idle"
      case .found: "found"
      case .stepped: "stepped"
      case .busy: "busy"
      }
    }
  }

  /// The keys of scenarios but those of steps and expectations; `trace`: the form of the trace that is recorded, if any.
  ///
  /// What `load` and `segments` say has happened when it returns.
  package init(_ json: [UInt8], trace form: TraceForm? = nil) throws(SimulationProblems) {
    reader = ScenarioReader(files: nil)
    let root = try SimulationProblems.root(of: json)
    if case .mapping(let pairs) = root.content {
      for (key, value) in pairs {
        guard let name = key.string else { continue }
        if ["steps", "expect", "until"].contains(name) {
          reader.wrong(key, name, "no steps and expectations", found: "'\(name)'", "Simulate a whole scenario for that")
        } else if name == "engine", value.string?.hasPrefix("recorded") == true {
          reader.wrong(value, name, "keys such as 'open: 40 ms', or 'immediate'")
        }
      }
    }
    let scenario = reader.read(root)
    try SimulationProblems.check(&reader)
    world = World(
      configuration: scenario.configuration,
      engine: SimulatedEngine(scenario.media, network: scenario.network.profile, timing: scenario.timing))
    translator = ActionTranslator(networks: scenario.networks)
    definedTexts = scenario.texts.count
    encoder = form.map { TraceEncoder($0, scenario) }
    for event in translator.opening(of: scenario, &world) { happen(event) }
  }

  // MARK: What it shows

  /// The virtual clock.
  package var now: Instant { world.now }
  /// When something happens next; `never` when nothing more is due.
  package var nextInstant: Instant { min(world.nextInstant, due.last?.instant ?? .never) }
  /// When the player wants to be called; `never` when it does not.
  package var nextDeadline: Instant { world.nextDeadline }
  /// Where the playhead is now.
  package var position: MediaTime { world.position }
  /// A digest of the player, as in traces and as every host has it.
  package var digest: UInt64 { world.player.digest }
  /// A digest of everything: player, engine, media, network, clock. What is still planned here is not part of it.
  package var worldDigest: UInt64 { world.digest }

  /// Everything that the player shows, as an object with the names of the C library's keys.
  package var observed: [UInt8] { ObservedValues.json(of: world.player, at: world.uptime) }

  /// The inputs and commands since the last call: an array of objects with `name`, `at` and fields.
  package mutating func takeOutputs() -> [UInt8] {
    defer { outputs.bytes.removeAll(keepingCapacity: true) }
    return [UInt8(ascii: "[")] + outputs.bytes + [UInt8(ascii: "]")]
  }

  /// The bytes of the trace since the last call; with `isEnd` its last ones. Nothing without a recording.
  package mutating func takeTrace(isEnd: Bool) -> [UInt8] {
    if isEnd {
      encoder?.encode(
        .end(
          TraceEnd(
            number: stepCount, inputs: stepCount, outputs: outputCount, digest: world.player.digest, ending: .finished))
      )
    }
    defer {
      encoder?.removeAll()
      if isEnd { encoder = nil }
    }
    return encoder?.bytes ?? []
  }

  /// How the player differs from what is expected of it now: `"playing"`, or properties with their values as in a
  /// scenario. A sentence for each difference.
  package mutating func differences(from json: [UInt8]) throws(SimulationProblems) -> [String] {
    let root = try SimulationProblems.root(of: json)
    let expectation = reader.state(root, at: nil)
    try SimulationProblems.check(&reader)
    guard case .state(_, let conditions) = expectation else { return [] }
    let writer = ScenarioWriter(reader.scenario)
    return conditions.compactMap { ScenarioJudge.difference(from: $0, of: world.player, at: world.uptime, writer) }
  }

  // MARK: What happens

  /// Does something now, and serves what follows from it at once. `json`: an action such as `"seek to 1:30"`, an input
  /// such as `{"name": "play"}`, or an array of them.
  package mutating func perform(_ json: [UInt8]) throws(SimulationProblems) {
    let actions = try actions(SimulationProblems.root(of: json))
    _ = run(until: world.now, nil, .max)
    perform(actions)
  }

  /// Plans something: `{"instant": "10 s", "input": "network none"}`. Past events happen when time continues.
  package mutating func plan(_ json: [UInt8]) throws(SimulationProblems) {
    let root = try SimulationProblems.root(of: json)
    var (instant, actions): (TimeSpan?, [ScenarioAction]) = (nil, [])
    for pair in reader.pairs(root, "plan", "instant and input") ?? [] {
      switch pair.key {
      case "instant": instant = reader.span(pair.value, "instant")
      case "input": actions = reader.actions(pair.value)
      default: reader.unknown(pair.node, pair.key, "plan", among: ["instant", "input"])
      }
    }
    if instant == nil { reader.wrong(root, "plan", "the key 'instant'", found: "none") }
    try SimulationProblems.check(&reader)
    guard let instant else { return }
    let time = max(.zero + instant, world.now)
    // After everything planned for the same instant.
    due.insert((time, actions), at: due.firstIndex { $0.instant <= time } ?? due.count)
  }

  /// Lets time go by: `{"by": "10 s"}`, `{"to": "1 min"}`, `{"until": "stalled", "by": "1 min"}`, `{"inputs": 1}`.
  ///
  /// Without a time it ends when nothing more is due, and at most a week later.
  package mutating func run(_ json: [UInt8]) throws(SimulationProblems) -> Stop {
    let root = try SimulationProblems.root(of: json)
    var end = world.now + .microseconds(ScenarioLimit.length)
    var (isTimed, pattern, inputs) = (false, EventPattern?.none, Int64.max)
    for pair in reader.pairs(root, "run", "by, to, until and inputs") ?? [] {
      switch pair.key {
      case "by", "to":
        guard let span = reader.span(pair.value, pair.key) else { continue }
        if span.microseconds > ScenarioLimit.length { reader.wrong(pair.value, pair.key, "at most a week") }
        end = pair.key == "by" ? world.now + span : .zero + span
        isTimed = true
      case "until": pattern = reader.pattern(pair.value, "until")
      case "inputs": inputs = reader.integer(pair.value, "inputs", 1...ScenarioLimit.inputs) ?? 1
      default: reader.unknown(pair.node, pair.key, "run", among: ["by", "to", "until", "inputs"])
      }
    }
    try SimulationProblems.check(&reader)
    let stop = run(until: end, pattern, inputs)
    // If only a time is given, it passes even when nothing is due.
    if stop == .reached || (stop == .idle && isTimed && pattern == nil && inputs == .max) { world.run(until: end) }
    return stop
  }

  /// Reads a time such as `"1:30"`.
  package mutating func span(_ json: [UInt8]) throws(SimulationProblems) -> TimeSpan {
    let root = try SimulationProblems.root(of: json)
    let span = reader.span(root, "time")
    try SimulationProblems.check(&reader)
    return span ?? .zero
  }

  // MARK: Running

  private mutating func actions(_ node: ScenarioNode) throws(SimulationProblems) -> [ScenarioAction] {
    let actions = reader.actions(node)
    try SimulationProblems.check(&reader)
    return actions
  }

  private mutating func perform(_ actions: [ScenarioAction]) {
    for action in actions {
      for event in translator.events(of: action, &world) { happen(event) }
    }
  }

  private mutating func happen(_ event: WorldEvent) {
    world.plan(event, at: world.now)
    while let input = world.takeNext(upTo: world.now, into: &buffer) { note(input) }
  }

  private mutating func run(until end: Instant, _ pattern: EventPattern?, _ limit: Int64) -> Stop {
    let first = stepCount
    (wanted, isFound) = (pattern, false)
    defer { wanted = nil }
    while true {
      let planned = due.last?.instant ?? .never
      while let input = world.takeNext(upTo: min(planned, end), into: &buffer) {
        note(input)
        if isFound { return .found }
        if stepCount - first >= limit { return .stepped }
        if stepCount - first >= ScenarioLimit.inputs { return .busy }
      }
      if world.isBusy { return .busy }
      guard planned <= end, let next = due.popLast() else { break }
      world.run(until: next.instant)
      perform(next.actions)
      if isFound { return .found }
      if stepCount - first >= limit { return .stepped }
    }
    return nextInstant == .never ? .idle : .reached
  }

  private mutating func note(_ input: Input) {
    stepCount += 1
    outputCount += Int64(buffer.count)
    for output in buffer {
      translator.hear(output)
      if !isFound, let wanted, wanted.matches(output) { isFound = true }
      if !outputs.bytes.isEmpty { outputs.raw(",") }
      outputs.raw("{")
      outputs.key("at")
      outputs.integer(world.now.microseconds)
      let message = output.message
      outputs.fields(of: message, MessageWords.shared.output(message.code))
      outputs.raw("}")
    }
    if encoder != nil { record(input) }
  }

  private mutating func record(_ input: Input) {
    // Texts of the latest actions.
    let texts = reader.scenario.texts
    for index in definedTexts..<max(definedTexts, texts.count) where !texts[index].isEmpty {
      encoder?.encode(.definition(.text(TextID(UInt32(index + 1)), texts[index])))
    }
    definedTexts = texts.count
    encoder?.encodeStep(stepCount, input, at: world.uptime, outputs: buffer)
    guard stepCount % TraceLimit.checkpointInterval == 0 || encoder?.wantsCheckpoint == true else { return }
    let player = world.player
    encoder?.encode(
      .checkpoint(TraceCheckpoint(number: stepCount, instant: world.uptime, state: player, digest: player.digest)))
  }
}
