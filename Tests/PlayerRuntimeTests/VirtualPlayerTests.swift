import PlayerCore
import PlayerRuntime
import PlayerTrace
import ScriptedEngine
import Testing

@Suite("The virtual-time host")
struct VirtualPlayerTests {
  let engine = ScriptedEngine()
  let library = IdentifierTable()

  private func makePlayer() -> VirtualPlayer { VirtualPlayer(engine: engine, library: library) }

  private func load(_ player: VirtualPlayer, autoplay: Bool = true) -> RequestID {
    player.send(.load(item: library.item(for: "a.m4a"), start: .standard, autoplay: autoplay, opens: true))
  }

  @Test("plays media to its end, in no time and at the right virtual instant")
  func playsToTheEnd() {
    let player = makePlayer()
    let request = load(player)
    #expect(player.answer(to: request) == nil)
    #expect(player.run() == .idle)
    #expect(player.answer(to: request) == Completion(request, .done))
    #expect(player.player.state == .ended)
    #expect(player.player.clock == .microseconds(10_100_000))
  }

  @Test("scheduled inputs happen at their instants, in the order of the calls")
  func scheduledInputs() {
    let player = makePlayer()
    _ = load(player)
    player.schedule(.pause, at: .seconds(3))
    player.schedule(.setMuted(true), at: .seconds(3))
    player.schedule(.play, at: .seconds(5))
    player.run(until: .seconds(4))
    #expect(player.player.state == .paused)
    #expect(player.player.isMuted)
    #expect(player.position == .milliseconds(2_900))
    player.run()
    #expect(player.player.clock == .microseconds(12_100_000))
  }

  @Test("an input scheduled for the past happens now, after those already scheduled for now")
  func scheduledInThePast() {
    let player = makePlayer()
    _ = load(player)
    player.run(until: .seconds(4))
    player.schedule(.setRotation(degrees: 90), at: .seconds(4))
    player.schedule(.setRotation(degrees: 180), at: .seconds(1))
    player.run(until: .seconds(5))
    #expect(player.player.rotation == 180)
  }

  @Test("a run stops at the given instant, and resumes from there")
  func stopsAtInstant() {
    let player = makePlayer()
    _ = load(player)
    #expect(player.run(until: .seconds(2)) == .reached)
    #expect(player.now == .seconds(2))
    #expect(player.position == .milliseconds(1_900))
    #expect(player.run(until: .seconds(60)) == .idle)
    #expect(player.now == .seconds(60))
  }

  @Test("a run stops when its condition no longer holds")
  func stopsOnCondition() {
    let player = makePlayer()
    _ = load(player)
    #expect(player.run(while: { $0.player.state != .playing }) == .satisfied)
    #expect(player.player.state == .playing)
  }

  @Test("deadlines are served at their own instants: a silent source fails after its timeout")
  func openTimeout() {
    engine.isSilent = true
    let player = makePlayer()
    let request = load(player)
    player.run()
    #expect(player.player.failure.kind == .openTimeout)
    #expect(player.answer(to: request) == Completion(request, .failed))
    #expect(engine.commands.last == .close)
  }

  @Test("a command that an observer sends while notified is the next input")
  func reentrancy() {
    final class Looper: PlaybackObserver, @unchecked Sendable {  // Only touched by the test's own thread.
      weak var player: VirtualPlayer?
      var states: [PlaybackState] = []
      func playback(_ state: Player, did event: PlayerEvent) {
        guard case .playbackStateChanged(_, let to) = event.notification else { return }
        states.append(to)
        #expect(state.state == to)
        if to == .playing, states.count < 4 { player?.send(.pause) }
      }
    }
    let player = makePlayer()
    let looper = Looper()
    looper.player = player
    player.add(looper)
    _ = load(player)
    player.run(until: .seconds(1))
    #expect(looper.states == [.preparing, .playing, .paused])
  }

  @Test("a recorder sees every step, and every definition before its first use")
  func recorderSeesEverything() {
    let recorder = MemoryRecorder()
    let player = makePlayer()
    player.attach(recorder)
    _ = load(player)
    player.run()
    #expect(recorder.definitions == [.item(ItemID(1), source: "a.m4a")])
    #expect(recorder.lines.first == .definition)
    var replayed = Player()
    var outputs = Outputs()
    for (input, instant, expected) in recorder.steps {
      replayed.receive(input, at: instant, into: &outputs)
      #expect(Array(outputs) == expected)
    }
    #expect(replayed == player.player)
  }

  @Test("a recorder that fails is detached, and playback continues")
  func failingRecorder() {
    let recorder = MemoryRecorder()
    recorder.failsAfter = 2
    let player = makePlayer()
    var failures = 0
    player.attach(recorder) { _ in failures += 1 }
    _ = load(player)
    player.run()
    #expect(failures == 1)
    #expect(recorder.steps.count == 2)
    #expect(player.player.state == .ended)
  }
}

/// Keeps a run in memory.
final class MemoryRecorder: RunRecorder {
  enum Line { case definition, step }
  struct Full: Error {}

  var failsAfter = Int.max
  private(set) var definitions: [TraceDefinition] = []
  private(set) var steps: [(Input, Instant, [Output])] = []
  private(set) var lines: [Line] = []
  private(set) var flushes = 0
  private(set) var marks: [String] = []

  func define(_ definition: TraceDefinition) {
    definitions.append(definition)
    lines.append(.definition)
  }

  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) throws {
    if steps.count >= failsAfter { throw Full() }
    steps.append((input, instant, Array(outputs)))
    lines.append(.step)
  }

  func mark(_ text: String) { marks.append(text) }
  func flush() { flushes += 1 }
}
