import PlayerCore
@testable import PlayerTrace
import Testing

@Suite("Why a step caused what it caused")
struct ExplainerTests {
  /// A player that is recorded while it receives inputs.
  private struct Story {
    var player: Player
    let sink = MemorySink()
    let recorder: TraceRecorder
    private var outputs = Outputs()

    init(_ configuration: Configuration = Configuration()) throws {
      player = Player(configuration: configuration)
      recorder = try TraceRecorder(sink: sink, form: .binary, header: TraceHeader(configuration: configuration))
    }

    mutating func input(_ input: Input, _ seconds: Int64) throws {
      let instant = Instant(microseconds: seconds * 1_000_000)
      player.receive(input, at: instant, into: &outputs)
      try recorder.record(input, at: instant, outputs: outputs, player: player)
    }

    mutating func event(_ event: EngineEvent, _ seconds: Int64) throws {
      try input(.engine(event, player.epoch), seconds)
    }

    mutating func command(_ command: Command, _ request: UInt32, _ seconds: Int64) throws {
      try input(.command(command, RequestID(request)), seconds)
    }

    /// Four steps, after which it plays.
    mutating func start() throws {
      try command(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), 1, 0)
      try event(.opened(OpenedMedia(duration: .seconds(600))), 1)
      try event(.buffered(until: .seconds(600), bytesRead: 1, isSaturated: true), 1)
      try event(.playbackStarted(position: .zero, rate: .normal), 1)
    }

    func explain(_ step: Int64? = nil) throws -> TraceExplanation {
      try TraceExplainer.explain(step, open: { () throws(TraceError) in try TraceReader(bytes: sink.bytes) })
    }
  }

  @Test("A stuck seek leads back to the seek that set its deadline, past other deadlines, and names the setting")
  func stuckSeek() throws {
    var story = try Story()
    try story.start()
    try story.command(.seek(.at(.seconds(300))), 2, 3)
    try story.command(.setVolume(left: 500, right: 500), 3, 4)
    #expect(story.player.nextSlot == .seek)
    let due = story.player.nextDeadline
    try story.input(.deadline, due.microseconds / 1_000_000)
    try story.command(.setMuted(true), 4, due.microseconds / 1_000_000)
    let explanation = try story.explain()
    #expect(explanation.root.step.number == 7, "the last step that failed")
    #expect(explanation.root.slot == .seek && explanation.root.due == due)
    #expect(explanation.root.settings.contains { $0.setting == .seekTimeout })
    let cause = try #require(explanation.root.causes.first)
    #expect(cause.role == .armed(.seek) && cause.step.number == 5)
    #expect(explanation.hindrances.map(\.axis) == [.failure])
    #expect(explanation.hindrances.first?.since == 7)
  }

  @Test("A start of playback leads back to the data, to the command it answers, and to the intent to play")
  func start() throws {
    var story = try Story()
    try story.command(.load(item: ItemID(1), start: .standard, autoplay: false, opens: true), 1, 0)
    try story.event(.opened(OpenedMedia(duration: .seconds(600))), 1)
    try story.command(.play, 2, 2)
    try story.event(.buffered(until: .seconds(600), bytesRead: 1, isSaturated: true), 3)
    try story.event(.playbackStarted(position: .zero, rate: .normal), 4)
    let root = try story.explain().root
    #expect(root.step.number == 5)
    let data = try #require(root.causes.first)
    #expect(data.step.number == 4)
    #expect(data.settings.map(\.setting) == [.playThroughBuffer])
    #expect(data.causes.contains { $0.role == .intent && $0.step.number == 3 })
    #expect(data.causes.contains { $0.role == .opening && $0.step.number == 1 })
  }

  @Test("A late report leads back to what closed its opening; an answer, to its request")
  func lateAndAnswer() throws {
    var story = try Story()
    try story.start()
    let old = story.player.epoch
    try story.command(.seek(.at(.seconds(9))), 7, 2)
    try story.event(.seekCompleted(SeekSerial(1), position: .seconds(9), isFinished: true), 3)
    try story.command(.stop, 8, 4)
    try story.input(.engine(.positionReported(.seconds(1)), old), 5)
    let answer = try story.explain(6).root
    #expect(answer.causes.map(\.step.number) == [5])
    let late = try story.explain(8).root
    #expect(late.causes.map(\.role) == [.closing])
    #expect(late.causes.first?.step.number == 7)
  }

  @Test("An hour of probes has a short explanation")
  func probes() throws {
    var story = try Story()
    try story.start()
    for _ in 0..<200 {
      let due = story.player.nextDeadline.microseconds / 1_000_000
      try story.input(.deadline, due)
      try story.event(.positionReported(story.player.position(at: story.player.clock)), due)
      if story.player.phase != .prepared { break }
    }
    func depth(_ node: CauseNode) -> Int { 1 + (node.causes.map(depth).max() ?? 0) }
    func omitted(_ node: CauseNode) -> Int64 { node.omitted + node.causes.map(omitted).reduce(0, +) }
    let root = try story.explain().root
    #expect(root.step.number > 80)
    #expect(depth(root) < 12)
    #expect(omitted(root) > 50)
  }

  @Test("Everything that prevents playback is listed with its step")
  func hindrances() throws {
    var story = try Story()
    try story.start()
    #expect(try story.explain().hindrances.isEmpty)
    try story.command(.pause, 2, 2)
    #expect(try story.explain().hindrances == [Hindrance(axis: .intent, since: 5)])
    try story.command(.play, 3, 3)
    #expect(try story.explain().hindrances == [Hindrance(axis: .drive, since: 6)])
    try story.input(.environment(.interruptionBegan(stopsEngine: true)), 4)
    #expect(try story.explain().hindrances == [Hindrance(axis: .interruption, since: 7)])
    try story.input(.environment(.interruptionEnded(mayResume: true)), 5)
    try story.command(.seek(.at(.seconds(50))), 4, 6)
    #expect(try story.explain().hindrances == [Hindrance(axis: .seek, since: 9)])
    try story.event(.seekCompleted(SeekSerial(1), position: .seconds(50), isFinished: true), 7)
    #expect(try story.explain().hindrances.map(\.axis) == [.supply])
  }

  @Test("A missing step and an excerpt are errors")
  func wrong() throws {
    var story = try Story()
    try story.start()
    #expect(throws: TraceError.self) { try story.explain(5) }
    #expect(throws: TraceError.self) { try story.explain(0) }
    var reader = try TraceReader(bytes: story.sink.bytes)
    let excerpt = MemorySink()
    _ = try TraceConverter.convert(&reader, to: .text, into: excerpt, TraceFilter(steps: 2...4))
    #expect(throws: TraceError.self) {
      try TraceExplainer.explain(open: { () throws(TraceError) in try TraceReader(bytes: excerpt.bytes) })
    }
  }
}
