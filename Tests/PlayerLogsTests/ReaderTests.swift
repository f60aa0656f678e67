import PlayerLogs
import PlayerTrace
import Testing

/// What each player logs besides the normal course of a run.
@Suite struct ReaderTests {
  /// Before 2.11 `EventLogger` did not report when the playhead moves.
  @Test func oldEventLoggersPlayWhenReady() throws {
    let log = try Imported(
      """
      07-11 21:53:58.100 1 1 D EventLogger: state [eventTime=0.00, mediaPos=0.00, window=0, true, BUFFERING]
      07-11 21:53:59.100 1 1 D EventLogger: state [eventTime=1.00, mediaPos=0.00, window=0, period=0, true, READY]
      07-11 21:54:09.100 1 1 D EventLogger: loading [eventTime=11.00, mediaPos=10.00, window=0, period=0, false]
      07-11 21:54:39.100 1 1 D EventLogger: state [eventTime=41.00, mediaPos=40.00, window=0, period=0, false, READY]
      07-11 21:56:39.100 1 1 D EventLogger: state [eventTime=161.00, mediaPos=40.00, window=0, period=0, true, READY]
      07-11 21:56:49.100 1 1 D EventLogger: loading [eventTime=171.00, mediaPos=50.00, window=0, period=0, false]
      """)
    #expect(try log.told().count { $0.hasSuffix("to=playing") } == 2)
    #expect(try log.told().contains { $0.hasSuffix("from=playing to=paused") })
    #expect(try log.broken().isEmpty)
  }

  /// What `EventLogger` writes of a start.
  private let start = [
    "state [eventTime=0.00, mediaPos=0.00, window=0, BUFFERING]",
    "playWhenReady [eventTime=0.00, mediaPos=0.00, window=0, true, USER_REQUEST]",
    "timeline [eventTime=0.41, mediaPos=0.00, window=0, period=0, periodCount=1, windowCount=1, reason=SOURCE_UPDATE",
    "  window [60.00, seekable=true, dynamic=false]", "]",
    "state [eventTime=0.90, mediaPos=0.00, window=0, period=0, READY]",
    "isPlaying [eventTime=0.90, mediaPos=0.00, window=0, period=0, true]",
  ]

  /// Android Studio puts a package between tag and level, or nothing.
  @Test(arguments: ["org.example.player                   D  ", "D  "])
  func androidStudioColumns(columns: String) throws {
    let lines = start.enumerated().map {
      "2024-01-05 10:00:0\($0).003  8487-8487  EventLogger             \(columns)\($1)"
    }
    let told = try Imported(lines.joined(separator: "\n")).told()
    #expect(told.contains("durationChanged reason=engine duration=60000000"))
    #expect(told.contains { $0.hasSuffix("to=playing") })
  }

  /// `logcat -v long`: the time and the tag stand above the message.
  @Test func logcatInLongForm() throws {
    let lines = start.enumerated().map { "[ 01-05 10:00:0\($0).003  8487: 8487 D/EventLogger ]\n\($1)\n" }
    let log = try Imported("--------- beginning of main\n" + lines.joined(separator: "\n"))
    #expect(log.summary.format == .media3 && log.summary.unknown == 0)
    #expect(try log.told().contains("durationChanged reason=engine duration=60000000"))
    #expect(try log.told().contains { $0.hasSuffix("to=playing") })
    #expect(log.summary.sessions.map(\.duration) == [6_000_000])
  }

