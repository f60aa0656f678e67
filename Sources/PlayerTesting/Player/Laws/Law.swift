import PlayerCore

/// A law: something that must hold in every session of a player. All of them are declared in `LawBook.swift`.
///
/// A law that a single state can break contains its check; the checks of the others are parts of ``PlayerMonitor`` and
/// of the models.
struct Law: Sendable, CaseIterable {
  /// The part that users of the library see.
  let property: PlayerProperty
  /// Whether it holds in a state, as far as the state shows it; `nil` for a law that a single state cannot break.
  let holdsInState: (@Sendable (Player.Inspection) -> Bool)?

  /// - Parameters:
  ///   - id: Short, stable, lower case with dashes: the fault when the law does not hold.
  ///   - title: What must hold, in one line.
  ///   - source: Pages of the reference with an anchor.
  ///   - inputs: The inputs that can break it.
  ///   - needs: What its checks need, at most.
  ///   - state: What must hold in every state: a law of `StateLaws.swift`.
  init(
    _ id: String, _ title: String, _ severity: PlayerProperty.Severity = .error, source: String,
    inputs: InputKinds = .all, needs: PlayerProperty.Needs,
    state: (@Sendable (Player.Inspection) -> Bool)? = nil
  ) {
    property = PlayerProperty(id, title, severity, source: source, inputs: inputs, needs: needs)
    holdsInState = state
  }

  /// The law with this id.
  init?(_ id: String) {
    guard let number = Self.numbers[id] else { return nil }
    self = Self.allCases[Int(number)]
  }

  /// Its place among all laws.
  var number: UInt8 {
    guard let number = Self.numbers[property.id] else {
      preconditionFailure("\(property.id) is declared, and missing in Law.allCases")
    }
    return number
  }

  private static let numbers = [String: UInt8](
    uniqueKeysWithValues: allCases.enumerated().map { ($1.property.id, UInt8($0)) })

  // MARK: States

  /// The laws that a single state can break.
  static let ofStates = allCases.filter { $0.holdsInState != nil }

  /// The first law of `properties` that a state breaks by itself; `nil` when all hold.
  @inline(never)
  static func broken(in state: Player.Inspection, among properties: PlayerPropertySet) -> Law? {
    ofStates.first { properties.contains($0) && $0.holdsInState?(state) == false }
  }
}

extension Law: Hashable {
  /// Laws are the same when their ids are.
  static func == (a: Law, b: Law) -> Bool { a.property.id == b.property.id }

  func hash(into hasher: inout Hasher) { hasher.combine(property.id) }
}
