#if FFmpeg
import Backports
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace
import Testing

@testable import FFmpegEngine

@Suite("What servers receive")
struct RequestTests {
  private func options() throws -> NetworkOptions {
    var options = NetworkOptions()
    try options.addHeader("Authorization: Bearer abc123")
    try options.addHeader(name: "X-Test", value: " two words ")
    try options.setUserAgent("App/1.0 (test)")
    try options.addCookie("session=s3cret=")
    try options.addCookie("other=2")
    return options
  }

  /// The clip as encrypted HLS with a playlist of playlists.
  private func makeStream(in directory: String) throws {
    try Data((0..<16).map { UInt8($0) }).write(to: URL(filePath: directory + "/a.key"))
    try Data("a.key\na.key\n".utf8).write(to: URL(filePath: directory + "/info"))
    try FFmpegProgram.run(
      [
        "-i", Media.path("clip.mp4"), "-c", "copy", "-f", "hls", "-hls_playlist_type", "vod", "-hls_key_info_file",
        "info",
        "-master_pl_name", "master.m3u8", "a.m3u8",
      ], in: directory)
  }

  @Test("A cookie that a server sets comes back to it, from a live list, too", arguments: ["live", "master"])
  func answered(list: String) throws {
    let stream = try LiveStream(0..<4)
    stream.change { $0.hasEnded = list == "master" }
    let server = WebServer { request in
      guard request.target.hasSuffix(".ts") else {
        var answer = stream.answer(to: request)
        answer.headers["Set-Cookie"] = "session=123; Path=/"
        return answer
      }
      return request.headers["cookie"] == "session=123" ? stream.answer(to: request) : .status(403)
    }
    let playback = Playback("\(server.address)/\(list).m3u8", bufferDuration: .milliseconds(1_200))
    #expect(playback.opened?.hasVideo == true)
    #expect(playback.warnings == [])
    withExtendedLifetime(server) {}
  }

  @Test("Playlists, segments and keys are all requested with headers, cookies and user agent")
  func everywhere() throws {
    try Media.withDirectory { directory in
      try makeStream(in: directory)
      let server = WebServer { .file(directory + $0.target, $0) }
      let playback = Playback(server.address + "/master.m3u8", network: try options())
      playback.play()
      playback.run()
      #expect(playback.end != nil)
      let requests = server.requests
      for part in ["/master.m3u8", "/a.m3u8", "/a0.ts", "/a1.ts", "/a.key"] {
        #expect(requests.contains { $0.target == part }, "\(part)")
      }
      for request in requests {
        #expect(request.headers["authorization"] == "Bearer abc123", "\(request.target)")
        #expect(request.headers["x-test"] == "two words", "\(request.target)")
        #expect(request.headers["user-agent"] == "App/1.0 (test)", "\(request.target)")
        let cookies = (request.headers["cookie"] ?? "").components(separatedBy: "; ")
        #expect(Set(cookies) == ["session=s3cret=", "other=2"], "\(request.target): \(cookies)")
      }
      // What a trace would contain.
      let told = playback.library.definitions(after: 0).map { "\($0)" }.joined()
      #expect(!told.contains("abc123") && !told.contains("s3cret"))
    }
  }

  private static let secrets = ["authorization", "cookie", "proxy-authorization"]

  private func secretOptions() throws -> NetworkOptions {
    var options = NetworkOptions()
    for line in ["AUTHORIZATION: Bearer abc123", "cookie: a=1", "Proxy-Authorization: Basic eA==", "Referer: here"] {
      try options.addHeader(line)
    }
    try options.setUserAgent("App/1.0")
    return options
  }

