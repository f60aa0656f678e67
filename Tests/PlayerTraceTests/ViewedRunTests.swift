import PlayerCore
import PlayerText
import Testing

@testable import PlayerTrace

@Suite("Viewing a run")
struct ViewedRunTests {
  private func view(_ bytes: [UInt8]) throws -> ViewedRun {
    var view = try ViewedRun(TraceReader(bytes: bytes))
    while view.read(atMost: 100) {}
    return view
  }

  /// Views a trace in memory, as the page does: steps of a binary one are read from it again.
  private func viewInMemory<Value>(_ bytes: [UInt8], _ body: (ViewedRun, TraceMemory) throws -> Value) throws -> Value {
    try bytes.withUnsafeBytes { bytes in
      let trace = TraceMemory(bytes, name: "trace")
      var view = try ViewedRun(trace)
      while view.read(atMost: 100) {}
      return try body(view, trace)
    }
  }

  private func isSame(_ one: ViewedRun, _ other: ViewedRun) -> Bool {
    one.summary.line == other.summary.line && one.blockColumns() == other.blockColumns()
      && one.blocks.indices.allSatisfy {
        one.rowColumns(of: $0) == other.rowColumns(of: $0) && one.digestColumns(of: $0) == other.digestColumns(of: $0)
      }
      && stride(from: one.firstStep - 1, through: one.lastStep + 1, by: 97).allSatisfy {
        one.report(step: $0) == other.report(step: $0)
      }
      && one.perfetto == other.perfetto
      && one.inputs.elementsEqual(other.inputs) { $0.input == $1.input && $0.instant == $1.instant }
  }

  /// What a replay sees after each step.
  private func replay(_ bytes: [UInt8]) throws -> [(
    input: Input, instant: Instant, outputs: [Output], digest: UInt64, inspection: Player.Inspection, values: [Int64]
  )] {
    var walk = try TraceWalk(TraceReader(bytes: bytes))
    var steps: [(Input, Instant, [Output], UInt64, Player.Inspection, [Int64])] = []
    while let step = try walk.next() {
      steps.append(
        (
          step.input, step.instant, Array(walk.outputs), walk.player.digest, walk.player.inspection,
          walk.player.stateValues
        ))
    }
    return steps
  }

