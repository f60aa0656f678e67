import PlayerCore

/// How an earlier step is related to a later one.
public enum CauseRole: Hashable, Equatable, Sendable {
  /// The step to explain.
  case subject
  /// The deadline that was served was set here, the last time that its instant changed.
  case armed(DeadlineSlot)
  /// The engine answers this command, by its number in the vocabulary, which was given here.
  case answered(UInt16)
  /// The engine's report is of an opening that began here.
  case opening
  /// It was dropped because its opening was closed here.
  case closing
  /// It was dropped because a newer seek was requested here.
  case newerSeek
  /// The intent to play began, or ended, here.
  case intent
  /// A request that is answered was made here.
  case request
  /// The segments were set here.
  case segments
  /// The observer was added here.
  case observer
  /// The network was last reported here.
  case network
  /// The engine landed here, and has waited for data since.
  case landing
  /// Data was last reported here.
  case data
}

/// A step, and the earlier steps that caused it.
public struct CauseNode: Sendable {
  /// How the step is related to the one above it.
  public var role: CauseRole
  /// The step itself.
  public var step: TraceStep
  /// The deadline that the step serves; `none` for any other input.
  public var slot: DeadlineSlot
  /// When it was due.
  public var due: Instant
  /// The settings that influenced the step, and their values at that time.
  public var settings: [SettingValue]
  /// The steps that caused it.
  public var causes: [CauseNode]
  /// Steps of the same kind between this and the one above it that were left out.
  public var omitted: Int64
  /// True when the step is already further up in the tree, with everything that belongs to it.
  public var isRepeated: Bool
}

/// A setting and its value.
public struct SettingValue: Hashable, Sendable {
  /// Which setting.
  public var setting: Setting
  /// Its value, in the setting's unit.
  public var value: Int64

  /// The value that a player has now.
  public init(_ setting: Setting, of player: Player) {
    self.setting = setting
    value = player.configuration[setting]
  }
}

/// Something that keeps a player from playing.
public struct Hindrance: Hashable, Sendable {
  /// The part of the state that keeps it from playing.
  public enum Axis: String, Sendable {
    case content, phase, retry, network, failure, intent, interruption, background, seek, supply, drive
  }

  /// The part of the state.
  public var axis: Axis
  /// The step since which this holds; 0 when it held from the beginning.
  public var since: Int64
}

/// Why a step caused what it caused.
public struct TraceExplanation: Sendable {
  /// The step and its causes.
  public var root: CauseNode
  /// The state before the step, from the replay.
  public var before: Player
  /// The state after the step.
  public var after: Player
  /// Why nothing plays after the step; empty when the playhead moves.
  public var hindrances: [Hindrance]
  /// The first step at which the replay differed from the trace; `nil` when there is none up to the step.
  public var differsAt: Int64?
}
