#if FFmpeg
import Backports
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

@Suite("Servers that hang, in real time")
struct HangingServerRealTimeTests {
  @Test("A seek to where the server hangs is answered, tells that nothing lies ahead, and plays once data comes")
  func hangs() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make(
        "a.mov", in: directory, seconds: 30, video: "-c:v mjpeg -q:v 2", audio: "-c:a pcm_s16le", "-movflags +faststart"
      )
      let hasHung = Lock(false)
      let server = WebServer { request in
        let hangs = hasHung.withLock { hasHung in
          defer { hasHung = hasHung || request.start ?? 0 > 0 }
          return !hasHung && request.start ?? 0 > 0
        }
        if hangs { sleep(6) }
        return .file(directory + "/a.mov", request)
      }
      let host = LiveHost(server.address + "/a.mov", output: NullOutput(), bufferDuration: .seconds(4))
      _ = host.wait { if case .buffered(let until, _, _) = $0, until > .seconds(3) { true } else { nil } }
      host.tell(.seek(SeekSerial(1), target: .seconds(25), toleranceBefore: .zero, toleranceAfter: .zero))
      let began = MonotonicClock.now
      let landing = host.wait { if case .seekCompleted(_, let position, true) = $0 { position } else { nil } }
      #expect(landing == .seconds(25) && MonotonicClock.now - began < .seconds(5))
      let ahead = host.wait { if case .buffered(.seconds(25), _, let isSaturated) = $0 { isSaturated } else { nil } }
      #expect(ahead == false)
      _ = host.wait { if case .buffered(let until, _, _) = $0, until > .seconds(26) { true } else { nil } }
      host.tell(.play(rate: .normal))
      let start = host.wait { if case .playbackStarted(let position, _) = $0 { position } else { nil } }
      #expect(start == .seconds(25))
      withExtendedLifetime(server) {}
    }
  }

  @Test("A rendition that the server does not deliver is given up, and what was there plays on")
  func selection() throws {
    try Media.withDirectory { directory in
      try FFmpegProgram.make("a.mp4", in: directory, seconds: 4, "-map 0:v -map 1:a -map 1:a -movflags +faststart")
      let server = WebServer { request in
        if request.start ?? 0 > 0 { sleep(20) }
        return .file(directory + "/a.mp4", request)
      }
      let host = LiveHost(server.address + "/a.mp4", output: NullOutput())
      _ = host.wait { if case .buffered(_, _, true) = $0 { true } else { nil } }
      let began = MonotonicClock.now
      host.tell(.selectTrack(.audio, TrackID(2)))
      let failure = host.wait { if case .warned(let failure) = $0 { failure } else { nil } }
      #expect(failure?.kind == .io && MonotonicClock.now - began < .seconds(10))
      host.tell(.play(rate: .thousandths(2_000)))
      let end = host.wait { if case .ended(let position) = $0 { position } else { nil } }
      #expect(try #require(end) - .seconds(4) < .milliseconds(100))
      withExtendedLifetime(server) {}
    }
  }
}
#endif
