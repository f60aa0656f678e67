import PlayerCore
import PlayerSimulation
import Testing

@Suite("Network profiles")
struct NetworkProfileTests {
  @Test("a profile needs a period, and periods that are possible")
  func possible() {
    #expect(NetworkProfile([]) == nil)
    #expect(NetworkProfile([.init(duration: .zero, bitsPerSecond: 1)]) == nil)
    #expect(NetworkProfile([.init(duration: .seconds(1), bitsPerSecond: -1)]) == nil)
    #expect(NetworkProfile([.init(duration: .seconds(1), bitsPerSecond: 0)])?.delivers == false)
  }
}
