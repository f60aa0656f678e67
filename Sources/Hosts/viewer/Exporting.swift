import PlayerSimulation
import PlayerTesting
import PlayerText
import PlayerTrace
import ReducerTesting

// Called by tasks.js to convert a trace: into a scenario, a smaller trace, a test. The results are those of the command
// line, byte for byte.

/// Reports the progress of shrinking: returns 1 to stop with the smallest trace so far.
@_extern(wasm, module: "page", name: "shrinks")
@_extern(c)
private func pageShrinks(_ steps: Double, _ tries: Double) -> Int32

/// Makes the smallest trace so far the answer.
@_extern(wasm, module: "page", name: "shrunk")
@_extern(c)
private func pageShrunk()

/// The trace, under this name, as a scenario: `expected` is 0 for states, 1 for all, 2 for none; with `isSimulated` not
/// 0, a simulated engine replaces the recorded reports.
@c public func scenario(
  _ isSimulated: Int32, _ expected: Int32, _ place: UnsafePointer<UInt8>, _ count: Int
) -> Int32 {
  guard let trace = instance.trace else { return 0 }
  do throws(TraceError) {
    var reader = try trace.named(text(place, count)).reader()
    let expectations: [Scenario.RecordedExpectations] = [.states, .all, .none]
    let scenario =
      isSimulated != 0
      ? try Scenario(simulating: &reader)
      : try Scenario(recorded: &reader, expecting: expectations[min(2, max(0, Int(expected)))])
    return answer(Array(scenario.text.utf8))
  } catch {
    return fail(error)
  }
}

/// The run as Perfetto shows it. A trace that has not been read yet is read for it.
@c public func perfetto() -> Int32 {
  guard let trace = instance.trace else { return 0 }
  if let view = instance.view, view.bytesRead > 0 { return answer(view.perfetto) }
  do throws(TraceError) {
    var view = try ViewedRun(trace)
    while view.read(atMost: 4_096) {}
    return answer(view.perfetto)
  } catch {
    return fail(error)
  }
}

/// The smallest trace in which something still happens, in text form: a property that breaks, or the words of an
/// output, as in `tapedeck shrink --until`; empty for whatever breaks first. 0: it does not happen, and the answer is a
/// sentence.
@c public func shrink(_ place: UnsafePointer<UInt8>, _ count: Int, _ budget: Double) -> Int32 {
  guard let trace = instance.trace else { return 0 }
  let words = text(place, count)
  let goal: ShrinkGoal
  do throws(GoalProblem) { goal = try ShrinkGoal(words.isEmpty ? nil : words) } catch {
    return fail(misuse: error.description)
  }
  do throws(TraceError) {
    var reader = try trace.reader()
    let work = try TraceShrink(&reader, goal)
    var isWanted = false
    let shrunk = work.shrink(
      budget: Int(exactly: budget) ?? TraceShrink.budget,
      progress: { progress in
        isWanted = pageShrinks(Double(progress.stepCount), Double(progress.effort.executions)) != 0
        return true
      },
      observe: { session, finding in
        guard isWanted else { return }
        isWanted = false
        _ = answer(work.trace(of: session, breaking: finding.violation.property, .text))
        pageShrunk()
      })
    guard let shrunk else {
      _ = answer(.text(goal.complaint))
      return 0
    }
    _ = answer(work.trace(of: shrunk.session, breaking: shrunk.finding.violation.property, .text))
    return shrunk.isMinimal ? 2 : 1
  } catch {
    return fail(error)
  }
}

/// The trace, under this name, as a test of Swift Testing, or with `isJavaScript` not 0 of Node's test runner.
@c public func test(_ isJavaScript: Int32, _ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard let trace = instance.trace else { return 0 }
  return answer { () throws(TraceError) -> [UInt8] in
    try trace.named(text(place, count)).test(in: isJavaScript == 0 ? .swift : .javascript)
  }
}
