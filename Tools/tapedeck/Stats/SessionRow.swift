import PlayerCore
import PlayerTrace

/// One counted session, with the reason if not all of it could be counted.
struct SessionRow: Sendable {
  /// How a trace ends.
  enum Extent: String, Codable, Sendable {
    /// With its end record.
    case finished
    /// Without one: the recorder was killed, or is still running.
    case unfinished
    /// In the middle of a record, or before one that is damaged.
    case damaged
    /// Not even a header could be read: there are no numbers.
    case unreadable
  }

  var trace: String
  var extent = Extent.unreadable
  /// Why not everything counts; `nil` if everything does.
  var problem: String?
  var steps: Int64 = 0
  var times = SessionTimes()
  var values: [Int64?] = []
  var header: TraceHeader?

  var isCounted: Bool { extent != .unreadable }
}

/// Counts the session of one trace.
struct SessionReading {
  private var row: SessionRow
  private var meter = SessionMeter()
  /// For traces without outputs: computes the player's outputs.
  private var player: Player?
  private var outputs = Outputs()
  private var notes: [String] = []

  /// Never throws: what is wrong with one session must not hide the others.
  static func row(_ trace: String, _ open: () throws(TraceError) -> TraceReader) -> SessionRow {
    do throws(TraceError) {
      var reader = try open()
      var reading = SessionReading(trace, reader.header)
      reading.read(&reader)
      return reading.row
    } catch {
      return SessionRow(trace: trace, problem: error.sentence)
    }
  }

  private init(_ trace: String, _ header: TraceHeader) {
    row = SessionRow(trace: trace, header: header)
    if header.isExcerpt { notes.append("an excerpt: steps are missing") }
    if header.origin != nil, !header.isObserved {
      notes.append("of another version: what this one does not know is not counted")
    }
    if !header.hasOutputs {
      player = Player(configuration: header.configuration)
      notes.append("without outputs: replayed")
    }
  }

  private mutating func read(_ reader: inout TraceReader) {
    do throws(TraceError) {
      while true {
        if player == nil { _ = try reader.measure(into: &meter) }
        guard let record = try reader.next() else { break }
        try take(record, &reader)
      }
      row.extent = reader.isFinished ? .finished : reader.loss == nil ? .unfinished : .damaged
      if let loss = reader.loss { notes.append("torn: the last \(loss.bytes) bytes are not a complete record") }
      if row.extent == .unfinished { notes.append("unfinished: it has no end record") }
    } catch {
      row.extent = .damaged
      notes.append(error.sentence)
    }
    if meter.steps == 0 { notes.append("no steps") }
    row.problem = notes.isEmpty ? nil : notes.joined(separator: "; ")
    row.steps = meter.steps
    row.times = meter.account.times
    row.values = meter.values(isOver: row.extent == .finished)
  }

  private mutating func take(_ record: TraceRecord, _ reader: inout TraceReader) throws(TraceError) {
    switch record {
    case .step(let step): take(step)
    case .foreignStep(let step):
      if let input = step.input {
        meter.begin(input, at: step.instant)
      } else {
        meter.begin(.deadline, at: step.instant)
      }
      // A message is counted even if this build does not know all of its parts.
      for output in step.outputs { if let known = output.known { meter.take(known) } }
      meter.end()
    case .checkpoint(let checkpoint):
      guard meter.steps == 0, checkpoint.number > 0, let state = checkpoint.state else { return }
      meter = SessionMeter(resuming: state, at: checkpoint.instant)
      if player != nil { player = state }
    case .definition, .mark, .end: break
    }
  }

  private mutating func take(_ step: TraceStep) {
    guard player != nil else { return meter.take(step) }
    player?.receive(step.input, at: step.instant, into: &outputs)
    meter.begin(step.input, at: step.instant)
    for output in outputs { meter.take(output) }
    meter.end()
  }
}
