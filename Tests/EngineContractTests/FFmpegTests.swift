#if FFmpeg
import EngineContract
import FFmpegEngine
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

/// The address of a server of `Tools/servers`; some tests run only under `Tools/servers run -- swift test`.
private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

/// FFmpegEngine as the contract tests it, with media.
private enum Certified {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Traces/media").path()

  static func file(_ name: String, _ seconds: Int64) -> ContractMedia {
    ContractMedia(folder + "/" + name, lasts: .seconds(seconds))
  }

  /// Files with sound only, with pictures, with subtitles, with changing size; one damaged, one missing.
  static let files = [
    file("clip.mp4", 10), file("episode.m4a", 90), file("clip-subtitled.mkv", 6), file("clip-sizes.ts", 6),
    ContractMedia(folder + "/garbage.bin", lasts: .zero, outcome: .fails), .missing(folder + "/missing.mp4"),
  ]

  static let sources = [
    ContractMedia(server("MEDIA") + "/clip.mp4", lasts: .seconds(10)),
    ContractMedia(server("HLS_VOD"), lasts: .seconds(10)),
    ContractMedia(server("STATUS") + "/404", lasts: .zero, outcome: .fails),
    ContractMedia(server("STALL") + "/clip.mp4?after=60000&for=2", lasts: .seconds(10)),
    ContractMedia(server("BREAK") + "/clip.mp4?after=60000", lasts: .seconds(10), outcome: .mayFail),
    ContractMedia(server("REFUSE") + "/clip.mp4", lasts: .seconds(10), outcome: .mayFail),
    ContractMedia(server("REFUSE") + "/clip.mp4?for=20", lasts: .seconds(10), outcome: .mayFail),
    ContractMedia(server("HLS_WINDOW"), lasts: nil),
    ContractMedia(server("RTMP"), lasts: nil),
  ]

  static func engine(
    _ clocking: FFmpegEngine.Clocking, _ media: [ContractMedia],
    wrapped: @escaping @Sendable (any Engine) -> any Engine = { $0 }
  ) -> EngineUnderTest {
    EngineUnderTest("FFmpegEngine", clock: clocking == .virtual ? .virtual : .real, media: media) { library in
      wrapped(FFmpegEngine(library: library, clocking: clocking))
    }
  }
}

@Suite("Engine contract: FFmpegEngine on the virtual clock")
struct FFmpegTests {
  @Test("files")
  func files() {
    let report = Certified.engine(.virtual, Certified.files).certify(sessions: 80)
    #expect(report.isClean, "\(report)")
    // A file is always seekable, and reading it takes no time.
    #expect(Set(report.unchecked).isSubset(of: [.seekStays, .starvedRests, .stoppedRests, .wakesHost]), "\(report)")
  }
}

@Suite("Engine contract: FFmpegEngine on the virtual clock, over real servers", .enabled(if: !server("MEDIA").isEmpty))
struct FFmpegServerTests {
  @Test("every rule is kept")
  func servers() {
    let report = Certified.engine(.virtual, Array(Certified.sources.prefix(3))).certify(sessions: 20)
    #expect(report.isClean, "\(report)")
  }
}

/// Their time limits must not depend on what runs beside them.
@Suite("Engine contract: FFmpegEngine on the machine's clock", .serialized)
struct FFmpegRealTimeTests {
  @Test("files")
  func files() {
    let report = Certified.engine(.realTime, Certified.files).certify(sessions: 12)
    #expect(report.isClean, "\(report)")
    #expect(!report.unchecked.contains(.wakesHost) && !report.unchecked.contains(.seekRests), "\(report)")
  }

  @Test("an engine that does not wake its host is found")
  func sleeps() throws {
    let engine = Certified.engine(.realTime, [Certified.file("clip.mp4", 10)]) { Saboteur($0, breaking: .wakesHost) }
    let report = engine.certify(sessions: 3, shrinkBudget: 8)
    #expect(try #require(report.findings.first).rule == .wakesHost, "\(report)")
  }

  @Test("real servers", .enabled(if: !server("MEDIA").isEmpty))
  func servers() {
    let report = Certified.engine(.realTime, Certified.sources).certify(sessions: 24)
    #expect(report.isClean, "\(report)")
  }
}
#endif
