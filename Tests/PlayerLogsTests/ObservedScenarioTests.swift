import PlayerCore
import PlayerLogs
import PlayerSimulation
import PlayerTrace
import Testing

/// `tapedeck scenario --simulate` of an imported trace: a scenario that provokes what was observed.
@Suite struct ObservedScenarioTests {
  /// The least percentage of sessions with a stall, a failure or an end whose simulated run has the same.
  private static let floor = 90

  /// What a log reports and the simulated run should have, too.
  private struct Outcome: CustomStringConvertible {
    var stalls: Int64 = 0
    var hasFailed = false
    var hasEnded = false

    var isEmpty: Bool { stalls == 0 && !hasFailed && !hasEnded }
    var description: String { "\(stalls) stalls\(hasFailed ? ", failed" : "")\(hasEnded ? ", ended" : "")" }

    init(_ told: [String]) {
      stalls = Int64(told.count { $0.hasPrefix("stallBegan ") })
      hasFailed = told.contains { $0.hasPrefix("failed ") }
      hasEnded = told.contains { $0.hasPrefix("ended ") }
    }
  }

  @Test func scenarioReproducesLog() throws {
    var counts = (made: 0, runs: 0, provoked: 0)
    var remarks: [String] = []
    for entry in try Corpus.cases() {
      let log = try Imported(file: entry.file)
      for session in log.traces.indices {
        let outcome = Outcome(try log.told(session))
        guard !outcome.isEmpty else { continue }
        counts.made += 1
        do {
          let scenario = try Self.scenario(log, session)
          let run = ScenarioRun(scenario)
          counts.runs += 1
          if run.isPassed {
            counts.provoked += 1
          } else {
            remarks.append("\(entry.file), \(outcome): \(run.failures.map(\.sentence))")
          }
        } catch let error as TraceError { remarks.append("\(entry.file): \(error)") }
      }
    }
    print(
      "\(counts.made) sessions with a stall, a failure or an end; \(counts.runs) give a scenario; "
        + "\(counts.provoked) provoke the same")
    for remark in remarks { print(remark) }
    #expect(counts.provoked * 100 >= counts.made * Self.floor)
  }

  /// Writes the scenario and reads it again, as the command does.
  private static func scenario(_ log: Imported, _ session: Int = 0) throws -> Scenario {
    var reader = try TraceReader(bytes: log.traces[session])
    let text = try Scenario(simulating: &reader).text
    return try ScenarioFile(text: text).scenario
  }

  private static let stalled = [
    #"{"t":0,"event":"open","source":"https://example.org/film.mp4"}"#,
    #"{"t":200,"event":"ready","duration":600}"#, #"{"t":300,"event":"play"}"#,
    #"{"t":400,"event":"playing","position":0}"#, #"{"t":5000,"event":"waiting","position":4.6}"#,
    #"{"t":9000,"event":"playing","position":4.6}"#, #"{"t":12000,"event":"pause","position":7.6}"#,
    #"{"t":15000,"event":"play"}"#, #"{"t":15050,"event":"playing"}"#,
    #"{"t":20000,"event":"seek","target":300}"#, #"{"t":20500,"event":"seeked","position":300}"#,
    #"{"t":20600,"event":"playing"}"#, #"{"t":25000,"event":"rate","rate":1.5}"#,
  ]

  @Test func scenarioHasCommandsAndOutage() throws {
    let lines = Self.stalled + [#"{"t":40000,"event":"error","message":"HTTP 404"}"#]
    let scenario = try Self.scenario(Imported(lines.joined(separator: "\n")))
    let commands = scenario.steps.compactMap { step -> Command? in
      if case .command(let command, _) = step.action { command } else { nil }
    }
    let target = MediaTime(microseconds: 300_000_000)
    #expect(
      commands == [.prepare, .play, .pause, .play, .seek(.at(target)), .setRate(Rate(thousandths: 1_500))])
    let outage = scenario.steps.first { $0.action == .fault(.outage) }
    #expect(outage?.trigger == .at(.seconds(5)))
    #expect(scenario.steps.first { $0.action == .fault(.outageEnds) }?.trigger == .at(.seconds(9)))
    #expect(scenario.media.map(\.duration) == [MediaTime(microseconds: 600_000_000)])
    #expect(scenario.steps.contains { $0.action == .fault(.fails(Failure(.httpNotFound))) })
    let run = ScenarioRun(scenario)
    #expect(run.isPassed, "\(run.failures.map(\.sentence))")
    #expect(run.player.inspection.shown.stallCount == 1)
  }

  @Test func pauseEventAtTheEndIsIgnored() throws {
    let lines = [
      #"{"t":0,"event":"open"}"#, #"{"t":10,"event":"play"}"#, #"{"t":500,"event":"playing","position":0}"#,
      #"{"t":30500,"event":"pause","position":30}"#, #"{"t":30501,"event":"ended","position":30}"#,
    ]
    let scenario = try Self.scenario(Imported(lines.joined(separator: "\n")))
    #expect(!scenario.steps.contains { $0.action == .command(.pause, nil) })
    #expect(ScenarioRun(scenario).isPassed)
  }

  @Test func hangingOpenIsReproduced() throws {
    let lines = [
      #"{"t":0,"event":"open"}"#, #"{"t":10,"event":"play"}"#, #"{"t":40000,"event":"progress"}"#,
    ]
    let scenario = try Self.scenario(Imported(lines.joined(separator: "\n")))
    #expect(scenario.steps.contains { $0.action == .fault(.openHangs(count: 1)) })
    #expect(ScenarioRun(scenario).isPassed)
  }

  @Test(arguments: [
    (#"{"t":0,"event":"open"}"# + "\n" + #"{"t":9000,"event":"ready"}"#, "playback was wanted"),
    (#"{"t":0,"event":"open"}"# + "\n" + #"{"t":0,"event":"play"}"#, "no times"),
  ])
  func refusalGivesReason(log: String, words: String) throws {
    var reader = try TraceReader(bytes: Imported(log).traces[0])
    let error = #expect(throws: TraceError.self) { try Scenario(simulating: &reader) }
    #expect(error.map { "\($0)".contains(words) } ?? false, "\(String(describing: error))")
  }

  @Test func importedLogNeedsSimulatedEngine() throws {
    var reader = try TraceReader(bytes: Imported(Self.stalled.joined(separator: "\n")).traces[0])
    let error = #expect(throws: TraceError.self) { try Scenario(recorded: &reader) }
    #expect(error.map { "\($0)".contains("--simulate") } ?? false)
  }
}
