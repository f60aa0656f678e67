#if FFmpeg
import Backports
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

/// Playlists and files in which timestamps jump.
private enum Joined {
  /// Makes `name` of six-second parts, three segments each, whose timestamps begin at `starts`.
  static func playlist(
    _ name: String, of starts: [Double], in directory: String, options: String = "", segment: String = "ts"
  ) throws {
    var lines: [String] = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for (index, start) in starts.enumerated() {
      let part = "part\(index)"
      try FFmpegProgram.make(
        part + ".m3u8", in: directory, seconds: 6, at: start,
        options
          + " -f hls -hls_time 2 -hls_list_size 0 -hls_flags +independent_segments"
          + " -hls_fmp4_init_filename \(part)-init.mp4 -hls_segment_filename \(part)-%d.\(segment)")
      let text = try String(contentsOfFile: directory + "/\(part).m3u8", encoding: .utf8)
      if index > 0 { lines.append("#EXT-X-DISCONTINUITY") }
      let kept = ["#EXTINF", "#EXT-X-MAP", part]
      lines += text.split(separator: "\n").map(String.init).filter { line in kept.contains { line.hasPrefix($0) } }
    }
    lines.append("#EXT-X-ENDLIST")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: directory + "/" + name))
  }

  /// Makes a transport stream of such parts, one after the other.
  static func file(_ name: String, of starts: [Double], in directory: String) throws {
    var bytes = Data()
    for (index, start) in starts.enumerated() {
      try FFmpegProgram.make("part\(index).ts", in: directory, seconds: 6, at: start)
      bytes += try Data(contentsOf: URL(filePath: directory + "/part\(index).ts"))
    }
    try bytes.write(to: URL(filePath: directory + "/" + name))
  }
}

@Suite("One timeline")
struct TimelineTests {
  private func expectAll(_ name: String, in directory: String, seconds: Double) throws {
    let straight = try Straight(of: name, in: directory)
    let played = Played()
    let playback = Playback(directory + "/" + name, outputs: [played.output()])
    playback.play()
    playback.run()
    #expect(playback.failure == nil)
    #expect(abs(Double(try #require(playback.end)) / 1_000 - seconds) < 0.3)
    #expect(played.pictures == straight.pictures)
    let isHeard = isSame(played.samples[...], straight.samples[...])
    #expect(isHeard)
    #expect(played.positions == played.positions.sorted())
    #expect(zip(played.positions, played.positions.dropFirst()).allSatisfy { (20_000...120_000).contains($1 - $0) })
    #expect(!playback.events.contains { if case .starved = $0 { true } else { false } })
  }

  @Test(
    "An advert break plays through, whatever its timestamps",
    arguments: [[0, 5_000, 6], [9_000, 0, 0], [0, 0, 0], [100, 40, 20_000]] as [[Double]])
  func advert(starts: [Double]) throws {
    try Media.withDirectory { directory in
      try Joined.playlist("list.m3u8", of: starts, in: directory)
      try expectAll("list.m3u8", in: directory, seconds: 18)
    }
  }

  @Test(
    "A concatenated transport stream plays through", arguments: [[0, 0], [0, 1_000, 0], [50, 20]] as [[Double]])
  func joined(starts: [Double]) throws {
    try Media.withDirectory { directory in
      try Joined.file("joined.ts", of: starts, in: directory)
      try expectAll("joined.ts", in: directory, seconds: Double(starts.count) * 6)
    }
  }

  /// Seeks back and forth in one playback, and in fresh ones, and compares what follows with straight playback.
  private func expectSeeks(_ name: String, in directory: String, to targets: [Int64], fresh: Bool = true) throws {
    let whole = Played()
    let played = Played()
    let playback = Playback(directory + "/" + name, outputs: [whole.output(), played.output()])
    playback.play()
    playback.run()
    let straight = whole.contents
    func expectLanding(of playback: Playback, _ played: Played, at target: Int64) {
      #expect(playback.seek(to: target) == target)
      played.clear()
      playback.play()
      playback.run()
      #expect(playback.failure == nil)
      let first = straight.positions.lastIndex { $0 <= target * 1_000 } ?? 0
      let arePictures =
        played.pictures[...] == straight.pictures[first...] && played.positions[...] == straight.positions[first...]
      #expect(arePictures, "\(target) ms: \(played.pictures.count) pictures of \(straight.pictures.count - first)")
      let place = straight.sample(at: target * 1_000)
      let areSamples = isSame(played.samples[...], straight.samples[place...])
      #expect(areSamples, "\(target) ms: \(played.samples.count) samples of \(straight.samples.count - place)")
    }
    for target in targets { expectLanding(of: playback, played, at: target) }
    for target in targets where fresh {
      let played = Played()
      expectLanding(of: Playback(directory + "/" + name, outputs: [played.output()]), played, at: target)
    }
  }

