import PlayerCore
import ReducerTesting

/// How sessions of a player are drawn.
public struct PlayerGenerator: Hashable, Sendable {
  /// The host of the sessions; `nil`: each session draws one of the two.
  public var host: PlayerSetup.Host?
  /// A number is drawn from the edge of its type once in this many. `nil`: each session has its own rate, from every
  /// number to none.
  public var extremesOnceIn: Int?
  /// The setup of all sessions; `nil`: each session draws a preset, random policies, or values of the settings that
  /// matter for its theme, alone or on top of a preset.
  public var setup: PlayerSetup?

  /// Sessions of both hosts, with every setup and every rate of extreme numbers.
  public init() {}
}

/// The step distribution of a session: a random subset of the kinds of steps, at random rates (swarm testing: Groce et
/// al., 2012).
public struct PlayerHabits: Hashable, Sendable {
  /// A table of 256 kinds: drawing an entry draws a step.
  var kinds: [StepKind]
  var host: PlayerSetup.Host
  /// As ``PlayerGenerator/extremesOnceIn``; 0 for never.
  var extremesOnceIn: Int
  /// The maximum time between two steps in milliseconds, without extremes.
  var pace: Int
  /// Times are multiples of this many microseconds, without extremes.
  var grain: Int64
  /// The theme of the session; see ``Theme``.
  var theme: Int
  /// Durations of the media, in seconds; 0 for live.
  var durations: (Int64, Int64)
  /// A report of the engine names another opening once in this many.
  var foreignOnceIn: Int
  /// A list of segments is committed after about this many; 0 for a few.
  var listLength = 0
  /// How many languages there are.
  var languages = 4

  /// Equal when both draw the same steps from the same state and random numbers.
  public static func == (a: Self, b: Self) -> Bool {
    a.kinds == b.kinds && a.host == b.host && a.extremesOnceIn == b.extremesOnceIn && a.pace == b.pace
      && a.grain == b.grain && a.theme == b.theme && a.durations == b.durations && a.foreignOnceIn == b.foreignOnceIn
      && a.listLength == b.listLength && a.languages == b.languages
  }

  /// Hashes the kinds of steps only: habits that differ only elsewhere are rare.
  public func hash(into hasher: inout Hasher) { hasher.combine(kinds) }
}

extension PlayerModel {
  /// A random subset of the kinds of steps, at random rates.
  public func drawHabits(using random: inout SplitMix64) -> PlayerHabits {
    var habits = PlayerHabits(
      kinds: [], host: generator.host ?? (random.once(in: 3) ? .hostile : .faithful),
      extremesOnceIn: generator.extremesOnceIn ?? random.pick([0, 0, 0, 4, 20, 60]),
      pace: random.pick([0, 40, 900, 3_000, 3_000, 20_000]), grain: random.pick([1, 1, 500_000, 1_000_000]),
      // Some sessions have a theme: kinds that only have an effect together are drawn more often.
      theme: random.once(in: 8) ? 0 : random.below(Theme.all.count),
      durations: (random.pick([0, 3, 60, 60, 600]), random.pick([0, 60, 3_600])),
      foreignOnceIn: random.pick([4, 20, 100]), listLength: random.once(in: 16) ? 30 : 0,
      languages: random.once(in: 4) ? 2 : 4)
    if let durations = Theme.all[habits.theme].durations, !random.once(in: 4) { habits.durations = durations }
    if generator.extremesOnceIn == nil, habits.host == .hostile, random.once(in: 12) { habits.extremesOnceIn = 1 }
    habits.kinds = Self.drawKinds(Theme.all[habits.theme].kinds, &random)
    return habits
  }

