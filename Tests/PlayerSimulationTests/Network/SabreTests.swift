import Foundation
import PlayerCore
import PlayerSimulation
import Testing

@Suite("SABRE sessions")
struct SabreTests {
  /// Our own networks and media, with results of a model in exact fractions: see Networks/README.md.
  @Test("sessions over our own networks agree with exact fractions, to the microsecond")
  func own() throws {
    let folder = Folder.networks
    var (networks, media) = ([String: NetworkProfile](), [String: SabreMedia]())
    let rows = try folder.table("expected.csv")
    for row in rows {
      let name = row[0]
      let playedMedia = try media[name] ?? SabreMedia(path: folder.path("media/\(name)"))
      let network = try networks[row[1]] ?? NetworkProfile(path: folder.path(row[1]))
      (media[name], networks[row[1]]) = (playedMedia, network)
      let (quality, cap) = (try #require(Int(row[2])), try #require(Int64(row[3])))
      let session = SabreSession(
        media: playedMedia, quality: quality, network: network, bufferCap: .milliseconds(cap))
      let result = try #require(session?.run())
      expect(result, row[4...], within: 1, row.joined(separator: ","))
    }
    #expect(rows.count == 192)
  }

  @Test("sessions over SABRE's own networks agree", .enabled(if: Folder.sabre != nil, Folder.sabreIsMissing))
  func shared() throws {
    let folder = try #require(Folder.sabre)
    let media = try SabreMedia(path: folder.path("bbb.json"))
    var networks: [String: NetworkProfile] = [:]
    let rows = try folder.table("expected.csv")
    for row in rows {
      let network = try networks[row[0]] ?? NetworkProfile(path: folder.path(row[0]))
      networks[row[0]] = network
      let quality = try #require(Int(row[1]))
      let result = try #require(SabreSession(media: media, quality: quality, network: network)?.run())
      expect(result, row[2...], within: 1, row.joined(separator: ","))
    }
    #expect(rows.count == 1_305)
  }

  @Test("SABRE's example gives SABRE's results", .enabled(if: Folder.sabre != nil, Folder.sabreIsMissing))
  func example() throws {
    let folder = try #require(Folder.sabre)
    let media = try SabreMedia(path: folder.path("movie.json"))
    let network = try NetworkProfile(path: folder.path("network.json"))
    let results = try media.qualities.map { quality in
      try #require(SabreSession(media: media, quality: quality, network: network)?.run())
    }
    #expect(results.map(\.events) == [0, 0, 0, 0, 0, 0, 0, 1, 152, 182])
    let rebuffer = results.map(\.rebuffer.microseconds)
    #expect(rebuffer == [0, 0, 0, 0, 0, 0, 0, 30_327, 377_950_336, 569_685_651])
    #expect(results[7].play == .microseconds(599_124_739))
    #expect(results[9].play == .microseconds(1_170_892_147))
  }

  @Test("a network that never delivers gives no result, and a missing quality gives no session")
  func impossible() throws {
    let media = try SabreMedia(path: Folder.networks.path("media/round.json"))
    let silent = try #require(NetworkProfile([.outage(.seconds(1))]))
    #expect(SabreSession(media: media, quality: 0, network: silent)?.run() == nil)
    #expect(SabreSession(media: media, quality: 2, network: silent) == nil)
    #expect(SabreSession(media: media, quality: -1, network: silent) == nil)
    let creeping = try #require(NetworkProfile([.init(nanoseconds: 1, microbitsPerSecond: 1_000)]))
    #expect(SabreSession(media: media, quality: 0, network: creeping)?.run()?.events == 29)
    let endless = Array(repeating: Int64.max, count: 1_000)
    #expect(SabreSession(segments: endless, segmentDuration: .never, network: creeping).run() == nil)
  }

  @Test("media without segments plays for zero seconds")
  func emptyMedia() {
    let session = SabreSession(
      segments: [], segmentDuration: .seconds(2), network: .constant(bitsPerSecond: 1), bufferCap: .seconds(-1))
    #expect(session.run() == SabreSession.Result())
  }

  private func expect(
    _ result: SabreSession.Result, _ row: ArraySlice<String>, within tolerance: Int64, _ name: String
  ) {
    let numbers = row.compactMap { Int64($0) }
    let isNear =
      numbers.count == 3 && Int64(result.events) == numbers[0]
      && (result.rebuffer.microseconds - numbers[1]).magnitude <= tolerance
      && (result.play.microseconds - numbers[2]).magnitude <= tolerance
    #expect(isNear, "\(name): \(result)")
  }
}
