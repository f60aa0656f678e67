#if FFmpeg
import Foundation
import PlayerCore
import Testing

@testable import FFmpegEngine

@Suite("What a source may open")
struct PolicyTests {
  @Test("A network source opens network protocols only")
  func network() throws {
    let policy = try ProtocolPolicy(source: "HTTP://example.org/list.m3u8")
    for url in ["http://a/b", "https://a/b", "crypto+https://a/b", "crypto:http://a/b"] {
      #expect(policy.refusal(of: url) == 0)
    }
    for url in [
      "file:///etc/hostname", "/etc/hostname", "etc/hostname", "crypto+file:///etc/hostname", "crypto:/etc/hostname",
      "concat:a|b", "data:text/plain,a", "pipe:0", "subfile,,start,0,end,1,,:/etc/hostname", "unix:/run/a", "ftp://a/b",
      "cache:http://a/b", "async:http://a/b", "hls+file:///a", "nonsense://a", "tcp://a:1", "tcp://0.0.0.0:1?listen=1",
      "TCP://a:1", "tls://a:1", "tls://a:1?listen", "httpproxy://a:1/b:2", "udp://a:1", "rtmp://a/b", "rtmps://a/b",
      "rtmpt://a/b", "ffrtmphttp://a/b", "crypto+tcp://a:1", "crypto:tls://a:1", "crypto+httpproxy://a:1/b:2",
      "crypto:crypto:http://a/b", "crypto+crypto+http://a/b", "crypto,http://a/b", "subfile,,:http://a/b",
      "concat:http://a/b|http://a/c", "tee:http://a/b", "HTTP://a/b", "",
    ] { #expect(policy.refusal(of: url) != 0, "\(url)") }
  }

  @Test("RTMP is opened where the user names it, and nowhere else")
  func entry() throws {
    let policy = try ProtocolPolicy(source: "RTMP://example.org/app/stream")
    #expect(policy.refusal(of: policy.address) == 0)
    #expect(policy.refusal(of: "rtmp://example.org/app/other") != 0)
    for source in ["tcp://0.0.0.0:1?listen=1", "tls://a:1", "httpproxy://a:1/b:2", "crypto+http://a/b", "udp://a:1"] {
      #expect(throws: MediaError.failed(.protocolUnsupported)) { try ProtocolPolicy(source: source) }
    }
    // What an app reads itself is no address of libavformat's, whatever it is called.
    #expect(ProtocolPolicy(loaded: "rtmp://a/b").refusal(of: "rtmp://a/b") != 0)
  }

  @Test("A local source opens only files in its own directory, with links resolved")
  func local() throws {
    try Media.withDirectory { directory in
      let files = FileManager.default
      try files.createDirectory(atPath: directory + "/show/parts", withIntermediateDirectories: true)
      for name in ["show/list.m3u8", "show/parts/1.ts", "secret"] {
        try Data().write(to: URL(filePath: directory + "/" + name))
      }
      try files.createSymbolicLink(atPath: directory + "/show/out", withDestinationPath: directory + "/secret")
      try files.createSymbolicLink(atPath: directory + "/show/in", withDestinationPath: "parts/1.ts")
      mkfifo(directory + "/show/pipe", 0o600)
      let policy = try ProtocolPolicy(source: directory + "/show/list.m3u8")
      for name in ["parts/1.ts", "parts/../parts/1.ts", "in", "list.m3u8"] {
        #expect(policy.refusal(of: "file:" + directory + "/show/" + name) == 0, "\(name)")
      }
      for name in ["../secret", "out", "missing", "parts", "pipe", "parts/../../secret"] {
        #expect(policy.refusal(of: "file:" + directory + "/show/" + name) != 0, "\(name)")
        #expect(policy.refusal(of: "crypto+file:" + directory + "/show/" + name) != 0, "\(name)")
      }
      for url in ["http://127.0.0.1/", "tcp://127.0.0.1:80", "data:,a", "pipe:0", "concat:list.m3u8"] {
        #expect(policy.refusal(of: url) != 0, "\(url)")
      }
    }
  }

  @Test("A local playlist plays its neighbours, and only those")
  func playlist() throws {
    try Media.withDirectory { directory in
      let files = FileManager.default
      try files.createDirectory(atPath: directory + "/show", withIntermediateDirectories: true)
      try files.copyItem(atPath: Media.path("clip-sizes.ts"), toPath: directory + "/show/1.ts")
      try files.copyItem(atPath: Media.path("clip-sizes.ts"), toPath: directory + "/outside.ts")
      func list(_ segment: String) throws -> Playback {
        let path = directory + "/show/list.m3u8"
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\n\(segment)\n#EXT-X-ENDLIST\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        return Playback(path)
      }
      #expect(try list("1.ts").opened != nil)
      #expect(try list("../outside.ts").failure?.kind == .notPermitted)
      #expect(try list(directory + "/outside.ts").failure?.kind == .notPermitted)
      #expect(try list("http://127.0.0.1:1/1.ts").failure?.kind == .notPermitted)
    }
  }

  @Test("Formats that open files past the policy are not played")
  func formats() throws {
    try Media.withDirectory { directory in
      let path = directory + "/list.ffconcat"
      try FileManager.default.copyItem(atPath: Media.path("clip.mp4"), toPath: directory + "/clip.mp4")
      try Data("ffconcat version 1.0\nfile clip.mp4\n".utf8).write(to: URL(filePath: path))
      #expect(Playback(path).failure?.kind == .notPermitted)
    }
  }
}

@Suite("Damaged media")
struct DamageTests {
  /// A fixed generator, so that every run sees the same damage.
  private struct Noise: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(
    "Randomly changed bytes lead to playback or a failure, never to a crash or a hang",
    arguments: ["clip.mp4", "clip-sizes.ts", "clip-subtitled.mkv", "cut-short.m4a"])
  func noise(name: String) throws {
    let original = [UInt8](try Data(contentsOf: URL(filePath: Media.path(name))))
    var noise = Noise(state: 1)
    try Media.withDirectory { directory in
      for round in 0..<25 {
        var bytes = original
        for _ in 0..<(1 << (round % 10)) {
          bytes[Int.random(in: 0..<bytes.count, using: &noise)] = .random(in: 0...255, using: &noise)
        }
        let path = directory + "/damaged"
        try Data(bytes.prefix(Int.random(in: 1...bytes.count, using: &noise))).write(to: URL(filePath: path))
        let playback = Playback(path)
        playback.tell(.selectTrack(.subtitle, TrackID(3)))
        playback.play()
        playback.run(until: .seconds(3))
        playback.seek(to: 1_500)
        playback.play()
        playback.run(until: .seconds(30))
        #expect(playback.failure != nil || playback.opened != nil)
        playback.tell(.close)
        #expect(playback.events.last == .closed)
      }
    }
  }
}

@Suite("The packet queue")
struct QueueTests {
  private func packet(_ position: Int64, duration: Int64, size: Int32 = 100) throws -> Packet {
    let packet = try #require(Packet())
    packet.pointer.pointee.size = size
    packet.position = position
    packet.duration = duration
    return packet
  }

