import PlayerCore
import PlayerSimulation
import Testing

@Suite("Network profiles")
struct NetworkProfileTests {
  private typealias Period = NetworkProfile.Period

  private let steps: [NetworkProfile.Period] = [
    Period(duration: .seconds(2), bitsPerSecond: 1_000, latency: .milliseconds(10)),
    .outage(.seconds(1)),
    Period(duration: .seconds(3), bitsPerSecond: 5_000),
  ]

  @Test("a profile needs at least one period, and only possible periods")
  func possible() {
    #expect(NetworkProfile([]) == nil)
    #expect(NetworkProfile([Period(duration: .zero, bitsPerSecond: 1)]) == nil)
    #expect(NetworkProfile([Period(duration: .never, bitsPerSecond: 1)]) == nil)
    #expect(NetworkProfile([Period(duration: .seconds(1), bitsPerSecond: -1)]) == nil)
    #expect(NetworkProfile([Period(duration: .seconds(1), bitsPerSecond: .max)]) == nil)
    #expect(NetworkProfile([Period(duration: .seconds(1), bitsPerSecond: 1, latency: .seconds(-1))]) == nil)
    #expect(NetworkProfile([Period(duration: .seconds(1), bitsPerSecond: 1, latency: .never)]) == nil)
    #expect(NetworkProfile([Period(duration: .seconds(1), bitsPerSecond: 0)])?.delivers == false)
    let year = Period(nanoseconds: NetworkProfile.Limit.period, microbitsPerSecond: NetworkProfile.Limit.rate)
    #expect(NetworkProfile(Array(repeating: year, count: 100)) != nil)
    #expect(NetworkProfile(Array(repeating: year, count: 101)) == nil)
  }

  @Test("a constant network is possible for any arguments")
  func constant() {
    #expect(NetworkProfile.constant(bitsPerSecond: 1_000).periods[0].bitsPerSecond == 1_000)
    #expect(NetworkProfile.constant(bitsPerSecond: -5).delivers == false)
    let fastest = NetworkProfile.constant(bitsPerSecond: .max, latency: .never)
    #expect(fastest.periods[0].bitsPerSecond == 1_000_000_000_000)
    #expect(fastest.periods[0].latency == .seconds(3_600))
  }

  @Test("a scaled profile delivers in proportion, and is nil where that is too much")
  func scaled() throws {
    let profile = try #require(NetworkProfile(steps))
    let half = try #require(profile.scaled(byThousandths: 500))
    #expect(half.periods.map(\.bitsPerSecond) == [500, 0, 2_500])
    #expect(half.periods.map(\.duration) == profile.periods.map(\.duration))
    #expect(profile.scaled(byThousandths: 0)?.delivers == false)
    #expect(profile.scaled(byThousandths: -1) == nil)
    #expect(profile.scaled(byThousandths: .max) == nil)
  }

  @Test(
    "a profile begun later delivers the same as the original after a wait",
    arguments: [
      0, 1, 1_999_999, 2_000_000, 2_500_000, 5_999_999, 6_000_000, 7_300_000, 601_500_000, -1_500_000, Int64.max,
    ])
  func begun(_ microseconds: Int64) throws {
    let profile = try #require(NetworkProfile(steps))
    let later = profile.begun(after: .microseconds(microseconds))
    #expect(later.length == profile.length)
    let offset = ((microseconds % 6_000_000 + 6_000_000) % 6_000_000) * 1_000
    var (begun, waited) = (NetworkCursor(later), NetworkCursor(profile, after: offset))
    for _ in 0..<20 {
      #expect(begun.receive(for: 700_000_001) == waited.receive(for: 700_000_001))
      #expect(begun.receive(bits: 1_234) == waited.receive(bits: 1_234))
    }
  }

  @Test("a profile may keep its last rate or stop delivering at its end, also when it begins later")
  func endings() throws {
    var stays = NetworkCursor(try #require(NetworkProfile(steps, ending: .stays)))
    #expect(stays.receive(for: 6_000_000_000) == 17_000)
    #expect(stays.receive(for: 1_000_000_000_000) == 5_000_000)
    var falls = NetworkCursor(try #require(NetworkProfile(steps, ending: .falls)))
    #expect(falls.receive(bits: 17_001) == nil)
    #expect(falls.receive(bits: 17_000) == 6_000_000_000)
    #expect(falls.receive(for: .max) == 0)
    for offset in [Int64(500), 2_500, 5_999, 6_000, 100_000_000] {
      for ending in [NetworkProfile.Ending.stays, .falls] {
        let profile = try #require(NetworkProfile(steps, ending: ending))
        var begun = NetworkCursor(profile.begun(after: .milliseconds(offset)))
        var waited = NetworkCursor(profile, after: offset * 1_000_000)
        #expect(begun.receive(for: 20_000_000_000) == waited.receive(for: 20_000_000_000), "\(ending) \(offset)")
      }
    }
  }

  @Test("profiles are equal when their periods are, and their digest is the same everywhere")
  func digest() throws {
    let profile = try #require(NetworkProfile(steps))
    #expect(profile == NetworkProfile(steps))
    #expect(profile != NetworkProfile(steps.reversed()))
    #expect(profile != NetworkProfile(steps, ending: .stays))
    #expect(profile.digest == 10_779_006_199_248_837_386)
  }
}
