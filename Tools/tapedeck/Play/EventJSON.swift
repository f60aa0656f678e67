import PlayerCore
import PlayerRuntime

/// A notification as one JSON object: when, what, why, and its fields as in a text trace. Times are microseconds, `null`
/// for unknown and endless. What has a segment has its title, too.
struct EventJSON {
  let library: MediaLibrary
  /// What the segments are called.
  var segments = SegmentNames()

  init(library: MediaLibrary) { self.library = library }

  /// `{"at":12345,"event":"playbackStateChanged","reason":"engine","from":"preparing","to":"playing"}`; texts, which
  /// are numbers to the core, are written out.
  func callAsFunction(_ event: PlayerEvent) -> String {
    let message = Output.notification(event.notification, event.reason).message
    let words = Self.words(Vocabulary.output(message.code))
    var members = ["\"at\":\(event.instant.microseconds)", "\"event\":\(Self.quoted(words.first ?? ""))"]
    for (index, word) in words.dropFirst().enumerated() {
      let halves = word.split(separator: ":").map(String.init)
      members.append("\(Self.quoted(halves.first ?? "")):\(value(message[index], halves.last ?? ""))")
    }
    if let title = title(of: event.notification) { members.append("\"title\":\(Self.quoted(title))") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private func title(of notification: Player.Notification) -> String? {
    switch notification {
    case .segmentStarted(let segment, _, _, _, _), .segmentEnded(let segment, _, _, _, _, _), .willSkip(let segment, _),
      .didSkip(let segment, _, _):
      segments.name(segment)
    default: nil
    }
  }

  private func value(_ value: Int64, _ type: String) -> String {
    switch type {
    case "bool": return value == 0 ? "false" : "true"
    case "time": return value == .min ? "null" : "\(value)"
    case "span": return value == .max ? "null" : "\(value)"
    case "text": return Self.quoted(library.text(of: TextID(UInt32(truncatingIfNeeded: value))))
    case "item":
      let source = library.source(of: ItemID(UInt32(truncatingIfNeeded: value)))
      return source.map { Self.quoted(SourceAddress.withoutPassword($0)) } ?? "null"
    case "supply": return Self.quoted(Supply(rawValue: UInt8(truncatingIfNeeded: value)).words)
    default: return Self.caseName(value, of: type).map(Self.quoted) ?? "\(value)"
    }
  }

  private static func caseName(_ value: Int64, of type: String) -> String? {
    for index in 0..<Vocabulary.enumerationCount {
      guard let (name, cases) = Vocabulary.enumeration(index), name.description == type else { continue }
      let names = words(cases)
      return names.indices.contains(Int(value)) ? names[Int(value)] : nil
    }
    return nil
  }

  private static func words(_ line: StaticString?) -> [String] {
    (line?.description ?? "").split(separator: " ").map(String.init)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension Supply {
  /// `playable+playThrough`, as in a text trace.
  var words: String {
    let names = [(Supply.playable, "playable"), (.playThrough, "playThrough"), (.stalled, "stalled")]
      .filter { contains($0.0) }.map(\.1)
    return names.isEmpty ? "unknown" : names.joined(separator: "+")
  }
}
