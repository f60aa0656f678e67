import PlayerTrace

/// Two groups of sessions, metric by metric.
struct GroupComparison {
  /// Groups with fewer measured sessions are not compared.
  static let fewest = 5

  /// A metric that was measured often enough in both groups and is not constant.
  struct Finding {
    var metric: SessionMetric
    var a: [Int64]
    var b: [Int64]
    var test: RankTest
    var difference: MeanDifference
    /// The p value of the test, corrected for the number of metrics tested (Holm).
    var corrected = 1.0

    /// The direction in which the second group differs.
    var direction: SessionMetric.Direction { test.superiority > 0.5 ? .more : .less }
    var isWorse: Bool? { metric.worse.map { $0 == direction } }
  }

  private(set) var findings: [Finding] = []
  /// Metrics with too few measured sessions in a group.
  private(set) var tooFew: [String] = []
  /// Metrics that are constant over all sessions.
  private(set) var constant: [String] = []
  let level: Double

  /// Metrics that are derived from another one and would count twice.
  static let repeated: Set<String> = [
    "connection_rebuffer_us", "mean_time_between_rebuffers_us", "rebuffer_ratio_play", "mux_startup_score",
    "mux_smoothness_score", "seek_latency_p50_us", "session_us", "watch_us",
  ]

  /// `rows` are the values of the sessions of each group, in the order of ``SessionMetric/all``.
  /// `repeats` are permutations and resamples.
  init(_ a: [[Int64?]], _ b: [[Int64?]], level: Double, seed: UInt64, repeats: Int? = nil) {
    self.level = level
    for (place, metric) in SessionMetric.all.enumerated() {
      let key = metric.key.description
      guard metric.unit != .failure, !Self.repeated.contains(key) else { continue }
      let (x, y) = (a.compactMap { $0[place] }, b.compactMap { $0[place] })
      guard x.count >= Self.fewest, y.count >= Self.fewest else {
        tooFew.append(key)
        continue
      }
      guard let first = x.first, !(x.allSatisfy { $0 == first } && y.allSatisfy { $0 == first }) else {
        constant.append(key)
        continue
      }
      let seed = seed &+ UInt64(place) &* 0x9E37_79B9
      findings.append(
        Finding(
          metric: metric, a: x, b: y, test: RankTest(x, y, seed: seed, repeats: repeats ?? RankTest.permutations),
          difference: MeanDifference(x, y, seed: seed ^ 0xB007, repeats: repeats ?? MeanDifference.resamples)))
    }
    correct()
  }

  /// Holm's method: the smallest p times the number of metrics, the next one times one less, and so on, none less than
  /// the previous one. So the probability of any false finding is at most ``level``.
  private mutating func correct() {
    findings.sort { $0.test.p < $1.test.p }
    var floor = 0.0
    for place in findings.indices {
      floor = max(floor, min(1, findings[place].test.p * Double(findings.count - place)))
      findings[place].corrected = floor
    }
  }

  var differences: [Finding] { findings.filter { $0.corrected <= level } }
  var hasWorse: Bool { differences.contains { $0.isWorse == true } }
}
