import Foundation
import PlayerCore
import PlayerTrace
import Testing

/// A bug of the reducer that was found and fixed: the run that showed it, and what is right about it now.
struct Regression: Sendable, CustomTestStringConvertible {
  /// The name of its trace.
  let name: String
  /// What went wrong, in one line.
  let fault: String
  /// What happens to the player, and when.
  let run: [Moment]
  /// Whether the host serves what is due too late, like that of a machine that slept.
  var isLate = false
  /// Whether an observer of the player sees what is right.
  let isRight: @Sendable (Outcome) -> Bool

  var testDescription: String { name }

  /// An input and its instant.
  struct Moment: Sendable {
    let instant: Instant
    let input: Input

    static func ask(_ milliseconds: Int64, _ request: UInt32, _ command: Command) -> Self {
      Self(instant: .milliseconds(milliseconds), input: .command(command, RequestID(request)))
    }

    static func engine(_ milliseconds: Int64, _ epoch: UInt32, _ event: EngineEvent) -> Self {
      Self(instant: .milliseconds(milliseconds), input: .engine(event, Epoch(epoch)))
    }

    static func deadline(_ milliseconds: Int64) -> Self {
      Self(instant: .milliseconds(milliseconds), input: .deadline)
    }
  }

  /// The outcome of a run: all outputs, and the player at the end.
  struct Outcome {
    let outputs: [Output]
    let player: Player

    var notifications: [Player.Notification] {
      outputs.compactMap { if case .notification(let notification, _) = $0 { notification } else { nil } }
    }

    var commands: [EngineCommand] {
      outputs.compactMap { if case .engine(let command, _) = $0 { command } else { nil } }
    }

    /// The states that were announced.
    var states: [PlaybackState] {
      notifications.compactMap { if case .playbackStateChanged(_, let to) = $0 { to } else { nil } }
    }

    /// The positions of which periodic observers were notified.
    var ticks: [MediaTime] {
      notifications.compactMap { if case .tick(_, let position) = $0 { position } else { nil } }
    }

    /// The position at the last instant of the run.
    var position: MediaTime { player.position(at: player.clock) }

    /// The only answer to a request; `nil` when there is none, or more than one.
    func answer(to request: UInt32) -> Completion? {
      let completions = outputs.compactMap { if case .completion(let completion) = $0 { completion } else { nil } }
      let answers = completions.filter { $0.request == RequestID(request) }
      return answers.count == 1 ? answers[0] : nil
    }
  }
}

/// "A bug found becomes a trace": the runs of `Regressions.swift` and the files under `Traces/regressions`.
///
/// `TAPEDECK_WRITE_REGRESSIONS=1 swift test --filter RegressionTests` rewrites the files.
@Suite struct RegressionTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Traces/regressions")
  private static let suffix = ".trace.jsonl"

  private static var writes: Bool { ProcessInfo.processInfo.environment["TAPEDECK_WRITE_REGRESSIONS"] == "1" }

  private func file(of regression: Regression) -> URL { Self.folder.appending(path: regression.name + Self.suffix) }

  /// Records a run that starts with a fresh player.
  private func record(_ regression: Regression) throws -> [UInt8] {
    let sink = MemorySink()
    let header = TraceHeader(tool: "regressions", note: regression.fault)
    let recorder = try TraceRecorder(sink: sink, form: .text, header: header)
    var player = Player()
    var outputs = Outputs()
    for moment in regression.run {
      player.receive(moment.input, at: moment.instant, into: &outputs)
      try recorder.record(moment.input, at: moment.instant, outputs: outputs, player: player)
    }
    try recorder.finish(.finished, player: player)
    return sink.bytes
  }

  private func outputs(_ bytes: [UInt8]) throws -> [Output] {
    try records(bytes).flatMap { record in
      if case .step(let step) = record { step.outputs } else { [Output]() }
    }
  }

  /// Replays a trace to its end; states must have been compared.
  private func replay(_ bytes: [UInt8]) throws -> ReplayReport {
    var reader = try TraceReader(bytes: bytes)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual, "\(report.difference?.description ?? "")")
    #expect(report.end != nil, "the end, and the digest in it, was not reached")
    #expect(!report.isOtherState && !report.isOtherBehaviour)
    return report
  }

  @Test(arguments: Regression.all) func faultIsFixed(_ regression: Regression) throws {
    let bytes = try record(regression)
    let report = try replay(bytes)
    let outcome = Regression.Outcome(outputs: try outputs(bytes), player: report.player)
    let said = outcome.outputs.map { TraceDiffer.describe($0) }.joined(separator: "\n")
    #expect(regression.isRight(outcome), "again: \(regression.fault)\n\(said)")
  }

  @Test(arguments: Regression.all) func traceExistsAndReplays(_ regression: Regression) throws {
    let bytes = try record(regression)
    let file = file(of: regression)
    if Self.writes { try Data(bytes).write(to: file) }
    let recorded = try [UInt8](Data(contentsOf: file))
    let report = try replay(recorded)
    #expect(recorded == bytes, "\(file.lastPathComponent) is of another run, or of another header: write it anew")
    #expect(report.steps == Int64(regression.run.count))
  }

  /// What a host could not have sent proves nothing: time moves forward, and deadlines come when due, or later.
  @Test(arguments: Regression.all) func hostCouldSendInputs(_ regression: Regression) {
    var player = Player()
    var outputs = Outputs()
    for moment in regression.run {
      #expect(moment.instant >= player.clock)
      if regression.isLate {
        #expect(moment.input != .deadline || moment.instant >= player.nextDeadline)
      } else if moment.input == .deadline {
        #expect(moment.instant == player.nextDeadline)
      } else {
        #expect(moment.instant <= player.nextDeadline, "the deadline before \(TraceDiffer.describe(moment.input))")
      }
      player.receive(moment.input, at: moment.instant, into: &outputs)
    }
  }

  @Test(.enabled(if: !writes)) func tracesMatchRunsAndTable() throws {
    let names = Regression.all.map(\.name)
    #expect(Set(names).count == names.count)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0 != "README.md" }
    #expect(files.sorted() == names.map { $0 + Self.suffix }.sorted())
    let text = try String(contentsOf: Self.folder.appending(path: "README.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(lines == Regression.all.map { "| `\($0.name)` | \($0.fault) |" })
  }
}

extension Instant {
  fileprivate static func milliseconds(_ value: Int64) -> Self { .microseconds(value * 1_000) }
}
