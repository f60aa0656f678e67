import Foundation
import PlayerCore
@testable import PlayerTesting
import PlayerTrace
@testable import ReducerTesting
import Testing

@Suite("Exhaustive exploration of the player")
struct PlayerScopeTests {
  @Test("the smallest scope has the expected number of states, and none breaks a property or is stuck")
  func basic() {
    let explorer = Explorer(PlayerScope.basic, from: PlayerScope.Setup())
    #expect(explorer.run() == .complete)
    #expect(explorer.counterexamples.isEmpty, "\(explorer.counterexamples)")
    #expect(explorer.stuckStates().count == 0)
    // A change of the reducer may change these numbers. They must be the same on every platform.
    #expect(explorer.progress.states == 1_795)
    #expect(explorer.progress.transitions == 14_006)
    #expect(explorer.progress.mostOutputs <= Outputs.maximumPerInput)
  }

  @Test("player and engine stored apart give the same states, steps and depths as copies of whole states")
  func lanes() {
    var bounds = ExplorationBounds()
    bounds.depth = 12
    for scope in PlayerScope.all where ["basic", "live", "replacing", "segments"].contains(scope.name) {
      bounds.states = 500
      let apart = Explorer(scope, from: PlayerScope.Setup(), within: bounds)
      let whole = Explorer(Whole(scope: scope), from: PlayerScope.Setup(), within: bounds)
      #expect(apart.run() == whole.run(), "\(scope.name)")
      #expect(apart.progress.states == whole.progress.states, "\(scope.name)")
      #expect(apart.progress.transitions == whole.progress.transitions, "\(scope.name)")
      #expect(apart.progress.depth == whole.progress.depth, "\(scope.name)")
      #expect(apart.progress.mostOutputs == whole.progress.mostOutputs, "\(scope.name)")
      #expect(apart.deepestSession == whole.deepestSession, "\(scope.name)")
    }
  }

  @Test("one thread and several threads find the same states of a scope in the same order")
  func threads() {
    func explore(_ workers: Int) -> Explorer<PlayerScope> {
      var bounds = ExplorationBounds()
      bounds.states = 1_000
      bounds.workers = workers
      let explorer = Explorer(PlayerScope.live, from: PlayerScope.Setup(), within: bounds)
      explorer.run()
      return explorer
    }
    let (one, three, again) = (explore(1), explore(3), explore(3))
    #expect(one.progress.withoutBytes == three.progress.withoutBytes)
    #expect(three.progress.withoutBytes == again.progress.withoutBytes)
    #expect(one.deepestSession == three.deepestSession)
    #expect(one.progress.states == three.progress.states && one.progress.transitions == three.progress.transitions)
    #expect(one.progress.states > 1_000)
  }

