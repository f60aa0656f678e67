import PlayerCore
import PlayerLogs
import PlayerTrace
import Testing

/// The logs in `Logs`, a small one for each format.
@Suite struct FormatTests {
  private static let logs: [(file: String, format: LogFormat)] = [
    ("jsonl/stall.log", .jsonl), ("media3/seek.log", .media3), ("hls/nudge.log", .hls), ("mpv/network.log", .mpv),
    ("gstreamer/seek.log", .gstreamer), ("chromium/underflow.log", .chromium),
  ]

  @Test(arguments: logs)
  func theFormatIsRecognisedAndEveryLineUnderstood(file: String, format: LogFormat) throws {
    let log = try Imported(file: file)
    #expect(log.summary.format == format)
    #expect(log.summary.unknown == 0, "\(log.summary.firstUnknown)")
    #expect(log.summary.sessions.count == 1)
    #expect(log.summary.understood + log.summary.noise == log.summary.lines)
  }

  /// The same session logged by every player: it plays, waits or seeks, and resumes.
  @Test(arguments: logs)
  func theSessionIsCounted(file: String, format: LogFormat) throws {
    let log = try Imported(file: file)
    var reader = try TraceReader(bytes: log.traces[0])
    #expect(reader.header.isObserved)
    var account = SessionAccount()
    while let record = try reader.nextKnown() {
      if case .step(let step) = record { account.take(step) }
    }
    #expect(reader.isFinished)
    #expect(account.times[.playing] > 10_000_000)
    #expect(account.times[.seeking] > 300_000)
    #expect(account.elapsed == log.summary.sessions[0].duration)
  }

  @Test func aBrowserTellsOfAStallAndAFailure() throws {
    let told = try Imported(file: "jsonl/stall.log").told()
    #expect(told.contains("stallEnded reason=engine lasted=3500000"))
    #expect(
      told.contains("seekBegan reason=command serial=1 origin=8300000 target=300000000")
        || told.contains { $0.hasPrefix("seekBegan") && $0.hasSuffix("target=300000000") })
    #expect(told.contains("rateChanged reason=command rate=1500"))
    #expect(told.contains { $0.hasPrefix("failed") && $0.contains("failure=httpNotFound") })
    #expect(try Imported(file: "jsonl/stall.log").broken() == ["observed-failed"])
  }

  @Test func aTimeMayBeADate() throws {
    let start: Int64 = 1_795_000_000_000
    let events: [(at: Int64, name: String)] = [(0, "open"), (100, "play"), (600, "playing"), (9_600, "pause")]
    let log = try Imported(
      events.map { #"{"t":\#(start + $0.at).25,"event":"\#($0.name)"}"# }.joined(separator: "\n"))
    #expect(log.summary.sessions.map(\.duration) == [9_600_000])
    #expect(try TraceReader(bytes: log.traces[0]).header.recordedAt == start * 1_000 + 250)
  }

  @Test func soundAndPictureBothHaveAFirstFrame() throws {
    let log = try Imported(
      ["open", "firstframe\",\"kind\":\"audio", "firstframe", "firstframe"].map { #"{"t":0,"event":"\#($0)"}"# }
        .joined(separator: "\n"))
    let frames = try log.told().filter { $0.hasPrefix("firstFrame") }
    #expect(frames.map { $0.contains("kind=video") } == [false, true])
  }

  @Test func exoPlayersSeekIsNoStall() throws {
    let told = try Imported(file: "media3/seek.log").told()
    #expect(told.filter { $0.hasPrefix("stallBegan") }.count == 1)
    #expect(told.contains("seekEnded reason=engine serial=1 position=60000000 isFinished=true"))
    #expect(told.contains("durationChanged reason=engine duration=120000000"))
    #expect(told.contains { $0.hasPrefix("failed") && $0.contains("failure=readTimeout") })
  }

  @Test func hlsJumpsOverAHole() throws {
    let told = try Imported(file: "hls/nudge.log").told()
    #expect(told.contains("positionJumped reason=engine from=5850000 to=6100000"))
    #expect(told.contains("stallEnded reason=engine lasted=1100000"))
    #expect(try Imported(file: "hls/nudge.log").broken().isEmpty)
  }

  @Test func mpvPausesAndReconnects() throws {
    let told = try Imported(file: "mpv/network.log").told()
    #expect(told.contains("stallEnded reason=engine lasted=7000000"))
    #expect(told.filter { $0.hasPrefix("intentChanged") }.count == 3)
    #expect(told.contains { $0.hasPrefix("retryScheduled") })
    #expect(told.last { $0.hasPrefix("phaseChanged") } == "phaseChanged reason=command from=ended to=idle")
  }

  @Test func gstreamersPipelineCountsAndNotItsElements() throws {
    let told = try Imported(file: "gstreamer/seek.log").told()
    #expect(told.filter { $0.hasSuffix("to=playing") }.count == 2)
    #expect(told.contains("seekEnded reason=engine serial=1 position=60000000 isFinished=true"))
  }

  @Test func chromiumsFileIsReadAsItsTable() throws {
    let file = """
      [ { "id": "1", "allEvents": [
        { "time": 0, "key": "event", "value": "WEBMEDIAPLAYER_CREATED" },
        { "time": 11.5, "key": "event", "value": "PLAY" },
        { "time": 20, "key": "pipeline_state", "value": "kStarting" },
        {
          "time": 310,
          "key": "pipeline_state",
          "value": "kPlaying"
        },
        { "time": 6000, "key": "pipeline_buffering_state", "value": "BUFFERING_HAVE_NOTHING" },
        { "time": 9000, "key": "pipeline_buffering_state", "value": { "state": "BUFFERING_HAVE_ENOUGH" } }
      ] } ]
      """
    let log = try Imported(file)
    #expect(log.summary.format == .chromium)
    #expect(try log.told().contains("stallEnded reason=engine lasted=3000000"))
  }
}
