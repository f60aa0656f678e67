import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import Synchronization

/// `tapedeck fuzz --coverage`: rounds of searches that learn from what they see. What they have seen is kept beside the
/// corpus, and the next run goes on from it.
struct CoverageFuzz<Subject: CompactModel & StoredModel> {
  private let model: Subject
  private let command: Fuzz
  private let corpus: Corpus
  private let telling: FuzzTelling<Subject>
  private let file: CoverageFile
  private let signals = SignalPipe.open(for: [SIGINT, SIGTERM, SIGHUP])
  private let clock = ContinuousClock()

  init(_ model: Subject, _ command: Fuzz) {
    self.model = model
    self.command = command
    corpus = Corpus(command.output)
    telling = FuzzTelling(model, command)
    file = CoverageFile(command.output)
  }

  /// - Parameter allowing: The model without some properties: what was found once is not looked for again.
  func run(allowing: (Subject, Set<String>) -> Subject) async throws {
    let began = clock.now
    var total = FuzzTotal(command)
    var subject = model
    var exit = Exit.ok
    if command.corpus {
      let found = try await runStored(into: &total, &exit)
      subject = allowing(subject, found)
    }
    var memory = try load()
    let state = Mutex(Progress())
    var next = command.seeds.range.lowerBound
    let seeds = command.seeds.range
    while next < seeds.upperBound, !total.isStopped, !(command.first && total.findings > 0) {
      let end = next + min(CoverageRounds<Subject>.sessionsPerRound, seeds.upperBound - next)
      let (marks, kept, findings) = (memory.markCount, memory.poolCount, total.findings)
      let (name, signals, clock) = (command.model.rawValue, signals, clock)
      let rounds = CoverageRounds(subject, length: command.length, workers: workers)
      let round = await rounds.round(next..<end, from: &memory) { sessions, steps in
        state.withLock { progress in
          progress.sessions += Int64(sessions)
          progress.steps += Int64(steps)
          var byte: UInt8 = 0
          if signals >= 0, read(signals, &byte, 1) == 1 { progress.isStopped = true }
          // Marks are put together behind a round: until then those from before it are known.
          progress.meter.show {
            let rate = progress.steps * 10 / max(1, (clock.now - began).microseconds)
            return "\(name): \(NumberText.counted(progress.sessions, "session")), "
              + "\(NumberText.counted(Int64(marks), "mark")), \(NumberText.grouped(Int64(kept))) kept, "
              + "\(rate / 10).\(rate % 10) M steps/s, \(findings) found"
          }
          return !progress.isStopped
        }
      }
      total.take(round)
      if !round.failures.isEmpty {
        state.withLock { $0.meter.clear() }
        let checker = Checker(subject, CheckPlan(length: command.length), corpus: corpus, runsStored: false)
        for (seed, failure) in round.failures {
          total.countFinding()
          exit = exit.worse(.differs)
          switch checker.confirm(failure.session, failure.finding, .search(seed: seed)) {
          case .finding(let finding): try telling.tell(finding)
          case .contradiction(let contradiction): try telling.tell(contradiction)
          }
        }
        subject = allowing(subject, Set(round.failures.map(\.failure.finding.breach.property)))
      }
      next = end
    }
    state.withLock { $0.meter.clear() }
    try save(memory)
    try telling.finish(total, marks: memory.markCount, kept: memory.poolCount, for: clock.now - began)
    if exit == .ok, total.isStopped { throw ExitCode(128 + SIGINT) }
    try exit.throwUnlessOK()
  }

  private struct Progress {
    let meter = ProgressLine()
    var sessions: Int64 = 0
    var steps: Int64 = 0
    var isStopped = false
  }

  private var workers: Int { command.workers ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Runs what is stored, as a random search does; returns the properties that break.
  private func runStored(into total: inout FuzzTotal, _ exit: inout Exit) async throws -> Set<String> {
    var plan = CheckPlan(seeds: 0..<0, length: command.length, stopsAtFirst: false)
    plan.removesFixed = command.removeFixed
    let report: Checker<Subject>.Report
    do { report = try await Checker(model, plan, corpus: corpus).run() } catch {
      Talk.error("\(error)")
      throw Exit.usage.error
    }
    total.take(report)
    for text in report.damagedFiles {
      Talk.error(text)
      exit = exit.worse(.damaged)
    }
    for finding in report.findings {
      exit = exit.worse(.differs)
      try telling.tell(finding)
    }
    for death in report.deaths {
      exit = exit.worse(.differs)
      try telling.tell(death)
    }
    for contradiction in report.contradictions {
      exit = exit.worse(.differs)
      try telling.tell(contradiction)
    }
    telling.tellFixed(report)
    return Set(report.findings.map(\.property))
  }

  private func load() throws -> CoverageMemory<Subject.Setup, Subject.Step> {
    guard command.corpus else { return CoverageMemory() }
    do {
      if let memory = try file.load(for: model) { return memory }
      if FileManager.default.fileExists(atPath: file.path(of: model)) {
        Talk.line("\(Printable.text(file.path(of: model))): of another version of the player; the search begins anew")
      }
      return CoverageMemory()
    } catch {
      Talk.error("\(error)")
      throw Exit.damaged.error
    }
  }

  private func save(_ memory: CoverageMemory<Subject.Setup, Subject.Step>) throws {
    guard command.corpus else { return }
    do { try file.save(memory, of: model) } catch {
      Talk.error("\(error)")
      throw Exit.usage.error
    }
  }
}
