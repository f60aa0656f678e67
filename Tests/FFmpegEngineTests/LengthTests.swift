#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

/// A file written into a pipe, where the writer cannot go back.
struct PipedFormat: CustomTestStringConvertible, Sendable {
  let name: String
  var video: String? = "-c:v libx264 -preset ultrafast -g 25 -bf 2 -threads 1"
  var audio: String? = "-c:a aac -aac_pns 0"
  var testDescription: String { name }

  static let all: [PipedFormat] = [
    .init(name: "a.mkv"),
    .init(name: "a.webm", video: "-c:v libvpx -g 25 -deadline realtime -cpu-used 8", audio: "-c:a libvorbis"),
    .init(name: "a.flv"), .init(name: "a.ts"),
    .init(name: "a.avi", video: "-c:v mpeg4 -g 25", audio: "-c:a pcm_s16le"),
    .init(name: "a.asf", video: "-c:v mpeg4 -g 25", audio: "-c:a pcm_s16le"),
    .init(name: "a.h264", audio: nil),
    .init(name: "a.m2v", video: "-c:v mpeg2video -g 25 -bf 2", audio: nil),
    .init(name: "a.m4v", video: "-c:v mpeg4 -g 25 -f m4v", audio: nil),
    .init(name: "a.ivf", video: "-c:v libvpx -g 25 -deadline realtime -cpu-used 8", audio: nil),
    .init(name: "a.aac", video: nil), .init(name: "a.flac", video: nil, audio: "-c:a flac"),
    .init(name: "a.mp3", video: nil, audio: "-c:a libmp3lame -b:a 96k"),
  ]

  func make(in directory: String) throws {
    try FFmpegProgram.make(name, in: directory, seconds: 6, video: video, audio: audio, "-seekable 0")
  }
}

@Suite("Files that do not declare their length")
struct LengthTests {
  @Test("The length is found, and seeks are exact", arguments: PipedFormat.all)
  func piped(format: PipedFormat) throws {
    try Media.withDirectory { directory in
      try format.make(in: directory)
      let straight = Played()
      let whole = Playback(directory + "/" + format.name, outputs: [straight.output()])
      let opened = try #require(whole.opened)
      #expect(opened.isSeekable)
      whole.play()
      whole.run()
      let end = try #require(whole.end)
      #expect(abs(opened.duration.microseconds / 1_000 - end) < 100, "\(opened.duration) for \(end) ms")
      if format.video == nil { try expectSounds(format, in: directory, straight.contents) }
      if format.video != nil { try expectPictures(format, in: directory, straight.contents) }
    }
  }

  @Test("From a server with ranges, a stream's last timestamp gives its length")
  func remote() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(
        "a.mkv", in: directory, seconds: 20, video: nil, audio: "-c:a pcm_s16le", "-seekable 0")
      let server = WebServer { .file(directory + "/a.mkv", $0) }
      let playback = Playback(server.address + "/a.mkv")
      let opened = try #require(playback.opened)
      #expect(abs(opened.duration.microseconds - 20_000_000) < 50_000 && !opened.isDurationEstimated, "\(opened)")
      #expect(playback.seek(to: 15_000) == 15_000)
      playback.play()
      playback.run()
      #expect(abs(try #require(playback.end) - 20_000) < 50)
      withExtendedLifetime(server) {}
    }
  }

  @Test("Without timestamps the length is estimated from the beginning, and the true one is reported at the end")
  func estimated() throws {
    try Media.withDirectory { directory in
      let video = "-c:v libx264 -preset ultrafast -qp 0 -g 25 -threads 1 -vf noise=alls=40:allf=t"
      try FFmpegProgram.make("a.h264", in: directory, seconds: 8, video: video, audio: nil)
      let server = WebServer { .file(directory + "/a.h264", $0) }
      let playback = Playback(server.address + "/a.h264")
      let opened = try #require(playback.opened)
      #expect(abs(opened.duration.microseconds - 8_000_000) < 1_500_000 && opened.isDurationEstimated, "\(opened)")
      playback.play()
      playback.run()
      #expect(playback.events.contains(.durationChanged(.milliseconds(8_000))))
      #expect(playback.end == 8_000)
      withExtendedLifetime(server) {}
    }
  }

  @Test("A file from a server without ranges has no length")
  func whole() throws {
    try Media.withDirectory { directory in
      try PipedFormat.all[0].make(in: directory)
      let server = WebServer { .file(directory + "/a.mkv", $0, ranges: false) }
      let opened = try #require(Playback(server.address + "/a.mkv").opened)
      #expect(!opened.duration.isKnown && !opened.isSeekable)
      withExtendedLifetime(server) {}
    }
  }

  @Test("Damaged files either play or fail", arguments: ["a.mkv", "a.avi", "a.h264", "a.m2v", "a.aac", "a.flac"])
  func damage(name: String) throws {
    let format = try #require(PipedFormat.all.first { $0.name == name })
    try Media.withDirectory { directory in
      try format.make(in: directory)
      let path = directory + "/" + name
      let original = [UInt8](try Data(contentsOf: URL(filePath: path)))
      // Every run sees the same damage.
      var state: UInt64 = 7
      func random(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      for round in 0..<8 {
        var bytes = original
        for _ in 0..<(1 << round) { bytes[random(below: bytes.count)] = UInt8(random(below: 256)) }
        try Data(bytes.prefix(bytes.count - random(below: bytes.count / 2))).write(to: URL(filePath: path))
        let server = WebServer { .file(path, $0) }
        for source in [path, server.address + "/" + name] {
          let playback = Playback(source)
          playback.visit([3_000, 500, 5_900])
          #expect(playback.failure != nil || playback.opened != nil)
          playback.tell(.close)
          #expect(playback.events.last == .closed)
        }
        withExtendedLifetime(server) {}
      }
    }
  }

  private func expectPictures(_ format: PipedFormat, in directory: String, _ straight: Played.Contents) throws {
    for target in [5_511, 20, 2_001] as [Int64] {
      let played = Played()
      let playback = Playback(directory + "/" + format.name, outputs: [played.output()])
      #expect(playback.seek(to: target) == target)
      playback.play()
      playback.run()
      let first = straight.positions.lastIndex { $0 <= target * 1_000 } ?? 0
      let isSame = played.pictures[...] == straight.pictures[first...]
      #expect(isSame, "\(target) ms: \(played.pictures.count) of \(straight.pictures.count - first)")
      #expect(abs(try #require(played.positions.first) - straight.positions[first]) < 2_000, "\(target) ms")
    }
  }

  private func expectSounds(_ format: PipedFormat, in directory: String, _ straight: Played.Contents) throws {
    for target in [5_511, 31, 2_001] as [Int64] {
      let played = Played()
      let playback = Playback(directory + "/" + format.name, outputs: [played.output()])
      #expect(playback.seek(to: target) == target)
      playback.play()
      playback.run()
      let place = straight.sample(at: target * 1_000)
      let areSame = isSame(played.samples[...], straight.samples[place...])
      #expect(areSame, "\(target) ms: \(played.samples.count) samples of \(straight.samples.count - place)")
    }
  }
}
#endif
