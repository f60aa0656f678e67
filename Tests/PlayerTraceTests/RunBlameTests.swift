import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

@Suite("Which inputs decide how a run ends")
struct RunBlameTests {
  private func bytes(of name: String) throws -> [UInt8] {
    let path = "\(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })/Traces/\(name).trace.jsonl"
    return try WholeTrace.bytes(of: path)
  }

  private func view(_ bytes: [UInt8]) throws -> ViewedRun {
    var view = try ViewedRun(TraceReader(bytes: bytes))
    while view.read(atMost: 1_000) {}
    return view
  }

  /// How a counterfactual run ends with the edits that `tapedeck what-if` makes of these arguments.
  private func outcome(of bytes: [UInt8], _ arguments: [String]) throws -> RunOutcome {
    var edits = TraceEdits()
    for index in stride(from: 0, to: arguments.count, by: 2) {
      let parts = arguments[index + 1].split(separator: ":", maxSplits: 1).map(String.init)
      let step = try #require(Int64(parts[0]))
      switch arguments[index] {
      case "--skip": edits.skipped.append(step...step)
      case "--insert": edits.insertions.append((step, try WrittenInput(json: parts[1])))
      default:
        let instant = try #require(parts[1].split(separator: "=").last)
        edits.changes.append((step, InputChange(field: "instant", value: String(instant))))
      }
    }
    let reader = try TraceReader(bytes: bytes)
    let sink = MemorySink()
    let recorder = try TraceRecorder(sink: sink, form: .binary, header: Counterfactual.header(of: reader, edits))
    var run = try Counterfactual(reader, edits, recorder: recorder)
    while try run.next() != nil {}
    return try view(sink.bytes).outcome
  }

  @Test(
    "An omitted or shifted input flips the outcome as a counterfactual run with the same edits does",
    arguments: ["http-stall", "retry-outage", "episode-skip", "clip-interruption"])
  func counterfactuals(_ name: String) throws {
    let bytes = try bytes(of: name)
    let view = try view(bytes)
    var blame = RunBlame(view)
    while blame.advance(10_000) {}
    #expect(blame.isComplete && blame.progress == 1 && blame.recorded == view.outcome)
    #expect(blame.verdicts.contains { $0.without != nil })
    for (place, verdict) in blame.verdicts.enumerated() where !blame.inputs[place].isDeadline {
      let step = place + 1
      // A counterfactual run costs more than all the rest.
      guard verdict.flips || step % 5 == 0 else { continue }
      #expect(
        try outcome(of: bytes, ["--skip", "\(step)"]) == verdict.without ?? view.outcome, "\(name), step \(step)")
      for shift in [verdict.earlier, verdict.later] {
        guard let shift else { continue }
        #expect(shift.outcome != view.outcome && abs(shift.by) > 0)
        #expect(
          try outcome(of: bytes, blame.edits(shift, of: place)) == shift.outcome, "\(name), step \(step) by \(shift.by)"
        )
      }
    }
  }

  @Test("A shift is the smallest that bisection can find: to the millisecond, and within the run")
  func smallest() throws {
    let bytes = try bytes(of: "http-stall")
    let view = try view(bytes)
    var blame = RunBlame(view)
    while blame.advance(.max / 2) {}
    let shifts = blame.verdicts.enumerated().flatMap { place, verdict in
      [verdict.earlier, verdict.later].compactMap { $0 }.map { (place, $0) }
    }
    #expect(!shifts.isEmpty)
    for (place, shift) in shifts {
      let instant = blame.inputs[place].instant + .microseconds(shift.by)
      #expect(instant >= blame.inputs[0].instant && instant <= blame.inputs[blame.inputs.count - 1].instant)
      var nearer = shift
      nearer.by -= shift.by.signum() * ShiftSearch.precision
      guard abs(shift.by) > ShiftSearch.precision else { continue }
      // One millisecond less, possibly among other neighbours.
      let inputs = blame.inputs
      let moved = inputs[place].instant + .microseconds(nearer.by)
      nearer.place = place
      if nearer.by < 0 {
        while nearer.place > 0, inputs[nearer.place - 1].instant > moved { nearer.place -= 1 }
      } else {
        while nearer.place + 1 < inputs.count, inputs[nearer.place + 1].instant < moved { nearer.place += 1 }
      }
      #expect(
        try outcome(of: bytes, blame.edits(nearer, of: place)) == view.outcome, "step \(place + 1) by \(nearer.by)")
    }
  }

  @Test("Blame stays within its budget and keeps what it has found; the size of its pieces does not matter")
  func budget() throws {
    let view = try view(try bytes(of: "http-stall"))
    var (whole, pieces, short) = (RunBlame(view), RunBlame(view), RunBlame(view, budget: 200))
    while whole.advance(.max / 2) {}
    while pieces.advance(1) {}
    while short.advance(50) {}
    #expect(whole.verdicts == pieces.verdicts && whole.spent == pieces.spent)
    #expect(!short.isComplete && short.spent < 400 && short.progress == 1)
    #expect(
      short.stepsTried.without > 0 && short.stepsTried.without < short.inputs.count && short.stepsTried.shifted == 0)
    #expect(
      short.verdicts.prefix(short.stepsTried.without).map(\.without)
        == whole.verdicts.prefix(short.stepsTried.without).map(\.without))
    #expect(short.report.line.contains("\"complete\":false") && whole.report.line.contains("\"edits\":[\"--skip\""))

    var empty = RunBlame(try self.view(TraceEncoder(.text, header: TraceHeader()).bytes))
    while empty.advance(100) {}
    #expect(empty.isComplete && empty.verdicts.isEmpty)
  }

  @Test(
    "A search gallops to the first shift that flips, and bisects from there",
    arguments: [(1, 1_000), (700, 1_000), (5_000, 5_000), (5_001, 6_000), (77_777, 78_000), (100_000, 100_000)])
  func search(_ boundary: Int64, _ expected: Int64) {
    var search = ShiftSearch(limit: 100_000)
    var tries = 0
    while let shift = search.next {
      search.take(shift, flips: shift >= boundary)
      tries += 1
    }
    #expect(search.high == expected && tries < 20)
    for limit in [0, 999, 1_000, 1_500, Int64.max / 2] {
      var none = ShiftSearch(limit: limit)
      var longest: Int64 = 0
      while let shift = none.next {
        #expect(shift > longest)
        longest = shift
        none.take(shift, flips: false)
      }
      #expect(none.high == nil && longest == limit)
    }
  }
}
