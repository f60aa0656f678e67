import PlayerCore
import PlayerTrace
import ReducerTesting

// Laws about copies of a player. Inputs to a copy do not affect the original; a player rebuilt from the fields of its
// state, or from its canonical state, continues as the original. Each check costs some dozens of inputs, so few inputs
// are checked, selected by the player's digest.

extension PlayerModel {
  /// A deliberate fault, to test that the laws detect it.
  struct CopyFault: Sendable, Equatable {
    /// The index of the field of the state that is not visited.
    var field: Int?
    /// The index of the word of the canonical state that keeps its old value.
    var word: Int?
    /// Whether the original takes an input that was meant for the copy.
    var disturbs = false
  }

  /// About one in this many players is checked.
  private static var copyingInterval: UInt64 { 32 }

  @inline(__always)
  func tryCopies(_ state: inout State) {
    guard copiesAtEverySample || PlayerTries.chance(of: state.player) % Self.copyingInterval == 0 else { return }
    copy(&state)
  }

  @inline(never)
  private func copy(_ state: inout State) {
    var tries = PlayerTries(state.player, fault: copyFault)
    tries.goOtherWays()
    state.monitor.expect(tries.isUndisturbed, .copyDisturbed)
    var (rebuilt, original) = (tries.rebuilt, tries.player)
    state.monitor.expectSame(&rebuilt, &original, .rebuiltOtherwise)
    state.monitor.expect(tries.differenceFromCanonicalState() == nil, .canonicalStateOtherwise)
    state.furtherInputs &+= tries.inputs
  }

  /// In what the player that is restored from the canonical state differs: computed again, for the report alone.
  func differenceFromCanonicalState(_ state: State) -> String? {
    var tries = PlayerTries(state.player, fault: copyFault)
    tries.goOtherWays()
    return tries.differenceFromCanonicalState()
  }
}

/// A player, a diverged copy of it, and the results of the same inputs to each.
struct PlayerTries {
  /// The number of inputs of each run.
  private static let length = 10

  private(set) var player: Player
  private let fault: PlayerModel.CopyFault
  private let seed: UInt64
  private var other: Player
  private var outputs = Outputs()
  /// The number of inputs taken by all players together.
  private(set) var inputs = 0
  private(set) var isUndisturbed = true

  init(_ player: Player, fault: PlayerModel.CopyFault) {
    self.player = player
    self.fault = fault
    other = player
    seed = Self.chance(of: player)
  }

  /// A number derived from the player, not from a random source: a session gives the same result however it is run.
  static func chance(of player: borrowing Player) -> UInt64 {
    let value = UInt64(bitPattern: player.clock.microseconds &+ player.nextDeadline.microseconds)
    return (value ^ 0x5DEE_CE66D) &* 0x9E37_79B9_7F4A_7C15 >> 32
  }

  /// Runs the player, then a copy with other inputs, then the player again from its first state.
  mutating func goOtherWays() {
    let expected = follow(player, seed)
    var (first, copy) = (player, other)
    for offset in 1...2 {
      var random = SplitMix64(seed: seed &+ UInt64(offset))
      for _ in 0..<Self.length { take(Self.step(for: copy, &random), &copy) }
    }
    if fault.disturbs { take(PlayerStep(.setMuted(!player.isMuted), at: player.clock), &first) }
    (player, other) = (first, copy)
    isUndisturbed = follow(player, seed) == expected
  }

  /// The diverged copy after the fields of its state are overwritten: it should equal the player again.
  var rebuilt: Player {
    var original = player
    var reader = FieldValues()
    original.visitState(&reader)
    // Half of the time from a new player, half from one that knows other media. The lowest bits chose the player.
    var rebuilt = seed & 1 << 16 == 0 ? other : Player(configuration: other.configuration)
    rebuilt.takeTables(of: player)
    var writer = FieldValues(values: reader.values, isWriting: true, skipped: fault.field)
    rebuilt.visitState(&writer)
    return rebuilt
  }

  /// The first difference between the player and the diverged copy restored from the player's canonical state; `nil`
  /// when there is none.
  mutating func differenceFromCanonicalState() -> String? {
    // Saturated instants have no meaningful differences.
    guard player.clock < .seconds(1_000_000), player.clock > .seconds(-1_000_000) else { return nil }
    var (first, second) = (player, other)
    second.takeTables(of: player)
    second.takeConfiguration(of: player)
    var canonical = CanonicalState(player)
    if let word = fault.word { canonical.copyWord(word, of: CanonicalState(other)) }
    second.restore(canonical)
    if let difference = Self.difference(second, first) { return difference }
    var random = SplitMix64(seed: seed)
    for _ in 0..<Self.length {
      let step = Self.step(for: first, &random)
      guard Self.concernsCanonicalState(step.input), first.clock < .seconds(1_000_000) else { continue }
      let away = max(step.instant, first.clock) - first.clock
      let (one, two) = (first.epoch, second.epoch)
      take(step, &first)
      let expected = outputs.map { $0.counted(from: one) }
      take(PlayerStep(step.input, at: second.clock + away), &second)
      let found = outputs.map { $0.counted(from: two) }
      if let difference = Self.difference(found, expected) ?? Self.difference(second, first) {
        return "after \(StepText.words(step.input)): \(difference)"
      }
    }
    return nil
  }

