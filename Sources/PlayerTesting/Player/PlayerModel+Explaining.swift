import PlayerCore
import ReducerTesting

// What explaining, and counting the ways to break a property, require.

extension PlayerModel {
  /// The name of the input, the opening that it names, and whether the clock runs backwards.
  public func kind(of step: PlayerStep) -> String {
    let name = Simpler.kind(of: step.input)
    let speaker =
      if case .engine(_, let epoch) = step.input, epoch != .current { " of opening \(epoch.rawValue)" } else { "" }
    return "\(name)\(speaker)\(step.instant < .zero ? ", back" : "")"
  }

  /// Host, preset and changed settings, without their values.
  public func kind(of setup: PlayerSetup) -> String {
    "\(setup.host) \(setup.preset) \(setup.changes.map { "\($0.setting)" }.sorted().joined(separator: " "))"
  }

  /// The step numbers of the trace, where every deadline that a faithful host serves is a step.
  public func stepNumbers(of session: Session<PlayerSetup, PlayerStep>) -> [Int64?] {
    var state = begin(session.setup)
    var count: Int64 = 0
    return session.steps.map { step in
      let before = count
      _ = take(step, in: &state) { _, _, _ in count += 1 }
      // For a faithful host a `deadline` step only advances time, and there may be none due.
      return count > before ? count : nil
    }
  }

  /// The numbers and choices of the input, each with alternatives.
  public func variations(of step: PlayerStep) -> [Variation<PlayerStep>] {
    Simpler.variations(of: step.input).map { variation in
      Variation(variation.name, variation.alternatives.map { PlayerStep($0, at: step.instant) })
    }
  }

  /// The preset and each changed setting, with alternatives.
  public func variations(of setup: PlayerSetup) -> [Variation<PlayerSetup>] {
    var variations = setup.changes.indices.map { index in
      let change = setup.changes[index]
      let range = change.setting.specification.range
      let others = [range.lowerBound, range.upperBound, change.setting.specification.standard]
        .filter { $0 != change.value }
      return Variation(
        "\(change.setting)",
        others.map { value in
          var other = setup
          other.changes[index].value = value
          return other
        })
    }
    let presets = [PlayerSetup.Preset.defaults, .standard, .prx, .srg].filter { $0 != setup.preset }
    variations.append(
      Variation("preset", presets.map { PlayerSetup($0, changes: setup.changes, host: setup.host) }))
    return variations
  }
}

extension Simpler {
  /// The fields of an input by name, each with inputs that differ clearly in that field. Requests, epochs and settings
  /// are left out: they always matter.
  static func variations(of input: Input) -> [Variation<Input>] {
    let message = input.message
    let fields = Vocabulary.inputKind(message.code)?.fields ?? []
    guard fields.count == message.count else { return [] }
    return fields.enumerated().compactMap { index, field in
      guard field.type != .request, field.type != .epoch, field.type != .setting else { return nil }
      let value = message[index]
      let others: [Int64] = [0, 1, 2, 500, 3_000_000, 40_000_000, 3_000_000_000, -5_000_000].filter { $0 != value }
      let inputs = others.compactMap { Input(message.replacing(index, with: $0)) }.filter { $0 != input }
      return inputs.isEmpty ? nil : Variation(field.name.description, inputs)
    }
  }
}
