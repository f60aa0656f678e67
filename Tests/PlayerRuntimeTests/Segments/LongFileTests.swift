import PlayerCore
import PlayerRuntime
import Testing

/// Files whose reading must not take the square of their length.
@Suite("Long segment files")
struct LongFileTests {
  private static let marks = String(repeating: "\u{316}\u{301}", count: 100_000)

  @Test("SponsorBlock's answer on one line, as the server sends it")
  func oneLine() throws {
    let segments = (0..<20_000).map { #"{"segment":[\#($0),\#($0).5],"category":"intro"}"# }
    let list = try SegmentSamples.list("[" + segments.joined(separator: ",") + "]")
    #expect(list.segments.count == 20_000)
    #expect(list.segments.allSatisfy { $0.line == 1 })
  }

  @Test("chapters on one line, and on lines of every kind", arguments: ["", "\n", "\r\n", "\r"])
  func lines(_ end: String) throws {
    let chapters = (0..<20_000).map { #"\#(end){"startTime":\#($0)}"# }
    let list = try SegmentSamples.list(#"{"chapters":["# + chapters.joined(separator: ",") + "]}")
    #expect(list.segments.last?.line == (end.isEmpty ? 1 : 20_001))
  }

  @Test("chapters over as many ranges without sound have a bounded number of pieces")
  func pieces() {
    let chapters = (0..<4_000).map { _ in MediaSegment(start: .zero, end: .seconds(8_000)) }
    let mutes = (0..<4_000).map { MediaSegment(start: .seconds(2 * $0), end: .seconds(2 * $0 + 1), mutes: true) }
    let staged = SegmentList(chapters + mutes).staged(startingAt: SegmentID(1))
    #expect(staged.count == 8_000)
    #expect(staged.map(\.ranges.count).reduce(0, +) <= SegmentList.pieceLimit + 12_000)
    let uncut = staged.filter(\.coversMutes)
    #expect(uncut.count == 3_975)
    #expect(uncut.allSatisfy { $0.ranges.count == 1 && !$0.segment.mutes })
  }

  @Test("a cue of angle brackets keeps them")
  func brackets() throws {
    let list = try SegmentSamples.list("WEBVTT\n\n00:00.000 --> 00:01.000\n" + String(repeating: "<", count: 500_000))
    #expect(list.segments.first?.title.hasPrefix("<<<") == true)
    let tags = String(repeating: "<b>", count: 100_000) + "title"
    #expect(SegmentSamples.words(try SegmentSamples.list("WEBVTT\n\n0:00.0 --> 0:01.0\n" + tags)) == ["0-1000 title"])
  }

  @Test(
    "a letter with a hundred thousand marks is read, and its title cut",
    arguments: [
      "WEBVTT\n\n00:00.000 --> 00:01.000\na", "{\"chapters\":[{\"startTime\":0,\"title\":\"a", "0 1 3 ##a",
    ])
  func marks(_ beginning: String) throws {
    let end = beginning.hasPrefix("{") ? "\"}]}" : "\n"
    let list = try SegmentSamples.list(beginning + Self.marks + end)
    let title = try #require(list.segments.first?.title)
    #expect(title.unicodeScalars.first == "a" && title.unicodeScalars.count <= 4 * MediaSegment.titleLimit + 1)
  }

  @Test("keys and actions of marks are unknown ones")
  func unknown() throws {
    #expect(try SegmentSamples.list(#"{"\#(Self.marks)":1,"chapters":[]}"#).segments.isEmpty)
    let error = SegmentSamples.error(#"[{"segment":[1,2],"actionType":"\#(Self.marks)"}]"#)
    #expect(error?.field == "[0].actionType")
  }

  @Test("objects in objects are refused before they fill the stack")
  func nested() {
    let text = String(repeating: #"{"video":"#, count: 500_000)
    #expect(SegmentSamples.error(text, .sponsorblock)?.expected == "at most 32 nested values")
    #expect(SegmentSamples.error(text, .podcast) != nil)
  }

  @Test("texts that differ only in how a letter is written have numbers of their own")
  func numbers() {
    let table = IdentifierTable()
    #expect(table.text("\u{E9}") != table.text("e\u{301}"))
    #expect(table.text(of: table.text("e\u{301}")).unicodeScalars.count == 2)
  }
}
