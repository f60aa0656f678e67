import PlayerCore

/// How a session of a player begins.
public struct PlayerSetup: Hashable, Sendable {
  /// Who delivers the deadlines.
  public enum Host: UInt8, CaseIterable, Sendable {
    /// A host as it should be: whatever is due comes before the next step, each deadline at its own instant, and the clock
    /// never runs backwards. A step `deadline` only lets time go by.
    case faithful
    /// Deadlines come when a step brings one: too early, late or never; and the clock does what the steps say.
    case hostile
  }

  public typealias Preset = Configuration.Preset

  /// Each made once: every session begins with one.
  private static let configurations = Preset.allCases.map(\.configuration)

  /// One setting that differs from the preset.
  public struct Change: Hashable, Sendable {
    public var setting: Setting
    public var value: Int64

    public init(_ setting: Setting, _ value: Int64) {
      self.setting = setting
      self.value = value
    }
  }

  public var preset: Preset
  public var changes: [Change]
  public var host: Host

  public init(_ preset: Preset = .defaults, changes: [Change] = [], host: Host = .faithful) {
    self.preset = preset
    self.changes = changes
    self.host = host
  }

  /// The setup that has this configuration: with the preset from which the fewest settings differ.
  public init(_ configuration: Configuration, host: Host = .faithful) {
    self.init(host: host)
    var fewest = Int.max
    for preset in Preset.allCases {
      let base = Self.configurations[Int(preset.rawValue)]
      let changes = Setting.allCases.filter { base[$0] != configuration[$0] }
      guard changes.count < fewest else { continue }
      fewest = changes.count
      self.preset = preset
      self.changes = changes.map { Change($0, configuration[$0]) }
    }
  }

  public var configuration: Configuration {
    var configuration = Self.configurations[Int(preset.rawValue)]
    for change in changes { configuration[change.setting] = change.value }
    return configuration
  }
}
