import PlayerCore
import PlayerRuntime
import Testing

@Suite("Podcasting 2.0 chapters")
struct PodcastTests {
  private func words(_ chapters: String) throws -> [String] {
    SegmentSamples.words(try SegmentSamples.list("{\"version\":\"1.2.0\",\"chapters\":[\(chapters)]}"))
  }

  @Test("the sample: chapters end at the next one; a silent chapter is hidden and does not end others")
  func sample() throws {
    let list = try SegmentList(contentsOf: SegmentSamples.files[.podcast] ?? "")
    #expect(list.format == .podcast)
    #expect(
      SegmentSamples.words(list) == [
        "0-16500 Intro", "16500-28000 Advert: Rewind", "28000-52000 Talk: One letter box", "40000-52000 H A letter box",
        "52000-62500 Advert: Buffering Wheel", "62500-81500 Talk: Keep the letters", "81500-91500 Outro",
      ])
    #expect(list.segments.map(\.line) == [5, 6, 7, 8, 9, 10, 11])
  }

  @Test("the last chapter lasts to the end, and chapters out of order are sorted to find their ends")
  func ends() throws {
    #expect(
      try words(#"{"startTime":60,"title":"b"},{"startTime":0,"title":"a"},{"startTime":60,"title":"c"}"#)
        == ["60000- b", "0-60000 a", "60000- c"])
    #expect(
      try words(#"{"startTime":1,"toc":false},{"startTime":2,"toc":false},{"startTime":3}"#)
        == ["1000-2000 H", "2000-3000 H", "3000-"])
  }

  @Test("numbers of every kind, to the nearest microsecond")
  func numbers() throws {
    let list = try SegmentSamples.list(
      #"{"chapters":[{"startTime":1.5e1,"endTime":15.0000005},{"startTime":168.00000049},{"startTime":0.1e-9}]}"#)
    #expect(list.segments.map(\.start.microseconds) == [15_000_000, 168_000_000, 0])
    #expect(list.segments[0].end.microseconds == 15_000_001)
  }

  @Test("null counts as absent, unknown members are ignored, escapes are resolved")
  func members() throws {
    #expect(
      try words(
        #"{"startTime":0,"endTime":null,"toc":null,"title":"A \"b\" \u00e9\ud83d\ude00","location":{"a":[1,{}]}}"#)
        == ["0- A \"b\" é😀"])
    #expect(try words(#"{"startTime":0,"title":null,"img":false}"#) == ["0-"])
    #expect(try words(#"{"startTime":0,"title":"half \ud83d pair"}"#) == ["0- half \u{FFFD} pair"])
  }

  @Test("titles have one line and a bounded length")
  func titles() throws {
    #expect(try words(#"{"startTime":0,"title":" two\n lines\t"}"#) == ["0- two lines"])
    let long = String(repeating: "x", count: 5_000)
    let list = try SegmentSamples.list("{\"chapters\":[{\"startTime\":0,\"title\":\"\(long)\"}]}")
    #expect(list.segments[0].title.count == MediaSegment.titleLimit)
  }

  @Test(
    "an error names line, byte and field",
    arguments: [
      (#"{"chapters":[{"startTime":-1}]}"#, "chapters[0].startTime: expected a number of seconds", 26),
      (#"{"chapters":[{"startTime":NaN}]}"#, "found 'NaN}]}'", 26),
      (#"{"chapters":[{"startTime":1e999}]}"#, "found '1e999}]}'", 26),
      (#"{"chapters":[{"startTime":"1"}]}"#, "chapters[0].startTime", 26),
      (#"{"chapters":[{"startTime":99999999999}]}"#, "from 0 to 3600000000", 26),
      (#"{"chapters":[{"startTime":0,"endTime":Infinity}]}"#, "chapters[0].endTime", 38),
      (#"{"chapters":[{"startTime":5,"endTime":4}]}"#, "found 4, before 5", 13),
      (#"{"chapters":[{"title":"x"}]}"#, "chapters[0].startTime: expected a number of seconds, found no startTime", 13),
      (#"{"chapters":[{"startTime":0,"toc":1}]}"#, "expected true or false", 34),
      (#"{"chapters":{}}"#, "chapters: expected an array of chapters", 12),
      (#"{"chapters":[1]}"#, "chapters[0]: expected a chapter", 13),
      (#"{"chapters":[]} x"#, "expected the end of the file, found 'x'", 16),
      (#"{"chapters":[{"startTime":0,"title":"x"#, "expected a closing quotation mark", 36),
      (#"{"chapters":[{"startTime":0"#, "expected ',' or '}', found the end of the file", 27),
    ])
  func errors(_ text: String, _ says: String, _ offset: Int) throws {
    let error = try #require(SegmentSamples.error(text, .podcast))
    #expect(error.description.contains(says), "\(error)")
    #expect(error.description.hasPrefix("list: line 1 (byte "), "\(error)")
    #expect(error.offset == offset, "\(error)")
    #expect(error.kind == .damaged)
  }

  @Test("nesting is bounded: a deep document is refused")
  func nesting() throws {
    for opening in ["[", "{\"a\":"] {
      let bomb = "{\"x\":" + String(repeating: opening, count: 200_000)
      let error = try #require(SegmentSamples.error(bomb))
      #expect(error.expected == "at most 32 nested values")
    }
  }
}
