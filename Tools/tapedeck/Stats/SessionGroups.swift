/// All groups of a count, by name.
struct SessionGroups {
  private let grouping: Grouping
  private var groups: [String: SessionGroup] = [:]
  private(set) var sessions: Int64 = 0
  private(set) var unreadable: Int64 = 0

  init(_ grouping: Grouping) { self.grouping = grouping }

  /// Counts a session, and returns the name of its group.
  mutating func add(_ row: SessionRow) -> String {
    let name = grouping.name(of: row)
    groups[name, default: SessionGroup(name)].add(row)
    if row.isCounted { sessions += 1 } else { unreadable += 1 }
    return name
  }

  /// Merges a group that was counted elsewhere.
  mutating func merge(_ group: SessionGroup) {
    groups[group.name, default: SessionGroup(group.name)].merge(group)
    sessions += group.sessions
    unreadable += group.extents[.unreadable] ?? 0
  }

  /// By name.
  var sorted: [SessionGroup] { groups.values.sorted { $0.name < $1.name } }
}
