/// The outputs of one input: a buffer that is filled anew by each ``Player/receive(_:at:into:)`` and keeps its storage,
/// so that nothing is allocated once it has been used.
public struct Outputs: Sendable {
  /// No input of any player produces more outputs than this; tests search for a counterexample.
  public static var maximumPerInput: Int { 40 }

  /// What the running step works with; after it, its outputs.
  @usableFromInline var step = Player.Step()

  public init() {}

  mutating func removeAll() { step.elements.removeAll() }
}

extension Outputs: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { step.elements.count }
  @inlinable public subscript(position: Int) -> Output { step.elements[position] }
}
