#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("What containers and playlists declare, and what is there")
struct DeclaredTests {
  private func play(_ source: String, from start: Int64? = nil) -> (playback: Playback, recording: Recording) {
    let recording = Recording()
    let playback = Playback(source, outputs: [recording.output()])
    if let start { playback.seek(to: start) }
    playback.play()
    playback.run()
    return (playback, recording)
  }

  @Test("Streams that are declared, and nothing of them that could be played, fail at once")
  func nothing() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 2, video: nil, "-f mpegts")
      let bytes = try Data(contentsOf: URL(filePath: directory + "/a.ts"))
      // The tables of the beginning, and packets of the sound that carry nothing of it.
      var head = bytes.prefix(3 * 188)
      for packet in 0..<200 {
        var filler = bytes[(3 * 188)..<(4 * 188)]
        filler[filler.startIndex + 3] = 0x20 | UInt8(packet % 16)
        head += filler
      }
      try head.write(to: URL(filePath: directory + "/b.ts"))
      let playback = Playback(directory + "/b.ts")
      #expect(playback.opened == nil)
      #expect(playback.failure?.kind == .invalidData)
    }
  }

  @Test("Sound that a transport stream declares late is heard")
  func lateSound() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 2, audio: nil)
      try FFmpegProgram.make("b.ts", in: directory, seconds: 3)
      var bytes = try Data(contentsOf: URL(filePath: directory + "/a.ts"))
      bytes += try Data(contentsOf: URL(filePath: directory + "/b.ts"))
      try bytes.write(to: URL(filePath: directory + "/c.ts"))
      let (playback, recording) = play(directory + "/c.ts")
      #expect(playback.opened?.hasAudio == true)
      #expect(recording.left.peak > 1_000 && recording.left.count > 2 * Int(recording.rate))
    }
  }

  @Test("Sound that begins with a later segment is heard, and a part in another codec is named")
  func laterSegments() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 2, audio: nil)
      try FFmpegProgram.make("b.ts", in: directory, seconds: 4)
      try FFmpegProgram.make("c.ts", in: directory, seconds: 4, video: "-c:v mpeg2video -threads 1", audio: "-c:a mp2")
      func list(_ names: String...) throws -> String {
        let parts = names.map { "#EXTINF:4,\n\($0).ts\n" }.joined(separator: "#EXT-X-DISCONTINUITY\n")
        let path = "\(directory)/\(names.joined()).m3u8"
        try "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n\(parts)#EXT-X-ENDLIST\n"
          .write(toFile: path, atomically: true, encoding: .utf8)
        return path
      }
      let late = play(try list("a", "b", "b"))
      #expect(late.playback.warnings == [])
      #expect(abs(try #require(late.recording.audio.first) - 2_000) < 100)
      #expect(late.recording.left.count > 7 * Int(late.recording.rate))
      let mixed = play(try list("b", "c", "b"))
      #expect(
        mixed.playback.warnings.map { $0.replacing(#/[34]\.\d+/#, with: "there") } == [
          "videoDecodeFailed: from there s on", "audioDecodeFailed: from there s on",
        ])
    }
  }

  @Test("Subtitles and variables of playlists are named, and the rest is played")
  func unknownTags() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 2)
      let lists = [
        "b.m3u8": "#EXT-X-DEFINE:NAME=\"x\",VALUE=\"y\"\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n",
        "a.m3u8":
          "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",URI=\"s.m3u8\"\n"
          + "#EXT-X-STREAM-INF:BANDWIDTH=100000,SUBTITLES=\"s\"\nb.m3u8\n",
      ]
      for (name, text) in lists {
        try "#EXTM3U\n\(text)".write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
      }
      let (playback, _) = play(directory + "/a.m3u8")
      #expect(
        playback.warnings == [
          "formatUnsupported: subtitles s.m3u8",
          "formatUnsupported: EXT-X-DEFINE: variables of playlists are not replaced",
        ])
      #expect(abs(try #require(playback.end) - 2_000) < 100)
    }
  }

  @Test("A length that is too short is corrected, and can be sought beyond")
  func tooShort() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.flv", in: directory, seconds: 6, video: "-c:v flv1", audio: "-c:a libmp3lame -ar 44100")
      var bytes = try Data(contentsOf: URL(filePath: directory + "/a.flv"))
      let name = try #require(bytes.range(of: Data("duration".utf8)))
      bytes.replaceSubrange((name.upperBound + 1)..<(name.upperBound + 9), with: [0x3F, 0xF0, 0, 0, 0, 0, 0, 0])
      try bytes.write(to: URL(filePath: directory + "/a.flv"))
      let playback = Playback(directory + "/a.flv")
      #expect(playback.opened?.duration == .seconds(1))
      #expect(playback.seek(to: 4_000) == 4_000)
      playback.play()
      playback.run()
      let end = try #require(playback.end)
      #expect(abs(end - 6_000) < 100)
      guard
        case .durationChanged(let last)? = playback.events.last(where: {
          if case .durationChanged = $0 { true } else { false }
        })
      else {
        Issue.record("no other length was reported")
        return
      }
      #expect(last.microseconds / 1_000 == end)
    }
  }

  @Test("Durations in whole seconds do not make a complete playlist end too early")
  func wholeSeconds() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(
        "a.m3u8", in: directory, seconds: 9, video: "-c:v libx264 -preset ultrafast -g 38 -bf 0 -threads 1",
        "-f hls -hls_time 1.52 -hls_list_size 0")
      let text = try String(contentsOfFile: directory + "/a.m3u8", encoding: .utf8)
      try text.replacing(#/#EXTINF:[\d.]+/#, with: "#EXTINF:2").write(
        toFile: directory + "/a.m3u8", atomically: true, encoding: .utf8)
      let (playback, _) = play(directory + "/a.m3u8")
      #expect(playback.opened?.duration == .seconds(12))
      let end = try #require(playback.end)
      #expect(abs(end - 9_000) < 100)
      #expect(
        playback.events.contains { event in
          if case .durationChanged(let length) = event { length.microseconds / 1_000 == end } else { false }
        })
    }
  }

  @Test("Before the first picture the sound is where it was sought", arguments: ["mp4", "mkv", "ts", "m3u8"])
  func latePictures(kind: String) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("base.mp4", in: directory, seconds: 5)
      try FFmpegProgram.run(
        "-itsoffset 1 -i base.mp4 -i base.mp4 -map 0:v -map 1:a -c copy a.\(kind)", in: directory)
      for target in [500, 0, 30, 900] as [Int64] {
        let (playback, recording) = play("\(directory)/a.\(kind)", from: target)
        #expect(playback.failure == nil, "\(target)")
        #expect(abs(try #require(recording.audio.first) - target) <= 30, "\(target)")
        #expect(abs(try #require(recording.video.first) - 1_000) <= 80, "\(target)")
      }
    }
  }

  private static let x264 = "-c:v libx264 -preset ultrafast -bf 2 -threads 1"
  private static let aac = "-c:a aac -b:a 64k -aac_pns 0"

  @Test(
    "Streams that do not begin together can be played again from the very beginning, in each container",
    arguments: [
      ("mkv", "\(x264) \(aac)"), ("mp4", "\(x264) \(aac)"), ("ts", "\(x264) \(aac)"), ("flv", "\(x264) \(aac)"),
      ("nut", "\(x264) \(aac)"), ("m3u8", "\(x264) \(aac)"), ("avi", "-c:v mpeg4 -threads 1 -c:a libmp3lame"),
      ("mpg", "-c:v mpeg2video -threads 1 -c:a mp2"), ("asf", "-c:v msmpeg4 -threads 1 -c:a wmav2"),
      ("ogg", "-c:v libtheora -c:a libvorbis"), ("webm", "-c:v libvpx -threads 1 -c:a libopus"),
    ])
  func beginnings(kind: String, codecs: String) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("base.mp4", in: directory, seconds: 3)
      for (name, late, early) in [("video", "0:v", "1:a"), ("audio", "0:a", "1:v")] {
        try FFmpegProgram.run(
          "-itsoffset 0.7 -i base.mp4 -i base.mp4 -map \(late) -map \(early) \(codecs) \(name).\(kind)", in: directory)
        let played = Played()
        let playback = Playback("\(directory)/\(name).\(kind)", outputs: [played.output()])
        playback.play()
        playback.run()
        let first = played.contents
        played.clear()
        #expect(playback.seek(to: 0) == 0)
        playback.play()
        playback.run()
        #expect(first.pictures.count > 20 && played.pictures == first.pictures, "\(name)")
        // The decoder of AAC remembers the shape of its last window, and libavformat says only once what fills that of Opus.
        let extra = played.samples.count - first.samples.count
        let rest = played.samples.dropFirst(max(0, extra))
        let difference = zip(rest, first.samples).map { abs(Int($0) - Int($1)) }.max() ?? .max
        #expect(difference <= 64 && (kind == "webm" ? 0...624 : 0...0).contains(extra), "\(name): \(extra)")
      }
    }
  }

  @Test("What fills the decoder before the beginning is read again, too", arguments: [0, 5, 200] as [Int64])
  func priming(target: Int64) throws {
    try Media.withDirectory { directory in
      // Without pictures that are decoded before the first, the sound's first packet lies before all pictures.
      try FFmpegProgram.make(
        "a.mp4", in: directory, seconds: 3, video: "-c:v libx264 -preset ultrafast -bf 0 -threads 1")
      let played = Played()
      let playback = Playback(directory + "/a.mp4", outputs: [played.output()])
      playback.play()
      playback.run()
      let first = played.contents
      played.clear()
      #expect(playback.seek(to: target) == target)
      playback.play()
      playback.run()
      let rest = first.samples[first.sample(at: target * 1_000)...]
      let difference = zip(played.samples, rest).map { abs(Int($0) - Int($1)) }.max() ?? .max
      #expect(played.samples.count == rest.count && difference <= 64, "\(difference)")
    }
  }

  @Test("Sound in another program of a transport stream than the pictures is heard")
  func otherProgram() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 3, "-program st=0 -program st=1")
      let (playback, recording) = play(directory + "/a.ts")
      #expect(playback.opened?.hasVideo == true && playback.opened?.hasAudio == true)
      #expect(recording.left.peak > 1_000)
    }
  }

  @Test(
    "HLS on demand can be played again from its beginning, wherever its sound begins",
    arguments: [0, 20, 50] as [Int64])
  func beginning(target: Int64) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.m3u8", in: directory, seconds: 6, "-f hls -hls_time 2 -hls_list_size 0")
      let recording = Recording()
      let playback = Playback(directory + "/a.m3u8", outputs: [recording.output()])
      playback.visit([3_000])
      let before = recording.audio.count
      #expect(playback.seek(to: target) == target)
      playback.play()
      playback.run()
      #expect(abs(try #require(recording.audio.dropFirst(before).first) - target) <= 30)
      #expect(playback.failure == nil)
    }
  }

  @Test("A playlist says where playback begins, and which segments are not there")
  func startAndGap() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.m3u8", in: directory, seconds: 8, "-f hls -hls_time 2 -hls_list_size 0")
      let text = try String(contentsOfFile: directory + "/a.m3u8", encoding: .utf8)
      func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
      }
      let length = "#EXT-X-TARGETDURATION"
      try write("start.m3u8", text.replacing(length, with: "#EXT-X-START:TIME-OFFSET=5.0,PRECISE=YES\n" + length))
      try write("end.m3u8", text.replacing(length, with: "#EXT-X-START:TIME-OFFSET=-3\n" + length))
      let lines = text.split(separator: "\n")
      let second = try #require(lines.firstIndex(of: "a1.ts"))
      try write("gap.m3u8", (lines[..<(second - 1)] + ["#EXT-X-GAP"] + lines[(second - 1)...]).joined(separator: "\n"))
      let server = WebServer { .file(directory + $0.target, $0) }
      for folder in [directory, server.address] {
        for name in ["start", "end"] {
          let (playback, recording) = play("\(folder)/\(name).m3u8")
          #expect(abs(try #require(recording.video.first) - 5_000) <= 40, "\(folder) \(name)")
          #expect(playback.failure == nil)
        }
      }
      let other = WebServer { .file(directory + $0.target, $0) }
      for folder in [directory, other.address] {
        let (playback, recording) = play(folder + "/gap.m3u8")
        #expect(playback.failure == nil && playback.warnings == [])
        #expect(!recording.video.contains { (2_100..<3_900).contains($0) } && recording.video.count == 150)
        #expect(abs(try #require(play(folder + "/gap.m3u8", from: 5_000).recording.video.first) - 5_000) <= 40)
      }
      #expect(!other.requests.contains { $0.target == "/a1.ts" })
    }
  }
}
#endif
