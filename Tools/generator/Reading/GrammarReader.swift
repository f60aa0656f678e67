import Yams

/// Reads transitions and the order of notifications.
enum GrammarReader {
  static func transitions(_ name: String, _ table: inout Table) throws -> Transitions {
    let text = try table.needSentence()
    var from = try Table(table.need("from"), "the transitions of \(name)")
    let rows = try from.takeAll().map { key, line, node in
      guard let targets = node.scalar?.string else {
        throw Problem("what follows '\(key)' must be names joined by commas", line: line)
      }
      return (from: key, to: targets.split(separator: ", ").map(String.init))
    }
    return Transitions(name: name, text: text, rows: rows, line: table.line)
  }

  static func order(_ node: Node) throws -> [Place] {
    guard let sequence = node.sequence else { throw Problem("`order` must be a list", line: node.line) }
    return try sequence.map { node in
      guard let text = node.scalar?.string else { throw Problem("a place in `order` must be a name", line: node.line) }
      let isRepeated = text.hasSuffix(" +")
      let names = (isRepeated ? String(text.dropLast(2)) : text).split(separator: " | ").map(String.init)
      return Place(names: names, isRepeated: isRepeated, line: node.line)
    }
  }
}
