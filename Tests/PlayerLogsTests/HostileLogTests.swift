import PlayerLogs
import Testing

/// Logs that must be read or refused in bounded memory, and in time that grows with their length.
@Suite("Hostile logs")
struct HostileLogTests {
  private static let marks = String(repeating: "\u{316}\u{301}", count: 8_000)

  @Test("zero bytes without an end are refused early", arguments: [nil, LogFormat.mpv])
  func zeros(_ format: LogFormat?) {
    var importer = LogImporter()
    importer.format = format
    var sink = NoTraces()
    var count = 0
    #expect(throws: LogError.self) {
      _ = try importer.run(
        { limit in
          count += limit
          return [UInt8](repeating: 0, count: limit)
        }, into: &sink)
    }
    #expect(count < 1 << 20)
  }

  @Test("a log of no format without an end is refused after a few megabytes", arguments: ["x", "x\n", "\n"])
  func endless(_ text: String) {
    var importer = LogImporter()
    var sink = NoTraces()
    var count = 0
    #expect(throws: LogError.self) {
      _ = try importer.run(
        { limit in
          count += limit
          return [UInt8](String(repeating: text, count: limit / text.utf8.count).utf8)
        }, into: &sink)
    }
    #expect(count < 16 << 20)
  }

  @Test("a heading as long as a line is repeated before no message")
  func heading() throws {
    let heading = "[ 05-01 12:00:00.250  9820: 9844 D/" + String(repeating: "a", count: 60_000) + " ]\n"
    let log = try Imported(heading + String(repeating: "b\n", count: 100_000), format: .media3)
    #expect(log.summary.lines == 100_001)
  }

  @Test("a tag as long as a line is repeated before no line of a message")
  func tag() throws {
    let lines = ["{", "\"metadata\": {}", "\"tag\": \"\(String(repeating: "t", count: 60_000))\"", "\"seconds\": 1"]
    let message = "\"message\": \"\(String(repeating: "\\n", count: 30_000))\""
    let log = try Imported(lines.joined(separator: "\n") + "\n" + message, format: .media3)
    #expect(log.summary.lines == 5)
  }

  @Test(
    "names of events, keys, players and objects of marks",
    arguments: [
      (LogFormat.jsonl, #"{"t":1,"event":"M"}"#), (.jsonl, #"{"t":1,"event":"open","M":1,"player":"M","engine":"M"}"#),
      (.jsonl, #"{"t":1,"event":"warning","message":"M"}"#),
      (.media3, "EventLogger: M [eventTime=1.0, mediaPos=1.0, M]"),
      (.media3, "EventLogger: state [eventTime=1.0, mediaPos=1.0, M]"), (.media3, "ExoPlayerImpl: Release M [x]"),
      (.chromium, #"{"time":1,"key":"M","value":"M"}"#), (.chromium, #"{"time":1,"key":"event","value":"M"}"#),
      (
        .gstreamer,
        "0:00:00.123456789  1234 0x55d0 INFO  GST gstpipeline.c:28:f:<M> POSITION: 1:00:00.0"
      ),
    ])
  func marks(_ format: LogFormat, _ line: String) throws {
    let text = String(repeating: line.replacing("M", with: Self.marks) + "\n", count: 20)
    #expect(try Imported(text, format: format).summary.lines == 20)
  }

  @Test("names of properties on one line of a browser's log")
  func names() throws {
    let log = try Imported("[" + String(repeating: #""time""#, count: 200_000), format: .chromium)
    #expect(log.summary.longLines == 1)
  }
}

private struct NoTraces: LogTraceSink {
  mutating func begin(session: Int) {}
  mutating func append(_ bytes: [UInt8], session: Int) {}
  mutating func end(session: Int) {}
}
