import PlayerCore

/// How a session of a player begins.
public struct PlayerSetup: Hashable, Sendable {
  /// How deadlines are delivered.
  public enum Host: UInt8, CaseIterable, Sendable {
    /// A correct host: every deadline is served before the next step, each at its own instant, and the clock never runs
    /// backwards. A step `deadline` only advances time.
    case faithful
    /// Deadlines come only as steps: too early, late or never; the clock follows the steps.
    case hostile
  }

  /// A named configuration, such as that of a façade.
  public typealias Preset = Configuration.Preset

  /// Each is made once: every session begins with one.
  private static let configurations = Dictionary(uniqueKeysWithValues: Preset.allCases.map { ($0, $0.configuration) })

  /// One setting that differs from the preset.
  public struct Change: Hashable, Sendable {
    /// The setting that differs.
    public var setting: Setting
    /// Its value, in the unit and range of ``PlayerCore/Setting``.
    public var value: Int64

    /// A setting with a value of its range.
    public init(_ setting: Setting, _ value: Int64) {
      self.setting = setting
      self.value = value
    }
  }

  /// The configuration before ``changes``.
  public var preset: Preset
  /// The settings that differ from the preset; the last one for a setting counts.
  public var changes: [Change]
  /// How deadlines are delivered.
  public var host: Host

  /// A setup; without arguments the default configuration and a faithful host.
  public init(_ preset: Preset = .defaults, changes: [Change] = [], host: Host = .faithful) {
    self.preset = preset
    self.changes = changes
    self.host = host
  }

  /// The setup with this configuration, on the preset from which the fewest settings differ.
  public init(_ configuration: Configuration, host: Host = .faithful) {
    self.init(host: host)
    var fewest = Int.max
    for preset in Preset.allCases {
      let base = PlayerSetup(preset).configuration
      let changes = Setting.allCases.filter { base[$0] != configuration[$0] }
      guard changes.count < fewest else { continue }
      fewest = changes.count
      self.preset = preset
      self.changes = changes.map { Change($0, configuration[$0]) }
    }
  }

  /// The preset with its changes.
  public var configuration: Configuration {
    var configuration = Self.configurations[preset, default: preset.configuration]
    for change in changes { configuration[change.setting] = change.value }
    return configuration
  }
}
