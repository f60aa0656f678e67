import PlayerCore
import PlayerTrace
import ReducerTesting

extension PlayerScope {
  /// The inputs of a session with their instants, the prelude included.
  public func inputs(of session: Session<Setup, ScopeStep>) -> [(input: Input, instant: Instant)] {
    var inputs: [(input: Input, instant: Instant)] = prelude.map { ($0, .zero) }
    var state = begin(session.setup)
    state.desk.listener = { inputs.append(($0, $1)) }
    for step in session.steps where take(step, in: &state) != nil { break }
    return inputs
  }

  /// The step numbers of the trace, which includes the prelude. If a step leads to several inputs, the first counts.
  public func stepNumbers(of session: Session<Setup, ScopeStep>) -> [Int64?] {
    var count = Int64(prelude.count)
    let state = begin(session.setup)
    state.desk.listener = { _, _ in count += 1 }
    defer { state.desk.listener = nil }
    var current = state
    return session.steps.map { step in
      let before = count
      _ = take(step, in: &current)
      return count > before ? before + 1 : nil
    }
  }

  /// Writes a session as a trace that replays without the scope, in the form given by the file's extension.
  ///
  /// - Throws: An error that names the file when it cannot be written.
  public func write(_ counterexample: Counterexample<PlayerScope>, to path: String) throws(TraceError) {
    var header = TraceHeader(configuration: configuration, tool: "tapedeck explore")
    header.engine = identity
    let file = try WholeFile(path: path)
    let recorder = try TraceRecorder(sink: file, form: TraceForm(path: path), header: header, flushing: .whenFull)
    try recorder.define(.item(ItemID(1), source: "scope:\(name)"))
    var player = Player(configuration: configuration)
    var outputs = Outputs()
    for (input, instant) in inputs(of: counterexample.session) {
      player.receive(input, at: instant, into: &outputs)
      try recorder.record(input, at: instant, outputs: outputs, player: player)
    }
    try recorder.mark("\(counterexample.violation.property): \(counterexample.violation.detail)")
    try recorder.finish(.finished, player: player)
    try file.commit()
  }
}
