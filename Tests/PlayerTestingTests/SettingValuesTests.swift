import PlayerCore
import ReducerTesting
import Testing

@testable import PlayerTesting

@Suite("Values of settings at the start of sessions")
struct SettingValuesTests {
  @Test("every setting has several distinct values, all in its range and including the standard")
  func values() {
    for setting in Setting.allCases {
      let (values, specification) = (setting.tellingValues, setting.specification)
      #expect(values.count >= 2 && Set(values).count == values.count, "\(setting)")
      #expect(values.allSatisfy(specification.range.contains), "\(setting)")
      #expect(values.contains(specification.standard), "\(setting)")
    }
  }

  @Test("a thousand sessions cover all of these values")
  func drawn() {
    let model = PlayerModel()
    var missing = Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0, Set($0.tellingValues)) })
    for seed in 0..<UInt64(1_000) {
      var random = SplitMix64(seed: seed)
      let habits = model.drawHabits(using: &random)
      let configuration = model.drawSetup(habits, using: &random).configuration
      for setting in Setting.allCases { missing[setting]?.remove(configuration[setting]) }
    }
    #expect(missing.filter { !$0.value.isEmpty }.isEmpty)
  }
}
