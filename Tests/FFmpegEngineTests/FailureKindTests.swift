#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

extension Playback {
  /// The engine's own words about what went wrong.
  fileprivate var words: String { library.text(of: failure?.text ?? .none) }
}

@Suite("Failures name their cause")
struct FailureKindTests {
  @Test("Where only the class of a status is known, none is told")
  func unknownStatus() {
    #expect(MediaError(code: CFF_ERROR_HTTP_OTHER_4XX) == .failed(.httpClientError))
    #expect(MediaError(code: CFF_ERROR_HTTP_SERVER_ERROR) == .failed(.httpServerError))
  }

  @Test("A certificate that is untrusted, expired or issued to another server")
  func certificates() throws {
    try Media.withDirectory { directory in
      try FileManager.default.copyItem(atPath: Media.path("clip.mp4"), toPath: directory + "/clip.mp4")
      try TLSServer.makeCertificate("good", in: directory)
      try TLSServer.makeCertificate("old", to: "20210101000000Z", in: directory)
      try TLSServer.makeCertificate("other", for: "DNS:other.example", in: directory)
      func play(_ name: String, isTrusted: Bool = true) throws -> Playback {
        let server = try TLSServer(name, in: directory)
        var options = NetworkOptions()
        if isTrusted { options.trustedCertificates = "\(directory)/\(name).pem" }
        return withExtendedLifetime(server) { Playback(server.address + "/clip.mp4", network: options) }
      }
      let good = try play("good")
      #expect(good.failure == nil && good.opened != nil)
      for (name, isTrusted, words) in [
        ("good", false, "no authority that this machine trusts"), ("old", true, "expired"),
        ("other", true, "not made out to 127.0.0.1"),
      ] {
        let playback = try play(name, isTrusted: isTrusted)
        #expect(playback.failure?.kind == .certificateUntrusted, "\(name)")
        #expect(playback.words.contains(words), "\(name): \(playback.words)")
      }
    }
  }

  @Test("Endless redirects fail, finite ones open")
  func redirects() {
    let server = WebServer { request in
      let count = Int(request.target.dropFirst()) ?? 0
      return count == 0
        ? .file(Media.path("clip.mp4"), request) : .status(302, ["Location": "/\(count > 8 ? count : count - 1)"])
    }
    #expect(Playback(server.address + "/5").opened != nil)
    #expect(Playback(server.address + "/99").failure == Failure(.tooManyRedirects))
  }

  @Test(
    "Too many requests, with the delay that the server asks for",
    arguments: [("7", 7), ("", 0), ("soon", 0), ("-3", 0), ("99999999999", Int32.max)])
  func tooManyRequests(header: String, seconds: Int32) {
    let server = WebServer { _ in .status(429, header.isEmpty ? [:] : ["Retry-After": header]) }
    #expect(Playback(server.address + "/a.mp4").failure == Failure(.httpTooManyRequests, detail: seconds))
  }

  @Test("A retry date becomes the number of seconds left")
  func retryDate() {
    let now = Date(timeIntervalSince1970: 1_445_412_420.5)
    #expect(RetryAfter.seconds(in: "A: b\r\nretry-after:  Wed, 21 Oct 2015 07:28:00 GMT\r\n", now: now) == 60)
    #expect(RetryAfter.seconds(in: "Retry-After: Wed, 21 Oct 2015 07:00:00 GMT", now: now) == 0)
    #expect(RetryAfter.seconds(in: "Retry-After: Wed, 99 Oct", now: now) == nil)
  }

