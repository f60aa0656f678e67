import PlayerCore

extension PlayerModel {
  /// The instant and the input as text.
  public func describe(_ step: PlayerStep) -> String {
    let time = step.instant < .zero ? "clock \(StepText.time(step.instant))" : "at \(StepText.time(step.instant))"
    return "\(time)  \(StepText.words(step.input))"
  }

  /// The preset, the host and the changed settings as text.
  public func describe(_ setup: PlayerSetup) -> String {
    var words = "preset \(setup.preset), \(setup.host) host"
    for change in setup.changes { words += ", \(change.setting) = \(change.value)" }
    return words
  }
}
