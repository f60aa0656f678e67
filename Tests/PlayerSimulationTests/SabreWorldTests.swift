import PlayerCore
import PlayerSimulation
import Testing

@Suite("SABRE sessions played by the player")
struct SabreWorldTests {
  /// A network and sizes that nobody chose.
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

  @Test("as many stalls are announced as SABRE counts, and they last as long, to the microsecond for each segment")
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

  @Test("the same over SABRE's own networks", .enabled(if: Folder.sabre != nil, Folder.sabreIsMissing))
  func agreesOverSharedNetworks() throws {
    let folder = try #require(Folder.sabre)
    let media = try SabreMedia(path: folder.path("bbb.json"))
    let rows = try folder.table("expected.csv")
    // Enough of each network and quality; all of them take a minute where nothing is optimised.
    for row in stride(from: 0, to: rows.count, by: 13).map({ rows[$0] }) {
      let network = try NetworkProfile(path: folder.path(row[0]))
      let quality = try #require(Int(row[1]))
      let session = try #require(SabreSession(media: media, quality: quality, network: network))
      var sabre = SabreWorld(session)
      let result = sabre.run()
      let (rebuffer, play) = (try #require(Int64(row[3])), try #require(Int64(row[4])))
      let bound = UInt64(session.microbits.count)
      #expect("\(result.events)" == row[2], "\(row)")
      #expect((result.rebuffer.microseconds - rebuffer).magnitude <= bound, "\(row): \(result)")
      let played = try #require(result.play).microseconds
      #expect((played - play).magnitude <= bound, "\(row): \(result)")
    }
  }

  @Test("a network that never delivers ends nothing and hangs nothing")
  func neverDelivers() {
    var sabre = SabreWorld(
      segmentBits: [1_000_000], segmentDuration: .seconds(3), network: .constant(bitsPerSecond: 0))
    #expect(sabre.run() == SabreWorld.Result())
  }
}
