#if FFmpeg
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import FFmpegEngine

private func server(_ name: String) -> String { ProcessInfo.processInfo.environment["TAPEDECK_" + name] ?? "" }

@Suite("Live windows of a real server", .enabled(if: !server("HLS_WINDOW").isEmpty))
struct LiveServerTests {
  private func window(_ host: LiveHost, after start: MediaTime = .microseconds(-1)) throws -> Range<MediaTime> {
    try #require(
      host.wait { if case .seekableRangeChanged(let first, let end) = $0, first > start { first..<end } else { nil } })
  }

  @Test("A one-minute window slides, has dates, and allows exact seeks and a return to live")
  func window() throws {
    let recording = Recording()
    let host = LiveHost(server("HLS_WINDOW"), output: recording.output())
    let media = try #require(host.wait { if case .opened(let media) = $0 { media } else { nil } })
    #expect(!media.duration.isKnown && media.isSeekable && media.hasVideo)
    let first = try window(host)
    #expect(first.lowerBound == .zero && first.upperBound >= .seconds(50))
    let reference = host.wait { if case .dateReference(let position, let date) = $0 { (position, date) } else { nil } }
    let (position, date) = try #require(reference)
    let age = Int64(Date().timeIntervalSince1970 * 1e6) - date - (first.upperBound - position).microseconds
    #expect(abs(age) < 30_000_000)
    let second = try window(host, after: first.lowerBound)
    #expect(second.upperBound - first.upperBound > .seconds(1))
    let target = second.lowerBound + .milliseconds(21_480)
    host.tell(.seek(SeekSerial(1), target: target, toleranceBefore: .zero, toleranceAfter: .zero))
    #expect(
      host.wait { if case .seekCompleted(SeekSerial(1), let at, true) = $0 { at == target } else { nil } } == true)
    // With nothing to play yet, the engine rests and waits for the next command.
    for _ in 0..<1_200 where recording.video.isEmpty {
      host.tell(.play(rate: .normal))
      usleep(100_000)
    }
    #expect(abs(try #require(recording.video.first) - target.microseconds / 1_000) <= 40)
    host.tell(.seek(SeekSerial(2), target: .seconds(100_000), toleranceBefore: .zero, toleranceAfter: .zero))
    let live = host.wait { if case .seekCompleted(SeekSerial(2), let at, true) = $0 { at } else { nil } }
    #expect(try #require(live) >= second.upperBound)
    #expect(!host.hasFailed)
  }

  @Test("A short window is reported as well: the player decides whether to use it")
  func short() throws {
    let host = LiveHost(server("HLS_LIVE"), output: NullOutput())
    let media = try #require(host.wait { if case .opened(let media) = $0 { media } else { nil } })
    #expect(!media.duration.isKnown && media.isSeekable)
    #expect(try window(host).upperBound <= .seconds(8))
  }
}
#endif
