import Foundation
import PlayerCore
import Testing

@testable import PlayerTrace

/// What a redacted trace still says, and what it does not.
@Suite struct RedactionTests {
  static let addresses: [(String, String)] = [
    ("", ""),
    (
      "https://ann:pa@ss@example.org:8443/a/Secret%20Show.M3U8?key=1&user=ann#t=1",
      "https://user-1@host-1.invalid/path-1.m3u8?query-1#fragment-1"
    ),
    ("https://ann:pa/ss@example.org/x.mp4", "https://host-1.invalid/path-1.mp4"),
    ("HTTPS://example.org", "https://host-1.invalid"),
    ("https://example.org/?", "https://host-1.invalid/?"),
    ("https://example.org#", "https://host-1.invalid#"),
    ("https://[2001:db8::1%25eth0]:443/live.mpd", "https://host-1.invalid/path-1.mpd"),
    ("http://user@[::1]/a.ann", "http://user-1@host-1.invalid/path-1"),
    ("data:audio/mp4;base64,QW5uJ3MgdGFsaw==", "data:content-1"),
    ("blob:https://example.org/4f1c", "blob:content-1"),
    ("data:", "data:"),
    ("file:///home/ann/Talk.mp3", "file:///path-1.mp3"),
    ("file:/home/ann/Talk.mp3", "file:///path-1.mp3"),
    ("file://server/share/Talk.mp3", "file://host-1.invalid/path-1.mp3"),
    ("/home/ann/Talk.mp3", "/path-1.mp3"),
    ("~/Talk.mp3", "/path-1.mp3"),
    ("Music/Ann: one.mp3", "path-1.mp3"),
    ("ann:one.mp3", "path-1.mp3"),
    (#"C:\Users\Ann\Talk.WAV"#, "/path-1.wav"),
    (#"\\server\share\Talk.mkv"#, "/path-1.mkv"),
    ("Talk.with.ann", "path-1"),
    (".mp3", "path-1.mp3"),
    ("http:ann", "http:content-1"),
    ("com.example.ann://play/7.mp3", "scheme-1://host-1.invalid/path-1.mp3"),
    ("rtmp://live.example.org/app/key-of-ann", "rtmp://host-1.invalid/path-1"),
    ("%68%74%74%70://ann", "path-1"),
    ("://", "path-1"),
    ("http://", "http://"),
    ("http:///ann", "http:///path-1"),
    ("\u{0}\n\u{1F600}", "path-1"),
  ]

  @Test("An address keeps its scheme and its file extension", arguments: addresses)
  func addressesAreRedacted(_ address: String, _ expected: String) {
    var redactor = TraceRedactor()
    let once = redactor.redact(.item(ItemID(1), source: address))
    #expect(once == .item(ItemID(1), source: expected))
    var again = TraceRedactor()
    #expect(again.redact(once) == once)
  }

  @Test("A very long address takes time linear in its length")
  func aVeryLongAddress() {
    let parts = ["https://", "a", "@", "b", "/", "c", "?", "d", "#", "e"]
    let long = parts.map { $0.count == 1 && $0 >= "a" ? String(repeating: $0, count: 100_000) : $0 }.joined()
    var redactor = TraceRedactor()
    let expected = TraceDefinition.item(
      ItemID(1), source: "https://user-1@host-1.invalid/path-1?query-1#fragment-1")
    #expect(redactor.redact(.item(ItemID(1), source: long)) == expected)
  }

  @Test("Equal parts share a number, different parts do not")
  func equalPartsAreEqual() {
    var redactor = TraceRedactor()
    let sources = [
      "https://a.example/x.m3u8?key=1", "https://a.example/x.m3u8?key=2", "https://b.example/x.m3u8?key=1",
      "https://a.example/x.m3u8?key=1",
    ]
    let redacted = sources.map { source -> String in
      guard case .item(_, let words) = redactor.redact(.item(ItemID(1), source: source)) else { return "" }
      return words
    }
    #expect(
      redacted == [
        "https://host-1.invalid/path-1.m3u8?query-1", "https://host-1.invalid/path-1.m3u8?query-2",
        "https://host-2.invalid/path-1.m3u8?query-1", "https://host-1.invalid/path-1.m3u8?query-1",
      ])
  }

  @Test("Texts become numbers; names of metadata and containers stay, and empty texts stay empty")
  func texts() {
    var redactor = TraceRedactor()
    let words = ["title", "Ann's talk", "artist", "Ann", "Ann's talk", "", "text-7", "matroska,webm", "Title"]
    let redacted = words.map { word -> String in
      guard case .text(_, let text) = redactor.redact(.text(TextID(1), word)) else { return "" }
      return text
    }
    #expect(
      redacted == ["title", "text-1", "artist", "text-2", "text-1", "", "text-3", "matroska,webm", "text-4"])
  }

  @Test(
    "Product names and versions of engine and tool stay",
    arguments: [
      ("FFmpeg 5.1.9-0+deb12u1", "FFmpeg 5.1.9-0+deb12u1"), ("tape-deck", "tape-deck"), ("", ""),
      ("TapeDeck host", "TapeDeck host"), ("AnnPlayer 3.2, macOS 15.1", "AnnPlayer 3.2 macOS 15.1"),
      (
        "HTMLMediaElement (Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0)",
        "HTMLMediaElement Mozilla/5.0 Gecko/20100101 Firefox/153.0"
      ),
      ("recorded by ann on /home/ann/x", ""), ("host 192.168.1.5", ""), ("Ann's iPhone", ""), ("ann@example.org", ""),
    ])
  func products(_ words: String, _ expected: String) {
    #expect(ProductNames.of(words) == expected)
    #expect(ProductNames.of(expected) == expected)
  }

