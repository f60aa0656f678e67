import ArgumentParser
import Foundation
import PlayerTesting
import ReducerTesting

/// Explores scopes until they are complete, a bound is reached, or the user interrupts.
struct ExplorationRun {
  let bounds: ExplorationBounds
  let checkpoint: String?
  let resume: String?
  let monitors: Bool
  /// Where the first counterexample goes.
  var output: String?
  private let stop = StopSignal()

  init(bounds: ExplorationBounds, checkpoint: String?, resume: String?, monitors: Bool) {
    self.bounds = bounds
    self.checkpoint = checkpoint
    self.resume = resume
    self.monitors = monitors
  }

  /// The number of states between two checkpoints, which take some seconds.
  private static var interval: Int { 4_000_000 }

  func explore(_ scope: PlayerScope) throws -> ExplorationOutcome {
    let meter = StateMeter(scope.name)
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let explorer = try explorer(scope)
      var due = explorer.progress.states + Self.interval
      try explorer.run {
        meter.show($0)
        if stop.isRaised { return false }
        if let checkpoint, $0.states >= due {
          due = $0.states + Self.interval
          try explorer.save(to: checkpoint)
        }
        return true
      }
      if let checkpoint { try explorer.save(to: checkpoint) }
      let stuck = explorer.stuckStates()
      var counterexample = explorer.counterexamples.first ?? stuck.first
      if let counterexample { try keep(counterexample, of: scope) }
      var monitored: Int?
      var isInterrupted = explorer.progress.end == .interrupted
      if monitors, counterexample == nil, !isInterrupted {
        var failure: (any Error)?
        let monitoring = explorer.monitor {
          meter.show(monitored: $0.transitions, of: explorer.progress.transitions)
          if let shortest = $0.shortest, shortest.session.steps.count < counterexample?.session.steps.count ?? .max {
            counterexample = shortest
            do { try keep(shortest, of: scope) } catch { failure = error }
          }
          return failure == nil && !stop.isRaised
        }
        if let failure { throw failure }
        monitored = monitoring.transitions
        isInterrupted = !monitoring.isComplete
      }
      let elapsed = clock.now - start
      meter.clear()
      return ExplorationOutcome(
        scope: scope, progress: explorer.progress, isInterrupted: isInterrupted, elapsed: elapsed, stuck: stuck.count,
        monitored: monitored, counterexample: counterexample)
    } catch let error as CheckpointError {
      meter.clear()
      Talk.error("\(error)")
      throw Exit.usage.error
    }
  }

  /// Writes a finding before the search continues, so that it survives if the process is killed.
  private func keep(_ counterexample: Counterexample<PlayerScope>, of scope: PlayerScope) throws {
    guard let output else { return }
    do {
      try scope.write(counterexample, to: output)
    } catch {
      Talk.error("\(error)")
      throw Exit.usage.error
    }
  }

  private func explorer(_ scope: PlayerScope) throws -> Explorer<PlayerScope> {
    guard let resume else { return Explorer(scope, from: PlayerScope.Setup(), within: bounds) }
    do {
      return try Explorer(scope, from: PlayerScope.Setup(), within: bounds, resuming: resume)
    } catch {
      Talk.error("\(error)")
      throw error.isUnreadable ? Exit.usage.error : Exit.damaged.error
    }
  }
}

extension ScopeMonitoring {
  fileprivate var shortest: Counterexample<PlayerScope>? {
    findings.min { $0.session.steps.count < $1.session.steps.count }
  }
}
