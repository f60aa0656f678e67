import PlayerCore
import PlayerRuntime
import PlayerText

/// A notification as one JSON object: when, what, why, and its fields as in a text trace. Times are microseconds,
/// `null` for unknown and endless. Events with a segment contain its title, too.
struct EventJSON {
  let library: IdentifierTable
  /// The names of the segments.
  var segments = SegmentNames()

  init(library: IdentifierTable) { self.library = library }

  /// `{"at":12345,"event":"playbackStateChanged","reason":"engine","from":"preparing","to":"playing"}`; texts, which
  /// are numbers to the core, are written out.
  func callAsFunction(_ event: PlayerEvent) -> String {
    let message = Output.notification(event.notification, event.reason).message
    var members = ["\"at\":\(event.instant.microseconds)", "\"event\":\(JSONWriter.quoted(event.name))"]
    for (index, field) in (Vocabulary.outputKind(message.code)?.fields ?? []).enumerated() {
      members.append("\(JSONWriter.quoted(field.name.description)):\(value(message[index], field.type))")
    }
    if let title = title(of: event.notification) { members.append("\"title\":\(JSONWriter.quoted(title))") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private func title(of notification: Player.Notification) -> String? {
    switch notification {
    case .segmentStarted(let segment, _, _, _, _), .segmentEnded(let segment, _, _, _, _, _), .willSkip(let segment, _),
      .didSkip(let segment, _, _), .blockedPlaying(let segment, _):
      segments.name(segment)
    default: nil
    }
  }

  private func value(_ value: Int64, _ type: Vocabulary.FieldType) -> String {
    switch type {
    case .bool: return value == 0 ? "false" : "true"
    case .time: return value == .min ? "null" : "\(value)"
    case .span: return value == .max ? "null" : "\(value)"
    case .text: return JSONWriter.quoted(library.text(of: TextID(UInt32(truncatingIfNeeded: value))))
    case .item:
      let source = library.source(of: ItemID(UInt32(truncatingIfNeeded: value)))
      return source.map { JSONWriter.quoted(SourceAddress.withoutPassword($0)) } ?? "null"
    case .supply: return JSONWriter.quoted(BufferState(rawValue: UInt8(truncatingIfNeeded: value)).words)
    default: return type.caseName(value).map { JSONWriter.quoted($0.description) } ?? "\(value)"
    }
  }
}
