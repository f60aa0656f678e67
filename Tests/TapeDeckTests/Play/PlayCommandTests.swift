#if FFmpeg
import Foundation
import PlayerTrace
import Testing

@testable import tapedeck

@Suite("tapedeck play and record, as processes")
struct PlayCommandTests {
  private let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func media(_ name: String) -> String { "\(Executable.media)/\(name)" }

  @Test("A file plays in virtual time, line by line, and its trace replays")
  func virtual() throws {
    let trace = scratch.file("a.trace")
    let program = try Executable([
      "play", media("clip.mp4"), "--virtual", "--at", "2s:pause", "--at", "5s:play", "--trace", trace,
    ])
    #expect(try program.wait() == 0)
    #expect(program.standardOutput.contains("00:02.000 paused\n00:05.000 playing\n"))
    #expect(program.standardError.isEmpty)
    #expect(try ending(of: trace) == .finished)
  }

  @Test(
    "Two recordings of a local file are identical byte for byte, in either form", arguments: ["trace", "trace.jsonl"])
  func deterministic(_ form: String) throws {
    let arguments = ["--at", "1s:seek=50%", "--at", "2s:rate=1.5", "--set", "startBuffer=500ms"]
    for name in ["a", "b"] {
      let program = try Executable(
        ["record", media("clip.mp4"), "--output", scratch.file("\(name).\(form)")] + arguments)
      #expect(try program.wait() == 0)
      #expect(program.standardOutput.isEmpty && program.standardError.isEmpty)
    }
    let traces = try ["a", "b"].map { try Data(contentsOf: URL(filePath: scratch.file("\($0).\(form)"))) }
    #expect(traces[0] == traces[1])
    #expect(try TraceReader(path: scratch.file("a.\(form)")).header.recordedAt == nil)
  }

  @Test(
    "An action that never took place, or came after playback was over, is named; the trace is complete",
    arguments: [
      (["--at", "200s:pause"], "--at 200s:pause changed nothing: playback was over by then"),
      (["--at", "5s:pause", "--until", "2s"], "--at 5s:pause was never done: the run was over before"),
      (["--at", "1s:pause", "--at", "20s:mute", "--at", "21s:play", "--at", "200s:mute"], "--at 200s:mute changed"),
    ])
  func tooLate(_ arguments: [String], _ says: String) throws {
    let trace = scratch.file("a.trace")
    let program = try Executable(["record", media("clip.mp4"), "--output", trace] + arguments)
    #expect(try program.wait() == 1)
    #expect(program.standardError.contains(says))
    #expect(program.standardError.split(separator: "\n").count == 1)
    #expect(try ending(of: trace) == .finished)
  }

  @Test("An action that resumes playback after the end is not too late; one after --for is wrong usage")
  func afterTheEnd() throws {
    let trace = scratch.file("a.trace")
    let again = ["record", media("clip.mp4"), "--output", trace, "--at", "12s:mute", "--at", "13s:seek=8"]
    let program = try Executable(again)
    #expect(try program.wait() == 0)
    #expect(program.standardError.isEmpty)
    let late = try Executable(["record", media("clip.mp4"), "--output", trace, "--at", "5s:pause", "--for", "5s"])
    #expect(try late.wait() == 2)
    #expect(late.standardError.contains("--at 5s:pause would never be done"))
  }

  @Test("The adverts of the sample episode are skipped, by its chapters and by a file of each format")
  func skipsAdverts() throws {
    let files = ["episode.chapters.json", "episode.vtt", "episode.edl", "episode.txt", "episode.sponsorblock.json"]
    for file in [nil] + files {
      let trace = scratch.file("a.trace")
      let segments = file.map { ["--segments", media($0)] } ?? []
      let program = try Executable(
        ["play", media("episode.m4a"), "--virtual", "--skip", "advert", "--trace", trace] + segments)
      #expect(try program.wait() == 0)
      let lines = program.standardOutput.split(separator: "\n")
      // The episode lasts 91.5 s, its adverts 22 s.
      #expect(lines.last?.hasPrefix("01:09.5") == true, "\(file ?? "chapters"): \(program.standardOutput)")
      #expect(lines.filter { $0.contains(" skipping ") }.count == 2)
      if file == nil {
        #expect(lines.contains("00:16.500 skipping 'Advert: Rewind' 0:16.500–0:28 (--skip advert)"))
        #expect(lines.contains("00:16.500 in 'Talk: One letter box'"))
      }
      #expect(try ending(of: trace) == .finished)
    }
  }

