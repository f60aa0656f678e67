import Foundation
import PlayerCore
import PlayerRuntime

/// What a controller runs on. An app needs none of this; a test supplies its own engine and clock.
///
/// ```swift
/// let environment = SRGPlayerEnvironment(
///   makeEngine: { _, _ in engine }, timekeeping: .caller, date: { start }, notificationCenter: NotificationCenter())
/// let controller = SRGMediaPlayerController(environment: environment)
/// controller.host.run(until: .seconds(10))
/// ```
@MainActor
public struct SRGPlayerEnvironment {
  /// Makes the engine; once for each controller.
  public var makeEngine: EngineMaker.Make
  /// Which clock the controller follows.
  public var timekeeping: MainPlayer.Timekeeping
  /// The current date: for streams without their own dates.
  public var date: () -> Date
  /// Where notifications are posted.
  public var notificationCenter: NotificationCenter
  /// The hooks for the engine; a loader for assets is added.
  public var hooks: EngineHooks
  /// How to behave where the original does less than its documentation promises.
  public var compatibility: SRGCompatibility
  /// How the reducer behaves: the preset of the compatibility unless it is changed here.
  public var configuration: Configuration
  /// Where the user's choice of tracks is kept for the next controller.
  public var trackChoices: any SRGTrackChoices = SRGTrackMemory.shared
  /// Records the run, if it is not `nil`.
  public var recorder: (any RunRecorder)?

  /// By default the installed engine on the machine's clock.
  public init(
    makeEngine: EngineMaker.Make? = nil, timekeeping: MainPlayer.Timekeeping = .machine,
    date: @escaping () -> Date = { Date() }, notificationCenter: NotificationCenter = .default,
    hooks: EngineHooks = EngineHooks(), compatibility: SRGCompatibility = .documented,
    recorder: (any RunRecorder)? = nil
  ) {
    self.makeEngine = makeEngine ?? EngineMaker.standard
    self.timekeeping = timekeeping
    self.date = date
    self.notificationCenter = notificationCenter
    self.hooks = hooks
    self.compatibility = compatibility
    configuration = compatibility == .source ? .srgSource : .srg
    self.recorder = recorder
  }
}

/// How closely a controller follows the code of the original where there is a better behaviour.
public enum SRGCompatibility: Sendable {
  /// Every seek is answered, a segment that is left by a stop or a failure ends, and every announced skip too. Every load
  /// creates a player (SRGGuide.md#hooks).
  case documented
  /// As version 8 of the original does it: a seek that is ignored is never answered, and a stop or a failure ends
  /// neither segments nor skips (SRG.md#1.6, SRG.md#1.7, SRG.md#3.4). Media that replaces other media takes its player over
  /// (Contradictions.md#X-37).
  case source
}
