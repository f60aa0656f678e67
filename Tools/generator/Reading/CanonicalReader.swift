import Yams

/// Reads how the fields of a machine enter the canonical form: `field: clause[, clause …] — reason`.
///
/// Instead of a field, a line may name `prefix.*`, or `others` for all fields that no other line names.
enum CanonicalReader {
  static func read(_ node: Node, of machine: String, into fields: inout [Machine.Field]) throws {
    var table = try Table(node, "`canonical` of \(machine)")
    let entries = try table.takeAll().map { (key: $0.key, treatment: try treatment($0.key, $0.value, $0.line)) }
    for entry in entries where !fields.contains(where: { names(entry.key, $0.name) }) {
      throw Problem("'\(entry.key)' in `canonical` of \(machine) names no field of it", line: entry.treatment.line)
    }
    for index in fields.indices {
      let field = fields[index]
      // The most specific line applies.
      let entry = entries.filter { names($0.key, field.name) }.max { rank($0.key) < rank($1.key) }
      fields[index].canonical = entry?.treatment
      try check(fields[index], of: machine)
    }
  }

  private static func names(_ key: String, _ field: String) -> Bool {
    key == field || key == others || (key.hasSuffix(".*") && field.hasPrefix(key.dropLast()))
  }

  private static func rank(_ key: String) -> Int { key == others ? 0 : key.hasSuffix(".*") ? 1 : 2 }

  private static let others = "others"

  private static func treatment(_ key: String, _ node: Node, _ line: Int) throws -> CanonicalTreatment {
    let (clauses, reason) = (node.scalar?.string ?? "").halves(at: " — ")
    guard let reason, reason.hasSuffix(".") else {
      throw Problem("'\(key)' in `canonical` has no reason; write `\(expected)` and ` — reason`", line: line)
    }
    var treatment = CanonicalTreatment(reason: reason, line: line)
    for clause in clauses.split(separator: ", ") {
      guard take(clause.halves, &treatment) else {
        throw Problem("'\(key)' in `canonical` is '\(clauses)'; expected \(expected), joined by commas", line: line)
      }
    }
    if treatment.isLeftOut, treatment.condition != nil || treatment.isReadable {
      throw Problem("'\(key)' in `canonical` is left out, so nothing else may be stated for it", line: line)
    }
    return treatment
  }

  private static let expected = "left out, restored as name, as name, through name, while name, else value or readable"

  /// False for a clause that is unknown, or meaningless at its place.
  private static func take(_ clause: (String, String?), _ treatment: inout CanonicalTreatment) -> Bool {
    switch (clause, treatment.form) {
    case (("left out", nil), .value): treatment.form = .leftOut(restored: nil)
    case (("restored as", let name?), .leftOut(nil)): treatment.form = .leftOut(restored: name)
    case (("as", let name?), .value): treatment.form = .normal(name)
    case (("through", let name?), .value): treatment.form = .through(name)
    case (("while", let name?), _): treatment.condition = name
    case (("else", let value?), _) where treatment.condition != nil: treatment.otherwise = value
    case (("readable", nil), _): treatment.isReadable = true
    default: return false
    }
    return true
  }

  /// A field that is not a property of its machine must name its replacement.
  private static func check(_ field: Machine.Field, of machine: String) throws {
    guard field.visitor != nil else { return }
    switch field.canonical?.form {
    case .through, .leftOut: return
    case nil, .value, .normal:
      throw Problem(
        "\(machine).\(field.name) is visited by a function; expected `through name` or `left out` in `canonical`",
        line: field.canonical?.line ?? field.line)
    }
  }
}

extension Substring {
  /// The words of a clause, and the name at its end.
  fileprivate var halves: (String, String?) {
    for words in ["restored as", "as", "through", "while", "else"] where hasPrefix(words + " ") {
      return (words, String(dropFirst(words.count + 1)))
    }
    return (String(self), nil)
  }
}
