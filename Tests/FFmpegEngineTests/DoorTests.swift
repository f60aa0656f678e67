#if FFmpeg
import Backports
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// What media from a server tries to reach: addresses of a port that is being watched, or of one that would be opened.
@Suite("Doors that a server's playlist may not open", .serialized)
struct DoorTests {
  /// Addresses that lead to `inner` or would open `free`.
  private static func addresses(_ inner: UInt16, _ free: UInt16) -> [String] {
    [
      "tcp://0.0.0.0:\(free)?listen=1&listen_timeout=300", "tcp://127.0.0.1:\(inner)", "tls://127.0.0.1:\(inner)",
      "tls://0.0.0.0:\(free)?listen=1", "rtmp://127.0.0.1:\(inner)/a/b", "rtmpt://127.0.0.1:\(inner)/a/b",
      "httpproxy://127.0.0.1:\(inner)/10.0.0.1:22", "crypto+tcp://127.0.0.1:\(inner)",
      "crypto:crypto:http://127.0.0.1:\(inner)/a.ts", "async:http://127.0.0.1:\(inner)/a.ts",
      "cache:http://127.0.0.1:\(inner)/a.ts", "subfile,,start,0,end,9,,:http://127.0.0.1:\(inner)/a.ts",
      "concat:http://127.0.0.1:\(inner)/a.ts|http://127.0.0.1:\(inner)/b.ts", "ftp://127.0.0.1:\(inner)/a.ts",
      "file://\(Media.path("clip-sizes.ts"))", "TCP://127.0.0.1:\(inner)", "udp://127.0.0.1:\(inner)",
    ]
  }

  private enum Door: String, CaseIterable { case redirect, variant, rendition, segment, map, key }

  /// The answer to a request for `target` by a server whose `door` leads to `address`.
  private static func answer(_ door: Door, _ address: String, _ request: WebServer.Request) -> WebServer.Answer {
    func media(_ lines: String, _ segment: String = "a.ts") -> WebServer.Answer {
      .text(
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n\(lines)#EXTINF:6,\n\(segment)\n#EXT-X-ENDLIST\n")
    }
    let variant = "#EXT-X-STREAM-INF:BANDWIDTH=100000"
    switch (request.target, door) {
    case ("/a.ts", _): return .file(Media.path("clip-sizes.ts"), request)
    case ("/own.m3u8", _): return media("")
    case (_, .redirect): return .status(302, ["Location": address])
    case (_, .variant): return .text("#EXTM3U\n\(variant)\n\(address)\n")
    case (_, .rendition):
      return .text(
        "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"a\",DEFAULT=YES,URI=\"\(address)\"\n\(variant),AUDIO=\"a\"\nown.m3u8\n"
      )
    case (_, .segment): return media("", address)
    case (_, .map): return media("#EXT-X-MAP:URI=\"\(address)\"\n")
    case (_, .key): return media("#EXT-X-KEY:METHOD=AES-128,URI=\"\(address)\",IV=0x1\n")
    }
  }

  @Test("Nothing is connected and no port is opened, wherever the address stands", arguments: Door.allCases)
  private func doors(door: Door) {
    let watched = LoopbackPort()
    let visits = Lock(0)
    watched.accept { _ in visits.withLock { $0 += 1 } }
    // Outside of the ports that systems give out, to other tests too.
    let free = UInt16.random(in: 61_000...65_000)
    for address in Self.addresses(watched.port, free) {
      let server = WebServer { Self.answer(door, address, $0) }
      let opened = Lock(false)
      let isOver = Lock(false)
      let watcher = Thread {
        // Whoever listened there would be reached.
        while !isOver.withLock({ $0 }) {
          if LoopbackPort.isReached(free) { opened.withLock { $0 = true } }
          usleep(5_000)
        }
      }
      watcher.start()
      let playback = Playback(server.address + "/list.m3u8")
      playback.play()
      playback.run(until: .seconds(20))
      isOver.withLock { $0 = true }
      #expect(visits.withLock { $0 } == 0, "\(door) \(address)")
      #expect(!opened.withLock { $0 }, "\(door) \(address)")
      #expect(!server.requests.isEmpty, "\(door) \(address) \(String(describing: playback.failure))")
      if door == .redirect || door == .variant {
        let kind = playback.failure?.kind
        // libavformat knows no protocol of that name.
        let isUnknown = address.hasPrefix("TCP")
        #expect(
          kind == .notPermitted || isUnknown && kind == .protocolUnsupported,
          "\(door) \(address) \(String(describing: kind))")
      }
    }
  }
}
#endif
