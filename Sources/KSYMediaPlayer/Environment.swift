import Foundation
import PlayerCore
import PlayerRuntime

/// What a player runs on. The default is the engine of ``PlayerRuntime/EngineMaker``, the machine's clock and the
/// default notification centre; tests and custom hosts replace what they need.
///
/// ```swift
/// var environment = KSYEnvironment()
/// environment.makeHost = { configuration, hooks in
///   let library = IdentifierTable()
///   return MainPlayer(
///     configuration: configuration, engine: MyEngine(hooks), library: library, timekeeping: .caller)
/// }
/// let player = KSYMoviePlayerController(contentURL: url, environment: environment)
/// player.host.run(until: .seconds(10))
/// ```
@MainActor
public struct KSYEnvironment {
  /// Makes the host of a new player.
  public var makeHost: @MainActor (Configuration, EngineHooks) -> MainPlayer
  /// Where notifications are posted.
  public var notificationCenter: NotificationCenter
  /// Where players are counted.
  public var ledger: KSYLedger

  /// The machine's clock, the installed engine, the default notification center and the ledger of the process.
  public init() {
    makeHost = { configuration, hooks in
      let library = IdentifierTable()
      return MainPlayer(
        configuration: configuration, engine: EngineMaker.standard(library, hooks), library: library)
    }
    notificationCenter = .default
    ledger = .shared
  }
}
