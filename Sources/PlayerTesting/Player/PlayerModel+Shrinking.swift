import PlayerCore

// What shrinking and explaining want of a model.

extension PlayerModel {
  /// Microseconds; a clock that runs backwards has no place among the others.
  public func instant(of step: PlayerStep) -> Int64? { step.instant < .zero ? nil : step.instant.microseconds }

  public func moved(_ step: PlayerStep, to instant: Int64) -> PlayerStep {
    PlayerStep(step.input, at: Instant(microseconds: instant))
  }

  public func variations(of step: PlayerStep) -> [Variation<PlayerStep>] {
    Simpler.variations(of: step.input).map { variation in
      Variation(variation.name, variation.alternatives.map { PlayerStep($0, at: step.instant) })
    }
  }

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
