import PlayerCore

/// An experiment in words: the media, the network, what the user does, and what is expected.
///
/// A plain value, so tools can inspect it, change it and write it again (``text``). See <doc:Scenarios> for the
/// language.
public struct Scenario: Hashable, Sendable {
  /// Where the engine's reports come from.
  public enum Source: Hashable, Sendable {
    /// A simulated engine plays simulated media.
    case simulated
    /// Every report is a step, as in a recorded session. `deadlines`: the player's deadlines are steps, too.
    case recorded(deadlines: Bool)
  }

  /// A value for a setting.
  public struct SettingValue: Hashable, Sendable {
    /// Which setting.
    public var setting: Setting
    /// Its value, in the setting's unit.
    public var value: Int64

    /// A setting with its value.
    public init(_ setting: Setting, _ value: Int64) {
      self.setting = setting
      self.value = value
    }
  }

  /// How the content is loaded before the first step.
  public struct Loading: Hashable, Sendable {
    /// Where it starts.
    public var start = Position.standard
    /// Whether playback starts when the media is ready.
    public var autoplay = false
    /// Whether it is opened at once; else by the first step that plays or prepares it.
    public var opens = false
    /// Whether it needs no network.
    public var isLocal = false

    /// Loads from the default position and does not play.
    public init() {}
  }

  /// A segment of the media.
  public struct Segment: Hashable, Sendable {
    /// The player's number for it.
    public var id: SegmentID
    /// Where it begins.
    public var start: MediaTime
    /// Where it ends, exclusive.
    public var end: MediaTime
    /// Whether it is never played.
    public var isBlocked = false
    /// Whether lists leave it out.
    public var isHidden = false
    /// Whether its times are microseconds since 1970.
    public var isDated = false
    /// What to call it; none when it has no name.
    public var title = TextID.none

    /// A segment that is neither blocked nor hidden.
    public init(_ id: SegmentID, start: MediaTime, end: MediaTime) {
      self.id = id
      self.start = start
      self.end = end
    }
  }

  /// The network of a path, for a hand-over.
  public struct NamedNetwork: Hashable, Sendable {
    /// The path that is reported to the player.
    public var path: NetworkPath
    /// How fast it is.
    public var network: ScenarioNetwork

    /// A network with a name.
    public init(_ path: NetworkPath, _ network: ScenarioNetwork) {
      self.path = path
      self.network = network
    }
  }

  /// The name of the scenario.
  public var name: String
  /// Its origin, as free text.
  public var origin = ""
  /// Words to choose scenarios by.
  public var tags: [String] = []
  /// The name of a configuration of `Presets.swift`; empty for none.
  public var preset = ""
  /// The settings that differ from the preset.
  public var settings: [SettingValue] = []
  /// What plays.
  public var source = Source.simulated
  /// Item 1, 2 and so on.
  public var media: [SimulatedMedia] = []
  /// Where the items come from, for the head of a trace; empty where that is unknown.
  public var sources: [String] = []
  /// The words of text 1, 2 and so on; empty where they are unknown.
  public var texts: [String] = []
  /// The network at the beginning.
  public var network = ScenarioNetwork.standard
  /// Networks that steps can change to.
  public var networks: [NamedNetwork] = []
  /// How the engine behaves.
  public var timing = EngineTiming()
  /// The segments that are staged with the load.
  public var segments: [Segment] = []
  /// `nil`: nothing is loaded before the first step.
  public var loading: Loading? = Loading()
  /// What happens, and when.
  public var steps: [ScenarioStep] = []
  /// What is expected.
  public var expectations: [ScenarioExpectation] = []
  /// When the run is over; `nil`: when nothing more is due, or after an hour.
  public var end: TimeSpan?

  /// A scenario in which nothing happens yet.
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

/// A network and its description in a scenario.
public struct ScenarioNetwork: Hashable, Sendable {
  /// Where the profile comes from.
  public enum Description: Hashable, Sendable {
    /// Always the same.
    case constant
    case periods(NetworkProfile.Ending)
    /// A file next to the scenario, with an offset and scaled rates.
    case file(String, offset: TimeSpan, thousandths: Int64)
  }

  /// The rates over time.
  public var profile: NetworkProfile
  /// Where the profile comes from, in words that can be written into a file.
  public var description: Description

  /// A network with its description.
  public init(_ profile: NetworkProfile, _ description: Description) {
    self.profile = profile
    self.description = description
  }

  /// A network of one rate.
  public static func constant(bitsPerSecond: Int64, latency: TimeSpan = .zero) -> ScenarioNetwork {
    ScenarioNetwork(.constant(bitsPerSecond: bitsPerSecond, latency: latency), .constant)
  }

  /// 10 Mbit/s without latency.
  public static let standard = constant(bitsPerSecond: 10_000_000)
}