  private func check(_ request: WebServer.Request, isOwn: Bool) {
    for name in Self.secrets { #expect((request.headers[name] != nil) == isOwn, "\(request.target): \(name)") }
    #expect(request.headers["referer"] == "here" && request.headers["user-agent"] == "App/1.0")
  }

  @Test("Secrets stay with the source's server; other headers follow a redirect, there and back")
  func otherHost() throws {
    let own = Lock("")
    // The same host: the port is another server's.
    let other = WebServer { request in
      request.target == "/back.mp4"
        ? .status(302, ["Location": own.withLock { $0 } + "/clip.mp4"]) : .file(Media.path("clip.mp4"), request)
    }
    for path in ["/clip.mp4", "/back.mp4"] {
      let server = WebServer { request in
        request.target == "/clip.mp4"
          ? .file(Media.path("clip.mp4"), request) : .status(301, ["location": other.address + path])
      }
      own.withLock { $0 = server.address }
      let playback = Playback(server.address + "/a.mp4", network: try secretOptions())
      #expect(playback.opened != nil, "\(String(describing: playback.failure))")
      // A seek makes a request of its own.
      #expect(playback.seek(to: 3_000) != nil)
      for request in server.requests { check(request, isOwn: true) }
      #expect((path == "/back.mp4") == server.requests.contains { $0.target == "/clip.mp4" })
    }
    #expect(!other.requests.isEmpty)
    for request in other.requests { check(request, isOwn: false) }
  }

  @Test("Cookies stay with the source's host, whatever the name of another ends with")
  func cookies() throws {
    let other = WebServer { .file(Media.path("clip.mp4"), $0) }
    let elsewhere = other.address.replacing("127.0.0.1", with: "localhost")
    let server = WebServer { _ in .status(302, ["Location": elsewhere + "/clip.mp4"]) }
    #expect(Playback(server.address + "/a.mp4", network: try options()).opened != nil)
    #expect(server.requests.allSatisfy { $0.headers["cookie"] != nil && $0.headers["authorization"] != nil })
    #expect(!other.requests.isEmpty)
    #expect(other.requests.allSatisfy { $0.headers["cookie"] == nil && $0.headers["authorization"] == nil })
    #expect(other.requests.allSatisfy { $0.headers["x-test"] == "two words" })
  }

  @Test("What an address gets depends on scheme, host and port, and for cookies on the host")
  func addresses() throws {
    var network = try secretOptions()
    try network.addCookie("session=1")
    let options = RequestOptions(network, source: "http://me:pw@a.example/list.m3u8")
    /// What a connection would be opened with, after a demuxer has handed on what its own had.
    func sent(_ address: String) -> (headers: String, cookies: String) {
      var dictionary: OpaquePointer?
      defer { av_dict_free(&dictionary) }
      for name in ["headers", "cookies"] { av_dict_set(&dictionary, name, "Authorization: old", 0) }
      options.set(&dictionary, for: address)
      func value(_ name: String) -> String {
        av_dict_get(dictionary, name, nil, 0)?.pointee.value.map { String(cString: $0) } ?? ""
      }
      #expect(value("max_redirects") == "0")
      return (value("headers").lowercased(), value("cookies"))
    }
    for own in ["http://a.example/b.ts", "HTTP://A.example:80/b", "crypto+http://x@a.example/b", "http://a.example"] {
      #expect(Self.secrets.allSatisfy(sent(own).headers.contains), "\(own)")
      #expect(sent(own).cookies.contains("session=1"), "\(own)")
    }
    for other in [
      "https://a.example/", "http://a.example:81/", "http://nota.example/", "http://b.a.example/",
      "http://a.example.b/",
      "http://a.example@b/", "http://b/?http://a.example/", "http:/b/://a.example/", "rtmp://a.example/",
      "//a.example/",
      "http://[::1]/", "http://a.example:080/", "file:///a.example", "",
    ] {
      #expect(!Self.secrets.contains(where: sent(other).headers.contains), "\(other)")
      let isBelow = ["https://a.example/", "http://b.a.example/"].contains(other) || other.contains("a.example:")
      #expect((sent(other).cookies.contains("session=1")) == isBelow, "\(other)")
      #expect(sent(other).headers.contains("referer: here") && !sent(other).headers.contains("old"), "\(other)")
    }
  }

  @Test("Cookies of an encrypted source stay encrypted", arguments: ["http", "https", "HTTP"])
  func encrypted(scheme: String) throws {
    let options = RequestOptions(try self.options(), source: "https://a.example/list.m3u8")
    for host in ["a.example", "a.example:443", "b.a.example"] {
      var dictionary: OpaquePointer?
      defer { av_dict_free(&dictionary) }
      options.set(&dictionary, for: "\(scheme)://\(host)/a.ts")
      #expect((av_dict_get(dictionary, "cookies", nil, 0) != nil) == (scheme == "https"), "\(scheme) \(host)")
    }
  }

  @Test("Secrets do not follow a playlist to another server")
  func otherServers() throws {
    try Media.withDirectory { directory in
      try makeStream(in: directory)
      let other = WebServer { .file(directory + $0.target, $0) }
      let text = try String(contentsOfFile: directory + "/a.m3u8", encoding: .utf8)
      let list =
        text.replacing("a.key", with: other.address + "/a.key").replacing(
          "\na1.ts", with: "\n" + other.address + "/a1.ts")
      let server = WebServer { $0.target == "/a.m3u8" ? .text(list) : .file(directory + $0.target, $0) }
      let playback = Playback(server.address + "/master.m3u8", network: try secretOptions())
      playback.play()
      playback.run()
      #expect(playback.end != nil && playback.failure == nil)
      for part in ["/master.m3u8", "/a.m3u8", "/a0.ts"] { #expect(server.requests.contains { $0.target == part }) }
      for part in ["/a.key", "/a1.ts"] { #expect(other.requests.contains { $0.target == part }) }
      for request in server.requests { check(request, isOwn: true) }
      for request in other.requests { check(request, isOwn: false) }
    }
  }

  @Test("A name and a password in an address stay with it")
  func passwordOfOne() throws {
    let other = WebServer { .file(Media.path("clip.mp4"), $0) }
    let server = WebServer { request in
      request.headers["authorization"] == nil
        ? .status(401, ["WWW-Authenticate": "Basic realm=\"a\""]) : .status(302, ["Location": other.address + "/b.mp4"])
    }
    let address = server.address.replacing("//", with: "//me:secret@") + "/a.mp4"
    for network in [NetworkOptions(), try secretOptions()] {
      #expect(Playback(address, network: network).opened != nil)
    }
    #expect(!other.requests.isEmpty && other.requests.allSatisfy { $0.headers["authorization"] == nil })
  }

  @Test("As many redirects are followed with secrets as without, in a circle too", arguments: [false, true])
  func redirects(withSecrets: Bool) throws {
    let network = withSecrets ? try secretOptions() : NetworkOptions()
    let server = WebServer { request in
      let number = Int(request.target.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 0
      return number == 0 ? .file(Media.path("clip.mp4"), request) : .status(302, ["Location": "\(number - 1).mp4"])
    }
    #expect(Playback(server.address + "/8.mp4", network: network).opened != nil)
    #expect(Playback(server.address + "/9.mp4", network: network).failure?.kind == .tooManyRedirects)
    let circle = WebServer { _ in .status(307, ["Location": "/again.mp4"]) }
    #expect(Playback(circle.address + "/a.mp4", network: network).failure?.kind == .tooManyRedirects)
    #expect(circle.requests.count == 9)
  }

  @Test("A proxy receives all requests, with its own name and password")
  func proxy() throws {
    try Media.withDirectory { directory in
      try makeStream(in: directory)
      let proxy = WebServer { request in
        guard request.headers["proxy-authorization"] == "Basic \(Data("me:secret".utf8).base64EncodedString())" else {
          return .status(407, ["Proxy-Authenticate": "Basic realm=\"proxy\""])
        }
        guard let url = URL(string: request.target), url.host() == "media.example" else { return .status(502) }
        return .file(directory + url.path(), request)
      }
      var options = NetworkOptions()
      try options.setProxy("http://me:secret@127.0.0.1:\(proxy.port)")
      let playback = Playback("http://media.example/master.m3u8", network: options)
      playback.play()
      playback.run()
      #expect(playback.end != nil, "\(String(describing: playback.failure))")
      #expect(
        proxy.requests.contains { $0.target == "http://media.example:80/a1.ts" }, "\(proxy.requests.map(\.target))")
    }
  }

  @Test("The hooks of an app pass the options to the engine")
  func hooks() throws {
    let server = WebServer { .file(Media.path("clip.mp4"), $0) }
    var hooks = EngineHooks()
    hooks.network = try options()
    let library = IdentifierTable()
    let player = VirtualPlayer(
      engine: FFmpegEngine(library: library, clocking: .virtual, hooks: hooks), library: library)
    let item = library.item(for: server.address + "/clip.mp4")
    player.send(.load(item: item, start: .standard, autoplay: true, opens: true))
    player.run()
    #expect(player.player.phase == .ended)
    #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer abc123" })
  }

  @Test("A password in an address reaches the server, but no trace")
  func password() throws {
    let server = WebServer { request in
      request.headers["authorization"] == "Basic \(Data("me:secret".utf8).base64EncodedString())"
        ? .file(Media.path("clip.mp4"), request) : .status(401, ["WWW-Authenticate": "Basic realm=\"a\""])
    }
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).trace.jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let library = IdentifierTable()
    let player = VirtualPlayer(engine: FFmpegEngine(library: library, clocking: .virtual), library: library)
    player.record(to: url) { Issue.record($0) }
    let item = library.item(for: "http://me:secret@127.0.0.1:\(server.port)/clip.mp4?token=7")
    player.send(.load(item: item, start: .standard, autoplay: true, opens: true))
    player.run()
    #expect(player.player.phase == .ended)
    player.shutDown()
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains("http://***@127.0.0.1:\(server.port)/clip.mp4?token=7"))
    #expect(!text.contains("secret"))
  }
}

@Suite("What a stream reports while it plays")
struct StreamNewsTests {
  @Test("Titles of an Icecast server are reported where they start")
  func titles() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.run(
        ["-f", "lavfi", "-i", "sine=frequency=440:duration=20", "-b:a", "64k", "-write_xing", "0", "a.mp3"],
        in: directory)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: directory + "/a.mp3")))
      let interval = 16_000
      var body: [UInt8] = []
      for (index, start) in stride(from: 0, to: bytes.count, by: interval).enumerated() {
        let part = bytes[start..<min(bytes.count, start + interval)]
        body += part
        if part.count < interval { break }
        // 8 s per title.
        let text = index % 4 == 0 ? "StreamTitle='Song \(index / 4)';StreamUrl='';" : ""
        let length = (text.utf8.count + 15) / 16
        body += [UInt8(length)] + text.utf8 + [UInt8](repeating: 0, count: length * 16 - text.utf8.count)
      }
      let answer = WebServer.Answer(
        headers: ["icy-metaint": "\(interval)", "icy-name": "Radio", "Content-Type": "audio/mpeg"], body: body,
        saysLength: false)
      let server = WebServer { _ in answer }
      let library = IdentifierTable()
      let player = VirtualPlayer(engine: FFmpegEngine(library: library, clocking: .virtual), library: library)
      let titles = Titles(library)
      player.add(titles)
      let item = library.item(for: server.address + "/radio")
      player.send(.load(item: item, start: .standard, autoplay: true, opens: true))
      player.run()
      #expect(titles.found.map(\.title) == ["Song 0", "Song 1", "Song 2"])
      let seconds = titles.found.map(\.at)
      try #require(seconds.count == 3)
      #expect((8.0...12).contains(seconds[1]) && (16.0...20).contains(seconds[2]), "\(seconds)")
    }
  }

  private final class Titles: PlaybackObserver {
    private let library: IdentifierTable
    nonisolated(unsafe) var found: [(title: String, at: Double)] = []  // Used on the main actor only.
    init(_ library: IdentifierTable) { self.library = library }
    func playback(_ player: Player, did event: PlayerEvent) {
      guard case .metadataFound(let key, let value) = event.notification, library.text(of: key) == "StreamTitle" else {
        return
      }
      found.append((library.text(of: value), Double(event.instant.microseconds) / 1e6))
    }
  }

  @Test("A missing segment is a warning with its address, and playback continues", arguments: [404, 503])
  func missingSegment(status: Int) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 12, "-f mpegts")
      try FFmpegProgram.run(
        "-i a.ts -c copy -f hls -hls_time 2 -hls_playlist_type vod a.m3u8", in: directory)
      let server = WebServer { $0.target == "/a2.ts" ? .status(status) : .file(directory + $0.target, $0) }
      let recording = Recording()
      let playback = Playback(
        server.address.replacing("//", with: "//me:secret@") + "/a.m3u8", outputs: [recording.output()])
      playback.play()
      playback.run()
      #expect(playback.failure == nil)
      #expect(try #require(playback.end) > 11_500)
      var warnings: [Failure] = []
      for case .warned(let failure) in playback.events { warnings.append(failure) }
      #expect(warnings.map(\.kind) == [status == 404 ? .httpNotFound : .httpServerError])
      #expect(warnings.map(\.detail) == [Int32(status)])
      #expect(
        warnings.map { playback.library.text(of: $0.text) } == ["http://***@127.0.0.1:\(server.port)/a2.ts"])
      #expect(!recording.video.contains { (4_100...5_900).contains($0) })
      #expect(recording.video.contains { (6_100...7_900).contains($0) })
    }
  }
}
#endif