  @Test("The header says that it is redacted, keeps the day, and loses its note")
  func header() {
    let notes = [("", "redacted"), ("for Ann", "redacted: text-1"), ("redacted: for Ann", "redacted: text-1")]
    for (note, expected) in notes {
      var redactor = TraceRedactor()
      let header = TraceHeader(tool: "t 1", note: note, recordedAt: 1_795_627_129_080_000)
      #expect(header.isRedacted == note.hasPrefix("redacted"))
      let redacted = redactor.redact(header)
      #expect(redacted.isRedacted && redacted.note == expected && redacted.recordedAt == 1_795_564_800_000_000)
      var again = TraceRedactor()
      #expect(again.redact(redacted) == redacted)
    }
    var redactor = TraceRedactor()
    #expect(redactor.redact(TraceHeader(recordedAt: .min)).isRedacted)
  }

  @Test("Marks and reasons lose their words, signal names stay")
  func remarks() {
    var redactor = TraceRedactor()
    func end(_ ending: TraceEnding) -> TraceRecord {
      .end(TraceEnd(number: 1, inputs: 1, outputs: 0, digest: 7, ending: ending))
    }
    #expect(
      redactor.redact(.mark(TraceMark(number: 1, text: "Ann saw it"))) == .mark(TraceMark(number: 1, text: "text-1")))
    #expect(redactor.redact(end(.failed("/home/ann is full"))) == end(.failed("text-2")))
    #expect(redactor.redact(end(.interrupted(by: "SIGINT"))) == end(.interrupted(by: "SIGINT")))
    #expect(redactor.redact(end(.interrupted(by: "SIG by Ann"))) == end(.interrupted(by: "text-3")))
    #expect(redactor.redact(end(.finished)) == end(.finished))
  }

  @Test("A redacting recorder writes the same as redacting its trace", arguments: TraceForm.allCases)
  func recorder(_ form: TraceForm) throws {
    func record(redacts: Bool) throws -> [UInt8] {
      let sink = MemorySink()
      var player = Player()
      let header = TraceHeader(tool: "by Ann", note: "n", recordedAt: 1_795_627_129_080_000)
      let recorder = try TraceRecorder(sink: sink, form: form, header: header, redacts: redacts)
      try recorder.define(.item(ItemID(1), source: "https://ann@example.org/ann.mp4"))
      try recorder.define(.text(TextID(1), "Ann"))
      var outputs = Outputs()
      player.receive(.command(.play, RequestID(1)), at: .zero, into: &outputs)
      try recorder.record(.command(.play, RequestID(1)), at: .zero, outputs: outputs, player: player)
      try recorder.mark("Ann")
      try recorder.finish(.failed("no room for Ann"), player: player)
      return sink.bytes
    }
    let (plain, redacted) = (try record(redacts: false), try record(redacts: true))
    #expect(try Self.redacted(plain, form) == redacted)
    #expect(!String(decoding: redacted, as: UTF8.self).lowercased().contains("ann"))
  }

  /// A trace, redacted, in a form.
  private static func redacted(_ bytes: [UInt8], _ form: TraceForm) throws -> [UInt8] {
    var reader = try TraceReader(bytes: bytes)
    var redactor = TraceRedactor()
    var encoder = TraceEncoder(form, header: redactor.redact(reader.header))
    while let record = try reader.next() { encoder.encode(redactor.redact(record)) }
    return encoder.bytes
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Traces")

  private static var goldenTraces: [URL] {
    ["", "hosts"].flatMap { name in
      let folder = folder.appending(path: name)
      return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }.filter { $0.lastPathComponent.contains(".trace") }.sorted { $0.path < $1.path }
  }

  @Test(
    "Every trace of the repository, redacted: it replays with its digest, redaction is idempotent, no word is left")
  func goldenTraces() throws {
    #expect(Self.goldenTraces.count > 90)
    for file in Self.goldenTraces {
      let original = [UInt8](try Data(contentsOf: file))
      let text = try Self.redacted(original, .text)
      let binary = try Self.redacted(original, .binary)
      #expect(try Self.redacted(binary, .text) == text, "\(file)")
      #expect(try Self.outcome(of: binary) == Self.outcome(of: original), "\(file)")
      for word in try Self.words(of: original) where !PublicWords.contains(word) && word.utf8.count > 5 {
        #expect(!Self.contains(binary, word) && !Self.contains(text, "\"\(word)"), "\(file): \(word)")
      }
    }
  }

  private struct Outcome: Equatable {
    var steps: Int64
    var differs: String?
    var digest: UInt64?
  }

  private static func outcome(of bytes: [UInt8]) throws -> Outcome {
    var reader = try TraceReader(bytes: bytes)
    let report = try TraceReplayer.replay(&reader)
    var records = try TraceReader(bytes: bytes)
    var digest: UInt64?
    while let record = try records.next() { if case .end(let end) = record { digest = end.digest } }
    return Outcome(steps: report.steps, differs: report.difference.map { "\($0)" }, digest: digest)
  }

  private static func words(of bytes: [UInt8]) throws -> Set<String> {
    var reader = try TraceReader(bytes: bytes)
    var words: Set<String> = [reader.header.note]
    while let record = try reader.next() {
      switch record {
      case .definition(.item(_, let source)): words.insert(source)
      case .definition(.text(_, let text)): words.insert(text)
      case .mark(let mark): words.insert(mark.text)
      default: break
      }
    }
    return words
  }

  private static func contains(_ bytes: [UInt8], _ word: String) -> Bool {
    Data(bytes).range(of: Data(word.utf8)) != nil
  }
}
