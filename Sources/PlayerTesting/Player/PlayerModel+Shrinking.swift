import PlayerCore
import ReducerTesting

// What shrinking requires, except simpler steps and setups.

extension PlayerModel {
  /// In microseconds; `nil` for a clock that runs backwards.
  public func instant(of step: PlayerStep) -> Int64? { step.instant < .zero ? nil : step.instant.microseconds }

  /// The same input at `instant`, in microseconds of the host's clock.
  public func moved(_ step: PlayerStep, to instant: Int64) -> PlayerStep {
    PlayerStep(step.input, at: Instant(microseconds: instant))
  }

  /// False: two round numbers read better than a second and a microsecond less than another one.
  public var tradesValues: Bool { false }
}