  @Test(
    "A seek past a discontinuity lands, and all that follows plays, even if it never played before",
    arguments: [[0, 5_000, 6], [0, 0, 0]] as [[Double]])
  func seeks(starts: [Double]) throws {
    try Media.withDirectory { directory in
      try Joined.playlist("list.m3u8", of: starts, in: directory)
      try expectSeeks("list.m3u8", in: directory, to: [7_020, 15_060, 2_900, 12_980, 17_500, 20])
    }
  }

  @Test(
    "A part of HLS with other streams plays in its place, in another order and in other codecs, too",
    arguments: [
      ("-map 0 -map 1", "-c:v libx264 -preset ultrafast -g 25 -bf 0 -threads 1", "-c:a aac -b:a 64k -aac_pns 0"),
      ("-map 1 -map 0", "-c:v libx264 -preset ultrafast -g 25 -bf 0 -threads 1", "-c:a aac -b:a 64k -aac_pns 0"),
      ("-map 0 -map 1", "-c:v mpeg2video -g 25 -threads 1", "-c:a mp2"),
    ])
  func otherStreams(order: String, video: String, audio: String) throws {
    try Media.withDirectory { directory in
      let options = "-mpegts_start_pid 0x200 \(order)"
      try FFmpegProgram.make(
        "a.ts", in: directory, seconds: 6, video: "-c:v libx264 -preset ultrafast -g 25 -bf 0 -threads 1")
      try FFmpegProgram.make("b.ts", in: directory, seconds: 6, at: 50, video: video, audio: audio, options)
      let parts = ["a.ts", "b.ts", "a.ts"]
      let list = parts.map { "#EXTINF:6,\n\($0)\n" }.joined(separator: "#EXT-X-DISCONTINUITY\n")
      try "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n\(list)#EXT-X-ENDLIST\n"
        .write(toFile: directory + "/list.m3u8", atomically: true, encoding: .utf8)
      let played = Played()
      let playback = Playback(directory + "/list.m3u8", outputs: [played.output()])
      playback.play()
      playback.run()
      #expect(playback.warnings == [])
      #expect(abs(try #require(playback.end) - 18_000) < 150)
      let straight = try parts.map { try Straight(of: $0, in: directory) }
      // libavformat keeps the last two pictures of a stream back until that goes on.
      #expect(played.pictures == straight.dropLast().flatMap { $0.pictures.dropLast(2) } + straight[2].pictures)
      let isHeard = isSame(played.samples[...], straight.flatMap(\.samples)[...])
      #expect(isHeard)
      try expectSeeks("list.m3u8", in: directory, to: [7_020, 15_060, 2_900, 11_500, 17_500, 20])
    }
  }

  @Test("Seeks in HLS of fragmented MP4 are exact")
  func fragments() throws {
    try Media.withDirectory { directory in
      try Joined.playlist("list.m3u8", of: [0], in: directory, options: "-hls_segment_type fmp4", segment: "m4s")
      try expectSeeks("list.m3u8", in: directory, to: [3_020, 5_060, 20])
    }
  }

