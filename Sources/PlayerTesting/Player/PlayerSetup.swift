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

  /// Configurations with a name.
  public enum Preset: UInt8, CaseIterable, Sendable {
    /// Every setting at its default.
    case defaults
    case standard
    case prx
    case prxSource
    case prx1
    case ksy
    case srg
    case srgSource
    case letterbox
    case playerProtocol

    public var configuration: Configuration { Self.configurations[Int(rawValue)] }

    /// Each made once: every session begins with one.
    private static let configurations = allCases.map(\.made)

    private var made: Configuration {
      switch self {
      case .defaults: Configuration()
      case .standard: .standard
      case .prx: .prx
      case .prxSource: .prxSource
      case .prx1: .prx1
      case .ksy: .ksy
      case .srg: .srg
      case .srgSource: .srgSource
      case .letterbox: .letterbox
      case .playerProtocol: .playerProtocol
      }
    }
  }

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
      let base = preset.configuration
      let changes = Setting.allCases.filter { base[$0] != configuration[$0] }
      guard changes.count < fewest else { continue }
      fewest = changes.count
      self.preset = preset
      self.changes = changes.map { Change($0, configuration[$0]) }
    }
  }

  public var configuration: Configuration {
    var configuration = preset.configuration
    for change in changes { configuration[change.setting] = change.value }
    return configuration
  }
}
