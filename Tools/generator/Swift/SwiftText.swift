/// Swift source in the layout of `swift format`.
struct SwiftText {
  static let width = 120

  private var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  private var margin: String { String(repeating: " ", count: depth * 2) }

  /// One line; an empty one has no margin.
  mutating func line(_ text: String = "") { lines.append(text.isEmpty ? "" : margin + text) }

  mutating func indented(_ body: (inout Self) throws -> Void) rethrows {
    depth += 1
    try body(&self)
    depth -= 1
  }

  /// `head {`, the body, `}`.
  mutating func block(_ head: String, _ body: (inout Self) throws -> Void) rethrows {
    line(head + " {")
    try indented(body)
    line("}")
  }

  /// `switch subject {`, the cases, `}`.
  mutating func choice(_ subject: String, _ body: (inout Self) throws -> Void) rethrows {
    line("switch \(subject) {")
    try body(&self)
    line("}")
  }

  /// A documentation comment, wrapped.
  mutating func comment(_ text: String, mark: String = "///") {
    for part in text.wrapped(to: Self.width - margin.count - mark.count - 1) { line("\(mark) \(part)") }
  }

  /// Documentation that ends with a list of those fields whose names do not explain everything.
  mutating func comment(_ text: String, fields: [Field]) {
    comment(text)
    let told = fields.filter { $0.text != nil }
    guard !told.isEmpty else { return }
    line("///")
    for field in told {
      let text = "`\(field.name)`: \(field.text ?? "")"
      for (index, part) in text.wrapped(to: Self.width - margin.count - 6).enumerated() {
        line((index == 0 ? "/// - " : "///   ") + part)
      }
    }
  }

  /// `head(items)`, over several lines if one is too short.
  mutating func call(_ head: String, _ items: [String], tail: String = "") {
    let whole = "\(head)(\(items.joined(separator: ", ")))\(tail)"
    if fits(whole) { return line(whole) }
    line(head + "(")
    indented { $0.fill(items, end: ")" + tail) }
  }

  /// `case pattern: call`, on one line or on two.
  mutating func answer(_ pattern: String, _ head: String, _ items: [String] = []) {
    let call = items.isEmpty ? head : "\(head)(\(items.joined(separator: ", ")))"
    if fits("case \(pattern): \(call)") { return line("case \(pattern): \(call)") }
    line("case \(pattern):")
    indented { $0.call(head, items) }
  }

  /// `head value`, on one line or on two.
  mutating func assign(_ head: String, _ value: String) {
    if fits("\(head) \(value)") { return line("\(head) \(value)") }
    line(head)
    indented { $0.line(value) }
  }

  /// A string literal after `head`; one that is too long goes over several lines.
  mutating func literal(_ head: String, _ text: String) {
    if fits("\(head) \"\(text)\"") { return line("\(head) \"\(text)\"") }
    line(head)
    indented { $0.longLiteral(text) }
  }

  /// A string literal on separate lines.
  mutating func longLiteral(_ text: String) {
    if fits("\"\(text)\"") { return line("\"\(text)\"") }
    line("\"\"\"")
    let parts = text.wrapped(to: Self.width - margin.count - 2)
    for (index, part) in parts.enumerated() { line(index == parts.count - 1 ? part : part + " \\") }
    line("\"\"\"")
  }

  /// `head { "text" }`, or over several lines.
  mutating func constant(_ head: String, _ text: String) {
    if fits("\(head) { \"\(text)\" }") { return line("\(head) { \"\(text)\" }") }
    block(head) { $0.longLiteral(text) }
  }

  private func fits(_ text: String) -> Bool { margin.count + text.count <= Self.width }

  /// As many items on a line as fit.
  private mutating func fill(_ items: [String], end: String) {
    var row = ""
    for (index, item) in items.enumerated() {
      let piece = item + (index == items.count - 1 ? end : ",")
      if !row.isEmpty, !fits(row + " " + piece) {
        line(row)
        row = ""
      }
      row += row.isEmpty ? piece : " " + piece
    }
    line(row)
  }
}

extension String {
  /// The words of a text on lines of at most `width` characters.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
