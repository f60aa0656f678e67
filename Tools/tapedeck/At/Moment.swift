import PlayerCore
import PlayerTrace

/// A player at one place of a trace.
struct Moment {
  let trace: String
  /// A player with the same settings before its first input.
  let fresh: Player
  let player: Player
  /// The step after which this is the state; 0 before the first.
  let step: Int64
  /// The requested instant, or that of the step.
  let instant: Instant
  let difference: TraceDifference?
  let names: TraceNames

  init(of trace: String, at place: TracePlace) throws(TraceError) {
    var reader = try RepeatedTrace.open(trace)
    if case .end = place { try reader.skip(toStep: .max) }
    let report: ReplayReport =
      switch place {
      case .step(let number): try TraceReplayer.state(in: &reader, at: number)
      case .instant(let instant): try TraceReplayer.state(in: &reader, at: instant)
      case .end: try TraceReplayer.replay(&reader)
      }
    reader.warnOfIndex()
    self.trace = trace
    fresh = Player(configuration: reader.header.configuration)
    player = report.player
    step = report.lastStep
    difference = report.difference
    if case .instant(let asked) = place {
      instant = max(asked, report.lastInstant)
    } else {
      instant = report.lastInstant
    }
    let (item, text) = (player.item, player.failure.text)
    names =
      trace == "-"
      ? TraceNames(all: try RepeatedTrace.open(trace)) : try TraceNames(in: trace, of: item, text, upTo: step)
  }

  var summary: PlayerSummary { PlayerSummary(of: player, at: instant) }
}
