import PlayerCore
import PlayerRuntime
import Testing

@Suite("Edit decision lists")
struct EDLTests {
  private func words(_ text: String, fps: String? = nil) throws -> [String] {
    SegmentSamples.words(try SegmentSamples.list(text, fps: fps))
  }

  @Test("the sample: cut and commercial break are blocked, mute mutes, markers make scenes")
  func sample() throws {
    let list = try SegmentList(contentsOf: SegmentSamples.files[.edl] ?? "")
    #expect(list.format == .edl)
    #expect(
      SegmentSamples.words(list) == [
        "4500-6000 HM Mute: the jingle", "16500-28000 B Advert: Rewind", "52000-62500 B Advert: Buffering Wheel",
        "28000-62500 Talk: One letter box", "62500- Talk: Keep the letters",
      ])
    #expect(list.segments.map(\.category) == ["mute", "commercial", "cut", "scene", "scene"])
    #expect(list.segments.map(\.line) == [2, 3, 4, 5, 6])
  }

  @Test("seconds, clocks with and without hours, more and fewer decimals")
  func times() throws {
    #expect(
      try words("5.3 7.1 0\n15 16.7 1\n0:07:00 00:13:42.5 3\n1:00.123456 1:01 0\n")
        == ["5300-7100 B cut", "15000-16700 HM mute", "420000-822500 B commercial", "60123-61000 B cut"])
  }

  @Test("frames need a rate; 29.97 means 30000/1001")
  func frames() throws {
    #expect(try words("#12693 #13454 0", fps: "25") == ["507720-538160 B cut"])
    #expect(try words("#30000 #60000 0", fps: "29.97") == ["1001000-2002000 B cut"])
    #expect(try words("#24 #48 0", fps: "24000/1001") == ["1001-2002 B cut"])
    let error = try #require(SegmentSamples.error("1 2 0\n#12693 #13454 0"))
    #expect(error.kind == .incomplete && error.line == 2)
    #expect(error.advice.contains("--segments-fps"))
  }

  @Test("a marker is its second time, or its only one; scenes last until the next marker, whatever their order")
  func markers() throws {
    #expect(
      try words("1 255.3 2\n100 2\n255.3 2\n300.5 2")
        == ["255300-300500 Scene 1", "100000-255300 Scene 2", "255300-300500 Scene 3", "300500- Scene 4"])
  }

  @Test("comments, empty lines and extra text after the action")
  func comments() throws {
    #expect(try words("## a\n#\n# b\n\n \t\n1\t2\t0\tx y\r\n3 4 0 # Ad\r\n") == ["1000-2000 B cut", "3000-4000 B Ad"])
  }

  @Test("an empty file with a stated format has no segments; without one it is refused")
  func empty() throws {
    #expect(try SegmentSamples.list("", .edl).segments.isEmpty)
    #expect(SegmentSamples.error("")?.description.contains("it is empty") == true)
  }

  @Test(
    "an error names the line and the field",
    arguments: [
      ("5 4 0", "end: expected a time that is not before the start", 2),
      ("-5 4 0", "start: expected a time", 0),
      ("5 nan 0", "end: expected a time", 2),
      ("5 1e400 0", "end: expected a time", 2),
      ("5 6 7", "action: expected 0 (cut), 1 (mute), 2 (scene marker) or 3 (commercial break), found '7'", 4),
      ("5 6", "action: expected three fields", 2),
      ("5", "line: expected start, end and action", 0),
      ("1:60:00 2:00:00 0", "start", 0),
      ("5 6 0x", "found '0x'", 4),
    ])
  func errors(_ line: String, _ says: String, _ column: Int) throws {
    let error = try #require(SegmentSamples.error("1 2 0\n\(line)\n", .edl))
    #expect(error.description.contains(says), "\(error)")
    #expect(error.line == 2)
    #expect(error.offset == 6 + column)
  }
}

@Suite("Comskip lists")
struct ComskipTests {
  @Test("the sample")
  func sample() throws {
    let list = try SegmentList(contentsOf: SegmentSamples.files[.comskip] ?? "")
    #expect(list.format == .comskip)
    #expect(SegmentSamples.words(list) == ["16480-28000 B commercial", "52000-62480 B commercial"])
    #expect(list.segments.map(\.line) == [3, 4])
  }

  @Test("a rate of 2997 hundredths, or of 29.97, means 30000/1001")
  func rates() throws {
    for rate in ["2997", "29.97"] {
      let list = try SegmentSamples.list(
        "FILE PROCESSING COMPLETE  52310 FRAMES AT  \(rate)\r\n-----\r\n30000\t60000\r\n")
      #expect(SegmentSamples.words(list) == ["1001000-2002000 B commercial"])
    }
  }

  @Test("old versions write no rate: the caller has to state it")
  func noRate() throws {
    let text = "FILE PROCESSING COMPLETE\n-----\n250 500\n"
    #expect(SegmentSamples.error(text)?.kind == .incomplete)
    #expect(SegmentSamples.words(try SegmentSamples.list(text, fps: "25")) == ["10000-20000 B commercial"])
  }

  @Test(
    "an error names the line and the field",
    arguments: [
      ("500 250", "last frame: expected a frame that is not before the first"),
      ("500", "last frame: expected the first and the last frame"),
      ("x 250", "first frame: expected a frame number"),
      ("1 -2", "last frame: expected a frame number"),
      ("1 99999999999999999999", "last frame: expected a frame number, within a million hours"),
    ])
  func errors(_ line: String, _ says: String) throws {
    let error = try #require(SegmentSamples.error("FILE PROCESSING COMPLETE 9 FRAMES AT 2500\n---\n\(line)\n"))
    #expect(error.description.contains(says), "\(error)")
    #expect(error.line == 3)
  }

  @Test("an impossible frame rate is an error", arguments: ["0", "-2500", "x", "99999999999999999999", "0.0"])
  func badRate(_ rate: String) throws {
    let error = try #require(SegmentSamples.error("FILE PROCESSING COMPLETE 9 FRAMES AT \(rate)\n---\n1 2\n"))
    #expect(error.field == "frame rate")
  }
}
