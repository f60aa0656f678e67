import ReducerTesting
import Testing
import XCTest

/// Expects that all properties of a model hold in every state that it can reach, and that a good state can be reached from
/// each of them.
///
/// Each property that does not hold is an issue with a shortest session. So is a state from which no good one can be reached
/// (``ReducerTesting/ExplorableModel/isGood(_:)``), something that had to be reached (``ReducerTesting/Model/sometimes``) and was not, and an exploration
/// that needs more memory than it may take. One that ends at another bound of `bounds` passes: everything within it was seen.
///
///     @Test("the lift keeps its properties in every state")
///     func lift() {
///       expectAll(exploring: LiftModel(), from: LiftModel.Setup())
///     }
///
/// - Parameters:
///   - model: The model under test.
///   - setup: How every session begins.
///   - bounds: What the exploration may take, and how far it goes.
///   - sourceLocation: Where an issue is reported, with Swift Testing.
///   - file: The file where a failure is reported, with XCTest.
///   - line: The line where a failure is reported, with XCTest.
/// - Returns: How far it went, for further assertions.
@discardableResult
public func expectAll<Explored: ExplorableModel>(
  exploring model: Explored, from setup: Explored.Setup, within bounds: ExplorationBounds = ExplorationBounds(),
  sourceLocation: SourceLocation = #_sourceLocation, file: StaticString = #filePath, line: UInt = #line
) -> ExplorationProgress {
  let explorer = Explorer(model, from: setup, within: bounds)
  let end = explorer.run()
  let place = TestPlace(sourceLocation: sourceLocation, file: file, line: line)
  for counterexample in explorer.counterexamples { place.fail(model.text(for: counterexample)) }
  let stuck = explorer.stuckStates()
  if let first = stuck.first {
    place.fail("\(model.text(for: first))\n\nThe same holds in \(stuck.count) of \(explorer.progress.states) states.")
  }
  let seen = "\(explorer.progress.states) states"
  place.fail(unreached: explorer.unreached, after: seen, of: model)
  if end == .memory {
    place.fail(
      "the exploration ended after \(seen): it may use \(bounds.memory) bytes. Allow more, or bound the model")
  }
  if let problem = explorer.progress.problem { place.fail("nothing was explored: \(problem)") }
  return explorer.progress
}
