import Foundation
import PlayerSimulation

/// Sessions of the independent simulator SABRE, one core: played by its rules, and by the real player over the simulated
/// engine.
struct SabreSection {
  static let title = "simulation: sessions of SABRE"

  var isQuick: Bool
  /// Media in the form of SABRE.
  var media: String
  /// Networks in the form of SABRE; each is played in every quality.
  var networks: [String]

  func measure(into report: inout Report) throws {
    let sizes = try SabreMedia(path: media)
    let qualities = Array(stride(from: 0, to: sizes.qualities.upperBound, by: 2))
    let sessions = try networks.flatMap { path in
      let network = try NetworkProfile(path: path)
      return qualities.compactMap { SabreSession(media: sizes, quality: $0, network: network) }
    }
    guard !sessions.isEmpty else { throw BenchError("\(media): no sessions") }
    let budget = isQuick ? 0.1 : 0.5
    let rate = perSecond(budget, sessions) { precondition($0.run() != nil) }
    let played = perSecond(budget, sessions) { session in
      var world = SabreWorld(session)
      precondition(world.run().play != nil)
    }
    let name = "\(sessions.count) sessions of \(sessions[0].microbits.count) segments"
    report.add(Self.title, name, rate, "/s", atLeast: 2_000)
    report.add(Self.title, "the same through the reducer", played, "/s")
  }

  /// Sessions that one core plays in a second.
  private func perSecond(_ budget: Double, _ sessions: [SabreSession], _ play: (SabreSession) -> Void) -> Double {
    let nanoseconds = Stopwatch.best(budget: budget, { sessions }) { $0.forEach(play) }
    return Double(sessions.count) / nanoseconds * 1e9
  }
}
