import Foundation
@testable import PlayerCore
@testable import PlayerTesting
import Testing

@Suite("What inputs change")
struct FrameTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/PlayerTesting/PlayerTesting.docc/Frame.md")

  @Test("every kind of input has one row")
  func inputs() {
    let codes = FrameTable.rows.flatMap(\.codes)
    #expect(codes.count == Set(codes).count)
    #expect(Set(codes) == Set(Vocabulary.inputs.map(\.code)))
  }

  @Test("every field of what is shown belongs to one part, intent to two")
  func fields() {
    let fields = Frame.names.flatMap { entry in entry.fields.matches(of: /`(\w+)`/).map { String($0.1) } }
    let shown = Mirror(reflecting: Player.Observable()).children.compactMap(\.label)
    #expect(Set(fields) == Set(shown))
    #expect(fields.count == shown.count + 1)
    let parts = Frame.names.map(\.part)
    #expect(Set(parts).count == parts.count)
  }

  @Test("the page lists both tables")
  func table() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let marker = try #require(text.range(of: "<!-- table:"))
    let end = try #require(text[marker.lowerBound...].firstIndex(of: "\n"))
    let expected = String(text[...end]) + Self.tables.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["TAPEDECK_WRITE_TABLES"] != nil {
      try expected.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(
        text == expected,
        "the table changed: TAPEDECK_WRITE_TABLES=1 swift test --filter FrameTableTests writes the page anew")
    }
  }

  private static var tables: [String] {
    let parts = Frame.names.map { "| \($0.name) | \($0.fields) |" }
    let rows = FrameTable.rows.map { row in
      "| \(row.codes.map(name).joined(separator: ", ")) | \(names(of: row.parts, none: "nothing")) |"
    }
    let occasions = FrameOccasion.allCases.map { "| \($0.words) | \(names(of: $0.parts, none: "")) |" }
    return ["", "## Parts", "", "| part | fields of what is shown |", "|---|---|"] + parts
      + ["", "## What an input is about", "", "| input | may change |", "|---|---|"] + rows
      + ["", "## What else may change", "", "| when | may change |", "|---|---|"] + occasions
  }

  private static func name(_ code: UInt16) -> String {
    "`\(Vocabulary.inputs.first { $0.code == code }?.name.description ?? "\(code)")`"
  }

  private static func names(of parts: Frame, none: String) -> String {
    let names = Frame.names.filter { parts.contains($0.part) }.map(\.name.description)
    return names.isEmpty ? none : names.joined(separator: ", ")
  }

  // MARK: Falsified runs

  /// One change of each part.
  private static let changes: [(part: String, change: @Sendable (inout Player.Observable) -> Void)] = [
    ("item", { $0.item = ItemID(9) }), ("phase", { $0.phase = .ended }),
    ("failure", { $0.failure = Failure(.io) }), ("prepared", { $0.preparedCount += 1 }),
    ("holds", { $0.wantsPlay.toggle() }), ("rate", { $0.rate = Rate(thousandths: 750) }),
    ("volume", { $0.right = 7 }), ("mute", { $0.isMuted.toggle() }), ("looping", { $0.isLooping.toggle() }),
    ("scaling", { $0.scalingMode = .fill }), ("rotation", { $0.rotation = 90 }),
    ("network", { $0.network = .cellular }), ("interruption", { $0.isInterrupted.toggle() }),
    ("background", { $0.isInBackground.toggle() }), ("external playback", { $0.isPlayingExternally.toggle() }),
    ("picture in picture", { $0.isInPicture.toggle() }), ("state", { $0.state = .paused }),
    ("supply", { $0.supply = .stalled }), ("stalls", { $0.stallCount += 1 }), ("loops", { $0.loopCount += 1 }),
    ("seek", { $0.seekTarget = .seconds(9) }), ("effective rate", { $0.effectiveRate = Rate(thousandths: 750) }),
    ("live", { $0.isLive.toggle() }), ("duration", { $0.duration = .seconds(61) }),
    ("stream type", { $0.streamType = .live }), ("range", { $0.rangeEnd = .seconds(59) }),
    ("track counts", { $0.trackCount.video += 1 }), ("tracks", { $0.selectedTrack.audio = TrackID(3) }),
    ("size", { $0.naturalHeight += 1 }), ("subtitle", { $0.subtitle = TextID(3) }),
    ("first frames", { $0.hasShownVideo.toggle() }), ("segment", { $0.segment = SegmentID(3) }),
    ("skip", { $0.skipped = SegmentID(3) }),
  ]

  @Test("a change that an input must not cause breaks the law", arguments: 0..<changes.count)
  func falsified(_ index: Int) {
    let (part, change) = Self.changes[index]
    // A command that changes nothing shown, an engine report and an environment event.
    let inputs: [Input] = [
      .command(.captureStill, RequestID(77)),
      .engine(.metadataFound(key: .none, value: .none), PropertyBench.playing().player.epoch),
      .environment(.wallClock(5)),
    ]
    for input in inputs {
      var bench = PropertyBench.playing()
      bench.player.receive(input, at: bench.player.clock, into: &bench.outputs)
      change(&bench.player.shown)
      bench.monitor.properties = PlayerPropertySet(ids: [Law.changedAlongside.property.id])
      _ = bench.monitor.take(input, at: bench.player.clock, bench.outputs, bench.player)
      let isSegment = part == "segment" || part == "skip"
      if isSegment, case .environment = input { continue }
      #expect(bench.monitor.broken == .changedAlongside, "\(part) beside \(input)")
      #expect(bench.monitor.evidence?.quantity.description == part)
    }
  }
}
