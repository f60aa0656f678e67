#if FFmpeg
import Foundation
import Backports
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Servers that refuse, break off or answer with something else")
struct RefusingServerTests {
  /// How a server treats every request for a part of a file.
  enum Refusal: CaseIterable, Sendable { case forbidden, undescribed, elsewhere, whole }

  @Test(
    "What is buffered needs no server, and what the server refuses does not stop playback", arguments: Refusal.allCases)
  func refusedSeeks(how: Refusal) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mp4", in: directory, seconds: 8, "-movflags +faststart")
      let server = WebServer { request in
        var answer = WebServer.Answer.file(directory + "/a.mp4", request)
        guard let start = request.start, start > 0 else { return answer }
        switch how {
        case .forbidden: return .status(403)
        case .undescribed: answer.headers["Content-Range"] = nil
        case .elsewhere: answer.headers["Content-Range"] = "bytes \(start / 2)-\(start)/\(2 * start)"
        case .whole: return .file(directory + "/a.mp4", request, ranges: false)
        }
        return answer
      }
      let playback = Playback(server.address + "/a.mp4")
      playback.play()
      playback.run(until: .seconds(2))
      let requests = server.requests.count
      #expect(playback.seek(to: 5_000) == 5_000)
      #expect(server.requests.count == requests)
      playback.play()
      playback.run(until: playback.now + .seconds(1))
      let before = playback.events.count
      #expect(playback.seek(to: 1_000) == nil)
      guard case .seekCompleted(_, .seconds(6), false)? = playback.events.dropFirst(before).first,
        case .buffered(let until, _, true)? = playback.events.dropFirst(before + 1).first
      else {
        Issue.record("\(playback.events.dropFirst(before))")
        return
      }
      #expect(until >= .seconds(8))
      playback.play()
      playback.run()
      #expect(playback.failure == nil && playback.end == 8_000)
    }
  }

  @Test(
    "Video that cannot be fetched again is missed, and said to be; the sound goes on",
    arguments: [.status(403), WebServer.Answer(isSilent: true)])
  func refusedPictures(answer: WebServer.Answer) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mp4", in: directory, seconds: 8, "-movflags +faststart")
      let server = WebServer { request in
        request.start ?? 0 > 0 ? answer : .file(directory + "/a.mp4", request)
      }
      let played = Played()
      let playback = Playback(server.address + "/a.mp4", outputs: [played.output()])
      playback.play()
      playback.run(until: .seconds(2))
      playback.tell(.setVideoEnabled(false))
      playback.run(until: .seconds(3))
      playback.tell(.setVideoEnabled(true))
      playback.run()
      #expect(playback.failure == nil && playback.end == 8_000)
      #expect(playback.warnings == [answer.isSilent ? "io: " : "httpForbidden: "])
      #expect(played.samples.count == 2 * 8 * 48_000)
    }
  }

  @Test("What follows the buffer fails for the reason of the server")
  func refusedReturn() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(
        "a.mov", in: directory, seconds: 20, video: "-c:v mjpeg -q:v 2", audio: "-c:a pcm_s16le", "-movflags +faststart"
      )
      let server = WebServer { request in
        request.start ?? 0 > 0 ? .status(403) : .file(directory + "/a.mov", request)
      }
      let playback = Playback(server.address + "/a.mov", bufferDuration: .seconds(4))
      playback.play()
      playback.run(until: .seconds(2))
      playback.seek(to: 15_000)
      playback.play()
      playback.run()
      #expect(playback.failure == Failure(.httpForbidden, detail: 403))
      // What was there has been played.
      #expect(playback.now > .seconds(4))
    }
  }

  @Test(
    "A part that breaks off is asked for once more, and if that breaks, too, a warning names it", arguments: [1, 2])
  func brokenParts(times: Int) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.m3u8", in: directory, seconds: 6, "-f hls -hls_time 2 -hls_list_size 0")
      for ranges in [false, true] {
        let left = Lock(times)
        let server = WebServer { request in
          let name = String(request.target.dropFirst())
          var answer = WebServer.Answer.file("\(directory)/\(name)", request, ranges: ranges)
          if ranges { answer.headers["Accept-Ranges"] = "bytes" }
          let breaks = left.withLock { left in
            guard name == "a1.ts", left > 0 else { return false }
            left -= 1
            return true
          }
          // The second time nothing more comes.
          if breaks { answer.cut = times == 2 && left.withLock(\.self) == 0 ? 0 : answer.body.count / 2 }
          return answer
        }
        let played = Played()
        let playback = Playback(server.address + "/a.m3u8", outputs: [played.output()])
        playback.play()
        playback.run()
        #expect(playback.failure == nil)
        let warnings = playback.warnings
        if times == 1 {
          #expect(warnings == [] && played.pictures.count == 150, "\(ranges): \(warnings)")
        } else {
          #expect(warnings == ["io: \(server.address)/a1.ts"] && played.pictures.count < 150, "\(ranges): \(warnings)")
        }
      }
    }
  }

  @Test("A part that the server has only a moment later is asked for once more", arguments: [404, 503])
  func busyServer(status: Int) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.m3u8", in: directory, seconds: 6, "-f hls -hls_time 2 -hls_list_size 0")
      let asked = Lock<Set<String>>([])
      let server = WebServer { request in
        asked.withLock { $0.insert(request.target).inserted } && request.target != "/a.m3u8"
          ? .status(status) : .file(directory + request.target, request)
      }
      let played = Played()
      let playback = Playback(server.address + "/a.m3u8", outputs: [played.output()])
      playback.play()
      playback.run()
      #expect(playback.failure == nil && playback.warnings == [] && played.pictures.count == 150)
    }
  }

  @Test("An index that breaks off is no damaged media")
  func brokenIndex() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mp4", in: directory, seconds: 20, "-movflags +faststart")
      let server = WebServer { request in
        var answer = WebServer.Answer.file(directory + "/a.mp4", request, ranges: false)
        answer.cut = 2_000
        return answer
      }
      #expect(Playback(server.address + "/a.mp4").failure?.kind == .io)
    }
  }

  @Test("A page, or nothing, in place of a segment is named", arguments: ["", "<html>busy</html>", "<!DOCTYPE html>"])
  func pages(text: String) throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.m3u8", in: directory, seconds: 6, "-f hls -hls_time 2 -hls_list_size 0")
      let server = WebServer { request in
        request.target == "/a1.ts" ? .text(text) : .file(directory + request.target, request)
      }
      let playback = Playback(server.address + "/a.m3u8")
      playback.play()
      playback.run()
      #expect(playback.warnings == ["invalidData: \(server.address)/a1.ts"])
      #expect(playback.failure == nil)
    }
  }

  @Test("Segments and keys may be called what they like")
  func names() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(
        "a.m3u8", in: directory, seconds: 4,
        "-f hls -hls_time 2 -hls_list_size 0 -hls_enc 1 -hls_enc_key 0123456789abcdef")
      for name in ["a0", "a1"] {
        try FileManager.default.moveItem(atPath: "\(directory)/\(name).ts", toPath: "\(directory)/\(name)")
      }
      let key = try #require(
        try FileManager.default.contentsOfDirectory(atPath: directory).first { $0.hasSuffix(".key") })
      try FileManager.default.moveItem(atPath: "\(directory)/\(key)", toPath: "\(directory)/secret.php")
      let text = try String(contentsOfFile: directory + "/a.m3u8", encoding: .utf8)
      try text.replacing(".ts", with: "").replacing(key, with: "secret.php")
        .write(toFile: directory + "/a.m3u8", atomically: true, encoding: .utf8)
      let server = WebServer { .file(directory + $0.target, $0) }
      for source in [directory + "/a.m3u8", server.address + "/a.m3u8"] {
        let playback = Playback(source)
        playback.play()
        playback.run()
        #expect(playback.failure == nil && playback.warnings == [], "\(source)")
        #expect(abs(try #require(playback.end) - 4_000) < 100, "\(source)")
      }
      withExtendedLifetime(server) {}
    }
  }

  @Test("A key in a playlist is in no message")
  func dataKey() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.ts", in: directory, seconds: 2)
      let key = "data:text/plain;base64,MDEyMzQ1Njc4OWFiY2RlZg=="
      try
        "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"\(key)\"\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
        .write(toFile: directory + "/a.m3u8", atomically: true, encoding: .utf8)
      let playback = Playback(directory + "/a.m3u8")
      let failure = try #require(playback.failure)
      #expect(failure.kind == .keyMissing && playback.library.text(of: failure.text) == "data:***")
    }
  }
}

