import PlayerTesting
import ReducerTesting

/// Reports the progress of an exploration on a terminal.
struct StateMeter {
  let name: String
  private let line = ProgressLine()

  init(_ name: String) { self.name = name }

  func show(_ progress: ExplorationProgress) {
    line.show {
      let states = NumberText.counted(Int64(progress.states), "state")
      return "\(name): \(states), depth \(progress.depth), \(NumberText.grouped(Int64(progress.waiting))) waiting"
    }
  }

  func show(monitored count: Int, of total: Int) {
    line.show {
      "\(name): \(NumberText.grouped(Int64(count))) of \(NumberText.counted(Int64(total), "step")) with every property"
    }
  }

  func clear() { line.clear() }
}
