import Foundation
import PlayerTestingSupport
import ReducerTesting
import Backports
import Testing
import XCTest

@Suite("expectAll")
struct ExpectAllTests {
  @Test("a model whose properties hold passes")
  func holds() async throws {
    let report = try await expectAll(Counter(limit: .max), sessions: 200)
    #expect(report.sessions == 200)
  }

  @Test("a model whose property does not hold is an issue with the script and a test to paste")
  func doesNotHold() async throws {
    try await withKnownIssue {
      try await expectAll(Counter(limit: 5), sessions: 200)
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return text.contains("too-high does not hold: 6") && text.contains(".add(6)")
        && text.contains("@Test(\"too-high\")") && issue.sourceLocation?.fileName == "ExpectAllTests.swift"
    }
  }

  @Test("a call that runs no session is an issue")
  func nothing() async throws {
    try await withKnownIssue {
      try await expectAll(Counter(limit: .max), sessions: 0)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("expectAll ran no session") }
    }
    let folder = FileManager.default.temporaryDirectory.path + "/expect-\(UUID().uuidString)"
    try await withKnownIssue {
      try await expectAll(Counter(limit: .max), sessions: 0, corpus: Corpus(folder))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("expectAll ran no session") }
    }
  }

  @Test("a session with another result when it runs again is an issue")
  func contradiction() async throws {
    try await withKnownIssue {
      try await expectAll(Drifting(), sessions: 200)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("not-deterministic: the session of seed 0 gave a different result")
      }
    }
  }

  @Test("a failing session is stored, fails first next time, and is fixed with the model")
  func corpus() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/expect-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for sessions in [200, 0] as [UInt64] {
      try await withKnownIssue {
        try await expectAll(Counter(limit: 5), sessions: sessions, corpus: Corpus(folder))
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("Stored:   \(folder)/too-high-") }
      }
    }
    let report = try await expectAll(Counter(limit: .max), sessions: 10, corpus: Corpus(folder))
    #expect(report.corpus.map(\.outcome) == [.fixed(isRemoved: false)])
  }
}

@Suite("expectAll for explorations and goals")
struct ExpectAllElsewhereTests {
  @Test("an exploration passes, or is an issue with a shortest session or a stuck state")
  func exploration() {
    #expect(expectAll(exploring: Valve(), from: 0).states == 3)
    withKnownIssue {
      expectAll(exploring: Valve(property: "opens"), from: 0)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("opens does not hold\nA shortest session has 1 step.") }
    }
    withKnownIssue {
      expectAll(exploring: Valve(sticks: true), from: 0)
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.contains("leads to a good state") && $0.rawValue.contains("in 1 of 3 states")
      }
    }
  }

  @Test("an unreached goal is an issue in both forms")
  func unreached() async throws {
    let valve = Valve(goals: ["floods"])
    try await withKnownIssue {
      try await expectAll(valve, sessions: 20)
    } matching: {
      $0.comments.contains { $0.rawValue.hasPrefix("never reached in 20 sessions: floods") }
    }
    withKnownIssue {
      expectAll(exploring: valve, from: 0)
    } matching: {
      $0.comments.contains { $0.rawValue.hasPrefix("never reached in 3 states: floods") }
    }
  }
}

/// Shut, half open or open: 0, 1, 2.
struct Valve: ExplorableModel {
  enum Step: Hashable, CaseIterable { case open, shut }

  var property: String?
  /// Whether it can no longer be shut once it is open.
  var sticks = false
  var goals: [String] = []
  var identity: String { "valve" }

  func begin(_ setup: Int) -> UInt64 { 0 }
  func take(_ step: Step, in state: inout UInt64) -> PropertyViolation? {
    if sticks, state == 2 { return nil }
    state = step == .open ? min(2, state + 1) : 0
    return state > 0 ? property.map { PropertyViolation($0) } : nil
  }

  var sometimes: [String] { goals }
  func isGood(_ state: UInt64) -> Bool { state == 0 }
  func choices(in state: UInt64, into choices: inout [Step]) { choices += Step.allCases }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
}

/// The same from XCTest.
final class ExpectAllXCTests: XCTestCase {
  func testAModelWhosePropertiesHoldPasses() async throws {
    let report = try await expectAll(Counter(limit: .max), sessions: 200)
    XCTAssertEqual(report.sessions, 200)
  }
}

/// Ends each time with another digest.
struct Drifting: Model {
  final class Runs: Sendable {
    let count = AtomicInteger(0)
  }

  private let runs = Runs()

  func begin(_ setup: Int) -> UInt64 { UInt64(runs.count.add(1)) }
  func take(_ step: Int8, in state: inout UInt64) -> PropertyViolation? { nil }
  func digest(of state: UInt64) -> UInt64 { state }
  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Int { 0 }
  func drawStep(_ habits: Void, in state: UInt64, using random: inout SplitMix64) -> Int8 { 0 }
}

/// Adds, and must not exceed a limit.
struct Counter: StoredModel {
  struct Setup: Hashable, Codable {}
  enum Step: Hashable, Codable { case add(Int) }

  var limit: Int

  func begin(_ setup: Setup) -> Int { 0 }

  func take(_ step: Step, in state: inout Int) -> PropertyViolation? {
    if case .add(let amount) = step { state += amount }
    return state > limit ? PropertyViolation("too-high", "\(state)") : nil
  }

  func drawSetup(_ habits: Void, using random: inout SplitMix64) -> Setup { Setup() }
  func drawStep(_ habits: Void, in state: Int, using random: inout SplitMix64) -> Step { .add(random.below(3)) }

  func simplerSteps(than step: Step) -> [Step] {
    guard case .add(let amount) = step, amount > 0 else { return [] }
    return [.add(0), .add(amount / 2), .add(amount - 1)].filter { $0 != step }
  }

  func merged(_ first: Step, _ second: Step) -> [Step] {
    guard case .add(let one) = first, case .add(let other) = second else { return [] }
    return [.add(one + other)]
  }

  var code: String { "Counter(limit: \(limit))" }
}
