import PlayerCore
import PlayerTrace

/// A state as human-readable text: the derived values, then the fields of each machine.
struct MomentText {
  private let moment: Moment
  private let showsAll: Bool

  init(_ moment: Moment, showsAll: Bool) {
    self.moment = moment
    self.showsAll = showsAll
  }

  var lines: [String] {
    var lines = ["\(Printable.text(moment.trace)): after step \(moment.step), at \(TraceTime.stamp(moment.instant))"]
    lines += derived.map { "  \($0.0.padded(to: Self.nameWidth))\($0.1)" }
    let fields =
      showsAll ? StateFields(of: moment.player).fields : StateFields.changed(in: moment.player, from: moment.fresh)
    var machine = ""
    for field in fields {
      if field.machine != machine {
        machine = field.machine
        lines += ["", machine]
      }
      lines.append("  \(field.property.padded(to: Self.nameWidth))\(text(field))")
    }
    if fields.isEmpty { lines += ["", "Everything is as in a new player."] }
    return lines
  }

  private static let nameWidth = 26

  private var derived: [(String, String)] {
    let summary = moment.summary
    let message = MessageText(names: moment.names)
    var rows = [("state", "\(summary.state)"), ("phase", "\(summary.phase)")]
    if !moment.player.item.isNone { rows.append(("item", moment.names.source(moment.player.item))) }
    let rate = ThousandthsText.text(Int64(summary.rate.thousandths))
    let motion = summary.isMoving ? ", moving at \(rate)x" : ", at rest"
    let duration = summary.duration.isKnown ? " of \(TraceTime.position(summary.duration))" : ""
    rows.append(("position", TraceTime.position(summary.position) + duration + motion))
    let ahead = summary.bufferedAhead.map { ", \(TraceTime.span($0)) ahead" } ?? ""
    rows.append(("supply", summary.supply.words + ahead))
    if summary.failure.kind != .none { rows.append(("failure", failure(summary.failure))) }
    rows.append(("next deadline", summary.deadlineText(message)))
    rows.append(("digest", NumberText.hexadecimal(moment.player.digest)))
    return rows
  }

  private func failure(_ failure: Failure) -> String {
    let words = failure.text.isNone ? "" : ": \(moment.names.text(failure.text))"
    return "\(failure.kind)\(failure.detail == 0 ? "" : " \(failure.detail)")\(words)"
  }

  private func text(_ field: StateField) -> String {
    field.name == "content.item" ? "\(field.text)  \(moment.names.source(moment.player.item))" : field.text
  }
}
