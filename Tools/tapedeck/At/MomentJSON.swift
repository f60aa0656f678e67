import PlayerCore
import PlayerTrace

/// A state as JSON: every field by name, and the values derived from them. Times are microseconds, `null` for unknown
/// and endless.
struct MomentJSON: Encodable {
  struct Derived: Encodable {
    var state: String
    var phase: String
    var wantsPlay: Bool
    var isMoving: Bool
    var position: StateValue
    var duration: StateValue
    /// Thousandths.
    var rate: Int32
    var supply: String
    var bufferedAhead: StateValue
    var failure: String
    var nextDeadline: StateValue
    /// Names of the outputs of the next deadline.
    var deadlineOutputs: [String]
    var source: String?
  }

  var trace: String
  var step: Int64
  var instant: Int64
  var digest: String
  var derived: Derived
  var state: [String: StateValue]
  /// Names of the fields that differ from a fresh player.
  var changed: [String]

  init(_ moment: Moment) {
    trace = moment.trace
    step = moment.step
    instant = moment.instant.microseconds
    digest = NumberText.hexadecimal(moment.player.digest)
    derived = Self.derived(moment)
    let fields = StateFields(of: moment.player).fields
    state = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    changed = StateFields.changed(in: moment.player, from: moment.fresh).map(\.name)
  }

  private static func derived(_ moment: Moment) -> Derived {
    let summary = moment.summary
    return Derived(
      state: "\(summary.state)", phase: "\(summary.phase)", wantsPlay: summary.wantsPlay, isMoving: summary.isMoving,
      position: value(summary.position), duration: value(summary.duration), rate: summary.rate.thousandths,
      supply: summary.supply.words, bufferedAhead: summary.bufferedAhead.map { .number($0.microseconds) } ?? .nothing,
      failure: "\(summary.failure.kind)",
      nextDeadline: summary.nextDeadline == .never ? .nothing : .number(summary.nextDeadline.microseconds),
      deadlineOutputs: summary.deadlineOutputs.map { output in
        TraceVocabulary.current.outputName(output.code) ?? ""
      },
      source: moment.player.item.isNone ? nil : moment.names.source(moment.player.item))
  }

  private static func value(_ time: MediaTime) -> StateValue {
    time.isKnown ? .number(time.microseconds) : .nothing
  }
}