  /// What Android Studio exports: JSON, with several lines in a message.
  @Test func androidStudioExport() throws {
    let lines = [start[0], start[1], start[2...4].joined(separator: "\\n"), start[5], start[6]]
    let messages = lines.enumerated().map {
      """
          {
            "header": {
              "logLevel": "DEBUG",
              "pid": 8487,
              "tid": 8487,
              "applicationId": "org.example.player",
              "processName": "org.example.player",
              "tag": "EventLogger",
              "timestamp": {
                "seconds": \(1_709_164_800 + $0),
                "nanos": 3000000
              }
            },
            "message": "\($1)"
          }
      """
    }
    let log = try Imported(
      """
      {
        "metadata": {
          "filter": "package:mine",
          "projectApplicationIds": [ "org.example.player" ]
        },
        "logcatMessages": [
      \(messages.joined(separator: ",\n"))
        ]
      }
      """)
    #expect(log.summary.format == .media3 && log.summary.unknown == 0)
    #expect(try log.told().contains("durationChanged reason=engine duration=60000000"))
    #expect(try log.told().contains { $0.hasSuffix("to=playing") })
    #expect(log.summary.sessions.map(\.duration) == [4_000_000])
    #expect(log.summary.sessions.map(\.lastLine) == [Int64(6 + 5 * 15 - 1)])
    let date = try TraceReader(bytes: log.traces[0]).header.recordedAt
    #expect(date == 1_709_164_800_003_000)
  }

  /// Each logger has its own clock, by which lines of players that play at the same time are told apart.
  @Test func playersAtTheSameTime() throws {
    let log = try Imported(
      """
      01-05 10:00:00.000  1  1 I ExoPlayerImpl: Init 1a2b3c [ExoPlayerLib/2.18.1] [phone, Phone, Example, 33]
      01-05 10:00:00.010  1  1 D EventLogger: state [eventTime=0.00, mediaPos=0.00, window=0, BUFFERING]
      01-05 10:00:00.020  1  1 D EventLogger: playWhenReady [eventTime=0.01, mediaPos=0.00, window=0, true, USER_REQUEST]
      01-05 10:00:05.000  1  1 I ExoPlayerImpl: Init 4d5e6f [ExoPlayerLib/2.18.1] [phone, Phone, Example, 33]
      01-05 10:00:05.020  1  1 D EventLogger: state [eventTime=5.01, mediaPos=0.00, window=0, period=0, READY]
      01-05 10:00:05.020  1  1 D EventLogger: isPlaying [eventTime=5.01, mediaPos=0.00, window=0, period=0, true]
      01-05 10:00:05.040  1  1 D EventLogger: state [eventTime=0.01, mediaPos=0.00, window=0, BUFFERING]
      01-05 10:00:06.000  1  1 D EventLogger: state [eventTime=0.97, mediaPos=0.00, window=0, period=0, READY]
      01-05 10:00:15.020  1  1 D EventLogger: isPlaying [eventTime=15.01, mediaPos=10.00, window=0, period=0, false]
      01-05 10:00:15.020  1  1 D EventLogger: playWhenReady [eventTime=15.01, mediaPos=10.00, window=0, period=0, false, USER_REQUEST]
      01-05 10:00:16.000  1  1 I ExoPlayerImpl: Release 1a2b3c [ExoPlayerLib/2.18.1] [phone, Phone, Example, 33]
      01-05 10:00:20.030  1  1 D EventLogger: state [eventTime=15.00, mediaPos=0.00, window=0, period=0, IDLE]
      """)
    #expect(log.summary.sessions.map(\.player) == ["", "2"])
    #expect(log.summary.sessions.map(\.duration) == [15_990_000, 14_990_000])
    #expect(try log.broken().isEmpty)
  }

  @Test func clocksOfLoggersNeverOverflow() throws {
    let log = try Imported(
      """
      9999-12-31 23:59:59.999  1  1 D EventLogger: state [eventTime=1152921504606.00, mediaPos=0.00, window=0, BUFFERING]
      1970-01-01 00:00:00.000  1  1 D EventLogger: state [eventTime=1152921504606.00, mediaPos=0.00, window=0, BUFFERING]
      9999-12-31 23:59:59.999  1  1 D EventLogger: state [eventTime=0.00, mediaPos=0.00, window=0, period=0, READY]
      1970-01-01 00:00:00.000  1  1 D EventLogger: state [eventTime=1152921504606.00, mediaPos=0.00, window=0, READY]
      9999-12-31 23:59:59.999  1  1 D EventLogger: state [eventTime=1.00, mediaPos=0.00, window=0, period=0, IDLE]
      """)
    #expect(log.summary.understood == 5)
  }

