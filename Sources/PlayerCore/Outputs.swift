/// The outputs of one input: a buffer that each ``Player/receive(_:at:into:)`` refills, and that keeps its storage, so
/// that nothing is allocated after the first use.
public struct Outputs: Sendable {
  /// No input of any player produces more outputs than this; tests search for a counterexample.
  public static var maximumPerInput: Int { 40 }

  /// The working state of the running step; after the step, its outputs.
  @usableFromInline var step = Player.Step()

  /// An empty buffer; it allocates its storage at once.
  public init() {}

  mutating func removeAll() { step.elements.removeAll() }
}

extension Outputs: RandomAccessCollection {
  /// The index of the first output.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last output.
  @inlinable public var endIndex: Int { step.elements.count }
  /// The output at `position`, which must lie in `0 ..< count`.
  @inlinable public subscript(position: Int) -> Output { step.elements[position] }
}