  @Test("It is full when every playing stream has enough, and refilled when a quarter is gone")
  func duration() throws {
    var queue = PacketQueue(bounds: .init(bytes: 1_000_000, duration: 8_000_000))
    queue.setPlayed(.audio, true)
    queue.setPlayed(.video, true)
    #expect(queue.bufferedUntil == nil)
    for second in 0..<20 { queue.append(try packet(Int64(second) * 1_000_000, duration: 1_000_000), kind: .audio) }
    #expect(!queue.isFull)
    for second in 0..<8 {
      #expect(queue.wantsMore)
      queue.append(try packet(Int64(second) * 1_000_000, duration: 1_000_000), kind: .video)
    }
    #expect(queue.isFull && !queue.wantsMore)
    #expect(queue.bufferedUntil == 8_000_000)
    _ = queue.next(.video)
    _ = queue.next(.video)
    #expect(!queue.isFull && !queue.wantsMore)
    _ = queue.next(.video)
    #expect(queue.wantsMore)
  }

  @Test("Its size is bounded, however small the packets are")
  func bytes() throws {
    var queue = PacketQueue(bounds: .init(bytes: 100_000, duration: .max))
    queue.setPlayed(.audio, true)
    var count = 0
    while !queue.isFull {
      queue.append(try packet(0, duration: 0, size: 1), kind: .audio)
      count += 1
    }
    #expect(count < 200)
    while queue.next(.audio) != nil { count -= 1 }
    #expect(count == 0 && queue.bytes == 0)
  }

  @Test("An empty stream is refilled although the others have enough")
  func dry() throws {
    var queue = PacketQueue(bounds: .init(bytes: 100_000, duration: 1_000_000))
    queue.setPlayed(.audio, true)
    queue.setPlayed(.video, true)
    for kind in [TrackKind.audio, .video] { queue.append(try packet(0, duration: 1_000_000), kind: kind) }
    #expect(!queue.wantsMore)
    _ = queue.next(.video)
    #expect(queue.wantsMore)
  }
}
#endif
