/// A JSON value with members in a fixed order.
enum JSON {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case list([JSON])
  case object([(String, JSON)])

  /// Two spaces for each level; values without nested members stay on one line.
  func text(_ margin: String = "") -> String {
    switch self {
    case .text(let text): Self.quoted(text)
    // JavaScript numbers are not exact beyond this.
    case .number(let number): number.magnitude < 1 << 53 ? "\(number)" : "\"\(number)\""
    case .flag(let flag): "\(flag)"
    case .list(let items):
      Self.enclosed("[", items.map { $0.text(margin + "  ") }, "]", margin, isFlat: items.allSatisfy(\.isPlain))
    case .object(let members):
      Self.enclosed(
        "{", members.map { "\(Self.quoted($0.0)): \($0.1.text(margin + "  "))" }, "}", margin,
        isFlat: members.allSatisfy(\.1.isPlain))
    }
  }

  /// On one line, with a space after each comma.
  var compact: String {
    switch self {
    case .text, .number, .flag: text()
    case .list(let items): "[" + items.map(\.compact).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.0)):\($0.1.compact)" }.joined(separator: ", ") + "}"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .text, .number, .flag: true
    case .list, .object: false
    }
  }

  private static func enclosed(_ open: String, _ parts: [String], _ close: String, _ margin: String, isFlat: Bool)
    -> String
  {
    if isFlat { return open + parts.joined(separator: ", ") + close }
    return "\(open)\n" + parts.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n\(margin)\(close)"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" } + "\""
  }
}
