/// What was seen while an ordered case ran, in order.
struct OrderedLog {
  /// One line of it.
  struct Entry {
    enum Kind: Hashable {
      /// Something was announced; the name is one of the case format.
      case event(String)
      /// A step of the case was carried out.
      case step(index: Int, op: String)
      /// Everything that belongs to this instant has happened.
      case rest
    }

    var kind: Kind
    /// In microseconds since the case began.
    var instant: Int64
    /// What the event says.
    var fields: [String: JSONValue] = [:]
    /// What could be read from the player at that moment.
    var state: [String: JSONValue] = [:]

    var event: String? { if case .event(let name) = kind { name } else { nil } }
    var isRest: Bool { kind == .rest }

    /// A property by the name that events use for it.
    subscript(field: String) -> JSONValue? {
      if let value = fields[field] { return value }
      guard field.hasSuffix("_during") else { return nil }
      let property = String(field.dropLast("_during".count))
      return state[["seek_start": "seek_start_time", "seek_target": "seek_target_time"][property] ?? property]
    }
  }

  private(set) var entries: [Entry] = []

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Where a step was carried out.
  func index(ofStep number: Int) -> Int? {
    entries.firstIndex { if case .step(let index, _) = $0.kind { index == number } else { false } }
  }
}
