import PlayerCore

/// The commands to an engine and its reports, the newest last: for readers.
struct SessionLog {
  enum Entry {
    case command(EngineCommand, Epoch, Instant)
    case report(EngineEvent, Epoch, Instant)
  }

  private var entries: [Entry] = []
  private var dropped = 0
  /// At least this many entries are kept, and at most twice as many.
  private static let limit = 60

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > 2 * Self.limit else { return }
    dropped += Self.limit
    entries.removeFirst(Self.limit)
  }

  /// The newest entry.
  var last: String { entries.last.map(Self.text) ?? "" }

  /// A line for each entry, with its instant, and an arrow before commands.
  var lines: [String] {
    let left = dropped + max(0, entries.count - Self.limit)
    return (left > 0 ? ["… \(left) before"] : []) + entries.suffix(Self.limit).map(Self.text)
  }

  private static func text(_ entry: Entry) -> String {
    switch entry {
    case .command(let command, let epoch, let instant): line(instant, "→", "\(command)", epoch)
    case .report(let event, let epoch, let instant): line(instant, " ", "\(event)", epoch)
    }
  }

  private static func line(_ instant: Instant, _ mark: String, _ message: String, _ epoch: Epoch) -> String {
    let time = instant.inSeconds
    let gap = String(repeating: " ", count: max(0, 10 - time.count))
    return "\(gap)\(time) \(mark) \(plain(message))  (epoch \(epoch.rawValue))"
  }

  /// A message with its numbers instead of the types around them.
  static func plain(_ message: String) -> String {
    let text = message.replacing("PlayerCore.", with: "")
      .replacing(/Identifier<\w*Subject\.\w+>\(rawValue: (\d+)\)/) { "\($0.output.1)" }
      .replacing(/(?:TrackID|BufferState|Kind)\(rawValue: (-?\d+)\)/) { "\($0.output.1)" }
      .replacing(/Rate\(thousandths: (-?\d+)\)/) { "\($0.output.1)/1000" }
    return text.replacing(/(?:MediaTime|TimeSpan)\(microseconds: (-?\d+)\)/) { match in
      guard let microseconds = Int64(match.output.1) else { return String(match.output.0) }
      return microseconds == .max ? "endless" : MediaTime(microseconds: microseconds).inSeconds
    }
  }
}
