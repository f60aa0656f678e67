import Testing

@testable import PlayerCore

/// The way around blocked media (SRG.md#3.4): literals are seconds.
@Suite struct BlockedDetourTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var position: Int64
    var run: ClosedRange<Int64>
    var window: (Int64, Int64)
    var landing: Int64
    var endsInRun = false
    var advances = true
    var testDescription: String { "from \(position) in \(run) with \(window)" }
  }

  // A run from 20 to 30, met at its beginning, in its middle and just before its end; windows that contain it, end in
  // it, end before it, begin after it, or are empty.
  static let rows: [Row] = [
    Row(position: 20, run: 20...30, window: (0, 60), landing: 30),
    Row(position: 25, run: 20...30, window: (0, 60), landing: 30),
    Row(position: 29, run: 20...30, window: (0, 30), landing: 30),
    Row(position: 20, run: 20...30, window: (0, 29), landing: 29, endsInRun: true),
    Row(position: 25, run: 20...30, window: (0, 26), landing: 26, endsInRun: true),
    Row(position: 25, run: 20...30, window: (0, 25), landing: 25, endsInRun: true, advances: false),
    Row(position: 25, run: 20...30, window: (0, 21), landing: 25, endsInRun: true, advances: false),
    Row(position: 25, run: 20...30, window: (0, 10), landing: 25, endsInRun: true, advances: false),
    Row(position: 25, run: 20...30, window: (40, 60), landing: 40),
    Row(position: 25, run: 20...30, window: (30, 30), landing: 30),
    Row(position: 25, run: 20...30, window: (0, 0), landing: 25, endsInRun: true, advances: false),
    Row(position: 25, run: 20...30, window: (28, 10), landing: 28, endsInRun: true),
  ]

  private static func place(_ run: ClosedRange<Int64>, isBlocked: Bool = true) -> SegmentTable.Place {
    SegmentTable.Place(
      lower: .seconds(run.lowerBound), upper: .seconds(run.upperBound), landing: .seconds(run.upperBound),
      id: SegmentID(7), isBlocked: isBlocked)
  }

  private static func window(_ window: (Int64, Int64)) -> SeekWindow {
    SeekWindow(first: .seconds(window.0), last: .seconds(window.1))
  }

  @Test("lands after the run, or as close to that as a seek can get, and never goes back", arguments: rows)
  func landing(row: Row) throws {
    let detour = try #require(
      BlockedDetour(around: Self.place(row.run), from: .seconds(row.position), in: Self.window(row.window)))
    #expect(detour.segment == SegmentID(7))
    #expect(detour.landing == .seconds(row.landing))
    #expect(detour.endsInRun == row.endsInRun)
    #expect(detour.advances == row.advances)
    #expect(detour.leadsOut == (row.advances && !row.endsInRun))
  }

  @Test("an unblocked segment needs no detour", arguments: [0, 20, 29] as [Int64])
  func open(position: Int64) {
    let place = Self.place(20...30, isBlocked: false)
    #expect(BlockedDetour(around: place, from: .seconds(position), in: Self.window((0, 60))) == nil)
  }

  @Test("a position outside the window moves to its nearest end; in an empty window, to its beginning")
  func nearest() {
    #expect(Self.window((10, 20)).nearest(to: .seconds(5)) == .seconds(10))
    #expect(Self.window((10, 20)).nearest(to: .seconds(10)) == .seconds(10))
    #expect(Self.window((10, 20)).nearest(to: .seconds(15)) == .seconds(15))
    #expect(Self.window((10, 20)).nearest(to: .seconds(20)) == .seconds(20))
    #expect(Self.window((10, 20)).nearest(to: .seconds(25)) == .seconds(20))
    #expect(Self.window((20, 10)).nearest(to: .seconds(15)) == .seconds(20))
  }
}
