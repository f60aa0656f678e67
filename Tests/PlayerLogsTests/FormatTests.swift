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
  func recognisesFormatAndEveryLine(file: String, format: LogFormat) throws {
    let log = try Imported(file: file)
    #expect(log.summary.format == format)
    #expect(log.summary.unknown == 0, "\(log.summary.firstUnknown)")
    #expect(log.summary.sessions.count == 1)
    #expect(log.summary.understood + log.summary.noise == log.summary.lines)
  }

  /// The same session logged by every player: it plays, waits or seeks, and resumes.
  @Test(arguments: logs)
  func playingAndSeekingTimes(file: String, format: LogFormat) throws {
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

  @Test func browserStallAndFailure() throws {
    let told = try Imported(file: "jsonl/stall.log").told()
    #expect(told.contains("stallEnded reason=engine lasted=3500000"))
    #expect(
      told.contains("seekBegan reason=command serial=1 origin=8300000 target=300000000")
        || told.contains { $0.hasPrefix("seekBegan") && $0.hasSuffix("target=300000000") })
    #expect(told.contains("rateChanged reason=command rate=1500"))
    #expect(told.contains { $0.hasPrefix("failed") && $0.contains("failure=httpNotFound") })
    #expect(try Imported(file: "jsonl/stall.log").broken() == ["observed-failed"])
  }

  @Test func timestampsAsDates() throws {
    let start: Int64 = 1_795_000_000_000
    let events: [(at: Int64, name: String)] = [(0, "open"), (100, "play"), (600, "playing"), (9_600, "pause")]
    let log = try Imported(
      events.map { #"{"t":\#(start + $0.at).25,"event":"\#($0.name)"}"# }.joined(separator: "\n"))
    #expect(log.summary.sessions.map(\.duration) == [9_600_000])
    #expect(try TraceReader(bytes: log.traces[0]).header.recordedAt == start * 1_000 + 250)
  }

  @Test func firstFramesOfAudioAndVideo() throws {
    let log = try Imported(
      ["open", "firstframe\",\"kind\":\"audio", "firstframe", "firstframe"].map { #"{"t":0,"event":"\#($0)"}"# }
        .joined(separator: "\n"))
    let frames = try log.told().filter { $0.hasPrefix("firstFrame") }
    #expect(frames.map { $0.contains("kind=video") } == [false, true])
  }

  @Test func exoPlayerSeekIsNotAStall() throws {
    let told = try Imported(file: "media3/seek.log").told()
    #expect(told.filter { $0.hasPrefix("stallBegan") }.count == 1)
    #expect(told.contains("seekEnded reason=engine serial=1 position=60000000 isFinished=true"))
    #expect(told.contains("durationChanged reason=engine duration=120000000"))
    #expect(told.contains { $0.hasPrefix("failed") && $0.contains("failure=readTimeout") })
  }

  @Test func hlsJumpsGap() throws {
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

  @Test func gstreamerElementStatesAreIgnored() throws {
    let told = try Imported(file: "gstreamer/seek.log").told()
    #expect(told.filter { $0.hasSuffix("to=playing") }.count == 2)
    #expect(told.contains("seekEnded reason=engine serial=1 position=60000000 isFinished=true"))
  }

  /// A playlist's timeline has a window for each item; loggers before 2.12 write no names in it.
  @Test func durationOfCurrentPlaylistItem() throws {
    let event = { (time: String, words: String) in
      "D/EventLogger: \(words.replacing("@", with: "eventTime=\(time), mediaPos=\(time), window=0"))"
    }
    let lines = [
      event("0.00", "timeline [@, periodCount=2, windowCount=2, reason=PLAYLIST_CHANGED"),
      "D/EventLogger:   window [180.00, seekable=true, dynamic=false]",
      "D/EventLogger:   window [30.00, seekable=true, dynamic=false]", "D/EventLogger: ]",
      event("0.01", "state [@, BUFFERING]"), event("0.50", "state [@, READY]"),
    ]
    let told = try Imported(lines.joined(separator: "\n")).told().filter { $0.hasPrefix("durationChanged") }
    #expect(told == ["durationChanged reason=engine duration=180000000"])
    let old = lines.map { $0.contains("window [1") ? "D/EventLogger:   window [30.00, true, true]" : $0 }
    #expect(try Imported(old.joined(separator: "\n")).told().contains("streamTypeChanged reason=engine type=live"))
  }

  /// Versions before 1.0 have other words for a stall and its end.
  @Test func stallInOldHlsVersions() throws {
    let lines = [
      "12:00:00.000 [log] > loadSource:https://example.com/a.m3u8",
      "12:00:00.500 [log] > main buffered : [0.000,6.000][90.000,99.000]",
      "12:00:06.000 [warn] > playback stalling in low buffer @5.9",
      "12:00:08.000 [warn] > playhead not stalled anymore @6.1, after 2000ms",
      "12:00:09.000 [log] > adjust currentTime from 6.5 to next buffered @ 8.2 + nudge 0.1",
    ]
    let told = try Imported(lines.joined(separator: "\n"), format: .hls).told()
    #expect(told.contains("supplyChanged reason=engine from=playable to=stalled"))
    #expect(told.contains("supplyChanged reason=engine from=stalled to=playable"))
    #expect(told.contains { $0.hasPrefix("positionJumped") && $0.hasSuffix("to=8200000") })
  }

  /// A process and a thread as numbers, a pointer of Windows, and a line after what a terminal overwrites.
  @Test func gstreamerLineVariants() throws {
    let text =
      "0x55d0 INFO  GST_STATES gstelement.c:2806:gst_element_continue_state:<playbin0> completed state change to PLAYING"
    let first = "0:00:00.100000000  9820 \(text)"
    // Logcat has level and category in columns of its own: threadtime, brief, Android Studio.
    let place =
      "0xb4000 gstelement.c:2806:gst_element_continue_state:<playbin0> completed state change to PLAYING"
    let android = [
      "05-01 12:00:00.250  9820  9844 I GStreamer+GST_STATES:", "I/GStreamer+GST_STATES( 9820):",
      "2026-05-01 12:00:00.250  9820-9844  GStreamer+GST_STATES  org.example.player  I ",
      "2026-05-01 12:00:00.250 9820-9844/org.example.player I/GStreamer+GST_STATES:",
    ]
    for line in [
      first, first.replacing("0x55d0", with: "000001D4A1E0F2A0"), first.replacing("0x55d0", with: "  220368"),
      "Prerolling...\r\(first)",
    ] + android.map({ "\($0) 0:00:00.100000000 \(place)" }) {
      let log = try Imported(line, format: .gstreamer)
      #expect(log.summary.unknown == 0, "\(line)")
      #expect(log.traces.count == 1, "\(line)")
    }
  }

  @Test func mpvTerminalOutput() throws {
    let lines = [
      "Playing: film.mkv", "AV: 00:00:01 / 00:10:00 (0%) A-V:  0.000",
      "(Paused) AV: 00:00:02 / 00:10:00 (0%) A-V:  0.000", "[cplayer] Run command: seek, flags=64", "Exiting... (Quit)",
    ]
    let log = try Imported(lines.joined(separator: "\n"))
    #expect(log.summary.format == .mpv)
    #expect(try log.told().contains("durationChanged reason=engine duration=600000000"))
    #expect(try log.told().contains { $0.hasPrefix("tick") && $0.hasSuffix("position=2000000") })
  }

  @Test func chromiumFileWithTwoPlayers() throws {
    let player = { (id: Int, end: Int) in
      """
        { "id": "\(id)", "allEvents": [
          { "time": 0, "key": "url", "value": "https://example.com/\(id)" },
          { "time": 10, "key": "event", "value": "PLAY" },
          { "time": 20, "key": "pipeline_state", "value": "kStarting" },
          { "time": 90, "key": "pipeline_buffering_state", "value": "BUFFERING_HAVE_ENOUGH" },
          { "time": \(end), "key": "event", "value": "ENDED" }
        ] }
      """
    }
    let log = try Imported("[\n\(player(1, 60_000)),\n\(player(2, 5_000))\n]", format: .chromium)
    #expect(log.summary.sessions.map(\.duration) == [60_000_000, 5_000_000])
  }

  @Test func chromiumEventFile() throws {
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
        { "time": 320, "key": "pipeline_buffering_state", "value": "BUFFERING_HAVE_ENOUGH" },
        { "time": 6000, "key": "pipeline_buffering_state", "value": "BUFFERING_HAVE_NOTHING" },
        { "time": 9000, "key": "pipeline_buffering_state", "value": { "state": "BUFFERING_HAVE_ENOUGH" } }
      ] } ]
      """
    let log = try Imported(file)
    #expect(log.summary.format == .chromium)
    #expect(try log.told().contains("stallEnded reason=engine lasted=3000000"))
  }
}
