import PlayerCore

/// An experiment in words: what there is to play, over which network, what the user does, and what is expected of it.
///
/// A plain value, so that tools can take it apart, change it and write it again (``text``). See <doc:Scenarios> for the
/// language.
public struct Scenario: Hashable, Sendable {
  /// How the engine's reports come about.
  public enum Source: Hashable, Sendable {
    /// A simulated engine plays simulated media.
    case simulated
    /// Every report is a step, as in a session that was recorded. `deadlines`: the player's deadlines are steps, too.
    case recorded(deadlines: Bool)
  }

  /// A value for a setting.
  public struct SettingValue: Hashable, Sendable {
    public var setting: Setting
    public var value: Int64

    public init(_ setting: Setting, _ value: Int64) {
      self.setting = setting
      self.value = value
    }
  }

  /// How the content is loaded before the first step.
  public struct Loading: Hashable, Sendable {
    /// Where it starts.
    public var start = Position.standard
    public var autoplay = false
    /// Whether it is opened at once; else by the first step that plays or prepares it.
    public var opens = false
    public var isLocal = false

    public init() {}
  }

  /// A segment of the media.
  public struct Segment: Hashable, Sendable {
    public var id: SegmentID
    public var start: MediaTime
    public var end: MediaTime
    public var isBlocked = false
    public var isHidden = false
    public var isDated = false
    public var title = TextID.none

    public init(_ id: SegmentID, start: MediaTime, end: MediaTime) {
      self.id = id
      self.start = start
      self.end = end
    }
  }

  /// The network of a path, for a hand-over.
  public struct NamedNetwork: Hashable, Sendable {
    public var path: NetworkPath
    public var network: ScenarioNetwork

    public init(_ path: NetworkPath, _ network: ScenarioNetwork) {
      self.path = path
      self.network = network
    }
  }

  public var name: String
  /// Where it comes from, in free words.
  public var origin = ""
  public var tags: [String] = []
  /// The name of a configuration of `Presets.swift`; empty for none.
  public var preset = ""
  /// What differs from the preset.
  public var settings: [SettingValue] = []
  public var source = Source.simulated
  /// Item 1, 2 and so on.
  public var media: [SimulatedMedia] = []
  /// Where the items come from, for the head of a trace; empty where nobody knows.
  public var sources: [String] = []
  /// The words that text 1, 2 and so on stand for; empty where nobody knows.
  public var texts: [String] = []
  public var network = ScenarioNetwork.standard
  public var networks: [NamedNetwork] = []
  public var temper = EngineTemper()
  public var segments: [Segment] = []
  /// `nil`: nothing is loaded before the first step.
  public var loading: Loading? = Loading()
  public var steps: [ScenarioStep] = []
  public var expectations: [ScenarioExpectation] = []
  /// When the run is over; `nil`: when nothing is due any more, or after an hour.
  public var end: TimeSpan?

  public init(_ name: String) { self.name = name }

  /// How the player is configured.
  public var configuration: Configuration {
    var configuration = Configuration.preset(named: preset) ?? Configuration()
    for setting in settings { configuration[setting.setting] = setting.value }
    return configuration
  }
}

extension Configuration {
  /// The presets that scenarios can name.
  static let presets: [(name: String, configuration: Configuration)] =
    Preset.allCases.filter { $0 != .defaults }.map { ($0.wireName.description, $0.configuration) }

  static func preset(named name: String) -> Configuration? { presets.first { $0.name == name }?.configuration }
}

/// A network, and how a scenario describes it.
public struct ScenarioNetwork: Hashable, Sendable {
  public enum Description: Hashable, Sendable {
    /// Always the same.
    case constant
    case periods(NetworkProfile.Ending)
    /// A file beside the scenario, begun later and with other rates.
    case file(String, offset: TimeSpan, thousandths: Int64)
  }

  public var profile: NetworkProfile
  public var description: Description

  public init(_ profile: NetworkProfile, _ description: Description) {
    self.profile = profile
    self.description = description
  }

  public static func constant(bitsPerSecond: Int64, latency: TimeSpan = .zero) -> ScenarioNetwork {
    ScenarioNetwork(.constant(bitsPerSecond: bitsPerSecond, latency: latency), .constant)
  }

  /// 10 Mbit/s without latency.
  public static let standard = constant(bitsPerSecond: 10_000_000)
}