  /// A table of 256 kinds, each in its share.
  private static func drawKinds(_ theme: UInt64, _ random: inout SplitMix64) -> [StepKind] {
    let isSwarm = !random.once(in: 4)
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: StepKind.all.count) { weights in
      var sum = 0
      for index in 0..<StepKind.all.count {
        let kind = StepKind.all[index]
        var weight = StepKind.weights[index] * 4
        if isSwarm {
          // On or off, then from a quarter of its rate to four times as often. Drawn in any case and then used or not:
          // an unpredictable branch per kind would cost more than the numbers.
          let isOff = !kind.isVital && random.bool()
          var ahead = random
          let rate = StepKind.weights[index] << ahead.below(5)
          weight = isOff ? 0 : rate
          random = isOff ? random : ahead
        }
        if theme & kind.bit != 0 { weight = max(weight, StepKind.weights[index] * 16 + 64) }
        weights.initializeElement(at: index, to: weight)
        sum += weight
      }
      return [StepKind](unsafeUninitializedCapacity: 256) { kinds, count in
        kinds.initialize(repeating: .likely)
        count = 256
        var filled = 0
        for index in 0..<StepKind.all.count {
          let end = min(filled + (weights[index] * 256 + sum - 1) / sum, 256)
          while filled < end {
            kinds[filled] = StepKind.all[index]
            filled += 1
          }
        }
      }
    }
  }

  /// The generator's own setup, else a preset or policies at random.
  public func drawSetup(_ habits: PlayerHabits, using random: inout SplitMix64) -> PlayerSetup {
    if var setup = generator.setup {
      setup.host = habits.host
      return setup
    }
    switch random.below(8) {
    case 0: return PlayerSetup(random.pick(PlayerSetup.Preset.drawn), host: habits.host)
    case 1: return PlayerSetup(host: habits.host)
    case 2: return PlayerSetup(changes: Self.policies(&random), host: habits.host)
    case 3:
      let preset = random.pick(PlayerSetup.Preset.drawn)
      return PlayerSetup(preset, changes: Self.changes(habits.theme, &random), host: habits.host)
    default: return PlayerSetup(changes: Self.changes(habits.theme, &random), host: habits.host)
    }
  }

  /// Half of the theme's settings and some of all, each with a value that has a visible effect.
  private static func changes(_ theme: Int, _ random: inout SplitMix64) -> [PlayerSetup.Change] {
    var changes: [PlayerSetup.Change] = []
    func change(_ setting: Setting) {
      guard !changes.contains(where: { $0.setting == setting }) else { return }
      changes.append(PlayerSetup.Change(setting, random.pick(setting.tellingValues)))
    }
    for (setting, value) in Theme.all[theme].basis where !random.once(in: 4) {
      changes.append(PlayerSetup.Change(setting, value))
    }
    for setting in Theme.all[theme].settings where !random.once(in: 3) { change(setting) }
    for _ in 0..<random.below(32) { change(random.pick(Setting.all)) }
    // One value for all limits: many are over at one instant.
    if random.once(in: 8) {
      let span = random.pick([1_000_000, 2_000_000, 10_000_000])
      for index in changes.indices where changes[index].setting.specification.unit == .microseconds {
        changes[index].value = Int64(span)
      }
    }
    return changes
  }

  /// Random values for every setting that reopens media automatically.
  private static func policies(_ random: inout SplitMix64) -> [PlayerSetup.Change] {
    var changes: [PlayerSetup.Change] = []
    changes.reserveCapacity(9 + flags.count + 4)
    func change(_ setting: Setting, _ value: Int64) {
      if value != setting.specification.standard { changes.append(PlayerSetup.Change(setting, value)) }
    }
    change(.retryLimit, Int64(random.below(4)))
    change(.retryDelayKind, random.pick(Setting.retryDelayKind.tellingValues))
    change(.retryDelay, random.pick([0, 1, 1_000_000, 20_000_000, .max]))
    change(.retryDelayMaximum, random.pick([0, 2_000_000, 30_000_000, .max]))
    change(.retryJitter, random.pick([0, 1, 500, 1_000]))
    change(.seed, random.once(in: 2) ? 0 : Int64(random.below(1_000)))
    change(.reloadLimit, random.pick([0, 1, 3, 10]))
    change(.retryableFailures, random.pick([.all, .all, FailureKinds.connectivity]).rawValue)
    change(.backgroundTime, random.pick([0, 240_000_000]))
    for setting in flags { change(setting, Int64(random.below(2))) }
    // A few other settings.
    for _ in 0..<random.below(4) {
      let setting = Setting(rawValue: UInt8(random.below(Setting.count))) ?? .autoplay
      let range = setting.specification.range
      switch setting.specification.unit {
      case .flag: change(setting, Int64(random.below(2)))
      case .microseconds: change(setting, max(range.lowerBound, Int64(random.below(5_000_000))))
      case .thousandths: change(setting, max(range.lowerBound, min(range.upperBound, Int64(random.below(2_000)))))
      case .count: change(setting, Int64(random.below(Int(range.upperBound) + 1)))
      case .bits: break
      }
    }
    // Keeps only the last value of each setting.
    var seen: (low: UInt64, high: UInt64) = (0, 0)
    var last: [PlayerSetup.Change] = []
    last.reserveCapacity(changes.count)
    for change in changes.reversed() {
      let number = UInt64(change.setting.rawValue)
      let bit: UInt64 = 1 << (number & 63)
      if (number < 64 ? seen.low : seen.high) & bit == 0 { last.append(change) }
      if number < 64 { seen.low |= bit } else { seen.high |= bit }
    }
    last.reverse()
    return last
  }

  private static let flags: [Setting] = [
    .retryResetsOnReady, .retryResetsOnItem, .retryResetsOnCommand, .retryResetsOnProgress, .retryResumesAtInitial,
    .retriesOpening,
    .retryKeepsIntent, .openFailureHolds, .emptiesOnFailure, .allowsCellular, .checksPolicyWhilePlaying,
    .reloadsOnNetworkChange, .reloadsOnStall, .resumesOnReconnect, .firstNetworkReportCounts, .stopKeepsIntent,
    .coalescesSeeks,
  ]

  /// A step that fits the state, or, with a small probability, one that does not.
  public func drawStep(_ habits: PlayerHabits, in state: State, using random: inout SplitMix64) -> PlayerStep {
    var state = state
    return nextStep(habits, in: &state, using: &random)
  }

  /// As ``drawStep(_:in:using:)``, without a copy of the state.
  public func nextStep(
    _ habits: PlayerHabits, in state: inout State, using random: inout SplitMix64
  ) -> PlayerStep {
    let likes = habits.kinds[Int(truncatingIfNeeded: random.next() >> 56)]
    let lastCode = state.lastCode
    return withUnsafePointer(to: &state.monitor.inspection) { inspection in
      var draw = StepDraw(random: random, scene: StepDraw.Scene(habits, inspection))
      let step = draw.step(likes, after: lastCode)
      random = draw.random
      return step
    }
  }
}

extension PlayerSetup.Preset {
  /// Those that sessions draw; SRGMediaPlayer, which skips blocked segments by the most rules, twice.
  static let drawn = Array(allCases[..<8]) + [srg] + Array(allCases[8...])
}
