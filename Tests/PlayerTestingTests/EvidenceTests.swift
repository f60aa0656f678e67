@testable import PlayerCore
@testable import PlayerTesting
import Testing

@Suite("The words of evidence")
struct EvidenceTests {
  typealias Evidence = PlayerMonitor.Evidence

  @Test(
    "numbers stand as people write them",
    arguments: [
      (Evidence(quantity: "segment", unit: .of(.integer), seen: 2, expected: 7), "segment is 2, expected 7"),
      (
        Evidence(quantity: "segment", unit: .of(.integer), seen: 2, expected: 7, place: .milliseconds(61_500)),
        "segment at 1:01.5 is 2, expected 7"
      ),
      (
        Evidence(quantity: "jump", unit: .of(.mediaTime), seen: 30_500_000, expected: .min),
        "jump is 0:30.5, expected unknown"
      ),
      (
        Evidence(quantity: "clock", unit: .of(.instant), seen: 2_000_000, expected: .max),
        "clock is 00:02.000, expected never"
      ),
      (Evidence(quantity: "delay", unit: .of(.span), seen: 250_000, expected: 0), "delay is 0.25 s, expected 0 s"),
      (Evidence(quantity: "rate", unit: .rate, seen: 1_500, expected: 1_000), "rate is 1.5×, expected 1×"),
      (Evidence(quantity: "live", unit: .of(.boolean), seen: 1, expected: 0), "live is true, expected false"),
      (
        Evidence(quantity: "network", unit: .of(NetworkPath.wireKind), seen: 99, expected: 0),
        "network is 99, expected \(NetworkPath.allCases[0].wireName)"
      ),
      (Evidence(quantity: "volume", unit: .change), "volume changed"),
    ])
  func words(_ evidence: Evidence, _ words: String) { #expect(evidence.words == words) }

  @Test("where two players differ, the first field that differs is named")
  func players() {
    var (player, monitor) = (Player(), PlayerMonitor(Player()))
    player.shown.rate = .thousandths(1_500)
    var other = Player()
    monitor.expectSame(&player, &other, .notDeterministic)
    #expect(monitor.evidence?.words == "transport.rate is 1.5×, expected 1×")
  }
}