  @Test("entries discarded to save memory are found again, and states expand the same together and alone")
  func discardedEntries() {
    let setup = PlayerScope.Setup()
    let arenas = (0..<3).map { _ in PlayerStore(.retry, from: setup) }
    let lanes = zip(arenas, [1 << 40, 1 << 18, 1 << 40]).map { arena, memory in
      ScopeLane(.retry, from: setup, packing: arena, memory: memory)
    }
    let (together, forgetful, alone) = (lanes[0], lanes[1], lanes[2])
    let walkers = ScopeLane.limit
    var states = [PlayerScope.Words](
      repeating: PlayerScope.retry.words(of: PlayerScope.retry.begin(setup)), count: walkers)
    let packed = UnsafeMutablePointer<UInt8>.allocate(capacity: walkers * 64)
    defer { packed.deallocate() }
    let places = (0..<walkers).map { UnsafePointer(packed + $0 * 64) }
    /// Packs the states of some walkers and takes all their steps.
    func expand(_ lane: ScopeLane, _ arena: PlayerStore, _ range: Range<Int>) {
      for walker in range {
        let length = withPlainWords(of: &states[walker]) { arena.pack($0, to: packed + walker * 64) }
        #expect(length <= arena.maximumByteCount)
      }
      places[range].withUnsafeBufferPointer { lane.expand($0) }
    }
    func fingerprints(_ lane: ScopeLane, _ place: Int) -> [UInt64] { lane.steps(of: place).map(lane.fingerprint) }

    var random = SplitMix64(seed: 8)
    for _ in 0..<300 {
      expand(together, arenas[0], 0..<walkers)
      expand(forgetful, arenas[1], 0..<walkers)
      var following = states
      for walker in 0..<walkers {
        let found = fingerprints(forgetful, walker)
        #expect(fingerprints(together, walker) == found)
        let choice = Int(random.next() % UInt64(found.count))
        _ = forgetful.write(forgetful.steps(of: walker).lowerBound + choice, to: packed)
        withPlainWords(of: &following[walker]) { words in
          arenas[1].unpack(packed, to: words)
          #expect(forgetful.fingerprint(of: words) == found[choice])
        }
      }
      let all = (0..<walkers).map { fingerprints(forgetful, $0) }
      for walker in 0..<walkers {
        expand(alone, arenas[2], walker..<walker + 1)
        #expect(fingerprints(alone, 0) == all[walker])
      }
      states = following
    }
    #expect(forgetful.byteCount <= 1 << 18)
    #expect(forgetful.byteCount < together.byteCount)
  }

  private func withPlainWords<Result>(
    of words: inout PlayerScope.Words, _ body: (UnsafeMutablePointer<UInt64>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &words) { body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt64.self)) }
  }

  @Test("an engine counts its unconfirmed pauses up to the limit of the player")
  func pauses() {
    var engine = ScopeEngine()
    let epoch = Epoch(7)
    func give(_ kind: EngineOrder.Kind) -> PropertyViolation? {
      engine.perform(
        EngineOrder(of: kind, epoch), at: .zero, .unknown, newest: epoch, confirmsAtOnce: true)
    }
    #expect(give(.open) == nil)
    for _ in 0..<300 { #expect(give(.pause) == nil) }
    #expect(engine.main.stops == .max)
  }

  @Test("a state restored from its words continues like the original")
  func restoring() {
    for scope in PlayerScope.all {
      var random = SplitMix64(seed: 5)
      var state = scope.begin(PlayerScope.Setup())
      var twin = state
      var choices: [ScopeStep] = []
      for _ in 0..<400 {
        scope.restore(scope.words(of: state), into: &twin)
        choices.removeAll()
        scope.choices(in: state, into: &choices)
        let step = random.pick(choices)
        let violation = scope.take(step, in: &state)
        #expect(violation == nil, "\(scope.name)")
        #expect(scope.take(step, in: &twin) == violation)
        #expect(bytes(scope.words(of: twin)) == bytes(scope.words(of: state)), "\(scope.name) after \(step)")
      }
    }
  }

  @Test("players that differ only in the number of unconfirmed pauses behave the same and keep the difference")
  func pendingStops() {
    var counted = 0
    for scope in [PlayerScope.segments, .wide, .interruption] {
      var random = SplitMix64(seed: 11)
      var state = scope.begin(PlayerScope.Setup())
      var few = state
      var many = scope.begin(PlayerScope.Setup())
      var choices: [ScopeStep] = []
      for _ in 0..<100 {
        choices.removeAll()
        scope.choices(in: state, into: &choices)
        for step in choices where step != .wait {
          var words = scope.words(of: state)
          words.rest.flags = words.rest.flags & ~(0xFF << 32) | 2 << 32
          scope.restore(words, into: &few)
          words.rest.flags = words.rest.flags & ~(0xFF << 32) | 200 << 32
          scope.restore(words, into: &many)
          #expect(scope.take(step, in: &few) == scope.take(step, in: &many))
          #expect(Array(few.desk.outputs.pointee) == Array(many.desk.outputs.pointee), "\(scope.name): \(step)")
          let (one, other) = (scope.words(of: few), scope.words(of: many))
          #expect(one.canonical == other.canonical, "\(scope.name): \(step)")
          let (low, high) = (one.rest.pendingStops, other.rest.pendingStops)
          #expect(low == high ? low <= 8 : Int(high) - Int(low) == 198 && low <= 10, "\(scope.name): \(step)")
          if low != high, low != 2 { counted += 1 }
        }
        _ = scope.take(random.pick(choices), in: &state)
      }
    }
    #expect(counted > 20)
  }

  private func bytes(_ words: PlayerScope.Words) -> [UInt8] { withUnsafeBytes(of: words) { Array($0) } }

  @Test("an engine that never opens leaves the player in a wait without a watchdog")
  func liveness() throws {
    var scope = PlayerScope("deaf", "an engine that never opens anything")
    scope.steps = [.load, .stop]
    scope.configuration.openTimeout = .never
    let explorer = Explorer(scope, from: PlayerScope.Setup())
    explorer.run()
    // An opening without a time-out is a violation by itself.
    let found = try #require(explorer.counterexamples.first)
    #expect(found.violation.property == "wait-without-watchdog")
    #expect(found.session.steps == [.load])
    #expect(scope.run(found.session) == Finding(found.violation, stepCount: 1))
  }

  @Test("a counterexample is written as a trace that replays and names the broken property")
  func trace() throws {
    var scope = PlayerScope.basic
    scope.configuration.openTimeout = .never
    let explorer = Explorer(scope, from: PlayerScope.Setup())
    #expect(explorer.run() == .counterexample)
    let found = try #require(explorer.counterexamples.first)
    let path = NSTemporaryDirectory() + "/explored-\(UUID().uuidString).trace.jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try scope.write(found, to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("wait-without-watchdog"))
    var reader = try TraceReader(path: path)
    let report = try TraceChecker().check(&reader)
    #expect(report.steps == Int64(found.session.steps.count) && report.outputs > 0)
    #expect(report.issues.isEmpty, "what is recorded is what comes out again")
  }

  @Test("every step of the smallest scope keeps every property, monitored with the session that leads to it")
  func monitoring() {
    let explorer = Explorer(PlayerScope.basic, from: PlayerScope.Setup())
    explorer.run()
    let monitoring = explorer.monitor()
    #expect(monitoring.isComplete)
    #expect(monitoring.states == explorer.progress.states)
    #expect(monitoring.transitions == explorer.progress.transitions)
    #expect(monitoring.findings.isEmpty, "\(monitoring.findings)")
  }
}

