import Foundation
import PlayerCore
import PlayerTesting
import PlayerTrace
import ReducerTesting
import Testing

@Suite("The player as a model under test")
struct PlayerModelTests {
  @Test("sessions from fixed seeds keep every property, with either host", arguments: PlayerSetup.Host.allCases)
  func campaign(host: PlayerSetup.Host) {
    var model = PlayerModel()
    model.generator.host = host
    for seed in 0..<UInt64(400) {
      let (session, finding) = model.explore(seed: seed, length: 80)
      guard let finding else { continue }
      let script = session.steps.prefix(finding.stepCount).map(model.describe).joined(separator: "\n")
      Issue.record("seed \(seed): \(finding.violation)\n\(model.describe(session.setup))\n\(script)")
    }
  }

  @Test("a seed draws the same session every time, and another seed draws another one")
  func drawing() {
    let model = PlayerModel(properties: .none)
    let first = model.explore(seed: 7, length: 60).session
    #expect(model.explore(seed: 7, length: 60).session == first)
    #expect(model.explore(seed: 8, length: 60).session != first)
  }

  @Test("random sessions show every phase, every state and every kind of output")
  func reach() {
    let model = PlayerModel(properties: .none)
    var (phases, states, codes): (Set<Phase>, Set<PlaybackState>, Set<UInt16>) = ([], [], [])
    for seed in 0..<UInt64(400) {
      var random = SplitMix64(seed: seed)
      let habits = model.drawHabits(using: &random)
      var state = model.begin(model.drawSetup(habits, using: &random))
      for _ in 0..<80 {
        _ = model.take(model.drawStep(habits, in: state, using: &random), in: &state)
        phases.insert(state.player.phase)
        states.insert(state.player.state)
        for output in state.outputs { codes.insert(output.code) }
      }
    }
    let all = Set((0..<Vocabulary.codeLimit).filter { Vocabulary.output($0) != nil })
    #expect(phases == Set(Phase.allCases) && states == Set(PlaybackState.allCases))
    #expect(all.subtracting(codes).isEmpty, "never said: \(all.subtracting(codes).sorted())")
  }

