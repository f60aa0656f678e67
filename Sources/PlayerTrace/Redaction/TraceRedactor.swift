import PlayerCore
import PlayerText

/// Removes from a trace everything that may name people, machines and media, so that it can be shared.
///
/// Words are replaced, numbers stay: a player only uses numbers, so a redacted trace replays like the original and has
/// the same digests. The same words get the same number throughout one trace. Numbers are assigned in the order in
/// which the words come, so the words cannot be recovered from them; for the same reason, the numbers of two traces are
/// unrelated. Redacting a redacted trace changes nothing. <doc:Privacy> lists every field.
///
/// Feed it the header first, and then every record in order.
public struct TraceRedactor: Sendable {
  private var numbers = WordNumbers()

  /// A redactor for one trace.
  public init() {}

  /// The header of a redacted trace: its note begins with ``TraceHeader/redactedNote``, engine and tool keep names of
  /// products and their versions, and of the date only the day (in UTC) is left.
  public mutating func redact(_ header: TraceHeader) -> TraceHeader {
    var header = header
    header.engine = ProductNames.of(header.engine)
    header.tool = ProductNames.of(header.tool)
    let note = header.isRedacted ? TraceHeader.noteAfterMark(header.note) : header.note
    header.note = TraceHeader.redactedNote + (note.isEmpty ? "" : ": " + remark(note))
    header.recordedAt = header.recordedAt.map(Self.day)
    return header
  }

  /// The same record without its words.
  public mutating func redact(_ record: TraceRecord) -> TraceRecord {
    switch record {
    case .definition(let definition): return .definition(redact(definition))
    case .mark(let mark): return .mark(TraceMark(number: mark.number, text: remark(mark.text)))
    case .end(var end):
      end.ending = redact(end.ending)
      return .end(end)
    case .step, .foreignStep, .checkpoint: return record
    }
  }

  /// The same number, with a redacted address or text.
  public mutating func redact(_ definition: TraceDefinition) -> TraceDefinition {
    switch definition {
    case .item(let item, let source): .item(item, source: RedactedAddress.of(source, &numbers))
    case .text(let number, let text): .text(number, PublicWords.contains(text) ? text : remark(text))
    }
  }

  /// What is left of free words: `text-1`. Nothing stays nothing.
  public mutating func remark(_ text: String) -> String {
    text.isEmpty ? "" : "text-\(numbers.number(of: text.utf8, as: .text))"
  }

  mutating func redact(_ ending: TraceEnding) -> TraceEnding {
    switch ending {
    case .finished: .finished
    case .interrupted(let signal): .interrupted(by: Self.isSignal(signal) ? signal : remark(signal))
    case .failed(let reason): .failed(remark(reason))
    }
  }

  private static func isSignal(_ text: String) -> Bool {
    text.utf8.count <= 12 && text.hasPrefix("SIG")
      && text.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }

  /// The beginning of a day, in microseconds since 1970.
  private static func day(_ date: Int64) -> Int64 {
    let length: Int64 = 86_400_000_000
    let rest = date % length
    return date.subtractingReportingOverflow(rest < 0 ? rest + length : rest).partialValue
  }
}

extension TraceHeader {
  /// What the note of a redacted trace begins with.
  public static var redactedNote: String { "redacted" }

  /// Whether the trace claims to be redacted. Only its writer vouches for that: check before you rely on it.
  public var isRedacted: Bool {
    note.isExactly(Self.redactedNote) || note.begins(with: Self.redactedNote + ": ")
  }

  fileprivate static func noteAfterMark(_ note: String) -> String {
    String(note.unicodeScalars.dropFirst(redactedNote.count + 2))
  }
}
