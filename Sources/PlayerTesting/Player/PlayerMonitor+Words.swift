import PlayerCore
import PlayerTrace
import ReducerTesting

// The text of a violation, composed only when there is one.

extension PlayerMonitor {
  /// The broken property with the observed values; `nil` when all hold.
  public func violation(_ input: Input, at now: Instant, _ outputs: Outputs, _ player: Player) -> PropertyViolation? {
    guard let broken else { return nil }
    var detail = "\(broken.property.title); at \(StepText.time(now)) \(StepText.words(input))"
    if outputs.indices.contains(brokenOutput) { detail += ", output \(TraceDiffer.describe(outputs[brokenOutput]))" }
    if let evidence { detail += ": \(evidence.words)" }
    detail += ": \(Self.words(before)) → \(Self.words(inspection))"
    return PropertyViolation(broken.property.id, detail)
  }

  static func words(_ inspection: Player.Inspection) -> String {
    let shown = inspection.shown
    var words = "\(shown.phase.wireName)/\(shown.state.wireName) \(shown.wantsPlay ? "wanted" : "held")"
    words += " at \(StepText.position(inspection.position)), supply \(StepText.words(shown.supply))"
    if inspection.isStarting { words += ", starting" }
    if inspection.isMoving { words += ", moving" }
    if inspection.isSeeking { words += ", seek \(inspection.newestSeek.rawValue)" }
    if inspection.isHindered { words += ", hindered" }
    if inspection.isWaitingToRetry { words += ", waiting to retry" }
    if !inspection.nextEpoch.isNone { words += ", replacing" }
    if inspection.failure != .none { words += ", \(inspection.failure.wireName)" }
    return words
  }
}
