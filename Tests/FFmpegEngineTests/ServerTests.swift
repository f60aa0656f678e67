#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

/// Where the servers of `Tools/servers` are; the tests below run under `Tools/servers run -- swift test`.
private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

@Suite("Real servers", .enabled(if: !server("HTTP").isEmpty))
struct ServerTests {
  @Test(
    "Every status has its kind, and is reported exactly",
    arguments: [
      (400 as Int32, Failure.Kind.httpBadRequest), (401, .httpUnauthorized), (403, .httpForbidden),
      (404, .httpNotFound),
      (418, .httpClientError), (500, .httpServerError), (503, .httpServerError),
    ])
  func status(code: Int32, kind: Failure.Kind) {
    #expect(Playback(server("STATUS") + "/\(code)").failure == Failure(kind, detail: code))
  }

  @Test("The connection's address and times are reported, in order, before the source is open")
  func connected() throws {
    for source in [server("MEDIA") + "/clip.mp4", server("REDIRECT"), server("HLS_VOD")] {
      let playback = Playback(source)
      guard case .connected(let address, let lookup, let connect, let firstData) = playback.events.first else {
        Issue.record("\(source): \(playback.events)")
        continue
      }
      #expect(playback.library.text(of: address) == "127.0.0.1")
      #expect(.zero <= lookup && lookup <= connect && connect <= firstData && firstData < .seconds(5))
      #expect(playback.opened?.isSeekable == true)
    }
  }

  @Test("All bytes are counted, including those of every segment", arguments: ["MEDIA", "HLS_VOD"])
  func bytes(name: String) throws {
    let playback = Playback(server(name) + (name == "MEDIA" ? "/clip.mp4" : ""))
    var counts: [Int64] = []
    for case .buffered(_, let bytesRead, _) in playback.events { counts.append(bytesRead) }
    #expect(counts == counts.sorted())
    #expect(try #require(counts.last) > 160_000)
  }

  @Test("Seeks in on-demand HLS are exact", arguments: [0, 500, 3_999, 4_000, 7_310])
  func hls(target: Int64) throws {
    let recording = Recording()
    let playback = Playback(server("HLS_VOD"), outputs: [recording.output()])
    #expect(playback.seek(to: target) == target)
    playback.play()
    playback.run()
    #expect(abs(try #require(recording.video.first) - target) <= 40)
    #expect(try #require(playback.end) > 9_900)
  }

  @Test("Live streams have no duration, and without a window cannot seek", arguments: ["RTMP", "FLV"])
  func live(name: String) throws {
    let recording = Recording()
    let host = LiveHost(server(name), output: recording.output())
    let media = try #require(host.wait { if case .opened(let media) = $0 { media } else { nil } })
    #expect(!media.duration.isKnown && !media.isSeekable && media.hasVideo)
    host.tell(.seek(SeekSerial(1), target: .seconds(1), toleranceBefore: .zero, toleranceAfter: .zero))
    let isFinished = host.wait { if case .seekCompleted(_, _, let isFinished) = $0 { isFinished } else { nil } }
    #expect(isFinished == false)
    _ = host.wait { if case .buffered(let until, _, _) = $0, until > .seconds(1) { true } else { nil } }
    host.tell(.play(rate: .normal))
    for _ in 0..<6_000 {
      guard recording.video.count < 10 else { break }
      usleep(10_000)
    }
    #expect(recording.video.count >= 10)
  }

  @Test("Data loaded before the connection broke is played; then playback fails", arguments: ["", "&how=reset"])
  func broken(how: String) {
    let playback = Playback(server("BREAK") + "/clip.mp4?after=60000" + how)
    playback.play()
    playback.run()
    #expect(playback.failure?.kind == .io)
    #expect(playback.now > .seconds(2))
  }

  @Test("A server that refuses connections, cannot be resolved, or is not permitted")
  func unreachable() {
    #expect(Playback(server("REFUSED")).failure == Failure(.connect, detail: ECONNREFUSED))
    #expect(Playback(server("UNRESOLVABLE")).failure?.kind == .nameResolution)
    #expect(Playback(server("ESCAPE")).failure?.kind == .notPermitted)
  }

  @Test("A server that wants a password, fewer requests or another address, and one that is not trusted")
  func refusing() throws {
    #expect(Playback(server("PRIVATE") + "/clip.mp4").opened != nil)
    let nobody = server("PRIVATE").replacing("me:secret@", with: "")
    #expect(Playback(nobody + "/clip.mp4").failure == Failure(.httpUnauthorized, detail: 401))
    #expect(Playback(server("LIMITED")).failure == Failure(.httpTooManyRequests, detail: 7))
    #expect(Playback(server("LOOP")).failure == Failure(.tooManyRedirects))
    #expect(Playback(server("TLS") + "/clip.mp4").failure?.kind == .certificateUntrusted)
    var options = NetworkOptions()
    options.trustedCertificates = server("CERTIFICATE")
    #expect(Playback(server("TLS") + "/clip.mp4", network: options).opened != nil)
  }

  @Test("A proxy in between, and its answer for a server that is unreachable")
  func proxy() throws {
    var options = NetworkOptions()
    try options.setProxy(server("PROXY"))
    for name in ["MEDIA", "HLS_VOD"] {
      let source = server(name) + (name == "MEDIA" ? "/clip.mp4" : "")
      #expect(Playback(source, network: options).opened != nil, "\(source)")
    }
    #expect(Playback(server("REFUSED"), network: options).failure == Failure(.httpServerError, detail: 502))
  }

  @Test("A slow server starves playback, which rests until the next play command")
  func slow() throws {
    let host = LiveHost(server("STALL") + "/clip.mp4?after=60000&for=15", output: NullOutput())
    _ = host.wait { if case .buffered(let until, _, _) = $0, until > .seconds(3) { true } else { nil } }
    host.tell(.play(rate: .thousandths(8_000)))
    let position = try #require(host.wait { if case .starved(let position) = $0 { position } else { nil } })
    #expect((.seconds(2) ... .seconds(4)).contains(position))
    _ = host.wait { if case .buffered(_, _, true) = $0 { true } else { nil } }
    host.tell(.reportPosition)
    let reported = host.wait { if case .positionReported(let position) = $0 { position } else { nil } }
    #expect(reported == position)
    host.tell(.play(rate: .thousandths(8_000)))
    #expect(host.wait { if case .ended = $0 { true } else { nil } } == true)
  }
}
#endif
