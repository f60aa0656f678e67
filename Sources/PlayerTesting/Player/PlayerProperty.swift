/// A property that must hold in every session of a player: its id, its sentence and its source.
public struct PlayerProperty: Hashable, Sendable, Identifiable {
  /// The severity of a violation.
  public enum Severity: UInt8, Comparable, CaseIterable, Sendable {
    /// A defect that few people will notice.
    case warning
    /// Code that relies on the player's outputs is misled.
    case error
    /// Playback goes wrong, visibly or audibly, or stops forever.
    case critical

    /// From ``warning`` to ``critical``.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// What must be known to decide whether a property holds. Explorations check the properties that need a state, and many
  /// of those that need a transition; recorded and random sessions check all up to ``session``,
  /// and at some of their inputs those that need a copy.
  public enum Needs: String, CaseIterable, Sendable {
    /// A state alone.
    case state
    /// An input with its outputs, the states before and after it, and the settings.
    case transition
    /// What a session has shown before: the monitor keeps an account of it.
    case session
    /// A second player: a copy that takes the same input again, or others.
    case copy
    /// An engine, a network and time: a simulated world.
    case world
    /// A recording, or what is left of a process that has ended.
    case recording
  }

  /// Short, stable, lower case with dashes: the fault when the property does not hold.
  public let id: String
  /// What must hold, in one line.
  public let title: String
  /// The severity of a violation.
  public let severity: Severity
  /// The source of the rule: pages of the reference with an anchor, such as "BugZoo.md#9, SRG.md#1.6".
  public let source: String
  /// The inputs that can break it.
  public let inputs: InputKinds
  /// What must be known to decide whether it holds.
  public let needs: Needs

  /// A property with its id and its sentence; `source` is empty for a custom property.
  public init(
    _ id: String, _ title: String, _ severity: Severity = .error, source: String = "", inputs: InputKinds = .all,
    needs: Needs = .session
  ) {
    self.id = id
    self.title = title
    self.severity = severity
    self.source = source
    self.inputs = inputs
    self.needs = needs
  }

  /// The source pages with their anchors, as paths from the root of the repository, such as
  /// "Sources/Reference.docc/BugZoo.md#9".
  public var sourcePaths: [String] {
    source.split(separator: ",").map { "Sources/Reference.docc/" + $0.drop { $0 == " " } }
  }

  /// Every property of this library, in a fixed order.
  public static var all: [PlayerProperty] { Law.allCases.map { $0.property } }

  /// The property with this id; `nil` when there is none.
  public static func named(_ id: String) -> PlayerProperty? { Law(id)?.property }
}

/// A set of properties to check.
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

  /// The properties with these ids; unknown ids are ignored.
  public init(ids: some Sequence<String>) {
    self = .none
    for id in ids { insert(id) }
  }

  /// All except those with these ids.
  public static func allBut(_ ids: some Sequence<String>) -> Self {
    var set = Self.all
    for id in ids { set.remove(id) }
    return set
  }

  /// Whether the set has the property with this id; false for an unknown id.
  public func contains(_ id: String) -> Bool { Law(id).map { contains($0) } ?? false }

  /// Adds a property. Returns false when no property has this id.
  @discardableResult
  public mutating func insert(_ id: String) -> Bool {
    guard let law = Law(id) else { return false }
    set(law, true)
    return true
  }

  /// Removes a property. Returns false when no property has this id.
  @discardableResult
  public mutating func remove(_ id: String) -> Bool {
    guard let law = Law(id) else { return false }
    set(law, false)
    return true
  }

  @inline(__always)
  func contains(_ law: Law) -> Bool { contains(law.number) }

  /// Whether the law with this number is in the set.
  @inline(__always)
  func contains(_ index: UInt8) -> Bool {
    (index < 64 ? low >> UInt64(index) : high >> UInt64(index &- 64)) & 1 != 0
  }

  private mutating func set(_ law: Law, _ isIn: Bool) {
    let index = law.number
    let bit: UInt64 = 1 << UInt64(index & 63)
    if index < 64 { low = isIn ? low | bit : low & ~bit } else { high = isIn ? high | bit : high & ~bit }
  }
}
