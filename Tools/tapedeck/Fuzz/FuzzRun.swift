import ArgumentParser
import Foundation
import PlayerCore
import PlayerTesting
import ReducerTesting

/// A search in progress: it works in chunks of seeds, so that findings are reported while the search continues.
struct FuzzRun<Subject: Model> {
  private let model: Subject
  private let command: Fuzz
  /// Makes the checker of a chunk; the last argument is whether to run the stored sessions first.
  private let makeChecker: (Subject, CheckPlan, Bool) -> Checker<Subject>
  private let telling: FuzzTelling<Subject>
  private let stop = StopSignal()
  private let clock = ContinuousClock()

  /// The number of steps in one chunk, which take about a second. A unit that another program reads is one chunk of any
  /// size.
  private static var chunk: UInt64 { 4_000_000 }

  init(
    _ model: Subject, _ command: Fuzz, checker: @escaping (Subject, CheckPlan, Bool) -> Checker<Subject>
  ) {
    self.model = model
    self.command = command
    makeChecker = checker
    telling = FuzzTelling(model, command)
  }

  /// - Parameter allowing: The model without some properties: those with enough findings.
  func run(allowing: (Subject, Set<String>) -> Subject) async throws {
    let began = clock.now
    var total = FuzzTotal()
    let meter = FuzzMeter(command.model.rawValue)
    var subject = model
    var next = command.seeds.range.lowerBound
    var isFirst = true
    var exit = Exit.ok
    while next < command.seeds.range.upperBound, !total.isStopped {
      let end = command.json ? command.seeds.range.upperBound : chunkEnd(after: next)
      let report: Checker<Subject>.Report
      do {
        let checker = self.checker(subject, next..<end, total.known, runsCorpus: isFirst && command.corpus)
        report = try await checker.run { progress in
          meter.show(total, progress, for: clock.now - began)
          return !stop.isRaised
        }
      } catch {
        meter.clear()
        Talk.error("\(error)")
        throw Exit.usage.error
      }
      meter.clear()
      total.take(report)
      exit = exit.worse(try telling.tell(report))
      if isFirst { telling.tellFixed(report) }
      subject = allowing(subject, total.exhaust(command.plan, before: end))
      if command.first, report.hasFindings { break }
      isFirst = false
      next = end
    }
    try telling.finish(total, for: clock.now - began)
    if exit == .ok, total.isStopped { throw ExitCode(128 + SIGINT) }
    try exit.throwUnlessOK()
  }

  private func chunkEnd(after seed: UInt64) -> UInt64 {
    let count = max(1, Self.chunk / UInt64(command.length))
    let end = command.seeds.range.upperBound
    return end - seed > count ? seed + count : end
  }

  private func checker(
    _ subject: Subject, _ seeds: Range<UInt64>, _ known: KnownWays, runsCorpus: Bool
  ) -> Checker<Subject> {
    var plan = command.plan
    plan.seeds = seeds
    if let workers = command.workers { plan.workers = workers }
    var checker = makeChecker(subject, plan, runsCorpus)
    checker.known = known
    return checker
  }
}

extension Fuzz {
  /// The plan that all parts of a search share.
  var plan: CheckPlan {
    var plan = CheckPlan(seeds: 0..<0, length: length, stopsAtFirst: first)
    plan.removesFixed = removeFixed
    plan.findingsPerProperty = findings
    return plan
  }
}

/// The result of all chunks together.
struct FuzzTotal {
  private(set) var sessions: UInt64 = 0
  private(set) var steps = 0
  private(set) var findings = 0
  private(set) var fixed = 0
  /// Of the last chunk: for programs there is only one.
  private(set) var digest: UInt64 = 0
  private(set) var isStopped = false
  private(set) var known = KnownWays()
  /// The seed from which properties were no longer searched for.
  private(set) var exhausted: [String: UInt64] = [:]

  /// The properties with enough findings.
  mutating func exhaust(_ plan: CheckPlan, before seed: UInt64) -> Set<String> {
    let properties = known.exhausted(by: plan)
    for property in properties where exhausted[property] == nil { exhausted[property] = seed }
    return properties
  }

  mutating func take<Setup, Step>(_ report: CheckReport<Setup, Step>) {
    sessions += report.sessions
    steps += report.steps
    findings += report.findings.count + report.contradictions.count + report.deaths.count
    fixed += report.corpus.count { if case .fixed = $0.outcome { true } else { false } }
    digest = report.digest
    isStopped = report.isStopped
    known = report.known
  }
}

/// Reports the progress of a search on a terminal.
struct FuzzMeter {
  let name: String
  private let line = ProgressLine()

  init(_ name: String) { self.name = name }

  func show(_ total: FuzzTotal, _ progress: CheckProgress, for elapsed: Duration) {
    line.show {
      if let shrinking = progress.shrinking {
        return "\(name): \(FuzzMeter.words(shrinking)), \(total.findings + progress.findings) found before it"
      }
      let rate = Self.rate(total.steps + progress.steps, in: elapsed)
      let sessions = NumberText.counted(Int64(total.sessions + progress.sessions), "session")
      return "\(name): \(sessions), \(rate), \(total.findings + progress.findings) found"
    }
  }

  static func words(_ shrinking: ShrinkProgress) -> String {
    let left = NumberText.counted(Int64(shrinking.stepCount), "step")
    return "shrinking: \(left) left, \(NumberText.counted(Int64(shrinking.effort.executions), "session")) tried"
  }

  /// `2.5 M steps/s`.
  static func rate(_ steps: Int, in elapsed: Duration) -> String {
    let (rate, tenth) = (Int64(steps) * 10 / max(1, elapsed.microseconds)).quotientAndRemainder(dividingBy: 10)
    return "\(rate).\(tenth) M steps/s"
  }

  func clear() { line.clear() }
}

extension Duration {
  /// In whole microseconds.
  var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