  @Test("names in a step are resolved when the step is taken, so an earlier step can be left out")
  func namesAreLookedUp() {
    let model = PlayerModel()
    let load = PlayerStep(
      .load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .seconds(1))
    let opened = PlayerStep(.opened(OpenedMedia(duration: .seconds(60))), at: .seconds(2))
    for loads in 1...3 {
      var state = model.begin(PlayerSetup())
      for step in Array(repeating: load, count: loads) + [opened] { #expect(model.take(step, in: &state) == nil) }
      #expect(state.player.phase == .prepared && state.player.epoch == Epoch(UInt32(loads)))
    }
  }

  @Test("a faithful host serves deadlines on time, a hostile one never by itself")
  func hosts() {
    let model = PlayerModel()
    let load = PlayerStep(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero)
    let later = PlayerStep(.routeChanged(.other), at: .seconds(100))
    for (host, phase) in [(PlayerSetup.Host.faithful, Phase.failed), (.hostile, .opening)] {
      var state = model.begin(PlayerSetup(host: host))
      for step in [load, later] { #expect(model.take(step, in: &state) == nil) }
      #expect(state.player.phase == phase && state.player.clock == .seconds(100))
    }
  }

  @Test(
    "a session becomes a trace that replays, and the trace becomes steps with the same effect",
    arguments: TraceForm.allCases)
  func traces(form: TraceForm) throws {
    let model = PlayerModel(properties: .none)
    for seed in 100..<UInt64(130) {
      let session = model.explore(seed: seed, length: 60).session
      let bytes = model.trace(of: session, form)
      var reader = try TraceReader(bytes: bytes)
      #expect(try TraceReplayer.replay(&reader).isEqual, "seed \(seed)")
      reader = try TraceReader(bytes: bytes)
      let recorded = try PlayerModel.session(from: &reader)
      #expect(recorded.session.setup.configuration == session.setup.configuration)
      #expect(model.trace(of: recorded, form, tool: "PlayerTesting") == bytes, "seed \(seed)")
    }
  }

  /// Other tests check that the traces replay as recorded.
  @Test("every trace in this repository keeps every property")
  func recordedRuns() throws {
    let checker = TraceChecker(PlayerModel().allowing(["recorded-otherwise"]))
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Traces").standardized
    var count = 0
    for folder in [folder, folder.appending(path: "regressions")] {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".jsonl") {
        var reader = try TraceReader(path: folder.appending(path: file).path)
        let report = try checker.check(&reader)
        #expect(report.issues.isEmpty, "\(file): \(report.issues)")
        count += 1
      }
    }
    #expect(count > 60)
  }

  /// Not a trace: no number in JavaScript is as large as this date.
  @Test("blocked media is where its dates are, although the host's clock had once been wrong")
  func datesOfALateClock() {
    func stage(until end: MediaTime, isDated: Bool) -> PlayerStep {
      PlayerStep(
        .stageSegment(SegmentID(1), start: .zero, end: end, isBlocked: true, isHidden: false, isDated: isDated),
        at: .zero)
    }
    let load = Command.load(item: ItemID(1), start: .standard, autoplay: true, opens: true)
    let steps = [
      PlayerStep(load, at: .zero), PlayerStep(.opened(OpenedMedia(duration: .unknown)), at: .zero),
      PlayerStep(.wallClock(1 << 60), at: .zero),
      PlayerStep(.buffered(until: .seconds(20), bytesRead: 0, isSaturated: true), at: .zero),
      PlayerStep(.wallClock(0), at: .zero),
      PlayerStep(.playbackStarted(position: .zero, rate: .normal), at: .zero),
      PlayerStep(.seekableRangeChanged(start: .zero, end: .seconds(20)), at: .zero),
      stage(until: .seconds(2), isDated: true), stage(until: .seconds(1), isDated: false),
      PlayerStep(.commitSegments, at: .zero), PlayerStep(.deadline, at: .zero),
    ]
    #expect(PlayerModel().run(Session(PlayerSetup(), steps)) == nil)
  }

  /// Not a trace, for the same reason.
  @Test("a seek in a dated segment is diagnosed, although the host's clock is too far off to be calculated with")
  func seekUnderAFarClock() {
    let steps = [
      PlayerStep(.wallClock(1 << 60), at: .zero),
      PlayerStep(.load(item: ItemID(1), start: .standard, autoplay: false, opens: true), at: .zero),
      PlayerStep(.opened(OpenedMedia(duration: .unknown)), at: .zero),
      PlayerStep(.seekableRangeChanged(start: .zero, end: .seconds(1)), at: .zero),
      PlayerStep(
        .stageSegment(SegmentID(1), start: .zero, end: .seconds(1), isBlocked: false, isHidden: false, isDated: true),
        at: .zero),
      PlayerStep(.commitSegments, at: .zero),
      PlayerStep(.seek(Position(anchor: .start, segment: SegmentID(1))), at: .zero),
    ]
    #expect(PlayerModel().run(Session(PlayerSetup(), steps)) == nil)
  }

  @Test("a changed output in a trace is the only issue, and is reported at its step")
  func changedTrace() throws {
    let model = PlayerModel(properties: .none)
    let load = PlayerStep(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero)
    let session = Session(PlayerSetup(), [load, PlayerStep(.opened(OpenedMedia(duration: .seconds(60))), at: .zero)])
    let text = String(decoding: model.trace(of: session), as: UTF8.self)
    let changed = text.replacing("\"to\":\"prepared\"", with: "\"to\":\"ended\"")
    #expect(changed != text)
    var reader = try TraceReader(bytes: Array(changed.utf8))
    let report = try TraceChecker().check(&reader)
    #expect(report.issues.map(\.property.id) == ["recorded-otherwise"] && report.issues.first?.step == 2)
  }

  @Test("a custom property takes a few lines")
  func additions() {
    let model = PlayerModel().adding(PlayerProperty("too-loud", "nothing is louder than half")) { context in
      context.player.volume.left > 500 ? "left is \(context.player.volume.left)" : nil
    }
    var state = model.begin(PlayerSetup())
    #expect(model.take(PlayerStep(.setVolume(left: 400, right: 400), at: .zero), in: &state) == nil)
    let violation = model.take(PlayerStep(.setVolume(left: 501, right: 400), at: .zero), in: &state)
    #expect(violation == PropertyViolation("too-loud", "left is 501"))
  }

  @Test("simpler is a strict order: repeatedly taking a simpler step ends")
  func simplifying() {
    let model = PlayerModel(properties: .none)
    for seed in 0..<UInt64(20) {
      for step in model.explore(seed: seed, length: 20).session.steps {
        for pick in [0, 1, .max] {
          var (simplest, rounds) = (step, 0)
          while rounds < 3_000 {
            let simpler = model.simplerSteps(than: simplest)
            guard !simpler.isEmpty else { break }
            #expect(!simpler.contains(simplest))
            simplest = simpler[min(pick, simpler.count - 1)]
            rounds += 1
          }
          #expect(rounds < 3_000, "\(model.describe(step))")
          if rounds == 3_000 { return }
        }
      }
    }
  }

  @Test("steps read like a script")
  func words() {
    let model = PlayerModel()
    let steps = [
      PlayerStep(.load(item: ItemID(1), start: .at(.seconds(5)), autoplay: true, opens: true), at: .zero),
      PlayerStep(.seek(.at(.milliseconds(30_500))), at: .microseconds(1_250_000)),
      PlayerStep(.seekCompleted(.current, position: .seconds(30), isFinished: true), at: .seconds(2)),
    ]
    #expect(
      steps.map(model.describe) == [
        "at 00:00.000  load item 1 from 0:05, play", "at 00:01.250  seek to 0:30.5",
        "at 00:02.000  engine: the seek landed at 0:30",
      ])
  }
}
