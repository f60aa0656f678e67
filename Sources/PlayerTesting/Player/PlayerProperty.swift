/// What must hold of a player, whatever happens: a name, and where it comes from.
public struct PlayerProperty: Hashable, Sendable, Identifiable {
  /// How bad it is when it does not hold.
  public enum Severity: UInt8, Comparable, CaseIterable, Sendable {
    /// Something is not as it should be, and few people will notice.
    case warning
    /// Whoever relies on what the player says is misled.
    case error
    /// Playback goes wrong: people see or hear it, or nothing happens any more.
    case critical

    /// From ``warning`` to ``critical``.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Short, stable, lower case with dashes: what went wrong when the property does not hold.
  public let id: String
  /// What must hold, in a line for a person.
  public let title: String
  /// How bad a violation is.
  public let severity: Severity
  /// The rules that it is taken from: pages of the reference with an anchor, such as "BugZoo.md#9, SRG.md#1.6".
  public let source: String

  /// A property with its id and its sentence; `source` is empty for a property of your own.
  public init(_ id: String, _ title: String, _ severity: Severity = .error, source: String = "") {
    self.id = id
    self.title = title
    self.severity = severity
    self.source = source
  }

  /// Where the rules are written: each page with its anchor, by its path from the root of the repository, such as
  /// "Sources/Reference.docc/BugZoo.md#9".
  public var sourcePaths: [String] {
    source.split(separator: ",").map { "Sources/Reference.docc/" + $0.drop { $0 == " " } }
  }

  /// Every property that comes with this library, in a fixed order.
  public static var all: [PlayerProperty] { Law.allCases.map(\.property) }

  /// The property with this id; `nil` when there is none.
  public static func named(_ id: String) -> PlayerProperty? { all.first { $0.id == id } }
}

/// Some of the properties: which ones a run looks at.
public struct PlayerPropertySet: Hashable, Sendable {
  private var low: UInt64
  private var high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// No property.
  public static var none: Self { Self(low: 0, high: 0) }
  /// Every property of this library.
  public static var all: Self { Self(low: .max, high: .max) }

  /// The properties with these ids; others are not known and left out.
  public init(ids: some Sequence<String>) {
    self = .none
    for id in ids { insert(id) }
  }

  /// All but those with these ids.
  public static func allBut(_ ids: some Sequence<String>) -> Self {
    var set = Self.all
    for id in ids { set.remove(id) }
    return set
  }

  /// Whether the set has the property with this id; false for an unknown id.
  public func contains(_ id: String) -> Bool { Law(id).map { contains($0) } ?? false }

  /// False when no property has this id.
  @discardableResult
  public mutating func insert(_ id: String) -> Bool {
    guard let law = Law(id) else { return false }
    set(law, true)
    return true
  }

  /// False when no property has this id.
  @discardableResult
  public mutating func remove(_ id: String) -> Bool {
    guard let law = Law(id) else { return false }
    set(law, false)
    return true
  }

  @inline(__always)
  func contains(_ law: Law) -> Bool {
    let index = law.rawValue
    return (index < 64 ? low >> UInt64(index) : high >> UInt64(index &- 64)) & 1 != 0
  }

  private mutating func set(_ law: Law, _ isIn: Bool) {
    let index = law.rawValue
    let bit: UInt64 = 1 << UInt64(index & 63)
    if index < 64 { low = isIn ? low | bit : low & ~bit } else { high = isIn ? high | bit : high & ~bit }
  }
}
