import PlayerTrace

/// The sums and distributions of a group of sessions.
struct SessionGroup: Codable {
  static let percentages: [Double] = [5, 25, 50, 75, 95, 99]

  let name: String
  private(set) var sessions: Int64 = 0
  private(set) var steps: Int64 = 0
  /// The number of traces by their extent.
  private(set) var extents: [SessionRow.Extent: Int64] = [:]
  /// The reasons why not everything counts, with their counts; beyond the first ones only the total.
  private(set) var problems: [String: Int64] = [:]
  private(set) var times = [Int64](repeating: 0, count: SessionClass.allCases.count)
  private(set) var metrics = [Distribution](repeating: Distribution(), count: SessionMetric.all.count)
  private static let problemLimit = 20

  init(_ name: String) { self.name = name }

  mutating func add(_ row: SessionRow) {
    extents[row.extent, default: 0] += 1
    if let problem = row.problem { add(problem: Self.kind(problem, of: row.trace)) }
    guard row.isCounted else { return }
    sessions += 1
    steps += row.steps
    for (place, part) in SessionClass.allCases.enumerated() { times[place] += row.times[part] }
    for (place, value) in row.values.enumerated() { if let value { metrics[place].add(value) } }
  }

  /// A reason without the name of the trace and without numbers, so that equal reasons are one.
  private static func kind(_ problem: String, of trace: String) -> String {
    var kind = ""
    for character in problem.replacing(trace, with: "") {
      if character.isNumber {
        if kind.last != "#" { kind.append("#") }
      } else {
        kind.append(character)
      }
    }
    return kind.hasPrefix(": ") ? String(kind.dropFirst(2)) : kind
  }

  private mutating func add(problem: String) {
    let key = problems[problem] != nil || problems.count < Self.problemLimit ? problem : "other reasons"
    problems[key, default: 0] += 1
  }

  /// Adds a group of sessions that were counted elsewhere.
  mutating func merge(_ other: SessionGroup) {
    sessions += other.sessions
    steps += other.steps
    extents.merge(other.extents, uniquingKeysWith: +)
    for (problem, count) in other.problems { problems[problem, default: 0] += count }
    for place in times.indices { times[place] += other.times[place] }
    for place in metrics.indices { metrics[place].merge(other.metrics[place]) }
  }

  var elapsed: Int64 { times.reduce(0, +) }
}