  @Test("Every step is shown as in a replay, in either form and any order", arguments: [1, 2, 3])
  func steps(_ seed: UInt64) throws {
    let session = try randomSession(seed, steps: 2_600)
    for bytes in [session.text, session.binary] {
      let view = try view(bytes)
      let expected = try replay(bytes)
      #expect(view.blocks.count == 3 && view.firstStep == 1 && view.lastStep == 2_600 && view.problem == nil)
      for number in stride(from: 2_600, through: 1, by: -37) {
        let shown = try #require(view.step(Int64(number)))
        #expect(shown.after.player.digest == expected[number - 1].digest && shown.input == expected[number - 1].input)
        #expect(shown.after.outputs.elementsEqual(expected[number - 1].outputs))
        let report = String(decoding: try #require(view.report(step: Int64(number))), as: UTF8.self)
        #expect(report.contains("\"digest\":\"\(hexadecimal(expected[number - 1].digest))\""))
      }
      // Also where a block begins.
      for number in [1, 2, RunBlock.size, RunBlock.size + 1, 2_600] {
        let previous = number > 1 ? expected[number - 2].instant : nil
        #expect(view.step(Int64(number))?.previous == previous)
        let report = String(decoding: try #require(view.report(step: Int64(number))), as: UTF8.self)
        #expect(report.contains("\"previous\":\(previous.map { "\($0.microseconds)" } ?? "null"),"))
      }
      #expect(
        view.step(0) == nil && view.step(2_601) == nil && view.report(step: 0) != nil && view.report(step: 2_601) == nil
      )
    }
  }

  @Test("Columns contain what the player shows after each step")
  func columns() throws {
    let bytes = try randomSession(5, steps: 1_500).binary
    let view = try view(bytes)
    let expected = try replay(bytes)
    var step = 0
    for block in view.blocks.indices {
      let count = view.stepCount(of: block)
      let columns = view.rowColumns(of: block)
      func number(_ column: Int, _ row: Int) -> Double {
        let place = (column * count + row) * 8
        return Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(columns[place + $1]) << (8 * UInt64($1)) })
      }
      let lanes = columns.count - RunLane.allCases.count * count
      for row in 0..<count {
        let inspection = expected[step].inspection
        #expect(number(0, row) == Double(inspection.clock.microseconds))
        #expect(
          inspection.nextDeadline == .never
            ? number(5, row) == .infinity : number(5, row) == Double(inspection.nextDeadline.microseconds))
        #expect(columns[lanes + row] == inspection.shown.state.rawValue)
        step += 1
      }
    }
    #expect(step == 1_500)
    let families = view.blocks.reduce(into: [Int](repeating: 0, count: 8)) { sums, block in
      for (place, count) in block.span.counts.enumerated() { sums[place] += Int(count) }
    }
    #expect(
      families[..<4].reduce(0, +) == 1_500
        && families[4...].reduce(0, +) == expected.reduce(0) { $0 + $1.outputs.count })
  }

  @Test("A search finds the next match and the previous one")
  func search() throws {
    let bytes = try randomSession(7, steps: 2_200).text
    let view = try view(bytes)
    let expected = try replay(bytes)
    let code = try #require(expected.last { !$0.outputs.isEmpty }?.outputs[0].code)
    var codes = CodeSet()
    codes.insert(code)
    let hits = expected.indices.filter { expected[$0].outputs.contains { $0.code == code } }.map { Int64($0 + 1) }
    let field = try #require(TraceVocabulary.current.state.firstIndex { $0.name == "transport.wantsPlay" })
    let fresh = Player(configuration: try TraceReader(bytes: bytes).header.configuration).stateValues[field]
    let changes = expected.indices.filter {
      expected[$0].values[field] != ($0 == 0 ? fresh : expected[$0 - 1].values[field])
    }.map { Int64($0 + 1) }
    for from in stride(from: Int64(0), through: 2_201, by: 61) {
      for (steps, outputs, place) in [(hits, codes, nil), (changes, CodeSet(), field)] {
        #expect(
          find(in: view, outputs, place, from: from, isBackwards: false)
            == steps.first { $0 > from })
        #expect(
          find(in: view, outputs, place, from: from, isBackwards: true)
            == steps.last { $0 < from })
      }
    }
  }

  /// Searches block by block, as the page does.
  private func find(
    in view: ViewedRun, _ outputs: CodeSet, _ field: Int?, from step: Int64, isBackwards: Bool
  ) -> Int64? {
    var step = step
    while true {
      switch view.find(
        inputs: CodeSet(), outputs: outputs, field: field, from: step, isBackwards: isBackwards, limit: 1)
      {
      case .found(let found): return found
      case .nothing: return nil
      case .unfinished(let next): step = next
      }
    }
  }

  @Test("The readable part of a damaged trace is shown, with the place of the damage")
  func damage() throws {
    var bytes = try randomSession(9, steps: 600).text
    let whole = try view(bytes)
    let line = try #require(bytes.indices.dropFirst(bytes.count / 2).first { bytes[$0] == UInt8(ascii: "\n") }) + 1
    bytes[line] = UInt8(ascii: "x")
    let damaged = try view(bytes)
    guard case .damaged(let damage) = damaged.problem else { Issue.record("no damage"); return }
    #expect(damage.offset == Int64(line) && damaged.lastStep > 0 && damaged.lastStep < whole.lastStep)
    #expect(damaged.step(damaged.lastStep)?.after.player.digest == whole.step(damaged.lastStep)?.after.player.digest)

    let binary = try randomSession(9, steps: 2_000).binary
    let torn = try view(Array(binary.prefix(binary.count * 2 / 3)))
    #expect(torn.loss != nil && torn.facts.ending == nil && torn.lastStep > 0)
    #expect(try view(TraceEncoder(.text, header: TraceHeader()).bytes).lastStep == 0)
  }

  @Test("Steps that are read from the trace again are those that were stored", arguments: [1, 2])
  func inMemory(_ seed: UInt64) throws {
    let session = try randomSession(seed, steps: 2_300)
    for bytes in [session.text, session.binary] {
      let stored = try view(bytes)
      try viewInMemory(bytes) { view, _ in
        #expect(view.blocks.allSatisfy { ($0.place != nil) == (bytes == session.binary) })
        #expect(isSame(view, stored))
      }
    }
  }

  @Test("With its index a trace opens as if it had been read", arguments: [1, 2])
  func index(_ seed: UInt64) throws {
    let session = try randomSession(seed, steps: 2_300)
    for bytes in [session.binary, Array(session.binary.prefix(session.binary.count * 2 / 3))] {
      try viewInMemory(bytes) { view, trace in
        let index = try #require(view.index)
        #expect(index.count < bytes.count / 2)
        let indexed = try #require(try ViewedRun(trace, index: index))
        #expect(indexed.bytesRead == bytes.count && isSame(indexed, view))
        let isEqual = indexed.index == index
        #expect(isEqual)
      }
    }
    try viewInMemory(session.text) { view, trace in
      #expect(view.index == nil)
      let index = try viewInMemory(session.binary) { view, _ in try #require(view.index) }
      try expect(false, trace, opensWith: index)
    }
  }

  private func expect(_ expected: Bool, _ trace: TraceMemory, opensWith index: [UInt8]) throws {
    let opens = try ViewedRun(trace, index: index) != nil
    #expect(opens == expected)
  }

  @Test("Of a list that grows with every step not every state is stored, and every step is shown")
  func growingList() throws {
    let sink = MemorySink()
    let recorder = try TraceRecorder(sink: sink, form: .binary, header: TraceHeader(), flushing: .whenFull)
    var player = Player()
    var outputs = Outputs()
    var digests: [UInt64] = []
    for step in 1...11_500 {
      let start = MediaTime.seconds(Int64(step))
      let input = Input.command(
        .stageSegment(
          SegmentID(UInt32(step)), start: start, end: start + .seconds(1), isBlocked: false, isHidden: false,
          isDated: false), .none)
      player.receive(input, at: .zero, into: &outputs)
      try recorder.record(input, at: .zero, outputs: outputs, player: player)
      digests.append(player.digest)
    }
    try recorder.finish(.finished, player: player)
    try viewInMemory(sink.bytes) { view, trace in
      let stored = view.blocks.indices.map { view.steps.players.player($0) != nil }
      #expect(stored.first == true && stored.contains(false) && stored.last == true)
      let index = try #require(view.index)
      let opened = try ViewedRun(trace, index: index)
      let indexed = try #require(opened)
      for run in [view, indexed] {
        for step in stride(from: 11_500, to: 0, by: -1_100) {
          #expect(run.step(Int64(step))?.after.player.digest == digests[step - 1])
        }
      }
    }
  }

  @Test("An index that is damaged, or that of another trace, is ignored")
  func wrongIndex() throws {
    let bytes = try randomSession(3, steps: 1_300).binary
    let other = try randomSession(4, steps: 1_300).binary
    let index = try viewInMemory(bytes) { view, _ in try #require(view.index) }
    try viewInMemory(other) { _, trace in try expect(false, trace, opensWith: index) }
    try viewInMemory(bytes) { _, trace in
      try expect(true, trace, opensWith: index)
      for count in [0, 4, 5, index.count / 2, index.count - 1] {
        try expect(false, trace, opensWith: Array(index.prefix(count)))
      }
      for place in stride(from: 0, to: index.count, by: 7) {
        var damaged = index
        damaged[place] ^= 0x20
        try expect(false, trace, opensWith: damaged)
      }
    }
    // Damaged traces are read, so that the page shows where.
    var damaged = bytes
    damaged[bytes.count / 2] ^= 0x10
    try viewInMemory(damaged) { view, trace in
      #expect(view.problem != nil && view.lastStep > 0 && view.index == nil)
      try expect(false, trace, opensWith: index)
    }
  }
}
