import PlayerCore
import PlayerSimulation
import Testing

@Suite("Networks that lose packets and delay them")
struct PacketLossTests {
  private static func period(loss: Int64, latency: Int64 = 80, rate: Int64 = 10_000_000) -> NetworkProfile.Period {
    NetworkProfile.Period(
      nanoseconds: 1_000_000_000, microbitsPerSecond: rate * 1_000_000, latencyNanoseconds: latency * 1_000_000,
      lossMillionths: loss)
  }

  @Test(
    "throughput falls with loss, by the formula of Padhye et al. in integers",
    arguments: [100, 1_000, 10_000, 20_000, 100_000, 500_000] as [Int64])
  func throughput(_ loss: Int64) {
    let (p, roundTrip) = (Double(loss) / 1_000_000, 0.08)
    let timeouts = (roundTrip + 0.2) * min(1, 3 * (3 * p / 8).squareRoot()) * p * (1 + 32 * p * p)
    let expected = 11_680 / (roundTrip * (2 * p / 3).squareRoot() + timeouts)
    let found = Double(Self.period(loss: loss, rate: 100_000_000).carriedMicrobitsPerSecond) / 1_000_000
    #expect(abs(found - expected) < expected / 200, "\(found), expected \(expected)")
    #expect(Self.period(loss: loss, rate: 1_000).carriedMicrobitsPerSecond == 1_000_000_000)
    #expect(Self.period(loss: 1_000_000).carriedMicrobitsPerSecond == 0)
  }

  @Test("no values of a period overflow")
  func extremes() {
    for loss: Int64 in [0, 1, 999_999, 1_000_000, .max, .min] {
      for nanoseconds: Int64 in [0, 1, NetworkProfile.Limit.latency, .max, .min] {
        let period = NetworkProfile.Period(
          nanoseconds: 1, microbitsPerSecond: NetworkProfile.Limit.rate, latencyNanoseconds: nanoseconds,
          jitterNanoseconds: nanoseconds, lossMillionths: loss)
        #expect(period.carriedMicrobitsPerSecond <= NetworkProfile.Limit.rate)
      }
    }
  }

  /// How long it takes until playback ends, and the trace.
  private static func run(_ network: String, steps: String = "play") throws -> (end: Int64, trace: [UInt8]) {
    let text = """
      scenario: Test
      media: {duration: 60 s, audio: 400k, segments: 2 s}
      network: \(network)
      engine: {buffer: 4 s}
      steps: [\(steps)]
      expect: [ended]
      """
    let run = ScenarioRun(try ScenarioFile(text: text).scenario, trace: .text)
    #expect(run.failures == [])
    return (run.end.microseconds, run.trace)
  }

  @Test("a run is deterministic and depends on its seed")
  func determinism() throws {
    let network = "1 Mbit/s, latency 100 ms, jitter 300 ms, loss 4 %"
    let run = try Self.run(network)
    #expect(try Self.run(network).trace == run.trace)
    #expect(try Self.run(network + ", seed 1").trace != run.trace)
    let clean = try Self.run("1 Mbit/s, latency 100 ms")
    #expect(run.end > clean.end + 1_000_000)
    #expect(try Self.run("1 Mbit/s, latency 100 ms, jitter 0 ms, loss 0 %").trace == clean.trace)
  }

  @Test("loss can begin and end during a run")
  func change() throws {
    let steps = "play, at 10 s: 'network wifi at 2 Mbit/s, latency 50 ms, loss 20 %', at 30 s: network wifi at 2 Mbit/s"
    let lossy = try Self.run("2 Mbit/s", steps: steps)
    let clean = try Self.run("2 Mbit/s", steps: steps.replacing(", loss 20 %", with: ""))
    #expect(lossy.end > clean.end + 1_000_000)
  }

  @Test(
    "every notation is the same after it is written and read",
    arguments: [
      "2 Mbit/s, loss 2 %", "2 Mbit/s, loss 0.25 %, jitter 20 ms, latency 10 ms, seed 9",
      "{rate: 2 Mbit/s, latency: 80 ms, loss: 2 %, jitter: 20 ms, seed: 3}",
      "{periods: [2 s: '2 Mbit/s, loss 1 %', 2 s: 1 Mbit/s], loss: 3 %, jitter: 5 ms, seed: 4}",
    ])
  func roundTrip(_ network: String) throws {
    let text =
      "scenario: x\nmedia: {duration: 9 s}\nnetwork: \(network)\nsteps: [{network: wifi, over: \"1 Mbit/s, loss 1 %\"}]"
    let scenario = try ScenarioFile(text: text).scenario
    #expect(scenario.network.profile.periods.contains { $0.lossMillionths > 0 })
    #expect(try ScenarioFile(text: scenario.text).scenario == scenario, "\(scenario.text)")
  }
}
