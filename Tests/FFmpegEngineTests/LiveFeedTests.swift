#if FFmpeg
import Testing

@testable import FFmpegEngine

@Suite("Live playlists of one session")
struct LiveFeedTests {
  /// Feeds a playlist of two-second segments; returns the number of the first segment that libavformat receives.
  private func take(
    _ feed: LiveFeed, _ numbers: Range<Int>, at address: String, location: String? = nil, _ more: String...
  ) throws -> Int? {
    let playlist = try #require(MediaPlaylist(LiveWindowTests.text(numbers, more)))
    let text = feed.take(playlist, at: address, location: location)
    #expect(text.contains("ENDLIST") == !more.isEmpty)
    let line = text.split(separator: "\n").first { $0.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") }
    return line.flatMap { Int($0.dropFirst(22)) }
  }

  private func master(_ feed: LiveFeed, _ variants: String...) throws {
    let lines = variants.map { "#EXT-X-STREAM-INF:BANDWIDTH=1\n\($0)" }
    feed.takeMaster(try #require(MediaPlaylist("#EXTM3U\n" + lines.joined(separator: "\n"))))
  }

  @Test("Playback enters at the live edge or at a seek's target, and a reload begins at the segment entered")
  func enters() throws {
    let feed = LiveFeed()
    #expect(try take(feed, 10..<20, at: "http://a/l.m3u8") == 17)
    #expect(feed.entry?.position == 14_000_000)
    #expect(try take(feed, 12..<22, at: "http://a/l.m3u8") == 17)
    #expect(try take(feed, 18..<28, at: "http://a/l.m3u8") == 18)
    feed.enter(at: 0)
    #expect(try take(feed, 18..<28, at: "http://a/l.m3u8") == 18)
    #expect(feed.entry?.position == 16_000_000)
    feed.enter(at: 21_000_000)
    #expect(try take(feed, 18..<28, at: "http://a/l.m3u8") == 20)
    #expect(try take(feed, 18..<29, at: "http://a/l.m3u8", "#EXT-X-ENDLIST") == 20)
    #expect(feed.window?.hasEnded == true)
  }

  @Test("A master playlist has the window of the variant that plays; all variants enter at the same segment")
  func variants() throws {
    let feed = LiveFeed()
    try master(feed, "l.m3u8", "./high/l.m3u8")
    #expect(try take(feed, 10..<20, at: "http://a/l.m3u8") == 17)
    #expect(try take(feed, 9..<22, at: "http://a/high/l.m3u8") == 17)
    feed.tell(ofVariant: 1)
    #expect(feed.window?.first == 9 && feed.address == "http://a/high/l.m3u8")
    #expect(feed.entry?.position == 16_000_000)
    feed.enter(at: 5_000_000)
    #expect(try take(feed, 10..<20, at: "http://a/l.m3u8") == 10)
    #expect(try take(feed, 9..<22, at: "http://a/high/l.m3u8") == 11)
  }

  @Test("A playlist whose token changes with each redirect or master playlist remains the same")
  func tokens() throws {
    let feed = LiveFeed()
    #expect(try take(feed, 10..<20, at: "http://a/l.m3u8", location: "http://b/l.m3u8?t=1") == 17)
    #expect(try take(feed, 11..<21, at: "http://b/l.m3u8?t=1") == 17)
    feed.enter(at: 4_000_000)
    #expect(try take(feed, 11..<21, at: "http://a/l.m3u8", location: "http://b/l.m3u8?t=2") == 12)
    #expect(try take(feed, 12..<22, at: "http://b/l.m3u8?t=2") == 12)
    #expect(feed.window?.next == 22 && feed.address == "http://b/l.m3u8?t=2")

    let other = LiveFeed()
    try master(other, "l.m3u8?q=1&t=1", "l.m3u8?q=2&t=1")
    for quality in 1...2 { #expect(try take(other, 10..<20, at: "http://a/l.m3u8?q=\(quality)&t=1") == 17) }
    other.tell(ofVariant: 1)
    other.enter(at: 2_000_000)
    try master(other, "l.m3u8?q=1&t=2", "l.m3u8?q=2&t=2")
    for quality in 1...2 { #expect(try take(other, 10..<20, at: "http://a/l.m3u8?q=\(quality)&t=2") == 11) }
    #expect(other.entry?.position == 2_000_000 && other.address == "http://a/l.m3u8?q=2&t=2")
  }

  @Test("A stale playlist is entered within the segments it lists")
  func stale() throws {
    let feed = LiveFeed()
    #expect(try take(feed, 10..<20, at: "http://a/l.m3u8") == 17)
    feed.enter(at: nil)
    #expect(try take(feed, 8..<16, at: "http://a/l.m3u8") == 15)
    #expect(feed.entry?.position == 10_000_000)
  }
}
#endif