  /// The first output that differs; `nil` without any.
  private static func difference(_ seen: [Output], _ expected: [Output]) -> String? {
    if seen == expected { return nil }
    let index = zip(seen, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(seen.count, expected.count)
    func words(_ outputs: [Output]) -> String {
      outputs.indices.contains(index) ? TraceDiffer.describe(outputs[index]) : "missing"
    }
    return "output \(index + 1) is \(words(seen)), expected \(words(expected))"
  }

  /// In what two players differ that should have the same canonical state and the same time to the next deadline.
  private static func difference(_ seen: Player, _ expected: Player) -> String? {
    let words = CanonicalState(seen).words(otherThan: CanonicalState(expected))
    if !words.isEmpty { return "canonical state differs in \(words)" }
    let waits = (seen: wait(seen), expected: wait(expected))
    if waits.seen == waits.expected { return nil }
    return "time to the next deadline is \(StepText.span(waits.seen)), expected \(StepText.span(waits.expected))"
  }

  /// How far away the next deadline is; beyond a million seconds it does not matter how far.
  private static func wait(_ player: Player) -> TimeSpan {
    min(player.nextDeadline - player.clock, .seconds(1_000_000))
  }

  /// The result of the inputs drawn from a seed: all outputs, and the state at the end.
  private mutating func follow(_ player: Player, _ seed: UInt64) -> [UInt64] {
    var player = player
    var random = SplitMix64(seed: seed)
    var digest = StateDigest()
    for _ in 0..<Self.length {
      take(Self.step(for: player, &random), &player)
      for output in outputs { digest.put(output) }
    }
    return [digest.value, player.digest]
  }

  private mutating func take(_ step: PlayerStep, _ player: inout Player) {
    inputs += 1
    let input = step.resolved(player.inspection, request: RequestID(1))
    player.receive(input, at: max(step.instant, player.clock), into: &outputs)
  }

  private static let habits = PlayerHabits(
    kinds: StepKind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }, host: .hostile, extremesOnceIn: 0,
    pace: 3_000, grain: 1, theme: 0, durations: (60, 0), foreignOnceIn: 20)

  private static func step(for player: Player, _ random: inout SplitMix64) -> PlayerStep {
    let inspection = player.inspection
    let likes = habits.kinds[random.below(habits.kinds.count)]
    return withUnsafePointer(to: inspection) { inspection in
      var draw = StepDraw(random: random, scene: StepDraw.Scene(habits, inspection))
      defer { random = draw.random }
      return draw.step(likes, after: 0)
    }
  }

  /// False for inputs about parts that a canonical state omits: tables, identifiers with separate numbering, and the
  /// wall clock.
  private static func concernsCanonicalState(_ input: Input) -> Bool {
    switch input {
    case .command(.commitSegments, _), .command(.stageSegment, _), .command(.set, _),
      .command(.addPeriodicObserver, _), .command(.addBoundaryObserver, _), .command(.removeObserver, _),
      .environment(.wallClock):
      return false
    case .engine(let event, let epoch):
      if case .seekCompleted(let serial, _, _) = event, serial != .current, serial != .newest { return false }
      if case .stillCaptured(let serial, _) = event, serial != .newest { return false }
      return epoch.rawValue == 0 || epoch.rawValue >= Epoch.current.rawValue
    case .deadline, .command, .environment: return true
    }
  }
}

extension CanonicalState {
  /// The words that differ, with the fields in each of them; empty without any.
  fileprivate func words(otherThan other: CanonicalState) -> String {
    (0..<CanonicalState.wordCount).filter { self[$0] != other[$0] }
      .map { "word \($0) (\(CanonicalState.fields(ofWord: $0)))" }.joined(separator: ", ")
  }
}

/// Reads or writes the fields of a state.
private struct FieldValues: StateVisitor {
  var values: [Int64] = []
  var isWriting = false
  var skipped: Int?
  private var index = 0

  init(values: [Int64] = [], isWriting: Bool = false, skipped: Int? = nil) {
    self.values = values
    self.isWriting = isWriting
    self.skipped = skipped
    if !isWriting { self.values.reserveCapacity(256) }
  }

  mutating func visit<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
    guard isWriting else { return values.append(value.wireValue) }
    defer { index += 1 }
    if index == skipped { return }
    value = Value(wireValue: values[index]) ?? .placeholder
  }
}

extension Output {
  /// The output with the player's own numbers relative to its opening, and without statistics: equal for players with
  /// the same canonical state.
  fileprivate func counted(from opening: Epoch) -> Output {
    func counted(_ epoch: Epoch) -> Epoch {
      epoch.isNone ? epoch : Epoch(1_000 &+ epoch.rawValue &- opening.rawValue)
    }
    switch self {
    case .engine(.seek(_, let target, let before, let after), let epoch):
      return .engine(.seek(.none, target: target, toleranceBefore: before, toleranceAfter: after), counted(epoch))
    case .engine(.captureStill, let epoch): return .engine(.captureStill(.none), counted(epoch))
    case .engine(let command, let epoch): return .engine(command, counted(epoch))
    case .notification(let notification, let reason): return .notification(notification.mappingEpochs(counted), reason)
    case .completion, .diagnostic: return self
    }
  }
}

extension Player.Notification {
  fileprivate func mappingEpochs(_ counted: (Epoch) -> Epoch) -> Player.Notification {
    switch self {
    case .stallBegan: .stallBegan(count: 0)
    case .stallEnded: .stallEnded(lasted: .zero)
    case .looped: .looped(count: 0)
    case .firstFrame(let kind, _): .firstFrame(kind, after: .zero)
    case .seekBegan(_, let origin, let target): .seekBegan(.none, origin: origin, target: target)
    case .seekEnded(_, let position, let isFinished): .seekEnded(.none, position: position, isFinished: isFinished)
    case .closed(let epoch): .closed(counted(epoch))
    default: self
    }
  }
}
