import PlayerCore
import PlayerSimulation
import Testing

@Suite("SABRE sessions played by the player")
struct SabreWorldTests {
  /// A random network and random sizes.
  private struct Draw {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func below(_ count: Int64) -> Int64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int64(state >> 33) % count
    }

    mutating func session() -> (bits: [Int64], network: NetworkProfile) {
      let periods = (0..<(below(30) + 1)).map { _ in
        NetworkProfile.Period(
          duration: .milliseconds(below(20_000) + 1),
          bitsPerSecond: below(3) == 0 ? below(300_000) : below(5_000_000) + 1,
          latency: .milliseconds(below(300)))
      }
      let sizes = (0..<(below(80) + 20)).map { _ in below(6_000_000) + 100_000 }
      return (sizes, NetworkProfile(periods) ?? .constant(bitsPerSecond: 1_000_000))
    }
  }

  @Test("the number and length of stalls agree with SABRE, to the microsecond per segment")
  func agrees() throws {
    var compared = 0
    for seed in 1...30 as ClosedRange<UInt64> {
      var draw = Draw(seed)
      let (bits, network) = draw.session()
      guard let expected = SabreSession(segments: bits, segmentDuration: .seconds(3), network: network).run() else {
        continue
      }
      var sabre = SabreWorld(segmentBits: bits, segmentDuration: .seconds(3), network: network)
      let result = sabre.run()
      #expect(result.events == expected.events, "seed \(seed)")
      let bound = Int64(bits.count)
      let rebuffer = (result.rebuffer - expected.rebuffer).microseconds
      #expect(abs(rebuffer) <= bound, "seed \(seed): \(rebuffer) µs more than SABRE waits")
      let play = (try #require(result.play) - expected.play).microseconds
      #expect(abs(play) <= bound, "seed \(seed): \(play) µs longer than SABRE plays")
      compared += 1
    }
    #expect(compared > 25)
  }

  @Test("stalls agree over SABRE's own networks", .enabled(if: Folder.sabre != nil, Folder.sabreIsMissing))
  func agreesOverSharedNetworks() throws {
    let folder = try #require(Folder.sabre)
    let media = try SabreMedia(path: folder.path("bbb.json"))
    var networks: [String: NetworkProfile] = [:]
    let rows = try folder.table("expected.csv")
    for row in rows {
      let network = try networks[row[0]] ?? NetworkProfile(path: folder.path(row[0]))
      networks[row[0]] = network
      let quality = try #require(Int(row[1]))
      try compare(SabreSession(media: media, quality: quality, network: network), row[2...])
    }
    #expect(rows.count == 1_305)
  }

  @Test("stalls agree over our own networks where the cap holds two segments")
  func agreesOverOwnNetworks() throws {
    let folder = Folder.networks
    var compared = 0
    for row in try folder.table("expected.csv") {
      let media = try SabreMedia(path: folder.path("media/\(row[0])"))
      let (quality, cap) = (try #require(Int(row[2])), try #require(Int64(row[3])))
      // A world counts whole nanoseconds, so it waits for an outage that begins exactly at a third of a second. The
      // page Sabre explains why this is acceptable.
      guard media.segmentNanoseconds * 2 <= cap * 1_000_000, row[1] != "thirds.json" else { continue }
      let network = try NetworkProfile(path: folder.path(row[1]))
      try compare(
        SabreSession(media: media, quality: quality, network: network, bufferCap: .milliseconds(cap)), row[4...])
      compared += 1
    }
    #expect(compared > 100)
  }

  /// The number of stalls equals the number of events, and all times are right to the microsecond per segment.
  private func compare(_ session: SabreSession?, _ row: ArraySlice<String>) throws {
    let session = try #require(session)
    var sabre = SabreWorld(session)
    let result = sabre.run()
    let numbers = row.compactMap { Int64($0) }
    try #require(numbers.count == 3)
    let bound = UInt64(session.microbits.count)
    let play = try #require(result.play).microseconds
    let agrees =
      Int64(result.events) == numbers[0] && (result.rebuffer.microseconds - numbers[1]).magnitude <= bound
      && (play - numbers[2]).magnitude <= bound
    #expect(agrees, "\(row): \(result)")
  }

  @Test("a run over a network that never delivers ends without a result")
  func neverDelivers() {
    var sabre = SabreWorld(
      segmentBits: [1_000_000], segmentDuration: .seconds(3), network: .constant(bitsPerSecond: 0))
    #expect(sabre.run() == SabreWorld.Result())
  }
}
