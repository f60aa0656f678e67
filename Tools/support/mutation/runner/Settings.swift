import PlayerCore
import PlayerTesting
import ReducerTesting

/// How often the value of a setting had an effect: in how many sessions that have it the player returns something else with
/// another value.
struct SettingEffects: Encodable {
  /// The setting by name, its standard, and what was counted for each of its telling values.
  var setting: String
  var unit: String
  var standard: Int64
  var values: [Value]

  struct Value: Encodable {
    var value: Int64
    var sessions = 0
    var effects = 0
  }

  /// Of the sessions that the mutants get, without a mutant.
  static func count(sessions: Int, length: Int) -> [SettingEffects] {
    mutant = 0
    var table = Setting.allCases.map { setting in
      SettingEffects(
        setting: "\(setting)", unit: "\(setting.specification.unit)", standard: setting.specification.standard,
        values: setting.tellingValues.map { Value(value: $0) })
    }
    let run = ComparedRun()
    for seed in 1...max(1, sessions) {
      if seed % 10 == 0 { Main.say(".") }
      let session = run.model.explore(seed: UInt64(seed), length: length).session
      let configuration = session.setup.configuration
      let original = run.transcript(session)
      for (index, setting) in Setting.allCases.enumerated() {
        let value = configuration[setting]
        guard let place = table[index].values.firstIndex(where: { $0.value == value }) else { continue }
        table[index].values[place].sessions += 1
        let others = setting.tellingValues.filter { $0 != value }
        guard others.contains(where: { run.differs(session, setting, $0, from: original) }) else { continue }
        table[index].values[place].effects += 1
      }
    }
    return table
  }
}

/// Runs sessions and keeps what the player returned; that a setting was changed does not count.
private struct ComparedRun {
  let model = PlayerModel(properties: .none)
    .adding(PlayerProperty("recorded", "every input and its outputs are noted")) { context in
      noted.append(.init(context.input, context.outputs.filter { !$0.isChangeOfSetting }))
      return nil
    }

  func transcript(_ session: Session<PlayerSetup, PlayerStep>) -> [DifferenceModel.Line] {
    noted = []
    _ = model.run(session)
    return noted
  }

  /// Whether the session goes otherwise where `setting` has another value from the beginning.
  func differs(
    _ session: Session<PlayerSetup, PlayerStep>, _ setting: Setting, _ value: Int64,
    from original: [DifferenceModel.Line]
  ) -> Bool {
    var other = session
    other.setup.changes.append(PlayerSetup.Change(setting, value))
    noted = []
    var state = model.begin(other.setup)
    for step in other.steps {
      _ = model.take(step, in: &state)
      if let last = noted.last, noted.count > original.count || last != original[noted.count - 1] { return true }
    }
    return noted != original
  }
}

nonisolated(unsafe) private var noted: [DifferenceModel.Line] = []  // The program has one thread.

extension Output {
  fileprivate var isChangeOfSetting: Bool {
    if case .notification(.settingChanged, _) = self { return true }
    return false
  }
}
