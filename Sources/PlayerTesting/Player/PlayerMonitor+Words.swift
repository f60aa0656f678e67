import PlayerCore
import PlayerTrace
import ReducerTesting

// What is said of a breach: made only when there is one.

extension PlayerMonitor {
  /// The property that does not hold, and what was seen of it; `nil` when all hold.
  public func breach(_ input: Input, at now: Instant, _ outputs: Outputs, _ player: Player) -> Breach? {
    guard let broken else { return nil }
    var detail = "\(broken.property.title); at \(StepText.time(now)) \(StepText.words(input))"
    if outputs.indices.contains(brokenOutput) { detail += " said \(TraceDiffer.describe(outputs[brokenOutput]))" }
    if let evidence { detail += ": \(evidence.words)" }
    detail += ": \(Self.words(before)) → \(Self.words(facts))"
    return Breach(broken.property.id, detail)
  }

  static func words(_ facts: Player.Facts) -> String {
    let shown = facts.shown
    var words = "\(shown.phase)/\(shown.state) \(shown.wantsPlay ? "wanted" : "held")"
    words += " at \(StepText.position(facts.position)), supply \(shown.supply.rawValue)"
    if facts.isStarting { words += ", starting" }
    if facts.isMoving { words += ", moving" }
    if facts.isSeeking { words += ", seek \(facts.newestSeek.rawValue)" }
    if facts.isHindered { words += ", hindered" }
    if facts.isWaitingToRetry { words += ", waiting to retry" }
    if !facts.nextEpoch.isNone { words += ", replacing" }
    if facts.failure != .none { words += ", \(facts.failure)" }
    return words
  }
}
