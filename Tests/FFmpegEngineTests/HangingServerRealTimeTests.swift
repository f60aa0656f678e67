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
}
#endif
