import EngineContract
import PlayerCore
import PlayerRuntime
import PlayerSimulation

extension EngineUnderTest {
  /// The simulated engine with media of several kinds over a network that is sometimes too slow.
  static func simulated(wrapped: @escaping @Sendable (any Engine) -> any Engine = { $0 }) -> EngineUnderTest {
    var slow = SimulatedMedia.video(.seconds(20), bitsPerSecond: 6_000_000)
    slow.delivery = .progressive(pieces: .milliseconds(400))
    var still = SimulatedMedia.audio(.seconds(30))
    still.isSeekable = false
    var rich = SimulatedMedia.video(.seconds(30))
    rich.tracks.append(.init(.audio, bitsPerSecond: 64_000, language: TextID(1)))
    rich.tracks.append(.init(.subtitle, language: TextID(2)))
    rich.chapters = [.init(start: .zero, end: .seconds(10))]
    let live = SimulatedMedia.live(window: .seconds(60))
    let media = [("rich", rich), ("slow", slow), ("unseekable", still), ("live", live)]
    var timing = EngineTiming()
    timing.bufferBound = .seconds(10)
    timing.landing = .exact
    return EngineUnderTest(
      "simulated", clock: .virtual,
      media: [
        ContractMedia("rich", lasts: .seconds(30)), ContractMedia("slow", lasts: .seconds(20)),
        ContractMedia("unseekable", lasts: .seconds(30)), ContractMedia("live", lasts: nil), .missing("missing"),
      ]
    ) { [timing] library in
      wrapped(
        SimulatedMachine(
          media, library: library,
          network: .constant(bitsPerSecond: 5_000_000, latency: .milliseconds(30)), timing: timing))
    }
  }

  /// The simulated engine with media that needs twice what the network gives.
  static func stalling(wrapped: @escaping @Sendable (any Engine) -> any Engine = { $0 }) -> EngineUnderTest {
    var media = SimulatedMedia.video(.seconds(20), bitsPerSecond: 2_000_000)
    media.delivery = .progressive(pieces: .milliseconds(400))
    return EngineUnderTest(
      "stalling", clock: .virtual, media: [ContractMedia("slow", lasts: .seconds(20), stalls: true)]
    ) { [media] library in
      wrapped(
        SimulatedMachine(
          [("slow", media)], library: library,
          network: .constant(bitsPerSecond: 1_000_000, latency: .milliseconds(30)), timing: EngineTiming()))
    }
  }
}
