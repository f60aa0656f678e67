#if FFmpeg
import EngineContract
import FFmpegEngine
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

/// Where the servers of `Tools/servers` are; some tests below run under `Tools/servers run -- swift test` only.
private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

@Suite("Engine contract: FFmpegEngine", .serialized)
struct FFmpegTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Traces/media").path()

  private static func file(_ name: String, _ seconds: Int64) -> ContractMedia {
    ContractMedia(folder + "/" + name, lasts: .seconds(seconds))
  }

  /// Files with sound alone, with pictures, with subtitles, of changing size; one that is damaged, one that is missing.
  private static let files = [
    file("clip.mp4", 10), file("episode.m4a", 90), file("clip-subtitled.mkv", 6), file("clip-sizes.ts", 6),
    ContractMedia(folder + "/garbage.bin", lasts: .zero, outcome: .fails), .missing(folder + "/missing.mp4"),
  ]

  private static func engine(
    _ clocking: FFmpegEngine.Clocking, _ media: [ContractMedia],
    wrapped: @escaping @Sendable (any Engine) -> any Engine = { $0 }
  ) -> EngineUnderTest {
    EngineUnderTest("FFmpegEngine", clock: clocking == .virtual ? .virtual : .real, media: media) { library in
      wrapped(FFmpegEngine(library: library, clocking: clocking))
    }
  }

  @Test("files, on the virtual clock")
  func filesVirtually() {
    let report = Self.engine(.virtual, Self.files).certify(sessions: 80)
    #expect(report.isClean, "\(report)")
    // A file can always be sought in, and reading it never takes time.
    #expect(Set(report.unchecked).isSubset(of: [.seekStays, .starvedRests, .stoppedRests, .wakesHost]), "\(report)")
  }

  @Test("files, on the machine's clock")
  func filesReally() {
    let report = Self.engine(.realTime, Self.files).certify(sessions: 12)
    #expect(report.isClean, "\(report)")
    #expect(!report.unchecked.contains(.wakesHost) && !report.unchecked.contains(.seekRests), "\(report)")
  }

  @Test("an engine that does not wake its host is found")
  func sleeps() throws {
    let engine = Self.engine(.realTime, [Self.file("clip.mp4", 10)]) { Saboteur($0, breaking: .wakesHost) }
    let report = engine.certify(sessions: 3, shrinkBudget: 8)
    #expect(try #require(report.findings.first).rule == .wakesHost, "\(report)")
  }

  @Test("real servers, on the machine's clock", .enabled(if: !server("MEDIA").isEmpty))
  func serversReally() {
    let report = Self.engine(.realTime, Self.sources).certify(sessions: 24)
    #expect(report.isClean, "\(report)")
  }

  @Test("real servers, on the virtual clock", .enabled(if: !server("MEDIA").isEmpty))
  func serversVirtually() {
    let report = Self.engine(.virtual, Array(Self.sources.prefix(3))).certify(sessions: 20)
    #expect(report.isClean, "\(report)")
  }

  private static let sources = [
    ContractMedia(server("MEDIA") + "/clip.mp4", lasts: .seconds(10)),
    ContractMedia(server("HLS_VOD"), lasts: .seconds(10)),
    ContractMedia(server("STATUS") + "/404", lasts: .zero, outcome: .fails),
    ContractMedia(server("STALL") + "/clip.mp4?after=60000&for=2", lasts: .seconds(10)),
    ContractMedia(server("BREAK") + "/clip.mp4?after=60000", lasts: .seconds(10), outcome: .mayFail),
    ContractMedia(server("HLS_WINDOW"), lasts: nil),
    ContractMedia(server("RTMP"), lasts: nil),
  ]
}
#endif