  /// Before 2.15, the reason stands on the lines below.
  @Test(arguments: ["playerFailed", "state"])
  func reasonBelowFailure(last: String) throws {
    let lines = [
      "playerFailed [eventTime=3.00, mediaPos=2.00, window=0, period=0]",
      "  com.google.android.exoplayer2.ExoPlaybackException: Source error",
      "      at com.google.android.exoplayer2.ExoPlayerImplInternal.handleMessage(ExoPlayerImplInternal.java:579)",
      "  Caused by: com.google.android.exoplayer2.upstream.HttpDataSource$InvalidResponseCodeException: Response code: 404",
      "state [eventTime=3.00, mediaPos=2.00, window=0, period=0, IDLE]",
    ]
    let all = (start + lines).map { "01-05 10:00:03.003  8487  8487 E EventLogger: \($0)" }
    let told = try Imported(all.dropLast(last == "state" ? 0 : 1).joined(separator: "\n")).told()
    let failure = try #require(told.first { $0.hasPrefix("failed ") })
    #expect(failure.contains("failure=httpNotFound"), "\(failure)")
    #expect(told.count { $0.hasPrefix("failed ") } == 1)
  }

  @Test func multilineHlsError() throws {
    let told = try Imported(
      """
      10:00:00.000 hls.js:1 [log] > loadSource:https://example.org/a.m3u8
      10:00:05.000 main.js:7 hlsError {
          "type": "networkError",
          "details": "manifestLoadError",
          "fatal": true
      }
      """
    ).told()
    #expect(told.contains { $0.hasPrefix("failed ") })
  }

  /// A seek ends the stall at its origin.
  @Test func seekEndsHlsStall() throws {
    let log = try Imported(
      """
      10:00:00.000 hls.js:1 [log] > loadSource:https://example.org/a.m3u8
      10:00:01.000 hls.js:1 [log] > [stream-controller]: Buffered main sn: 1 of level 1 (frag:[0.000-6.000] > buffer:[0.000-6.000])
      10:00:07.000 hls.js:1 [warn] > [gap-controller]: Playback stalling at @5.95 due to low buffer ({"len":0.05,"start":0,"end":6})
      10:00:08.000 hls.js:1 [log] > [stream-controller]: media seeking to 30.000, state: IDLE
      10:00:08.400 hls.js:1 [log] > [stream-controller]: Media seeked to 30.000
      10:00:50.000 hls.js:1 [log] > [stream-controller]: Media ended
      """)
    #expect(try log.broken().isEmpty)
  }

  @Test func mpvSeekTargetFromDemuxer() throws {
    let log = try Imported(
      """
      [   0.001][v][cplayer] mpv 0.35.1 Copyright © 2000-2023 mpv/MPlayer/mplayer2 projects
      [   0.030][v][cplayer] Opening done: /home/user/film.mkv
      [   0.034][v][cplayer] Starting playback...
      [   0.060][v][cplayer] playback restart complete @ 0.000000, audio=playing, video=playing
      [  60.000][d][cplayer] Run command: seek, flags=73, args=[target="5.000000", flags="relative", legacy="unused"]
      [  60.001][v][mkv] queuing seek to 64.940000
      [  60.100][v][cplayer] playback restart complete @ 64.940000, audio=playing, video=playing
      [  70.000][d][cplayer] Run command: seek, flags=73, args=[target="50.000000", flags="absolute-percent", legacy="unused"]
      [  71.000][v][cplayer] playback restart complete @ 900.000000, audio=playing, video=playing
      """)
    #expect(try log.told().contains { $0.hasPrefix("seekBegan") && $0.hasSuffix("target=64940000") })
    #expect(try log.broken().isEmpty)
  }

