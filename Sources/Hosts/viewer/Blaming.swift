import PlayerText
import PlayerTrace

// Called by tasks.js in a worker that does nothing else: which inputs decide how the run ends.

private nonisolated(unsafe) var blame: RunBlame?  // A module without shared memory has one thread.

/// Begins: the trace has been opened and read.
@c public func blameBegin(_ budget: Double) -> Int32 {
  blame = instance.view.map { RunBlame($0, budget: Int(exactly: budget) ?? RunBlame.budget) }
  return blame == nil ? 0 : 1
}

/// Continues for about `count` inputs: 1 while there is more to do.
@c public func blameMore(_ count: Int32) -> Int32 { blame?.advance(Int(count)) ?? false ? 1 : 0 }

/// The progress, from 0 to 1.
@c public func blameProgress() -> Double { blame?.progress ?? 1 }

/// The result, as `tapedeck blame --json` prints it.
@c public func blameReport() -> Int32 { answer(blame?.report ?? .null) }