  @Test("A seek in HLS on demand asks for no media playlist again", arguments: ["a.m3u8", "master.m3u8"])
  func keptList(source: String) throws {
    try Media.withDirectory { directory in
      try Joined.playlist("a.m3u8", of: [0, 100], in: directory)
      try "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\na.m3u8\n"
        .write(toFile: directory + "/master.m3u8", atomically: true, encoding: .utf8)
      let asked = Lock(0)
      let server = WebServer { request in
        if request.target == "/a.m3u8", asked.increment() > 1 { return .status(403) }
        return .file(directory + request.target, request)
      }
      let playback = Playback(server.address + "/" + source)
      for target: Int64 in [9_000, 1_000, 7_000] { #expect(playback.seek(to: target) == target) }
      playback.play()
      playback.run()
      #expect(playback.failure == nil && playback.warnings == [])
      #expect(abs(try #require(playback.end) - 12_000) < 100)
    }
  }

  @Test("HLS whose initialisation changes keeps playing, with a warning")
  func initialisations() throws {
    try Media.withDirectory { directory in
      for part in ["one", "two"] {
        try FFmpegProgram.make(
          "\(part).m3u8", in: directory, seconds: 4,
          "-f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod -hls_segment_type fmp4 "
            + "-hls_fmp4_init_filename \(part).mp4 -hls_segment_filename \(part)-%d.m4s")
      }
      let lists = try ["one", "two"].map { try String(contentsOfFile: "\(directory)/\($0).m3u8", encoding: .utf8) }
      let second = lists[1].components(separatedBy: "#EXT-X-PLAYLIST-TYPE:VOD\n")[1]
      let whole = lists[0].replacing("#EXT-X-ENDLIST\n", with: "#EXT-X-DISCONTINUITY\n" + second)
      try Data(whole.utf8).write(to: URL(filePath: directory + "/list.m3u8"))
      let playback = Playback(directory + "/list.m3u8")
      playback.play()
      playback.run()
      let warnings = playback.events.compactMap { event -> String? in
        if case .warned(let failure) = event { return playback.library.text(of: failure.text) } else { return nil }
      }
      #expect(playback.failure == nil)
      #expect(warnings.count { $0.contains("has an initialisation of its own") } == 1, "\(warnings)")
      let single = Playback(directory + "/one.m3u8")
      single.play()
      single.run()
      #expect(!single.events.contains { if case .warned = $0 { true } else { false } })
    }
  }

  @Test("A concatenated transport stream is seekable after playback, and has its true length")
  func joinedSeeks() throws {
    try Media.withDirectory { directory in
      try Joined.file("joined.ts", of: [0, 1_000, 0], in: directory)
      try expectSeeks("joined.ts", in: directory, to: [15_060, 7_020, 2_900], fresh: false)
    }
  }

  @Test("A single damaged timestamp does no harm")
  func damaged() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("whole.ts", in: directory, seconds: 6)
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: directory + "/whole.ts")))
      // The highest bits of the timestamps of a picture in the middle.
      let places = stride(from: 0, to: bytes.count - 188, by: 188).filter { place in
        bytes[place + 1] & 0x40 != 0 && bytes[place..<place + 188].contains { $0 == 0xE0 }
      }
      for place in places.dropFirst(places.count / 2).prefix(20) {
        guard let start = (place + 4..<place + 170).first(where: { bytes[$0...].starts(with: [0, 0, 1, 0xE0]) }) else {
          continue
        }
        bytes[start + 9] ^= 0x08
        if bytes[start + 7] & 0x40 != 0 { bytes[start + 14] ^= 0x08 }
        break
      }
      try Data(bytes).write(to: URL(filePath: directory + "/damaged.ts"))
      try expectAll("damaged.ts", in: directory, seconds: 6)
    }
  }

  @Test("The 33-bit counter may wrap")
  func wrap() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("wrap.ts", in: directory, seconds: 12, at: 95_436)
      try expectAll("wrap.ts", in: directory, seconds: 12)
    }
  }

  @Test("Media starts at zero, wherever its timestamps start", arguments: ["mkv", "mp4", "ts"])
  func start(container: String) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("late." + container, in: directory, seconds: 4, at: 100)
      let played = Played()
      let playback = Playback(directory + "/late." + container, outputs: [played.output()])
      #expect(abs(try #require(playback.opened).duration.microseconds - 4_000_000) < 200_000)
      playback.play()
      playback.run()
      #expect(try #require(played.positions.first) < 100_000)
      #expect(try #require(played.starts.first) < 100_000)
      #expect(abs(try #require(playback.end) - 4_000) < 200)
      playback.seek(to: 2_000)
      played.clear()
      playback.play()
      playback.run()
      #expect(abs(try #require(played.positions.first) - 2_000_000) < 45_000)
    }
  }
}
#endif