  /// The element, the bus and gst-launch report the same failure.
  @Test func gstreamerFailureIsReportedOnce() throws {
    let log = try Imported(
      """
      0:00:00.010000000  4242 0x55d0c0de0000 INFO              GST_STATES gstelement.c:2806:gst_element_continue_state:<playbin0> completed state change to PLAYING
      0:00:05.000000000  4242 0x7f3a00000b60 WARN                 basesrc gstbasesrc.c:3132:gst_base_src_loop:<source> error: Internal data stream error.
      0:00:05.000100000  4242 0x7f3a00000b60 INFO        GST_ERROR_SYSTEM gstelement.c:2271:gst_element_message_full_with_details:<source> posted error message: Internal data stream error.
      0:00:05.000200000  4242 0x7f3a00000b60 DEBUG                GST_BUS gstbus.c:338:gst_bus_post:<bus1> [msg 0x7f] posting on bus error message: 0x7f, time 99:99:99.999999999, seq-num 39, element 'source', GstMessageError, gerror=(GError)NULL, debug=(string)"not-negotiated";
      ERROR: from element /GstPlayBin:playbin0/GstSource:source: Internal data stream error.
      Additional debug info:
      ../libs/gst/base/gstbasesrc.c(3132): gst_base_src_loop (): /GstPlayBin:playbin0/GstSource:source:
      streaming stopped, reason not-negotiated (-4)
      """)
    #expect(log.summary.unknown == 0, "\(log.summary.firstUnknown)")
    #expect(try log.told().count { $0.hasPrefix("failed ") } == 1)
  }

  /// The panel of the developer tools.
  @Test func chromiumMediaPanel() throws {
    let told = try Imported(
      """
      0.001 | kWebMediaPlayerCreated | {origin_url: "https://example.org/"}
      0.002 | kLoad | {url: "blob:https://example.org/1"}
      0.353 | kPipelineStateChange | {pipeline_state: "kPlaying"}
      0.353 | kDurationChanged | {duration: 300.5}
      0.406 | kBufferingStateChanged | {pipeline_buffering_state: {for_suspended_start: false, state: "BUFFERING_HAVE_ENOUGH"}}
      0.407 | kPlay | {}
      9.000 | kBufferingStateChanged | {pipeline_buffering_state: {reason: "DEMUXER_UNDERFLOW", state: "BUFFERING_HAVE_NOTHING"}}
      11.000 | kBufferingStateChanged | {pipeline_buffering_state: {state: "BUFFERING_HAVE_ENOUGH"}}
      """
    ).told()
    #expect(told.contains("durationChanged reason=engine duration=300500000"))
    #expect(told.contains("stallEnded reason=engine lasted=2000000"))
  }

  /// The table above the log has the last values: they are not events.
  @Test func chromiumTableOfProperties() throws {
    let log = try Imported(
      """
      Player Properties:
      Property\tValue
      render_id\t12
      duration\t300.5
      pipeline_state\tkStopped

      Log:
      Timestamp\tProperty\tValue
      00:00:00.010\turl\thttps://example.org/a.mp4
      00:00:00.132\tevent\tkPlay
      00:00:00.203\tpipeline_state\tkPlaying
      00:00:00.210\tpipeline_buffering_state\t{"state":"BUFFERING_HAVE_ENOUGH"}
      """)
    #expect(log.summary.format == .chromium && log.summary.unknown == 0, "\(log.summary.firstUnknown)")
    #expect(try log.told().contains { $0.hasSuffix("to=playing") })
    #expect(try !log.told().contains { $0.hasPrefix("durationChanged") })
  }

  @Test func multilineChromiumValues() throws {
    let told = try Imported(
      """
      00:00:00.000\torigin_url\t"https://example.org/"
      00:00:00.010\turl\t"blob:https://example.org/1"
      00:00:00.132\tevent\t"kPlay"
      00:00:00.203\tpipeline_state\t"kPlaying"
      00:00:00.210\tpipeline_buffering_state\t{
        "for_suspended_start": false,
        "state": "BUFFERING_HAVE_ENOUGH"
      }
      00:00:05.000\tpipeline_buffering_state\t{
        "reason": "DEMUXER_UNDERFLOW",
        "state": "BUFFERING_HAVE_NOTHING"
      }
      00:00:08.000\tpipeline_buffering_state\t{
        "state": "BUFFERING_HAVE_ENOUGH"
      }
      """
    ).told()
    #expect(told.contains("stallEnded reason=engine lasted=3000000"))
  }
}
