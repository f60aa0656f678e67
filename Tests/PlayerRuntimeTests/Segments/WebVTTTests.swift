import PlayerCore
import PlayerRuntime
import Testing

@Suite("WebVTT chapters")
struct WebVTTTests {
  private func words(_ text: String) throws -> [String] { SegmentSamples.words(try SegmentSamples.list(text)) }

  @Test("the sample")
  func sample() throws {
    let list = try SegmentList(contentsOf: SegmentSamples.files[.webvtt] ?? "")
    #expect(list.format == .webvtt)
    #expect(
      SegmentSamples.words(list) == [
        "0-16500 Intro", "16500-28000 Advert: Rewind", "28000-52000 Talk: One letter box",
        "52000-62500 Advert: Buffering Wheel", "62500-81500 Talk: Keep the letters", "81500-91500 Outro",
      ])
    #expect(list.segments.first?.line == 7)
  }

  @Test("byte order mark, every line end, text after the header", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) throws {
    let text =
      "\u{FEFF}WEBVTT some text\nX-MAP: 1\n\nid\n01:00.000 --> 02:00.000\nA\nB\n\n\n1:02:00.000 --> 1:03:00.5\nC"
    let list = try SegmentSamples.list(text.replacing("\n", with: end))
    #expect(SegmentSamples.words(list) == ["60000-120000 A B", "3720000-3780500 C"])
    #expect(list.segments.map(\.line) == [5, 10])
  }

  @Test("notes, styles, regions and blocks that are no cues are ignored")
  func asides() throws {
    #expect(
      try words(
        """
        WEBVTT

        NOTE a cue would be
        written like this

        STYLE
        ::cue { color: red }

        REGION
        id:x

        nothing here

        00:01.000 --> 00:02.000 line:0 position:20%
        One
        """) == ["1000-2000 One"])
  }

  @Test("a cue may follow another without an empty line, and may have no title")
  func cues() throws {
    #expect(
      try words("WEBVTT\n\n00:01.000 --> 00:02.000\nOne\n00:02.000-->00:03,500\n\n00:05.000 --> 00:05.000\nX")
        == ["1000-2000 One", "2000-3500", "5000-5000 X"])
  }

  @Test("tags are removed, character references are resolved")
  func payload() throws {
    #expect(
      try words("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Q&amp;A</v> &lt;1&gt; &#233;&#x41; &bogus; 3 < 4")
        == ["1000-2000 Q&A <1> éA &bogus; 3 < 4"])
  }

  @Test(
    "an error names the line and what was expected",
    arguments: [
      ("00:01 --> x", 3, "end of the cue: expected a time such as"),
      ("00:61.000 --> 00:62.000", 3, "start of the cue"),
      ("-0:01.000 --> 00:02.000", 3, "start of the cue"),
      ("00:03.000 --> 00:02.000", 3, "expected a time that is not before its start"),
      ("--> 00:02.000", 3, "cue timings: expected 00:00.000 --> 00:00.000"),
      ("00:02.000 -->", 3, "cue timings"),
      ("99999999999:00:00.000 --> 00:02.000", 3, "start of the cue"),
      ("id\n00:02.x --> 00:03.000", 4, "start of the cue"),
    ])
  func errors(_ cue: String, _ line: Int, _ says: String) throws {
    let error = try #require(SegmentSamples.error("WEBVTT\n\n\(cue)\nTitle\n"))
    #expect(error.description.contains(says), "\(error)")
    #expect(error.line == line)
  }

  @Test("a header is required, and only its word counts")
  func header() {
    #expect(SegmentSamples.error("WEBVTTX\n\n00:01.000 --> 00:02.000\n", .webvtt)?.field == "header")
    #expect(SegmentSamples.error("", .webvtt)?.field == "header")
    #expect(SegmentSamples.error("WEBVTT", .webvtt) == nil)
  }
}
