import PlayerCore

/// A set of kinds of inputs: those at which a property looks.
public struct InputKinds: Hashable, Sendable, ExpressibleByArrayLiteral {
  // One word for each family: the deadline and the commands, then the environment, then the engine.
  private var words: SIMD4<UInt64> = .zero

  /// The kinds with these codes, ``PlayerCore/Vocabulary/InputCode``; a code of no input is ignored.
  public init(_ codes: UInt16...) { for code in codes { insert(code) } }

  /// The kinds in any of these sets.
  public init(arrayLiteral sets: InputKinds...) { for set in sets { words |= set.words } }

  private init(codes: some Sequence<UInt16>) { for code in codes { insert(code) } }

  private mutating func insert(_ code: UInt16) {
    guard Vocabulary.inputKind(code) != nil else { return }
    words[Int(code >> 6)] |= 1 << UInt64(code & 63)
  }

  /// Whether inputs of this kind are in the set.
  public func contains(_ code: UInt16) -> Bool {
    code < Vocabulary.codeLimit && words[Int(code >> 6)] >> UInt64(code & 63) & 1 != 0
  }

  private func isSuperset(of other: Self) -> Bool { words & other.words == other.words }

  // MARK: Families

  /// Every input.
  public static let all = InputKinds(codes: known { _ in true })
  /// The deadline.
  public static let deadline = InputKinds(Kind.deadline)
  /// Every command of the app.
  public static let commands = InputKinds(codes: known { $0 > Kind.deadline && $0 < Kind.environment })
  /// Every event of the environment.
  public static let environment = InputKinds(codes: known { $0 >= Kind.environment && $0 < Kind.engine })
  /// Every event of an engine.
  public static let engine = InputKinds(codes: known { $0 >= Kind.engine })

  private static func known(_ isIn: (UInt16) -> Bool) -> [UInt16] { Vocabulary.inputs.map { $0.code }.filter(isIn) }

  /// The set in words: "all"; or its whole families and then the names of the other inputs, in the order of their codes.
  public var names: [String] {
    if self == .all { return ["all"] }
    let families: [(name: String, kinds: InputKinds)] = [
      ("deadline", .deadline), ("commands", .commands), ("environment", .environment), ("engine", .engine),
    ]
    let whole = families.filter { isSuperset(of: $0.kinds) }
    let rest = Vocabulary.inputs.filter { input in
      contains(input.code) && !whole.contains { $0.kinds.contains(input.code) }
    }
    return whole.map { $0.name } + rest.map { $0.name.description }
  }
}
