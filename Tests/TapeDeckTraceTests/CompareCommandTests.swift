import Foundation
import PlayerTrace
import Testing

@testable import tapedeck

@Suite("tapedeck compare")
struct CompareCommandTests {
  /// Sessions with random values in three metrics, with many ties in the second, and no values in the others.
  private func sessions(_ count: Int, _ random: inout SeededNumbers, later: Int64 = 0) -> [[Int64?]] {
    (0..<count).map { _ in
      SessionMetric.all.map { metric -> Int64? in
        switch metric.key.description {
        case "startup_us": Int64(random.below(100_000)) + later
        case "rebuffer_count": Int64(random.below(3))
        case "seek_us": Int64(random.below(1_000) * random.below(1_000))
        default: nil
        }
      }
    }
  }

  @Test("Groups from one distribution are reported as different no more often than the level allows")
  func level() {
    var random = SeededNumbers(1)
    let found = (0..<100).filter { seed in
      let (a, b) = (sessions(12, &random), sessions(15, &random))
      return !GroupComparison(a, b, level: 0.1, seed: UInt64(seed), repeats: 199).differences.isEmpty
    }
    // More than 20 of 100, with a probability of 0.1 each, occur by chance once in a thousand times.
    #expect(found.count <= 20)
  }

  @Test("A real difference is found, with its direction and an interval that contains it")
  func planted() throws {
    var random = SeededNumbers(2)
    let (a, b) = (sessions(60, &random), sessions(60, &random, later: 40_000))
    let comparison = GroupComparison(a, b, level: 0.05, seed: 1)
    let finding = try #require(comparison.differences.first)
    #expect(comparison.differences.count == 1 && finding.metric.key.description == "startup_us")
    #expect(finding.isWorse == true && comparison.hasWorse && finding.test.superiority > 0.6)
    #expect(finding.difference.lower > 0 && finding.difference.lower < finding.difference.upper)
    #expect((finding.difference.lower...finding.difference.upper).contains(40_000))
    let again = GroupComparison(a, b, level: 0.05, seed: 1)
    #expect(again.differences.first?.test.p == finding.test.p)
  }

  @Test("Permutations and the normal distribution agree where both are accurate")
  func agreement() {
    var random = SeededNumbers(3)
    let a = (0..<400).map { _ in Int64(random.below(50)) }
    let b = (0..<400).map { _ in Int64(random.below(52)) }
    let permuted = RankTest(a, b, seed: 1)
    let large = RankTest(a, b, seed: 1, permutedLimit: 0)
    #expect(permuted.isPermuted && !large.isPermuted && abs(permuted.p - large.p) < 0.02)
    #expect(RankTest([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], seed: 1).p == 1)
  }

  @Test("The same sessions do not differ; exit code 0; one group alone is wrong usage")
  func same() throws {
    let fixture = try Fixture()
    let story = try fixture.story()
    let result = try Program.run([
      "compare", story, story, story, story, story, "--with", story, story, story, story, story,
    ])
    #expect(result.exit == 0 && result.output.contains("no difference"))
    #expect(try Program.run(["compare", story]).exit == 2)
  }
}
