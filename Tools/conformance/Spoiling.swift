/// Makes the expectations of a case wrong, one at a time, to see whether that is noticed.
struct Spoiling {
  private let original: ConformanceCase
  private let expectations: [JSONValue]
  /// What was seen when the case passed; empty for the ordered format.
  private let seen: [Observation]

  init(_ original: ConformanceCase, seen: [Observation]) {
    self.original = original
    expectations = original.body["expect"]?.array ?? []
    self.seen = seen
  }

  /// The case with one wrong expectation each.
  var spoiled: [ConformanceCase] {
    expectations.indices.flatMap { index in
      variants(of: expectations[index]).map { how, expectation in variant(how, index) { $0[index] = expectation } }
        + swap(index)
    } + [variant("invented", expectations.count) { $0.append(invented) }]
  }

  private func variant(_ how: String, _ index: Int, _ change: (inout [JSONValue]) -> Void) -> ConformanceCase {
    var changed = expectations
    change(&changed)
    var spoiled = original
    spoiled.id += " expect[\(index)] \(how)"
    var body = original.body.object ?? [:]
    body["expect"] = .array(changed)
    spoiled.body = .object(body)
    return spoiled
  }

  /// Something that never happens.
  private var invented: JSONValue {
    switch original.format {
    case .timed:
      .object(["notify": .string("NeverPosted"), "at_seconds": original.body["run_until_seconds"] ?? .int(0)])
    case .ordered: .object(["event": .string("failure"), "error": .string("invented")])
    }
  }

  private static let names = ["notify", "delegate", "command", "call"]

  private func variants(of expectation: JSONValue) -> [(String, JSONValue)] {
    guard let members = expectation.object else { return [] }
    func with(_ key: String, _ value: JSONValue) -> JSONValue { .object(members.merging([key: value]) { $1 }) }
    if members["event"] != nil {
      return sorted(members) { $0 != "event" && !Self.conditions.contains($0) }.map { key, value in
        ("changed \(key)", with(key, value.changed))
      }
    }
    if members["prop"] != nil || members["count"] != nil {
      return [("changed", with("value", (members["value"] ?? .null).changed))]
    }
    if members["repeated"] != nil { return [("changed", with("at_least", .int(1_000_000)))] }
    if let name = Self.names.first(where: { members[$0] != nil }) { return occurrenceVariants(members, name) }
    if let check = members["check"]?.object {
      return sorted(check) { !Self.conditions.contains($0) }.map { key, value in
        // A bound must become one that cannot be kept.
        let spoiled = key.hasSuffix("_below") ? .number(-1_000_000) : value.changed
        return ("changed \(key)", with("check", .object(check.merging([key: spoiled]) { $1 })))
      }
    }
    return []
  }

  /// In the order of the keys: the variants come in the same order in every run.
  private func sorted(_ members: [String: JSONValue], where isSpoiled: (String) -> Bool) -> [(String, JSONValue)] {
    members.filter { isSpoiled($0.key) }.sorted { $0.key < $1.key }
  }

  /// Members that say how something is compared, and not what.
  private static let conditions: Set<String> = [
    "when", "within", "exact", "note", "notes", "by", "not_equal", "within_seconds", "lacks",
  ]

  private func occurrenceVariants(_ members: [String: JSONValue], _ name: String) -> [(String, JSONValue)] {
    var variants: [(String, JSONValue)] = []
    for (key, value) in sorted(members, where: { !["at_seconds", name].contains($0) }) {
      variants.append(("changed \(key)", .object(members.merging([key: value.changed]) { $1 })))
    }
    var absent: [String: JSONValue] = ["absent": members[name] ?? .null]
    absent["from_seconds"] = members["at_seconds"]
    absent["to_seconds"] = members["at_seconds"]
    variants.append(("claimed absent", .object(absent)))
    let later = (members["at_seconds"]?.number ?? 0) + 0.1
    let comesAgain = seen.contains { $0.name == members[name]?.string && $0.instant == TimedRun.microseconds(later) }
    if !comesAgain { variants.append(("later", .object(members.merging(["at_seconds": .number(later)]) { $1 }))) }
    return variants
  }

  /// The expectation changes places with the next one, when both happen once at that time: else the order of the others
  /// may still be met.
  private func swap(_ index: Int) -> [ConformanceCase] {
    guard index + 1 < expectations.count, isUnique(index), isUnique(index + 1),
      expectations[index]["at_seconds"] == expectations[index + 1]["at_seconds"]
    else { return [] }
    return [variant("swapped", index) { $0.swapAt(index, index + 1) }]
  }

  private func isUnique(_ index: Int) -> Bool {
    guard let name = Self.names.compactMap({ expectations[index][$0]?.string }).first,
      let seconds = expectations[index]["at_seconds"]?.number
    else { return false }
    return seen.count { $0.name == name && $0.instant == TimedRun.microseconds(seconds) } == 1
  }
}

extension JSONValue {
  /// Another value of the same kind.
  fileprivate var changed: JSONValue {
    switch self {
    case .null: .string("spoiled")
    case .bool(let value): .bool(!value)
    case .number(let value): .number(value + 7)
    case .string(let value): .string(value + " spoiled")
    case .array(let values): .array(values + [.string("spoiled")])
    case .object(let members): .object(members.merging(["spoiled": .bool(true)]) { $1 })
    }
  }
}
