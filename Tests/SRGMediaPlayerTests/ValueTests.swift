import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import SRGMediaPlayer

@MainActor
@Suite("Values")
struct ValueTests {
  @Test("positions: kinds, their tolerances, and invalid values (SRG.md#1.8)")
  func positions() {
    let infinity = TimeInterval.infinity
    func tolerances(_ position: SRGPosition) -> [TimeInterval] { [position.toleranceBefore, position.toleranceAfter] }
    #expect(tolerances(.default) == [0, 0] && tolerances(.at(3)) == [0, 0])
    #expect(tolerances(.around(3)) == [infinity, infinity])
    #expect(tolerances(.before(3)) == [infinity, 0] && tolerances(.after(3)) == [0, infinity])
    #expect(SRGPosition.at(.nan).mark == .time(0) && SRGPosition.at(infinity).mark == .time(infinity))
    #expect(tolerances(SRGPosition(at: .zero, toleranceBefore: -1, toleranceAfter: .nan)) == [0, 0])
    let time = SRGTimePosition(.around(7), for: nil)
    #expect(time == SRGTimePosition(time: 7, toleranceBefore: infinity, toleranceAfter: infinity))
  }

  @Test("positions convert for the reducer: from the stream's zero, from a segment, as a date")
  func core() {
    #expect(SRGPosition.around(3).core() == .around(.seconds(3)))
    let inSegment = SRGPosition.at(3).core(in: SegmentID(7))
    #expect(inSegment.anchor == .segment && inSegment.segment == SegmentID(7) && inSegment.offset == .seconds(3))
    let date = SRGPosition.at(Date(timeIntervalSince1970: 10)).core(in: SegmentID(7))
    #expect(date.anchor == .date && date.offset == .seconds(10))
    let seconds = [1.5, .infinity, 1e300, -.infinity, .nan]
    #expect(seconds.map { MediaTime(seconds: $0).microseconds } == [1_500_000, .max, .max, .min + 1, .min])
    #expect(seconds.map { SRGPosition.at($0).core().offset.microseconds } == [1_500_000, .max, .max, .min + 1, 0])
  }

  @Test("marks: a time never equals a date; a date without a stream is at zero (SRG.md#2)")
  func marks() {
    let date = Date(timeIntervalSince1970: 5)
    #expect(SRGMark.mark(at: 5) == .mark(at: 5.0) && SRGMark.mark(at: 5) != .mark(at: date))
    #expect(SRGMark.mark(at: date).time(for: nil) == 0 && SRGMark.mark(at: 5).date(for: nil) == nil)
    #expect(SRGMarkRange(SRGTimeRange(start: 1, end: 3)) == SRGMarkRange(from: 1, to: 3))
  }

  @Test(
    "the end tolerance is the smaller of those that are not zero (SRG.md#1.8)",
    arguments: [
      (0, 0, 60, 0), (10, 0, 60, 10), (0, 0.1, 60, 6), (10, 0.1, 60, 6), (10, 0.1, 120, 10), (-4, 2, 10, 10),
    ])
  func endTolerance(absolute: Double, ratio: Float, duration: Double, expected: Double) {
    #expect(SRGMediaPlayerEffectiveEndTolerance(absolute, ratio, duration) == expected)
  }

  @Test("overlaps are resolved, by time or by date, and each piece knows its segment (SRG.md#3.8)")
  func resolver() {
    let long = Harness.segment("long", 0, 100)
    let short = Harness.segment("short", 20, 40, isBlocked: true)
    let pieces = SRGSegmentResolver.resolve([long, short])
    #expect(pieces.map { ($0.segment as? SRGMediaSegment)?.name } == ["long", "short", "long"])
    #expect(pieces.map(\.markRange) == [.init(from: 0, to: 20), .init(from: 20, to: 40), .init(from: 40, to: 100)])
    let day = Date(timeIntervalSince1970: 1_000)
    let dated = SRGMediaSegment(SRGMarkRange(from: day, to: day.addingTimeInterval(10)))
    let later = SRGMediaSegment(SRGMarkRange(from: day.addingTimeInterval(5), to: day.addingTimeInterval(20)))
    #expect(SRGSegmentResolver.resolve([dated, later]).first?.markRange.toMark == later.markRange.fromMark)
    #expect(SRGSegmentResolver.resolve([long, dated]).count == 1, "dates among times are left out")
    let infinity = Double.infinity
    let endless = [Harness.segment("", 0, 50), Harness.segment("", 20, .infinity, isBlocked: true)]
    #expect(SRGSegmentResolver.resolve(endless).map(\.markRange) == [.init(from: 0, to: 20), endless[1].markRange])
    for (start, end) in [(.nan, 5), (5, .nan), (7, 3), (infinity, infinity)] {
      #expect(SRGSegmentResolver.resolve([Harness.segment("", start, end)]).isEmpty)
    }
  }