  @Test("A muted range is silent to within one decoded frame")
  func mutedSamples() throws {
    try Data("1 2 1\n".utf8).write(to: URL(filePath: scratch.file("a.edl")))
    let wav = scratch.file("a.wav")
    let program = try Executable([
      "play", media("clip.mp4"), "--virtual", "--for", "3s", "--segments", scratch.file("a.edl"), "--output",
      "wav:\(wav)",
    ])
    #expect(try program.wait() == 0)
    // Two channels of 16 bits after the header.
    let sound = try Data(contentsOf: URL(filePath: wav)).dropFirst(44)
    let isHeard = stride(from: sound.startIndex, to: sound.endIndex - 3, by: 4).map { place in
      (place..<place + 4).contains { sound[$0] != 0 }
    }
    let (rate, frame) = (44_100, 1_024)
    let off = try #require(isHeard.dropFirst(rate / 2).firstIndex(of: false))
    let on = try #require(isHeard[off...].firstIndex(of: true))
    #expect(off >= rate && off <= rate + frame)
    #expect(on >= 2 * rate && on <= 2 * rate + frame)
  }

  @Test("JSON is one object for each line")
  func json() throws {
    let program = try Executable(["play", media("clip.mp4"), "--virtual", "--json"])
    #expect(try program.wait() == 0)
    let lines = program.standardOutput.split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["event"] is String && object?["at"] is Int)
    }
  }

  @Test("Sound and pictures go to the given outputs")
  func outputs() throws {
    let wav = try Executable(["play", media("clip.mp4"), "--virtual", "--output", "wav:\(scratch.file("a.wav"))"])
    #expect(try wav.wait() == 0)
    #expect(try Data(contentsOf: URL(filePath: scratch.file("a.wav"))).prefix(4) == Data("RIFF".utf8))
    let still = try Executable([
      "play", media("clip.mp4"), "--virtual", "--no-autoplay", "--still", scratch.file("a.png"),
    ])
    #expect(try still.wait() == 0)
    #expect(try Data(contentsOf: URL(filePath: scratch.file("a.png"))).dropFirst().prefix(3) == Data("PNG".utf8))
    let none = try Executable([
      "play", media("episode.m4a"), "--virtual", "--no-autoplay", "--still", scratch.file("b.png"),
    ])
    #expect(try none.wait() == 1)
  }

  @Test(
    "What cannot be played exits with 1 and a sentence that names it",
    arguments: [
      ("no-such-file.mp4", "there is no such file"), ("empty.mp3", "not media"),
      ("garbage.bin", "not media"), ("truncated.mp4", "not media"),
      ("cut-short.m4a", "ended before its declared end"),
      ("unsupported-video.mkv", "no decoder for the video"), ("unsupported-audio.m4a", "no decoder for the audio"),
      ("escape.m3u8", "may not be read"),
    ])
  func failures(_ name: String, _ words: String) throws {
    let trace = scratch.file("a.trace.jsonl")
    let program = try Executable(["record", media(name), "--output", trace])
    #expect(try program.wait() == 1)
    #expect(program.standardError.contains("\(media(name)): "))
    #expect(program.standardError.contains(words), "\(program.standardError)")
    #expect(try ending(of: trace) == .finished)
  }

  @Test(
    "Wrong usage exits with 2 and names the option, what was found and what was expected",
    arguments: [
      (["--rate", "0"], "--rate", "0.001 to 100"), (["--rate", "7"], "--rate 7", "0.5 to 2"),
      (["--rate", "-1"], "'-1'", "0.001 to 100"), (["--start", "-5"], "'-5'", "a position"),
      (["--start", "abc"], "'abc'", "a position"), (["--until", "1:99"], "'1:99'", "a position"),
      (["--for", "soon"], "'soon'", "a time"), (["--volume", "101"], "'101'", "0 to 100"),
      (["--set", "openTimeot=1s"], "openTimeot", "openTimeout"), (["--at", "1s:frob"], "'frob'", "seek"),
      (["--at", "frob"], "'frob'", "TIME:ACTION"), (["--start", "5", "--until", "3"], "--until", "--start"),
      (["--start", "99"], "--start 1:39", "up to 0:10"), (["--output", "mp3:x"], "'mp3:x'", "wav:FILE"),
      (["--loop"], "--loop", "--for"), (["--frob"], "--frob", "Unknown option"), (["--timeout", ""], "''", "a time"),
    ])
  func usage(_ arguments: [String], _ found: String, _ expected: String) throws {
    let program = try Executable(["play", media("clip.mp4"), "--virtual"] + arguments)
    #expect(try program.wait() == 2)
    #expect(
      program.standardError.contains(found) && program.standardError.contains(expected), "\(program.standardError)")
  }

  @Test("No output overwrites its source")
  func source() throws {
    let clip = scratch.file("clip.mp4")
    try FileManager.default.copyItem(atPath: media("clip.mp4"), toPath: clip)
    for arguments in [
      ["record", clip, "-o", clip], ["play", clip, "--output", "wav:\(clip)"], ["play", clip, "--still", clip],
    ] {
      let program = try Executable(arguments)
      #expect(try program.wait() == 2)
      #expect(program.standardError.contains("is the source itself"))
    }
    #expect(FileManager.default.contentsEqual(atPath: clip, andPath: media("clip.mp4")))
  }

  @Test("A full disk is reported, for the trace and for standard output")
  func full() throws {
    let trace = try Executable(["record", media("clip.mp4"), "--output", "/dev/full"])
    #expect(try trace.wait() == 1)
    #expect(trace.standardError.contains("/dev/full") && trace.standardError.contains("No space left"))
    let lines = try Executable(
      ["-c", "\"$0\" play \"$1\" --virtual >/dev/full", Executable.path, media("clip.mp4")], program: "/bin/sh")
    #expect(try lines.wait() == 1)
    #expect(lines.standardError.contains("No space left"))
  }

  @Test("Without standard streams nothing is written to files that reuse their descriptors")
  func closedStreams() throws {
    for (streams, code) in [(">&-", 1), ("<&- 2>&-", 0), ("<&- >&- 2>&-", 1)] as [(String, Int32)] {
      let trace = scratch.file("a.trace.jsonl")
      let program = try Executable(
        ["-c", "\"$0\" play \"$1\" --virtual --trace \"$2\" \(streams)", Executable.path, media("clip.mp4"), trace],
        program: "/bin/sh")
      #expect(try program.wait() == code)
      #expect(try ending(of: trace) != nil)
    }
  }

  @Test("What was written before the disk was full is kept and can be replayed")
  func fullLater() throws {
    let trace = scratch.file("a.trace.jsonl")
    // A limit on the file size stands in for a disk that fills up.
    let program = try Executable(
      [
        "-c", "trap '' XFSZ; ulimit -f 16; \"$0\" record \"$1\" -o \"$2\" --loop --for 100h", Executable.path,
        media("clip.mp4"), trace,
      ],
      program: "/bin/bash")
    #expect(try program.wait() == 1)
    #expect(program.standardError.contains("after byte 16384"), "\(program.standardError)")
    var reader = try TraceReader(path: trace)
    let report = try TraceReplayer.replay(&reader)
    #expect(report.isEqual && report.steps > 10 && report.end == nil && report.loss != nil)
  }
}
#endif
