/// A model whose setups and steps can be encoded as numbers, so that thousands of sessions fit into a small file.
public protocol CompactModel: Model {
  func numbers(of setup: Setup) -> [Int64]
  /// The setup with these numbers; `nil` when there is none.
  func setup(of numbers: ArraySlice<Int64>) -> Setup?
  func numbers(of step: Step) -> [Int64]
  /// The step with these numbers; `nil` when there is none.
  func step(of numbers: ArraySlice<Int64>) -> Step?
}