  @Test("ranges are clamped, flattened and skipped over (Pillarbox.md#2, Pillarbox.md#3)")
  func ranges() {
    let range = SRGTimeRange(start: 1, end: 10)
    #expect(range.clamp(20, offset: 0.5) == 9.5 && range.clamp(20, offset: 100) == 1 && range.clamp(.nan).isNaN)
    #expect(range.clamp(.infinity) == 10 && range.clamp(-.infinity) == 1 && range.clamp(5, offset: .infinity) == 1)
    let ranges = [SRGTimeRange(start: 5, end: 8), .init(start: 1, end: 3), .init(start: 3, end: 6), .zero]
    #expect(
      SRGTimeRange(start: 1, end: .nan).isEmpty
        && SRGTimeRange.flatten([SRGTimeRange(start: 1, duration: .nan)]).isEmpty)
    #expect(SRGTimeRange.flatten(ranges) == [SRGTimeRange(start: 1, end: 8)])
    #expect(SRGTimeRange.landing(of: 2, blocked: ranges) == 8 && SRGTimeRange.landing(of: 9, blocked: ranges) == 9)
  }

  @Test("stream types and states are pure functions (SRG.md#1.9, Pillarbox.md#1)")
  func tables() {
    let range = SRGTimeRange(start: 0, end: 60)
    #expect(SRGMediaPlayerStreamType(range: range, duration: 60) == .onDemand)
    #expect(SRGMediaPlayerStreamType(range: range, duration: .infinity) == .dvr)
    #expect(SRGMediaPlayerStreamType(range: range, duration: .infinity, minimumDVRWindowLength: 61) == .live)
    #expect(SRGMediaPlayerStreamType(range: .zero, duration: .infinity) == .live)
    #expect(SRGMediaPlayerStreamType(range: nil, duration: nil) == .unknown)
    #expect(SRGItemStatus.ready.playbackState(rate: 0) == .paused)
    #expect(SRGItemStatus.ended.playbackState(rate: 1) == .ended)
  }

  @Test("a speed is clamped to a known range, and is 1 when the range is lost (Pillarbox.md#5)")
  func speed() {
    var speed = SRGPlaybackSpeed(value: 2)
    #expect(speed.value == 2)
    speed.updateRange(0.5...1.5)
    #expect(speed.value == 1.5)
    speed.updateValue(0.1)
    #expect(speed.value == 0.5)
    speed.updateRange(nil)
    #expect(speed.value == 1)
  }

  @Test("an encrypted file reads like the plain one, from any position")
  func decryption() throws {
    let loader = SRGDecryptingLoader(key: [1, 2, 3])
    let plain = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("hidden-\(UUID()).bin")
    try Data(loader.encrypted(plain)).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(loader.canLoad(url.path) && !loader.canLoad("https://media.example/a"))
    let resource = try loader.open(url.path)
    #expect(resource.length == 1_000)
    #expect(try resource.read(from: 0, count: 2_000) == plain)
    #expect(try resource.read(from: 7, count: 5) == Array(plain[7..<12]))
    #expect(try resource.read(from: 1_000, count: 5) == [])
    #expect(try resource.read(from: -1, count: 5) == [])
    #expect(throws: (any Error).self) { try loader.open("/nowhere/at/all") }
  }

  @Test("each asset is read by its own loader, and cannot be read without one")
  func router() throws {
    let router = ResourceRouter(fallback: nil)
    router.register(SRGURLAsset(url: URL(fileURLWithPath: "/a"), resourceLoader: SRGDecryptingLoader(key: [1])))
    #expect(router.canLoad("/a") && !router.canLoad("/b"))
    router.register(SRGURLAsset(url: URL(fileURLWithPath: "/a")))
    #expect(!router.canLoad("/a"))
    #expect(throws: ResourceRouter.NobodyReads.self) { try router.open("/a") }
  }
}
