import PlayerCore
import PlayerLogs
import PlayerTesting
import PlayerTrace
import Testing

@Suite struct ImportTests {
  @Test func oneTracePerPlayer() throws {
    let log = try Imported(
      """
      {"t":0,"event":"open","player":"left"}
      {"t":5,"event":"open","player":"right"}
      {"t":10,"event":"playing","player":"left"}
      {"t":20,"event":"error","player":"right","message":"404"}
      """)
    #expect(log.summary.sessions.map(\.player) == ["left", "right"])
    #expect(try log.told(0).contains { $0.hasSuffix("to=playing") })
    #expect(try log.told(1).contains { $0.contains("httpNotFound") })
  }

  @Test func unknownLinesAreReported() throws {
    let log = try Imported(
      """
      {"t":0,"event":"open"}
      what is this
      {"t":1,"event":"fluctuated"}
      {"t":2,"event":"playing"}
      """)
    #expect(log.summary.unknown == 2)
    #expect(log.summary.firstUnknown.map(\.number) == [2, 3])
    #expect(log.summary.firstUnknown[0].text.contains("what is this"))
  }

  @Test func refusesOtherFiles() {
    #expect(throws: LogError.self) { try Imported("key: value\nother: words\n") }
    #expect(throws: LogError.self) { try Imported("") }
  }

  @Test func timesNeverGoBackOrOverflow() throws {
    let log = try Imported(
      """
      {"t":1000,"event":"open"}
      {"t":500,"event":"playing"}
      {"t":9e99,"event":"position","position":1}
      {"t":99999999999999999999,"event":"position","position":2}
      {"t":900000000000,"event":"position","position":3}
      """)
    #expect(log.summary.timesBack == 1)
    #expect(log.summary.sessions[0].duration == 899_999_999_000_000)
  }

  @Test func coloursAndCarriageReturnsAreIgnored() throws {
    let plain = try Imported.bytes(of: "gstreamer/seek.log")
    let lines = String(decoding: plain, as: UTF8.self).split(separator: "\n")
    let coloured = lines.map {
      "\u{1B}[32m" + $0.replacing(" INFO ", with: " \u{1B}[1;33mINFO\u{1B}[0m ") + "\u{1B}[0m\r"
    }
    #expect(try Imported(coloured.joined(separator: "\n")).told() == Imported(plain).told())
  }

  /// A trace without inputs is judged by what was observed; it cannot be replayed.
  @Test func importedTraceCannotBeReplayed() throws {
    let log = try Imported(file: "mpv/network.log")
    var reader = try TraceReader(bytes: log.traces[0])
    #expect(throws: TraceError.self) { try TraceReplayer.replay(&reader) }
    reader = try TraceReader(bytes: log.traces[0])
    #expect(throws: TraceError.self) { try TraceChecker().check(&reader) }
  }

  @Test func longLinesAndInvalidBytes() throws {
    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
    bytes += Array("\n{\"t\":0,\"event\":\"open\",\"source\":\"".utf8) + [0xFF, 0xC0, 0x80] + Array("\"}\n".utf8)
    bytes += [0, 0, 0x1B, 0x5B] + Array("{\"t\":1,\"event\":\"playing\"}\n".utf8)
    let log = try Imported(bytes, format: .jsonl)
    #expect(log.summary.longLines == 1)
    #expect(log.summary.sessions.count <= 1)
  }
}

@Suite struct MutatedLogTests {
  /// Whatever a log contains, nothing crashes, and its traces can be read to the end and judged.
  @Test(arguments: [
    "jsonl/stall.log", "media3/seek.log", "hls/nudge.log", "mpv/network.log", "gstreamer/seek.log",
    "chromium/underflow.log",
  ])
  func randomlyChangedLogs(file: String) throws {
    let log = try Imported.bytes(of: file)
    let format = try #require(try Imported(log).summary.format)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    for _ in 0..<12 {
      var changed = log
      for _ in 0...next(12) {
        let place = next(changed.count)
        switch next(5) {
        case 0: changed[place] = UInt8(next(256))
        case 1: changed.insert(contentsOf: Array("99999999999999999999".utf8), at: place)
        case 2: changed.removeSubrange(place..<min(changed.count, place + next(40)))
        case 3: changed.insert(contentsOf: changed[place..<min(changed.count, place + 200)], at: next(changed.count))
        default: changed[place] = UInt8(ascii: "-")
        }
      }
      let imported = try Imported(changed, format: format, chunk: 1 + next(900))
      for session in imported.traces.indices {
        var reader = try TraceReader(bytes: imported.traces[session])
        while try reader.next() != nil {}
        #expect(reader.isFinished)
        _ = try imported.broken(session)
      }
    }
  }
}

@Suite struct ObservedViewTests {
  /// The viewer shows any step of an observed run, and the state that was observed there.
  @Test func anyStepIsShown() throws {
    let log = try Imported(file: "media3/seek.log")
    var run = try ViewedRun(TraceReader(bytes: log.traces[0]))
    while run.read(atMost: 100) {}
    #expect(run.problem == nil)
    #expect(run.outcome.phase == .failed)
    #expect(run.outcome.stallCount == 1)
    let report = try #require(run.report(step: 9))
    #expect(String(decoding: report, as: UTF8.self).contains("\"name\":\"seekBegan\""))
    #expect(!run.rowColumns(of: 0).isEmpty)
    #expect(!run.digestColumns(of: 0).isEmpty)
  }

  /// A step shows its line of the log and what only logs contain, and no position before the first report.
  @Test func stepShowsItsLogLine() throws {
    let log = try Imported(
      [
        #"{"t":0,"event":"open","source":"live.m3u8"}"#, #"{"t":10,"event":"playing"}"#,
        #"{"t":2000,"event":"position","position":3600}"#, #"{"t":3000,"event":"dropped","count":40}"#,
      ].joined(separator: "\n"))
    var run = try ViewedRun(TraceReader(bytes: log.traces[0]))
    while run.read(atMost: 100) {}
    let reports = try (1...4).map { String(decoding: try #require(run.report(step: $0)), as: UTF8.self) }
    for (place, report) in reports.enumerated() {
      #expect(report.contains("\"input\":{\"name\":\"observed\",\"line\":\(place + 1)}"), "\(report)")
    }
    #expect(reports[1].contains("\"position\":null,"))
    #expect(reports[2].contains("\"position\":3600000000,"))
    #expect(reports[3].contains("{\"name\":\"droppedFramesObserved\",\"count\":40}"))
    #expect(run.summary.line.contains("\"isObserved\":true"))
  }
}