  @Test(
    "An index that breaks off, and again where it goes on, is a matter of the connection", arguments: [true, false])
  func brokenIndex(isReset: Bool) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mp4", in: directory, seconds: 10)
      let size = try Data(contentsOf: URL(filePath: directory + "/a.mp4")).count
      let server = WebServer { request in
        var answer = WebServer.Answer.file(directory + "/a.mp4", request)
        answer.cut = max(0, size - 500 - Int(request.start ?? 0))
        answer.isReset = isReset
        return answer
      }
      #expect(Playback(server.address + "/a.mp4").failure?.kind == .io)
    }
  }

  @Test("An index at the end of a file from a server without ranges", arguments: [true, false])
  func range(lies: Bool) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.run(["-i", Media.path("clip.mp4"), "-c", "copy", "late.mp4"], in: directory)
      let server = WebServer { request in
        var answer = WebServer.Answer.file(directory + "/late.mp4", request, ranges: false)
        if lies { answer.headers["Accept-Ranges"] = "bytes" }
        return answer
      }
      let playback = Playback(server.address + "/late.mp4")
      playback.play()
      playback.run()
      #expect(playback.failure?.kind == .rangeRequired)
    }
  }

  @Test("DASH from a file and from a server, and formats of other refused demuxers")
  func formats() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.run(
        ["-i", Media.path("clip.mp4"), "-t", "1", "-c", "copy", "-f", "dash", "a.mpd"], in: directory)
      let server = WebServer { .file(directory + $0.target, $0) }
      for base in [directory, server.address] {
        let playback = Playback(base + "/a.mpd")
        #expect(playback.failure?.kind == .formatUnsupported)
        #expect(playback.words == "MPEG-DASH")
      }
    }
    #expect(ProtocolPolicy.refusal(ofDemuxer: "image2") == .failed(.imageUnsupported))
    #expect(ProtocolPolicy.refusal(ofDemuxer: "concat") == .failed(.notPermitted, detail: EPERM))
    #expect(!ProtocolPolicy.demuxers.contains("dash"))
  }

  @Test("An endless playlist fails as too large instead of filling memory")
  func endlessPlaylist() {
    let server = WebServer { request in
      guard request.target.hasSuffix("m3u8") else { return .status(404) }
      var answer = WebServer.Answer.text("#EXTM3U\n#EXT-X-TARGETDURATION:9\n")
      answer.body += [UInt8](String(repeating: "#EXTINF:9,\na.ts\n", count: 4_096).utf8)
      answer.isEndless = true
      return answer
    }
    let playback = Playback(server.address + "/a.m3u8")
    #expect(playback.failure?.kind == .tooLarge)
    #expect(playback.words == "a playlist")
  }

  @Test("A playlist with too large a declared length is not read")
  func largePlaylist() {
    let server = WebServer { request in
      guard request.target.hasSuffix("m3u8") else { return .status(404) }
      return .text("#EXTM3U\n" + String(repeating: "#EXTINF:9,\na.ts\n", count: 1_100_000))
    }
    #expect(Playback(server.address + "/a.m3u8").failure?.kind == .tooLarge)
  }

  @Test(
    "A list of so many playlists that libavformat would compare them for minutes is too large",
    arguments: ["#EXT-X-STREAM-INF:BANDWIDTH=1\nvN.m3u8\n", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"N\"\n"])
  func manyPlaylists(entry: String) {
    let entries = (0..<30_000).map { entry.replacing("N.", with: "\($0).").replacing("\"N\"", with: "\"\($0)\"") }
    let list = "#EXTM3U\n" + entries.joined() + "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"g\"\na.m3u8\n"
    let server = WebServer { $0.target == "/list.m3u8" ? .text(list) : .status(404) }
    #expect(Playback(server.address + "/list.m3u8").failure?.kind == .tooLarge)
    #expect(server.requests.count == 1)
  }

  @Test("A playlist over TLS plays, also one that moved, and is as bounded as every other")
  func secureLists() throws {
    try Media.withDirectory { directory in
      try TLSServer.makeCertificate("good", in: directory)
      try FileManager.default.createDirectory(atPath: directory + "/media", withIntermediateDirectories: true)
      try FFmpegProgram.run(
        ["-i", Media.path("clip.mp4"), "-c", "copy", "-f", "hls", "-hls_playlist_type", "vod", "media/a.m3u8"],
        in: directory)
      let head = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n"
      try Data("\(head)media/a.m3u8\n".utf8).write(to: URL(filePath: directory + "/master.m3u8"))
      for name in ["list.m3u8", "nobody.m3u8"] {
        let entry = name == "list.m3u8" ? "#EXT-X-STREAM-INF:BANDWIDTH=1\n\(name)\n" : "#EXTINF:1,\n\(name).ts\n"
        try Data("#EXTM3U\n\(String(repeating: entry, count: 10_000))".utf8).write(
          to: URL(filePath: "\(directory)/\(name)"))
      }
      let server = try TLSServer("good", in: directory)
      var options = NetworkOptions()
      options.trustedCertificates = "\(directory)/good.pem"
      func play(_ address: String) -> Playback { Playback(server.address + address, network: options) }
      for address in ["/media/a.m3u8", "/moved/media/a.m3u8", "/master.m3u8", "/moved/master.m3u8"] {
        let playback = play(address)
        #expect(playback.opened != nil, "\(address): \(playback.words)")
        #expect(playback.seek(to: 1_000) == 1_000, "\(address)")
      }
      for address in ["/list.m3u8", "/endless/list.m3u8", "/endless/nobody.m3u8"] {
        #expect(play(address).failure?.kind == .tooLarge, "\(address)")
      }
    }
  }

  @Test("A list of playlists that lists itself is too large: libavformat would open it without an end")
  func listOfItself() {
    let list = "#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8\n", count: 3)
    let server = WebServer { _ in .text(list) }
    #expect(Playback(server.address + "/list.m3u8").failure?.kind == .tooLarge)
    #expect(server.requests.count < 30)
  }

  @Test("A key that the server refuses, or that does not fit")
  func keys() throws {
    try Media.withDirectory { directory in
      try Data((0..<16).map { UInt8($0) }).write(to: URL(filePath: directory + "/true.key"))
      try Data("true.key\ntrue.key\n".utf8).write(to: URL(filePath: directory + "/info"))
      try FFmpegProgram.run(
        [
          "-i", Media.path("clip.mp4"), "-c", "copy", "-f", "hls", "-hls_playlist_type", "vod", "-hls_key_info_file",
          "info", "a.m3u8",
        ], in: directory)
      func play(key: WebServer.Answer) -> Playback {
        let server = WebServer { $0.target == "/true.key" ? key : .file(directory + $0.target, $0) }
        return Playback(server.address.replacing("//", with: "//me:secret@") + "/a.m3u8")
      }
      #expect(play(key: WebServer.Answer(body: (0..<16).map { UInt8($0) })).failure == nil)
      let absent = play(key: .status(403))
      #expect(absent.failure?.kind == .keyMissing && absent.failure?.detail == 403)
      #expect(absent.words.hasSuffix("/true.key: HTTP 403"), "\(absent.words)")
      #expect(!absent.words.contains("secret"))
      for body in [[UInt8](repeating: 7, count: 16), [1, 2, 3]] {
        #expect(play(key: WebServer.Answer(body: body)).failure?.kind == .keyMissing)
      }
    }
  }
}
#endif
