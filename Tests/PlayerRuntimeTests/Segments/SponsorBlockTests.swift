import PlayerCore
import PlayerRuntime
import Testing

@Suite("SponsorBlock segments")
struct SponsorBlockTests {
  private func words(_ text: String, video: String? = nil) throws -> [String] {
    SegmentSamples.words(try SegmentSamples.list(text, video: video))
  }

  @Test("the sample: skip is blocked, mute mutes, chapters stay chapters, poi and full are points")
  func sample() throws {
    let list = try SegmentList(contentsOf: SegmentSamples.files[.sponsorblock] ?? "")
    #expect(list.format == .sponsorblock)
    #expect(
      SegmentSamples.words(list) == [
        "16500-28000 B sponsor", "52000-62500 B sponsor", "4500-6000 HM filler", "28000-52000 Talk: One letter box",
        "62500-62500 poi_highlight", "0-0 H exclusive_access",
      ])
    #expect(list.segments.map(\.isPoint) == [false, false, false, false, true, true])
  }

  private static let byHash = """
    [{"videoID":"aaa","hash":"f00d1","segments":[{"segment":[1,2],"category":"sponsor","actionType":"skip"}]},
     {"videoID":"bbb","hash":"f00d2","segments":[{"segment":[3,4],"category":"intro"}]}]
    """

  @Test("a response to a hash has several videos: one has to be chosen by its identifier or hash")
  func byHash() throws {
    #expect(try words(Self.byHash, video: "bbb") == ["3000-4000 B intro"])
    #expect(try words(Self.byHash, video: "f00d1") == ["1000-2000 B sponsor"])
    let error = try #require(SegmentSamples.error(Self.byHash))
    #expect(error.kind == .incomplete)
    #expect(error.description.contains("found 2 videos: aaa, bbb. Choose one with --segments-video"))
  }

  @Test(
    "an object of one video, and objects by hash",
    arguments: [
      #"{"videoID":"aaa","segments":[{"segment":[1,2],"category":"sponsor"}]}"#,
      #"{"f00d":[{"segment":[1,2],"category":"sponsor"}]}"#,
      #"{"f00d":{"segments":[{"segment":[1,2],"category":"sponsor"}]}}"#,
    ])
  func objects(_ text: String) throws { #expect(try words(text, video: nil) == ["1000-2000 B sponsor"]) }

  @Test("a response without segments is valid")
  func none() throws {
    #expect(try words("[]").isEmpty)
    #expect(try words("{\"segments\":[]}").isEmpty)
  }

  @Test(
    "an error names the field",
    arguments: [
      (#"[{"segment":[2,1]}]"#, "[0].segment: expected two numbers of seconds, the first not after the second"),
      (#"[{"segment":[1]}]"#, "[0].segment: expected two numbers of seconds"),
      (#"[{"segment":[1,2,3]}]"#, "[0].segment[2]: expected two numbers"),
      (#"[{"segment":[-1,2]}]"#, "[0].segment[0]: expected a number of seconds"),
      (#"[{"segment":[1,1e30]}]"#, "[0].segment[1]: expected a number of seconds"),
      (#"[{"category":"x"}]"#, "[0].segment: expected two numbers of seconds, such as [12,27.5], found no segment"),
      (#"[{"segment":[1,2],"actionType":"jump"}]"#, #"expected skip, mute, chapter, poi or full, found "jump""#),
      (#"[1]"#, "[0]: expected a segment"),
      (#"[{"segment":[1,2]},]"#, "[1]: expected a segment"),
    ])
  func errors(_ text: String, _ says: String) throws {
    let error = try #require(SegmentSamples.error(text))
    #expect(error.description.contains(says), "\(error)")
  }
}
