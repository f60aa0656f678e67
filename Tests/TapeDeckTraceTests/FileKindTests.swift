import Testing

@testable import tapedeck

@Suite("What a file is, and which command takes it")
struct FileKindTests {
  private static let contents: [(String, FileKind?)] = [
    ("", .empty),
    ("\u{8B}TDT", nil),
    (#"{"k":"h","v":1,"voc":"84e51b677c691dd1","cfg":{}}"# + "\n", .trace),
    (#" { "voc" : "84e5", "k" : "h" }"#, .trace),
    ("scenario: A train\nsteps: [play]\n", .scenario),
    ("# A comment\nmedia: {duration: 10 s}\nsteps:\n  - play\n", .scenario),
    (#"{"scenario": "A train"}"#, .scenario),
    ("steps: they are many\n", nil),
    (#"[{"id": "a", "system": "ksy", "steps": []}]"#, .cases),
    (#"[{"duration_ms": 1, "bandwidth_kbps": 1, "latency_ms": 1}]"#, .network),
    ("1\n2\n2\n", .network),
    ("0 1.5\n1 2.5\n", .network),
    (#"{"segment_duration_ms": 3000, "segment_sizes_bits": []}"#, .simulatedMedia),
    (#"{"version": "1.2.0", "chapters": []}"#, .segments),
    (#"[{"category": "sponsor", "segment": [1, 2]}]"#, .segments),
    ("1.5\t2.5\t0\n3 4 0\n", .segments),
    ("WEBVTT\n\n", .segments),
    ("FILE PROCESSING COMPLETE 100 FRAMES", .segments),
    ("#EXTM3U\n", .media),
    ("[   0.107][v][cplayer] mpv 0.40.0\n[   0.110][i][cplayer] Playing: a.mp4\n", .log),
    (#"{"t":0,"event":"loadstart","source":"a.mp4"}"# + "\n" + #"{"t":9,"event":"loadeddata"}"# + "\n", .log),
    ("\u{0}\u{0}\u{0} ftypisom", .media),
    ("<?xml version='1.0'?><MPD>", .media),
    ("<!DOCTYPE html><html>", .page),
    ("PK\u{3}\u{4}", .compressed),
    ("the quick brown fox\n", nil),
    ("1 fox\n2 foxes\n", nil),
  ]

  @Test("By its first bytes", arguments: contents)
  func kinds(_ content: String, _ expected: FileKind?) {
    #expect(FileKind(beginning: Array(content.utf8)) == expected)
  }

  @Test("Bytes that are not text")
  func bytes() {
    #expect(FileKind(beginning: [0x8B, 0x54, 0x44, 0x54, 0x0D, 0x0A, 0x1A, 0x0A, 1]) == .trace)
    #expect(FileKind(beginning: [0x47] + [UInt8](repeating: 0, count: 187) + [0x47]) == .media)
    #expect(FileKind(beginning: [UInt8](repeating: 0, count: 257) + Array("ustar".utf8)) == .tar)
    #expect(FileKind(beginning: [0xFF, 0xFB, 0x90]) == .media)
    #expect(FileKind(beginning: [0xC3]) == nil)
  }

  @Test("A file of the wrong kind gets a sentence with its kind, and a command or advice")
  func sentences() throws {
    let fixture = try Fixture()
    for (index, (content, kind)) in Self.contents.enumerated() {
      let file = try fixture.write(content, to: "file \(index)")
      for wanted in FileKind.allCases {
        let sentence = FileHint.sentence(for: file, wanted: wanted)
        #expect((sentence == nil) == (kind == nil || kind == wanted), "\(content)")
        guard let sentence, let kind else { continue }
        #expect(sentence.hasPrefix("\(file): this is \(kind.words), not \(wanted.words). "))
        #expect(
          sentence.contains("tapedeck ") == ![.empty, .page, .compressed, .cases].contains(kind) || kind == .empty)
        // What is to be copied is one word.
        if sentence.contains("'tapedeck ") { #expect(sentence.contains("'\(file)'") || kind == .empty) }
      }
    }
    #expect(FileHint.sentence(for: fixture.path, wanted: .trace)?.contains("this is a folder, not a trace") == true)
    #expect(
      FileKind(path: "-") == nil && FileKind(path: fixture.file("missing")) == nil && FileKind(path: "/dev/null") == nil
    )
  }

  @Test("For an unknown command the nearest one is suggested; for a file, its kind is reported")
  func commands() throws {
    let names = ["record", "replay", "explain", "play"]
    func problem(_ words: String...) -> String? { CommandHint.problem(with: words, among: names) }
    #expect(problem("recrod", "x")?.hasPrefix("There is no command 'recrod'. Did you mean 'record'?") == true)
    #expect(problem("help", "epxlain")?.contains("'explain'") == true)
    #expect(problem("xyzzyxyzzy") == "There is no command 'xyzzyxyzzy'. 'tapedeck --help' lists the commands.")
    #expect(problem("play") == nil && problem("--help") == nil && problem() == nil && problem("help") == nil)
    #expect(problem("help", "play") == nil)
    let trace = try Fixture().story()
    #expect(problem(trace) == nil || problem(trace)?.contains("There is no command") == true)
    let fixture = try Fixture()
    let kept = try fixture.story()
    #expect(problem(kept)?.contains("is a trace, not a command") == true)
    #expect(problem(kept)?.contains("tapedeck replay \(kept)") == true)
  }
}
