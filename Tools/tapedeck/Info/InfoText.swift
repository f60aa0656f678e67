import Foundation
import PlayerCore
import PlayerTrace

/// A summary as human-readable text: one property on each line.
struct InfoText {
  private let summary: TraceSummary
  private let showsMessages: Bool
  private static let itemLimit = 12

  init(_ summary: TraceSummary, showsMessages: Bool) {
    self.summary = summary
    self.showsMessages = showsMessages
  }

  var lines: [String] {
    var rows = header + items + counts
    rows.append(("duration", duration))
    rows += summary.marks.map { ("mark", "after step \($0.number): \(Printable.text($0.text))") }
    rows.append(("verdict", verdict))
    if let end = summary.end, !summary.header.isObserved { rows.append(("digest", NumberText.hexadecimal(end.digest))) }
    let lines = [Printable.text(summary.trace)] + rows.map { "  \($0.0.padded(to: 12))\($0.1)" }
    return showsMessages ? lines + messages : lines
  }

  private var header: [(String, String)] {
    let header = summary.header
    var rows = [("form", "\(summary.form.rawValue), version \(header.version)\(size)")]
    let origin = [("tool", header.tool), ("engine", header.engine), ("note", header.note)]
    rows += origin.filter { !$0.1.isEmpty }.map { ($0.0, Printable.text($0.1)) }
    if let date = header.recordedAt { rows.append(("recorded", Self.date(date))) }
    let core = "behaviour \(header.behaviour), vocabulary \(NumberText.hexadecimal(header.vocabulary))"
    rows.append(("core", core))
    if header.isObserved {
      rows.append(("observed", "made from the log of another player: it has no inputs, and nothing to replay"))
    } else {
      rows += foreignWords
    }
    if header.isRedacted { rows.append(("redacted", "words were replaced by numbers; it replays like the original")) }
    if header.isExcerpt { rows.append(("excerpt", "steps were left out: it can be read, not replayed")) }
    let settings = StateFields.changed(in: Player(configuration: header.configuration), from: Player())
    rows += settings.map { ("setting", "\($0.property) = \($0.text)") }
    return rows
  }

  /// The differences between the vocabulary of another version's trace and this version's.
  private var foreignWords: [(String, String)] {
    guard let origin = summary.header.origin else { return [] }
    func row(_ name: String, _ words: [String]) -> [(String, String)] {
      guard !words.isEmpty else { return [] }
      let rest = words.count > Self.itemLimit ? " and \(words.count - Self.itemLimit) more" : ""
      return [(name, Printable.text(words.prefix(Self.itemLimit).joined(separator: ", ")) + rest)]
    }
    let settings = origin.foreignSettings.map { ("setting", "\(Printable.text($0.name)) = \($0.value)") }
    return row("has more", summary.unknownHere) + row("lacks", summary.unknownThere) + settings
  }

  private var size: String {
    guard let bytes = summary.bytes else { return "" }
    return ", \(NumberText.counted(bytes, "byte")) (\(bytesPerInput(bytes)))"
  }

  /// To a tenth of a byte.
  private func bytesPerInput(_ bytes: Int64) -> String {
    guard summary.inputCount > 0 else { return "no inputs" }
    let tenths = (bytes * 10 + summary.inputCount / 2) / summary.inputCount
    return "\(NumberText.grouped(tenths / 10)).\(tenths % 10) per input"
  }

  private var items: [(String, String)] {
    let items = summary.names.items.sorted { $0.key < $1.key }
    let rows = items.prefix(Self.itemLimit).map { ("item \($0.key)", Printable.text($0.value)) }
    let rest = items.count - Self.itemLimit
    return rest > 0 ? rows + [("", "and \(rest) more")] : rows
  }

  private var counts: [(String, String)] {
    var rows = [("inputs", total(summary.inputCount, [.command, .event, .environment, .deadline]))]
    rows.append(
      summary.header.hasOutputs
        ? ("outputs", total(summary.outputCount, [.notification, .completion, .engine, .diagnostic]))
        : ("outputs", "none recorded"))
    if summary.checkpoints > 0 { rows.append(("checkpoints", NumberText.grouped(summary.checkpoints))) }
    if summary.markCount > Int64(summary.marks.count) { rows.append(("marks", NumberText.grouped(summary.markCount))) }
    return rows
  }

  private func total(_ count: Int64, _ kinds: [MessageFamily]) -> String {
    let parts = kinds.map { ($0, summary.count($0)) }.filter { $0.1 > 0 }
      .map { NumberText.counted($0.1, $0.0.word) }
    return NumberText.grouped(count) + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")
  }

  private var duration: String {
    guard let first = summary.firstStep else { return "no steps" }
    let span = TraceTime.stamp(Instant.zero + (summary.lastInstant - summary.firstInstant))
    return "\(span), steps \(first) to \(summary.lastStep)"
  }

  private var verdict: String {
    switch summary.extent {
    case .ended(let ending): ending.words
    case .unfinished, .cut: "unfinished: there is no end record; the recorder was killed, or still runs"
    case .torn(let loss): "torn: \(loss)"
    case nil: "damaged: everything up to step \(summary.lastStep) could be read"
    }
  }

  private var messages: [String] {
    [true, false].flatMap { isInput in
      let counted = summary.byName(isInput: isInput)
      let width = counted.first.map { NumberText.grouped($0.count).count } ?? 0
      return [isInput ? "  inputs by name" : "  outputs by name"]
        + counted.map { "    \(NumberText.grouped($0.count).padded(to: width, right: true))  \($0.name)" }
    }
  }

  static func date(_ microseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(microseconds) / 1_000_000).formatted(.iso8601)
  }
}

extension MessageFamily {
  /// The word for one of them.
  fileprivate var word: String {
    switch self {
    case .deadline: "deadline"
    case .command: "command"
    case .environment: "environment event"
    case .event: "engine event"
    case .notification: "notification"
    case .completion: "completion"
    case .engine: "engine command"
    case .diagnostic: "diagnostic"
    }
  }
}

extension String {
  /// Padded with spaces on the right, or on the left when `right` aligned.
  func padded(to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - Printable.width(self)))
    return right ? space + self : self + space
  }
}
