/// The ways in which properties break that a search knows.
///
/// Two sessions are the same way when they are of the same kind after shrinking: the same kinds of steps in the same
/// order, whatever their values, after setups of the same kind (``Model/kind(of:)-23w6u``). One search continues from
/// what another knows, so that each way is reported once.
public struct KnownWays: Hashable, Sendable {
  /// What is known of one property.
  struct Record: Hashable, Sendable {
    /// The kinds of the steps of each way, with that of its setup.
    var ways: [(kinds: [String], setup: String)] = []
    /// Ways that were reported since the search began, and sessions that were shrunk for it.
    var reported = 0
    var attempts = 0
    /// Further sessions that broke it, apart from those that were reported.
    var others: UInt64 = 0
    /// Whether a session that broke it gave a different result when it ran again.
    var isContradicted = false

    static func == (a: Self, b: Self) -> Bool {
      a.ways.elementsEqual(b.ways, by: ==) && a.isContradicted == b.isContradicted
        && (a.reported, a.attempts, a.others) == (b.reported, b.attempts, b.others)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(attempts)
      hasher.combine(others)
    }
  }

  var records: [String: Record] = [:]

  /// Nothing was found yet.
  public init() {}

  /// How many further sessions broke a property, apart from those that were reported, by property, in the order of
  /// their names.
  public var others: [(property: String, count: UInt64)] {
    records.filter { $0.value.others > 0 }.map { ($0.key, $0.value.others) }.sorted { $0.property < $1.property }
  }

  /// The properties that a plan no longer searches for.
  public func exhausted(by plan: CheckPlan) -> Set<String> {
    Set(records.filter { $0.value.isExhausted(plan) }.keys)
  }

  /// How many sessions may be shrunk to find this many ways.
  static func attemptLimit(_ plan: CheckPlan) -> Int { plan.findingsPerProperty * 2 + 2 }

  /// Whether a way is part of a session: one step after the other, others between them. If none is, the session breaks
  /// the property in another way.
  func explains(_ kinds: [String], breaking property: String) -> Bool {
    records[property]?.ways.contains { way in
      var rest = kinds[...]
      return way.kinds.allSatisfy { kind in
        guard let place = rest.firstIndex(of: kind) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
    } ?? false
  }

  /// Whether it was not known yet.
  mutating func insert(_ kinds: [String], _ setup: String, breaking property: String) -> Bool {
    if records[property, default: Record()].ways.contains(where: { $0 == (kinds, setup) }) { return false }
    records[property, default: Record()].ways.append((kinds, setup))
    return true
  }
}

extension KnownWays.Record {
  func isExhausted(_ plan: CheckPlan) -> Bool {
    isContradicted || reported >= max(1, plan.findingsPerProperty) || attempts >= KnownWays.attemptLimit(plan)
  }
}

extension Model {
  /// The kinds of a session's steps.
  func kinds(of session: Session<Setup, Step>) -> [String] { session.steps.map { kind(of: $0) } }
}
