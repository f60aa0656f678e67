import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("tapedeck timeline")
struct TimelineCommandTests {
  private let fixture: Fixture
  private let story: String

  init() throws {
    fixture = try Fixture()
    story = try fixture.story()
  }

  @Test("The picture in Unicode, and the events in words")
  func picture() throws {
    let result = try Program.run(["timeline", "--width", "110", story])
    #expect(result.exit == 0)
    let title = "song.m4a · story.trace.jsonl · 00:15.000 · 20 inputs · 1 stall of 2 s · finished"
    #expect(result.lines.first == title)
    let state = try #require(result.lines.first { $0.hasPrefix("state") })
    #expect(state.contains("█ playing ██████████"))
    #expect(state.contains("! stalled "))
    #expect(state.contains("▒"))
    for line in [
      "00:00.000  ▾ load song.m4a (command)", "00:00.050  · prepared, 1:00 long (engine)",
      "00:05.060  » seek 0:05 → 0:30 (command)", "00:05.300  » sought to 0:30 after 0.24 s (engine)",
      "00:08.300  ! stall 1 began (engine)", "00:10.300  ! stall ended after 2 s (engine)",
      "00:12.300  ▾ pause (command)", "           ⚑ the listener yawns", "00:13.000  ▾ play (command)",
      "00:14.000  ? seekCompleted: staleSerial", "00:15.000  ✗ failed at 0:37: io 104 (connection reset) (engine)",
    ] {
      #expect(result.lines.contains(line), "\(line) is not in\n\(result.output)")
    }
  }

  @Test("Segments are ranges with titles, and skipped ones are marked")
  func segments() throws {
    let trace = try fixture.segments()
    let result = try Program.run(["timeline", "--width", "100", trace])
    #expect(result.exit == 0)
    let lane = try #require(result.lines.first { $0.hasPrefix("segment") })
    #expect(lane.contains("[Intro ") && lane.contains("][segment 3 "), "\(result.output)")
    #expect(result.output.contains("segments:   0:00 Intro   0:05 Advert <1> (skipped)   0:15 segment 3"))
    #expect(result.output.contains("» skipping 'Advert <1>' (segment)"))
    let object = try Program.run(["timeline", "--json", trace]).object()
    let segments = try #require(object["segments"] as? [[String: Any]])
    #expect(segments.map { $0["title"] as? String } == ["Intro", "Advert <1>", ""])
    #expect(segments.map { $0["isBlocked"] as? Bool } == [false, true, false])
    let svg = try Program.run(["timeline", "--svg", "-", trace]).output
    #expect(svg.contains("skipped: Advert &lt;1&gt;: 0:05 to 0:15"))
    #expect(svg.contains(">Advert &lt;1&gt; (skipped)</text>") && svg.contains(">skipped segment</text>"))
  }

  @Test("Without Unicode the output is pure ASCII", arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
  func ascii(_ locale: String) throws {
    let result = try Program.run(["timeline", story], environment: ["LC_ALL": locale])
    #expect(result.exit == 0)
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 && ($0 >= 0x20 || $0 == 0x0A) })
    #expect(result.output.contains("seek 0:05 -> 0:30 (command)"))
    #expect(result.output.contains("= playing ="))
  }

  @Test("No line of the picture is wider than requested", arguments: [40, 60, 80, 132, 200])
  func width(_ columns: Int) throws {
    let result = try Program.run(["timeline", "--events", "0", "--width", "\(columns)", story])
    let lines = result.lines.dropFirst()
    #expect(lines.allSatisfy { $0.count <= columns }, "\(result.output)")
    #expect(lines.contains { $0.count >= columns - 1 }, "the lanes use the width")
  }

  @Test("A window shows only what lies in it")
  func window() throws {
    let object = try Program.run(["timeline", "--json", "--from", "8s", "--until", "0:11", story]).object()
    #expect(object["start"] as? Int == 8_000_000)
    #expect(object["end"] as? Int == 11_000_000)
    let states = try #require(object["states"] as? [[String: Any]]).compactMap { $0["state"] as? String }
    #expect(states == ["playing", "stalled", "playing"])
    #expect((object["events"] as? [Any])?.count == 3)
  }

  @Test("JSON has the documented keys")
  func json() throws {
    let object = try Program.run(["timeline", "--json", story]).object()
    let keys = [
      "trace", "title", "sources", "inputs", "start", "end", "duration", "verdict", "stallCount", "stallTime", "states",
      "failures", "windows", "chapters", "segments", "events", "eventsOmitted",
    ]
    #expect(Set(keys) == Set(object.keys))
    #expect(object["title"] as? String == "song.m4a")
    #expect((object["chapters"] as? [[String: Any]])?.last?["title"] as? String == "Chorus <&>")
  }

  @Test("The SVG is well-formed, describes what it shows, and has no external references")
  func svg() throws {
    let path = fixture.file("story.svg")
    #expect(try Program.run(["timeline", "--svg", path, story]).exit == 0)
    let text = try fixture.text("story.svg")
    #expect(XMLParser(data: Data(text.utf8)).parse())
    #expect(text.contains("<title id=\"tapedeck-title\">song.m4a</title>"))
    #expect(text.contains("stalled: 00:08.300 to 00:10.300, 2 s"))
    #expect(text.contains("Chorus &lt;&amp;&gt;"))
    #expect(text.contains("failed at 0:37: io 104"))
    #expect(text.contains("<title>failed: io, 00:15.000 to 00:15.000</title>"))
    // Light by default, dark where preferred.
    #expect(text.contains("@media (prefers-color-scheme:dark)") && text.contains("[fill=\"#ffffff\"]{fill:#0d1117}"))
    #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("http"))
    #expect(try Program.run(["timeline", "--svg", "-", story]).output == text, "the same bytes every time")
  }

  @Test("A live stream is drawn over its window, up to the live edge")
  func live() throws {
    let trace = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Traces/hls-window.trace.jsonl").path(percentEncoded: false)
    let object = try Program.run(["timeline", "--json", trace]).object()
    let windows = try #require(object["windows"] as? [[String: Any]])
    #expect(windows.first?["from"] as? Int == 0 && windows.last?["edge"] as? Int == 62_046_955)
    let svg = try Program.run(["timeline", "--svg", "-", trace]).output
    #expect(svg.contains("<title>live edge</title>") && svg.contains(">live edge</text>"))
  }

  @Test("Runs without inputs, without time and without media can be drawn")
  func small() throws {
    for (name, keep) in [("none", 1), ("one", 3)] {
      let text =
        try fixture.text("story.trace.jsonl").split(separator: "\n").prefix(keep).joined(separator: "\n") + "\n"
      let path = try fixture.write(text, to: "\(name).trace.jsonl")
      let result = try Program.run(["timeline", path])
      #expect(result.exit == 0, "\(result.errors)")
      #expect(result.output.contains("unfinished"))
      let svg = try Program.run(["timeline", "--svg", "-", path])
      #expect(XMLParser(data: Data(svg.output.utf8)).parse())
    }
  }

  @Test("A trace that replays differently is drawn as it replays, and reported to differ")
  func differs() throws {
    let text = try fixture.text("story.trace.jsonl").replacing(
      "\"from\":\"playing\",\"to\":\"stalled\"", with: "\"from\":\"playing\",\"to\":\"paused\"")
    let result = try Program.run(["timeline", try fixture.write(text, to: "other.trace.jsonl")])
    #expect(result.exit == 1)
    #expect(result.output.contains("REPLAY DIFFERS from step 12 on"))
    #expect(result.errors.contains("differs from the trace at step 12"))
  }
}
