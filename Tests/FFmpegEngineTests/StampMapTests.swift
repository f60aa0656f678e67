#if FFmpeg
import Foundation
import Testing

@testable import FFmpegEngine

@Suite("Timestamps on one timeline")
struct StampMapTests {
  private static let second: Int64 = 1_000_000

  /// Places packets of one stream, `step` long, at these timestamps; returns the position of each.
  private func place(_ stamps: [Int64], of stream: Int32 = 0, in map: inout StampMap, step: Int64 = 40_000) -> [Int64] {
    stamps.map { $0 + map.place(.init(decoding: $0, presentation: $0, duration: step), of: stream) }
  }

  private func run(from start: Int64, _ count: Int) -> [Int64] { (0..<count).map { start + Int64($0) * 40_000 } }

  @Test("Without a jump nothing changes, not even gaps of up to ten seconds")
  func plain() {
    var map = StampMap(start: 1_400_000)
    let stamps = run(from: 1_400_000, 50) + run(from: 9_000_000, 50)
    #expect(place(stamps, in: &map) == stamps)
    #expect(!map.hasJumped)
  }

  @Test(
    "A jump in either direction leaves no gap, nor does a wrap of the counter",
    arguments: [5_000_000_000, 0, -95_443_000_000, 900_000] as [Int64])
  func jump(to start: Int64) {
    var map = StampMap(start: 1_000_000)
    let placed = place(run(from: 1_000_000, 50) + run(from: start, 50), in: &map)
    #expect(placed == run(from: 1_000_000, 100))
  }

  @Test("Two streams stay in sync across a discontinuity, whichever comes first, even if one is late")
  func streams() {
    var map = StampMap(start: 0)
    _ = place(run(from: 0, 50), of: 0, in: &map)
    _ = place(run(from: 10_000, 48), of: 1, in: &map)
    #expect(place(run(from: 100 * Self.second, 10), of: 0, in: &map) == run(from: 2 * Self.second, 10))
    #expect(place(run(from: 1_930_000, 2), of: 1, in: &map) == run(from: 1_930_000, 2))
    #expect(place(run(from: 100 * Self.second + 10_000, 10), of: 1, in: &map) == run(from: 2_010_000, 10))
  }

  @Test(
    "A single damaged timestamp is placed where it was expected, and what follows keeps its place",
    arguments: [90_000_000_000, -90_000_000_000, -500_000] as [Int64])
  func damage(by error: Int64) {
    var map = StampMap(start: 0)
    var stamps = run(from: 20 * Self.second, 100)
    _ = place(run(from: 0, 500), in: &map)
    stamps[30] += error
    #expect(place(stamps, in: &map) == run(from: 20 * Self.second, 100))
  }

  @Test("A timestamp that is off by a few seconds moves only itself")
  func smallDamage() {
    var map = StampMap(start: 0)
    var stamps = run(from: 0, 100)
    stamps[30] += 5 * Self.second
    var placed = place(stamps, in: &map)
    placed[30] = 30 * 40_000
    #expect(placed == run(from: 0, 100))
  }

  @Test("Packets without a timestamp belong to the timeline before them")
  func unstamped() {
    var map = StampMap(start: 0)
    _ = place(run(from: 0, 10) + run(from: 60 * Self.second, 1), in: &map)
    let offset = map.place(.init(decoding: nil, presentation: nil, duration: 40_000), of: 0)
    #expect(60 * Self.second + offset == 400_000)
    #expect(place(run(from: 60 * Self.second + 80_000, 1), in: &map) == [480_000])
  }

  @Test("After a move a known timeline is found again, and a new one starts at the target")
  func moves() {
    var map = StampMap(start: 0)
    _ = place(run(from: 0, 50) + run(from: 100 * Self.second, 50), in: &map)
    map.move(to: 3_000_000, tolerance: 1_000_000)
    #expect(place([101 * Self.second + 40_000], in: &map) == [3_040_000])
    map.move(to: 1_000_000, tolerance: 1_000_000)
    #expect(place([1_200_000], in: &map) == [1_200_000])
    map.move(to: 50_000_000, tolerance: 1_000_000)
    #expect(place([7_000_000, 7_040_000], in: &map) == [50_000_000, 50_040_000])
    map.move(toTimelineOf: 0)
    #expect(place([500_000], in: &map) == [500_000])
  }

  @Test("Extreme numbers do no harm")
  func extremes() {
    var map = StampMap(start: .min)
    for stamp in [Int64.min, .max, 0, -1, .max - 1, .min + 1] {
      for stream in [Int32.min, 0, .max] {
        _ = map.place(.init(decoding: stamp, presentation: .max, duration: .max), of: stream)
        _ = map.place(.init(decoding: nil, presentation: stamp, duration: 0), of: stream)
      }
      map.move(to: stamp, tolerance: stamp)
    }
  }
}

@Suite("Shortened playlists")
struct MediaPlaylistTests {
  private static let text = """
    #EXTM3U
    #EXT-X-VERSION:7
    #EXT-X-TARGETDURATION:4
    #EXT-X-MEDIA-SEQUENCE:5
    #EXT-X-KEY:METHOD=AES-128,URI="key"
    #EXT-X-MAP:URI="init.mp4"
    #EXTINF:4.000,
    #EXT-X-BYTERANGE:100@10
    a.mp4
    #EXTINF:2.5,
    #EXT-X-BYTERANGE:50
    a.mp4
    #EXT-X-DISCONTINUITY
    #EXT-X-MAP:URI="other.mp4"
    #EXTINF:3,
    b.mp4
    #EXT-X-ENDLIST
    """

  @Test("Segments have their starts, their timelines, and the tags that apply to them")
  func segments() throws {
    let playlist = try #require(MediaPlaylist(Self.text))
    #expect(playlist.segments.map(\.start) == [0, 4_000_000, 6_500_000])
    #expect(playlist.segments.map(\.timeline) == [0, 0, 1])
    #expect(playlist.isComplete && playlist.hasInitialisation && !playlist.isMaster && playlist.isSoughtBySegments)
    #expect([-1, 0, 3_999_999, 4_000_000, 99_000_000].map { playlist.segment(at: $0) } == [0, 0, 0, 1, 2])
    #expect(
      playlist.text(from: 1) == """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:6
        #EXT-X-KEY:METHOD=AES-128,URI="key"
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:2.5,
        #EXT-X-BYTERANGE:50@110
        a.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-MAP:URI="other.mp4"
        #EXTINF:3,
        b.mp4
        #EXT-X-ENDLIST

        """)
  }

  @Test("After a redirect, addresses are relative to its target")
  func redirected() throws {
    let playlist = try #require(MediaPlaylist(Self.text, base: URL(string: "http://a.example/b/list.m3u8")))
    let text = playlist.text(from: 2)
    #expect(text.contains("\nhttp://a.example/b/b.mp4\n") && text.contains("URI=\"http://a.example/b/other.mp4\""))
  }

  @Test("No playlist, or an empty one, does no harm", arguments: ["", "#EXTM3U", "#EXTM3U\n#EXTINF:nan,\na\n"])
  func empty(text: String) {
    let playlist = MediaPlaylist(text)
    #expect(playlist?.segments.first?.duration ?? 0 == 0)
    #expect(playlist?.isComplete != true)
  }
}
#endif
