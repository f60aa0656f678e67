#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// Raw sound, which has no index.
struct RemoteSound: CustomTestStringConvertible, Sendable {
  let name: String
  let options: String
  /// The tolerated error of a seek in milliseconds: one frame where all frames have the same size.
  var error: Int64 = 40
  var rate: Int64 = 48_000
  var testDescription: String { name + " " + options }

  static let all: [RemoteSound] = [
    .init(name: "a.mp3", options: "-c:a libmp3lame -b:a 128k -ar 44100 -write_xing 0"),
    .init(name: "a.mp3", options: "-c:a libmp3lame -b:a 128k -ar 48000"),
    .init(name: "a.ac3", options: "-c:a ac3 -b:a 128k -ar 44100"),
    .init(name: "a.mp3", options: "-c:a libmp3lame -q:a 2", error: 2_000),
    .init(name: "a.aac", options: "-c:a aac -b:a 128k", error: 10_000),
  ]
}

@Suite("Raw sound from a server")
struct RemoteSoundTests {
  @Test(
    "A seek reads from its target, and knows its position as exactly as the format allows", arguments: RemoteSound.all
  )
  func seek(format: RemoteSound) throws {
    try Media.withDirectory { directory in
      let source = "-f lavfi -i anoisesrc=r=44100:a=0.1:d=120"
      try FFmpegProgram.run("\(source) \(format.options) \(format.name)", in: directory)
      let path = directory + "/" + format.name
      let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64)
      let server = WebServer { .file(path, $0) }
      let local = try #require(Playback(path).opened).duration.microseconds / 1_000
      let playback = Playback(server.address + "/" + format.name)
      for target in [90_000, 30_000, 0, 105_000] as [Int64] {
        let before = bytesRead(playback)
        #expect(playback.seek(to: target) == target)
        playback.play()
        playback.run(until: playback.now + .seconds(1))
        #expect(bytesRead(playback) - before < size / 2, "\(target) ms of \(size) bytes")
      }
      playback.run()
      #expect(playback.failure == nil)
      let marks = playback.events.filter { event in
        if case .metadataFound(let key, _) = event {
          playback.library.text(of: key) == MetadataKey.position
        } else {
          false
        }
      }
      #expect(marks.count == (format.error > 100 ? 1 : 0))
      // Counted from where the last seek landed.
      #expect(abs(try #require(playback.end) - local) <= format.error, "\(playback.end ?? 0) of \(local) ms")
      withExtendedLifetime(server) {}
    }
  }

  @Test("A seek to minute fifty loads little of the hour")
  func hour() throws {
    try Media.withDirectory { directory in
      let sound = "-f lavfi -i anullsrc=r=8000:cl=mono -t 3600 -c:a libmp3lame -compression_level 9 -b:a 8k"
      try FFmpegProgram.run(sound + " -write_xing 0 a.mp3", in: directory)
      let server = WebServer { .file(directory + "/a.mp3", $0) }
      let playback = Playback(server.address + "/a.mp3")
      #expect(playback.seek(to: 3_000_000) == 3_000_000)
      playback.play()
      playback.run(until: playback.now + .seconds(1))
      // Of 3.6 MB: twice the read-ahead, and a little for probing.
      #expect(bytesRead(playback) < 300_000)
      playback.seek(to: 3_590_000)
      playback.play()
      playback.run()
      // A frame lasts 72 ms.
      #expect(abs(try #require(playback.end) - 3_600_000) < 200)
      #expect(bytesRead(playback) < 400_000)
      withExtendedLifetime(server) {}
    }
  }

  @Test("Damaged files either play or fail", arguments: [RemoteSound.all[1], .all[3], .all[4]])
  func damage(format: RemoteSound) throws {
    try Media.withDirectory { directory in
      let path = directory + "/" + format.name
      try FFmpegProgram.run("-f lavfi -i anoisesrc=a=0.1:d=40 \(format.options) \(format.name)", in: directory)
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let server = WebServer { .file(path, $0) }
      for round in 1...4 {
        // In the last round, nothing of the rest looks like a frame.
        for place in stride(from: 10_000 * round, to: bytes.count, by: 4_000 >> (2 * round)) { bytes[place] ^= 0x5A }
        try Data(bytes).write(to: URL(filePath: path))
        let playback = Playback(server.address + "/" + format.name)
        playback.visit([30_000, 500, 39_900])
        #expect(playback.failure != nil || playback.opened != nil)
        playback.tell(.close)
        #expect(playback.events.last == .closed)
      }
      withExtendedLifetime(server) {}
    }
  }

  private func bytesRead(_ playback: Playback) -> Int64 {
    for case .buffered(_, let bytesRead, _) in playback.events.reversed() { return bytesRead }
    return 0
  }

  /// The last two are so small that libavformat would rather guess.
  private static let heard: [RemoteSound] = [
    .init(name: "a.mp3", options: "-c:a libmp3lame -b:a 128k -write_xing 0"),
    .init(name: "a.mp3", options: "-c:a libmp3lame -b:a 128k"),
    // Frames of 626 and 627 bytes, with places between them that look like the start of one.
    .init(name: "a.mp2", options: "-c:a mp2 -b:a 192k", rate: 44_100),
    .init(name: "a.mp3", options: "-c:a libmp3lame -b:a 48k"),
    .init(name: "a.mp3", options: "-c:a libmp3lame -q:a 8"),
  ]

  @Test("Sound after a seek is that of its target", arguments: heard)
  func sound(format: RemoteSound) throws {
    try Media.withDirectory { directory in
      let source = "-f lavfi -i anoisesrc=r=\(format.rate):a=0.1:d=24:seed=5"
      try FFmpegProgram.run("\(source) \(format.options) \(format.name)", in: directory)
      let path = directory + "/" + format.name
      let server = WebServer { .file(path, $0) }
      let (straight, played) = (Played(), Played())
      let whole = Playback(path, outputs: [straight.output()])
      whole.play()
      whole.run()
      // libavformat's own index covers what was read before, so little is read ahead.
      let playback = Playback(
        server.address + "/" + format.name, outputs: [played.output()], bufferDuration: .milliseconds(100))
      let all = straight.samples
      for target in [22_234, 15_019, 19_345, 17_777, 21_021, 3_003, 12_345, 0] as [Int64] {
        #expect(playback.seek(to: target) == target)
        played.clear()
        playback.play()
        playback.run(until: playback.now + .milliseconds(1_500))
        let expected = all[(Int((target * format.rate + 500) / 1_000) * 2)...]
        #expect(played.samples.count > 100_000)
        let worst = zip(played.samples, expected).map { abs(Int($0) - Int($1)) }.max() ?? .max
        #expect(worst <= 2, "\(target) ms")
      }
      withExtendedLifetime(server) {}
    }
  }
}
#endif
