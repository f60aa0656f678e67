import Yams

/// Reads the machines of the state.
enum StateReader {
  static func machine(_ name: String, _ table: inout Table) throws -> Machine {
    let (swift, text) = try (table.needText("swift"), table.needSentence())
    let canonical = table.take("canonical")
    var rows = try Table(table.need("fields"), "the fields of \(name)")
    var fields = try rows.takeAll().map { try field($0.key, $0.value, $0.line) }
    if let canonical { try CanonicalReader.read(canonical, of: name, into: &fields) }
    return Machine(name: name, swift: swift, text: text, fields: fields)
  }

  /// `type[ × n][, notification][ by function] — sentence`.
  private static func field(_ key: String, _ node: Node, _ line: Int) throws -> Machine.Field {
    let (declaration, sentence) = (node.scalar?.string ?? "").halves(at: " — ")
    guard let sentence, sentence.hasSuffix(".") else {
      throw Problem("the field '\(key)' has no sentence; write `type — sentence`, with a full stop", line: line)
    }
    let (shown, visitor) = declaration.halves(at: " by ")
    let (typed, notification) = shown.halves(at: ", ")
    let (type, count) = typed.halves(at: " × ")
    let (name, path) = key.halves(at: " ")
    return Machine.Field(
      name: name, path: path ?? name, type: type, count: count.flatMap { Int($0) } ?? 1, visitor: visitor,
      notification: notification, text: sentence, line: line)
  }
}
