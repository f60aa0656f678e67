import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import tapedeck

@Suite("tapedeck segments")
struct SegmentCommandTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func media(_ name: String) -> String { "\(Executable.media)/\(name)" }

  private func run(_ arguments: [String], exit: Int32 = 0) throws -> String {
    let program = try Executable(["segments"] + arguments)
    #expect(try program.wait() == exit, "\(program.standardError)")
    if exit == 0 { #expect(program.standardError.isEmpty) }
    return exit == 0 ? program.standardOutput : program.standardError
  }

  @Test("A table lists each segment's range, action, category and title")
  func table() throws {
    let lines = try run([media("episode.edl")]).split(separator: "\n")
    #expect(lines[0].hasSuffix("episode.edl, edit decision list: 5 segments, 2 to skip"))
    #expect(lines[1] == "0:04.500  0:06      mute  mute        Mute: the jingle")
    #expect(lines[2] == "0:16.500  0:28      skip  commercial  Advert: Rewind")
    #expect(lines[5] == "1:02.500  end             scene       Talk: Keep the letters")
  }

  @Test("Several files are listed, with what a pattern would skip")
  func several() throws {
    let text = try run([media("episode.vtt"), media("episode.chapters.json"), "--skip", "/^(intro|outro)$/i"])
    #expect(text.contains("WebVTT chapters: 6 segments, 2 to skip\n0:00      0:16.500  skip  Intro\n"))
    #expect(text.contains("\n\n"))
    #expect(text.contains("Podcasting 2.0 chapters: 7 segments, 2 to skip"))
  }

  @Test("JSON is one object for each file")
  func json() throws {
    let text = try run([media("episode.chapters.json"), media("episode.edl"), "--json", "--skip", "advert"])
    let objects = try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["format"] as? String } == ["podcast", "edl"])
    let segments = try #require(objects[0]["segments"] as? [[String: Any]])
    #expect(segments[1]["title"] as? String == "Advert: Rewind")
    #expect(segments[1]["start"] as? Int == 16_500_000)
    #expect(segments[1]["isBlocked"] as? Bool == true)
    #expect(segments[1]["skippedBy"] as? String == "advert")
    #expect(segments[1]["line"] as? Int == 6)
  }

  @Test("A converted file can be read back", arguments: ["podcast", "webvtt", "edl", "sponsorblock"])
  func converts(_ format: String) throws {
    let text = try run([media("episode.sponsorblock.json"), "--to", format])
    try Data(text.utf8).write(to: URL(filePath: scratch.file("a")))
    let again = try run([scratch.file("a"), "--json"])
    #expect(again.contains("\"format\":\"\(format)\""))
    #expect(again.contains("\"start\":16500000"))
  }

  @Test("What would have too many pieces around ranges without sound is told", arguments: ["segments", "record"])
  func uncut(_ command: String) throws {
    let segments = (0..<400).flatMap { index in
      [
        #"{"segment":[0,8000],"category":"c","actionType":"chapter"}"#,
        #"{"segment":[\#(2 * index),\#(2 * index + 1)],"category":"m","actionType":"mute"}"#,
      ]
    }
    let file = scratch.file("a.json")
    try Data("[\(segments.joined(separator: ","))]".utf8).write(to: URL(filePath: file))
    let arguments =
      command == "segments"
      ? [file, "--resolve"] : [media("clip.mp4"), "--segments", file, "-o", scratch.file("a.trace")]
    let program = try Executable([command] + arguments)
    #expect(try program.wait() == 0)
    let text = program.standardOutput + program.standardError
    #expect(text.contains("150 segments cannot be cut around the ranges without sound"), "\(text.suffix(500))")
  }

  @Test("Chapters of the media that are no ranges are told; one without an end reaches to the end")
  func crossedChapters() {
    let library = IdentifierTable()
    var segments = RunSegments(nil, rules: [], library: library)
    for (number, start, end) in [(1, 0, 5), (2, 20, 10), (3, 30, nil)] as [(UInt32, Int64, Int64?)] {
      let chapter = Player.Notification.chapterFound(
        SegmentID(number), start: .seconds(start), end: end.map(MediaTime.seconds) ?? .unknown,
        title: library.text("\(number)"))
      #expect(segments.commands(after: chapter, Player()).isEmpty)
    }
    let commands = segments.commands(after: .prepared(duration: .seconds(60)), Player())
    #expect(
      segments.takeRemark() == "1 segment left out; the first, '2', is from 0:20 to 0:10: expected an end after a start"
    )
    #expect(segments.staged.map(\.ranges) == [[.zero..<(.seconds(5))], [.seconds(30)..<(.microseconds(.max))]])
    #expect(commands.count == 3)
  }

  @Test("Resolved segments are in order and do not overlap")
  func resolved() throws {
    let lines = try run([media("episode.edl"), "--resolve"]).split(separator: "\n").dropFirst()
    #expect(
      Array(lines) == [
        "0:04.500  0:06      mute  mute        Mute: the jingle",
        "0:16.500  0:28      skip  commercial  Advert: Rewind",
        "0:28      0:52            scene       Talk: One letter box",
        "0:52      1:02.500  skip  cut         Advert: Buffering Wheel",
        "1:02.500  end             scene       Talk: Keep the letters",
      ])
  }

  @Test("Options give the frame rate and the video of a file")
  func frameRateAndVideo() throws {
    try Data("#100 #200 0\n".utf8).write(to: URL(filePath: scratch.file("a.edl")))
    #expect(try run([scratch.file("a.edl"), "--segments-fps", "25"]).contains("0:04  0:08  skip  cut"))
    #expect(try run([scratch.file("a.edl")], exit: 2).contains("--segments-fps"))
    let answer = #"[{"videoID":"a","hash":"1","segments":[]},{"videoID":"b","hash":"2","segments":[]}]"#
    try Data(answer.utf8).write(to: URL(filePath: scratch.file("a.json")))
    #expect(try run([scratch.file("a.json"), "--segments-video", "b"]).contains("0 segments"))
  }

  @Test(
    "Wrong usage reports what is expected",
    arguments: [
      (["--to", "comskip"], "expected podcast, webvtt, edl or sponsorblock"), (["--to", "edl", "--json"], "either"),
      (["--segments-fps", "0"], "expected a frame rate"), (["--skip", "/a"], "no closing '/'"),
    ])
  func usage(_ arguments: [String], _ says: String) throws {
    #expect(try run([media("episode.vtt")] + arguments, exit: 2).contains(says))
  }

  @Test("Damaged files are named, and the others printed")
  func damaged() throws {
    let program = try Executable(["segments", media("garbage.bin"), media("episode.vtt"), "nowhere"])
    #expect(try program.wait() == 3)
    #expect(program.standardOutput.contains("6 segments"))
    #expect(program.standardError.split(separator: "\n").count == 2)
  }
}