/// A scope whose steps are taken in copies of whole states.
private struct Whole: ExplorableModel {
  typealias Lane = PlainLane<Whole>

  let scope: PlayerScope
  var identity: String { scope.identity }

  func begin(_ setup: PlayerScope.Setup) -> PlayerScope.State { scope.begin(setup) }
  func take(_ step: ScopeStep, in state: inout PlayerScope.State) -> PropertyViolation? { scope.take(step, in: &state) }
  func choices(in state: PlayerScope.State, into choices: inout [ScopeStep]) {
    scope.choices(in: state, into: &choices)
  }
  func words(of state: PlayerScope.State) -> PlayerScope.Words { scope.words(of: state) }
  func restore(_ words: PlayerScope.Words, into state: inout PlayerScope.State) { scope.restore(words, into: &state) }
  func isGood(_ state: PlayerScope.State) -> Bool { scope.isGood(state) }
  func heals(_ step: ScopeStep) -> Bool { scope.heals(step) }
  func outputCount(of state: PlayerScope.State) -> Int { scope.outputCount(of: state) }
  func drawSetup(_ habits: (), using random: inout SplitMix64) -> PlayerScope.Setup { PlayerScope.Setup() }
}

extension ExplorationProgress {
  /// Without the sizes: the order in which threads find players decides how long the numbers of players are.
  fileprivate var withoutBytes: Self {
    var progress = self
    (progress.bytes, progress.peakBytes, progress.mostBytes) = (0, 0, 0)
    return progress
  }
}