@Suite("Live playlists that cannot be had for a while")
struct FailingPlaylistTests {
  @Test(
    "The stream goes on with the next list that there is",
    arguments: [nil, "", "<html>busy</html>", "busy: come back later", "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARG"])
  func once(answer: String?) throws {
    let stream = try LiveStream(0..<4)
    let asked = Lock(0)
    let server = WebServer { request in
      guard request.target == "/live.m3u8" else { return stream.answer(to: request) }
      let count = asked.increment()
      if (3...4).contains(count) { return answer.map { .text($0) } ?? .status(404) }
      stream.change { $0.window = 0..<min(12, 3 + count) }
      stream.change { $0.hasEnded = count > 7 }
      return stream.answer(to: request)
    }
    let played = Played()
    let playback = Playback(server.address + "/live.m3u8", outputs: [played.output()])
    playback.play()
    playback.run()
    #expect(playback.failure == nil && playback.warnings == [])
    #expect(try #require(playback.end) > 10_000)
  }

  @Test("A live list behind redirects is asked for where it was asked for first: where they lead holds for once")
  func redirected() throws {
    let stream = try LiveStream(0..<4)
    let asked = Lock(0)
    let server = WebServer { request in
      guard request.target.contains(".m3u8") else { return stream.answer(to: request) }
      if request.target == "/go.m3u8" {
        let count = asked.increment()
        stream.change { $0.window = 0..<min(8, 3 + count) }
        stream.change { $0.hasEnded = count > 5 }
        return .status(302, ["Location": "/live.m3u8?\(count)"])
      }
      return request.target == "/live.m3u8?\(asked.withLock(\.self))" ? stream.answer(to: request) : .status(403)
    }
    let playback = Playback(server.address + "/go.m3u8")
    playback.play()
    playback.run()
    #expect(playback.failure == nil && playback.warnings == [])
    #expect(try #require(playback.end) > 7_000)
  }

