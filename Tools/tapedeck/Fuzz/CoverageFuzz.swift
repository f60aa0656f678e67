import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import ReducerTesting
import Backports

/// `tapedeck fuzz --coverage`: rounds of searches guided by the coverage so far. The coverage is stored next to the
/// corpus, and the next run continues from it.
struct CoverageFuzz<Subject: CompactModel & StoredModel> {
  private let model: Subject
  private let command: Fuzz
  private let corpus: Corpus
  private let telling: FuzzTelling<Subject>
  private let file: CoverageFile
  private let stop = StopSignal()
  private let clock = ContinuousClock()

  init(_ model: Subject, _ command: Fuzz) {
    self.model = model
    self.command = command
    corpus = Corpus(command.output)
    telling = FuzzTelling(model, command)
    file = CoverageFile(command.output)
  }

  /// - Parameter allowing: The model without some properties: those with enough findings.
  func run(allowing: (Subject, Set<String>) -> Subject) async throws {
    let began = clock.now
    var total = FuzzTotal(command)
    var subject = model
    var exit = Exit.ok
    if command.corpus { try await runStored(into: &total, &exit) }
    var memory = try load()
    let state = Lock(Progress())
    var next = command.seeds.range.lowerBound
    let seeds = command.seeds.range
    while next < seeds.upperBound, !total.isStopped, !(command.first && total.findings > 0) {
      let end = next + min(CoverageRounds<Subject>.sessionsPerRound, seeds.upperBound - next)
      let (marks, kept, findings) = (memory.markCount, memory.poolCount, total.findings)
      let (name, stop, clock) = (command.model.rawValue, stop, clock)
      let rounds = CoverageRounds(subject, length: command.length, workers: workers)
      let round = await rounds.round(next..<end, from: &memory) { sessions, steps in
        state.withLock { progress in
          progress.sessions += Int64(sessions)
          progress.steps += Int64(steps)
          // Marks are merged after a round: until then the number from before it is shown.
          progress.meter.show {
            let rate = progress.steps * 10 / max(1, (clock.now - began).microseconds)
            return "\(name): \(NumberText.counted(progress.sessions, "session")), "
              + "\(NumberText.counted(Int64(marks), "mark")), \(NumberText.grouped(Int64(kept))) kept, "
              + "\(rate / 10).\(rate % 10) M steps/s, \(findings) found"
          }
          return !stop.isRaised
        }
      }
      let report = settle(round, of: subject, known: total.known, state)
      total.take(round, report)
      state.withLock { $0.meter.clear() }
      for finding in report.findings { try telling.tell(finding) }
      for contradiction in report.contradictions { try telling.tell(contradiction) }
      if report.hasFindings { exit = exit.worse(.differs) }
      subject = allowing(subject, total.exhaust(command.plan, before: end))
      next = end
    }
    state.withLock { $0.meter.clear() }
    try save(memory)
    try telling.finish(total, marks: memory.markCount, kept: memory.poolCount, for: clock.now - began)
    if exit == .ok, total.isStopped { throw ExitCode(128 + SIGINT) }
    try exit.throwUnlessOK()
  }

  /// Stores, shrinks and explains what failed in a round.
  private func settle(
    _ round: CoverageRounds<Subject>.Round, of subject: Subject, known: KnownWays, _ state: borrowing Lock<Progress>
  ) -> Checker<Subject>.Report {
    let checker = Checker(subject, command.plan, corpus: corpus, runsStored: false)
    var report = Checker<Subject>.Report()
    report.known = known
    checker.count(round.failureCounts, into: &report)
    let found = round.failures.map { seed, failure in
      FoundSession(failure.session, breaking: failure.finding, from: .search(seed: seed))
    }
    let name = command.model.rawValue
    checker.settle(found, into: &report) { progress in
      state.withLock { state in
        state.meter.show { "\(name): \(progress.shrinking.map(FuzzMeter.words) ?? "")" }
      }
      return !stop.isRaised
    }
    return report
  }

  private struct Progress {
    let meter = ProgressLine()
    var sessions: Int64 = 0
    var steps: Int64 = 0
  }

  private var workers: Int { command.workers ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Runs the stored sessions, as a random search does.
  private func runStored(into total: inout FuzzTotal, _ exit: inout Exit) async throws {
    let report: Checker<Subject>.Report
    do {
      report = try await Checker(model, command.plan, corpus: corpus).run { _ in !stop.isRaised }
    } catch {
      Talk.error("\(error)")
      throw Exit.usage.error
    }
    total.take(report)
    exit = exit.worse(try telling.tell(report))
    telling.tellFixed(report)
  }

  private func load() throws -> CoverageMemory<Subject.Setup, Subject.Step> {
    guard command.corpus else { return CoverageMemory() }
    do {
      if let memory = try file.load(for: model) { return memory }
      if FileManager.default.fileExists(atPath: file.path(of: model)) {
        Talk.line("\(Printable.text(file.path(of: model))): from another version of the player; the search starts over")
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
