#if FFmpeg
import Testing

@testable import FFmpegEngine

@Suite("Windows of live playlists")
struct LiveWindowTests {
  /// A playlist of two-second segments, each called `name` and its number, for `numbers`.
  static func text(_ numbers: Range<Int>, sequence: Int? = nil, name: String = "s", _ more: [String] = []) -> String {
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(sequence ?? numbers.lowerBound)"]
    for number in numbers { lines += ["#EXTINF:2.0,", "http://a.example/\(name)\(number).ts?token=\(numbers.count)"] }
    return (lines + more).joined(separator: "\n")
  }

  private func window(_ texts: String...) -> LiveWindow {
    var window = LiveWindow()
    for text in texts { if let playlist = MediaPlaylist(text) { window.take(playlist) } }
    return window
  }

  @Test("Zero is the start of the first playlist; the window slides, and a segment keeps its place")
  func slides() {
    var window = window(Self.text(100..<110))
    #expect(window.range == 0...14_000_000)
    #expect(window.segment(104)?.start == 8_000_000)
    if let playlist = MediaPlaylist(Self.text(103..<113)) { window.take(playlist) }
    #expect(window.range == 6_000_000...20_000_000)
    #expect(window.segment(104)?.start == 8_000_000 && window.segment(102) == nil)
    #expect([-5, 6_000_000, 7_999_999, 8_000_000, .max].map { window.number(at: $0) } == [103, 103, 103, 104, 112])
  }

  @Test("An older playlist from a cache changes nothing")
  func stale() {
    let window = window(Self.text(100..<110), Self.text(99..<109), Self.text(101..<108))
    #expect(window.first == 100 && window.next == 110)
  }

  @Test("A short window ends where it begins; a finished one ends with its last segment")
  func ends() {
    #expect(window(Self.text(0..<3)).range == 0...0)
    #expect(window(Self.text(0..<3), Self.text(0..<4)).range == 0...2_000_000)
    let over = window(Self.text(0..<3), Self.text(0..<4, ["#EXT-X-ENDLIST"]))
    #expect(over.range == 0...8_000_000 && over.hasEnded)
  }

  @Test("Numbers that restart begin a new stream, which follows the old one")
  func restarts() {
    let window = window(Self.text(100..<110), Self.text(0..<3, name: "t"), Self.text(1..<5, name: "t"))
    #expect(window.segments.map(\.start) == [22_000_000, 24_000_000, 26_000_000, 28_000_000])
    #expect(window.first == 111 && window.shift == 110)
    #expect(window.segments.allSatisfy { $0.timeline == 1 })
  }

  @Test("New numbers for the same segments are no new stream")
  func renumbered() {
    let window = window(Self.text(100..<110), Self.text(102..<112, sequence: 0))
    #expect(window.range == 4_000_000...18_000_000)
    #expect(window.first == 102 && window.shift == 102)
  }

  @Test("Unseen segments have the duration of the others, or the one that dates imply")
  func unseen() {
    #expect(window(Self.text(0..<5), Self.text(10..<15)).range == 20_000_000...24_000_000)
    let dated = { (second: Int, numbers: Range<Int>) in
      Self.text(numbers).replacing(
        "#EXTINF", with: "#EXT-X-PROGRAM-DATE-TIME:2024-02-29T23:00:\(second)Z\n#EXTINF", maxReplacements: 1)
    }
    #expect(window(dated(10, 0..<5), dated(40, 10..<15)).range == 30_000_000...34_000_000)
  }

  @Test("Dates of positions, and positions of dates")
  func dates() {
    let date: Int64 = 1_709_247_610_500_000
    let first = "#EXT-X-PROGRAM-DATE-TIME:2024-03-01T00:00:10.5+0100\n#EXTINF"
    let window = window(Self.text(7..<12).replacing("#EXTINF", with: first, maxReplacements: 1))
    #expect(window.date(of: 0) == date && window.date(of: 5_000_000) == date + 5_000_000)
    #expect(window.position(ofDate: date + 3_000_000) == 3_000_000)
    #expect(window.reference?.position == 0)
    #expect(LiveWindowTests.undated.date(of: 0) == nil && LiveWindowTests.undated.position(ofDate: 0) == nil)
  }

  private static var undated: LiveWindow { LiveWindowTests().window(text(0..<5)) }

  @Test(
    "Dates as they occur in practice",
    arguments: [
      ("1970-01-01T00:00:00Z", 0 as Int64?), ("1970-01-01T00:00:01.25Z", 1_250_000),
      ("1970-01-01T01:00:00.000+0100", 0), ("1969-12-31T19:00:00-05:00", 0),
      ("2000-03-01T00:00:00", 951_868_800_000_000),
      ("2024-02-29T23:59:59.9999999Z", 1_709_251_199_999_999), ("1970-01-01", nil), ("", nil), ("yesterday", nil),
      ("1970-13-01T00:00:00Z", nil), ("1970-01-01T00:00:00 CET", nil),
    ])
  func programDates(text: String, date: Int64?) { #expect(MediaPlaylist.date(text) == date) }

  @Test("Hostile numbers do no harm")
  func hostile() {
    let numbers = ["9223372036854775807", "-1", "1152921504606846976", "0", "99999999999999999999", "x", "5"]
    var window = LiveWindow()
    for (index, number) in numbers.enumerated() {
      for length in ["1e300", "nan", "-1", "1e18", "999999999"] {
        let text =
          "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(number)\n#EXTINF:\(length),\n\(index % 2).ts\n#EXTINF:\(length),\nb.ts"
        if let playlist = MediaPlaylist(text) { window.take(playlist) }
        if let range = window.range { #expect(0 <= range.lowerBound && range.upperBound <= 1_000_000_000_000_000) }
        for position in [Int64.min, 0, .max] { _ = window.date(of: position).map { window.position(ofDate: $0) } }
        #expect(window.segments.count <= 4)
      }
    }
  }
}
#endif