  @Test("A list without a segment is waited for")
  func empty() throws {
    let stream = try LiveStream(0..<4)
    let asked = Lock(0)
    let server = WebServer { request in
      guard request.target == "/live.m3u8" else { return stream.answer(to: request) }
      let count = asked.increment()
      return count < 3
        ? .text("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:0\n") : stream.answer(to: request)
    }
    let playback = Playback(server.address + "/live.m3u8", bufferDuration: .milliseconds(1_200))
    #expect(playback.opened?.hasVideo == true)
    withExtendedLifetime(server) {}
  }

  @Test("One that comes in pieces is none that fails")
  func pieces() throws {
    let stream = try LiveStream(0..<4)
    let asked = Lock(0)
    let server = WebServer { request in
      guard request.target == "/live.m3u8" else { return stream.answer(to: request) }
      let count = asked.increment()
      stream.change { $0.window = 0..<min(8, 3 + count) }
      stream.change { $0.hasEnded = count > 4 }
      var answer = stream.answer(to: request)
      answer.firstPiece = 20
      return answer
    }
    let playback = Playback(server.address + "/live.m3u8")
    playback.play()
    playback.run()
    #expect(playback.failure == nil && playback.warnings == [])
    #expect(try #require(playback.end) > 7_000)
    // Each time the list is asked for, it was used.
    #expect(asked.withLock(\.self) < 8)
  }
}

extension Playback {
  /// What was warned of: kinds and texts.
  var warnings: [String] {
    events.compactMap { event in
      guard case .warned(let failure) = event else { return nil }
      return "\(failure.kind): \(library.text(of: failure.text))"
    }
  }
}
#endif
