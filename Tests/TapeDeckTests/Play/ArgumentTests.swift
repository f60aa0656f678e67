import PlayerCore
import Testing

@testable import tapedeck

@Suite("Arguments")
struct ArgumentTests {
  @Test(
    "Settings are read in their units",
    arguments: [
      ("openTimeout=5s", .openTimeout, 5_000_000), ("readTimeout=250ms", .readTimeout, 250_000),
      ("bufferingLimit=never", .bufferingLimit, .max), ("autoplay=on", .autoplay, 1),
      ("replaysOnPlay=no", .replaysOnPlay, 0),
      ("maximumRate=4", .maximumRate, 4_000), ("softEndFraction=0.9", .softEndFraction, 900),
      ("retryLimit=3", .retryLimit, 3), ("retryableFailures=all", .retryableFailures, -1),
      ("retryableFailures=0xff", .retryableFailures, 255), ("seed=7", .seed, 7),
      ("liveBufferMaximum=-1us", .liveBufferMaximum, -1),
    ] as [(String, Setting, Int64)])
  func settings(_ text: String, _ setting: Setting, _ value: Int64) throws {
    let argument = try SettingArgument(text)
    #expect(argument.setting == setting)
    #expect(argument.value == value)
  }

  @Test("The network is a named one, or the machine's own")
  func network() throws {
    for path in NetworkPath.allCases { #expect(try NetworkArgument("\(path)") == .path(path)) }
    #expect(try NetworkArgument("auto") == .automatic)
    #expect(throws: ArgumentProblem.self) { try NetworkArgument("WiFi") }
    #expect(try RunOptions.parse(["a.mp4", "--network", "cellular"]).network?.path == .cellular)
    #expect(try RunOptions.parse(["a.mp4", "--network", "auto"]).network?.path == nil)
    #expect(try !RunOptions.parse(["a.mp4", "--no-cellular"]).configuration.allowsCellular)
    #expect(try RunOptions.parse(["a.mp4"]).configuration.allowsCellular)
  }

  @Test(
    "Sources on this machine need no network",
    arguments: [
      ("a.mp4", false), ("file:///a.mp4", false), ("http://localhost:80/a", false), ("http://127.0.0.1/a", false),
      ("http://[::1]:8080/a", false), ("http://media.localhost/a", false), ("http://example.com/a", true),
      ("rtmp://10.75.0.1/live", true), ("http://[fd00::1]/a", true), ("https://localhost.example.com", true),
    ])
  func remote(_ source: String, isRemote: Bool) throws {
    #expect(try RunOptions.parse([source]).isRemote == isRemote)
  }

  @Test("Every setting accepts its own default, as a person would write it")
  func defaults() throws {
    for setting in Setting.allCases {
      let value = setting.specification.standard
      let text =
        switch setting.specification.unit {
        case .flag: value == 1 ? "on" : "off"
        case .microseconds: value == .max ? "never" : "\(value)us"
        case .thousandths: ThousandthsText.text(value)
        case .count, .bits: value == -1 ? "all" : "\(value)"
        }
      #expect(try SettingArgument("\(setting.name)=\(text)").value == value)
    }
  }

  @Test(
    "An invalid setting is refused, with a hint at what is valid",
    arguments: [
      ("openTimeot=5s", "openTimeout"), ("OPENTIMEOUT=5s", "openTimeout"), ("openTimeout", "NAME=VALUE"),
      ("openTimeout=", "a length of time"), ("openTimeout=-5s", "a length of time"), ("autoplay=maybe", "on or off"),
      ("maximumRate=0", "0.001 to 100"), ("retryLimit=1001", "0 to 1000"), ("retryLimit=1.5", "whole number"),
      ("=1", "there is no"),
    ])
  func badSettings(_ text: String, _ hint: String) {
    let error = #expect(throws: ArgumentProblem.self) { try SettingArgument(text) }
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }

  @Test(
    "Actions are read",
    arguments: [
      ("10s:pause", 10_000_000, .command(.pause)), ("1:30:play", 90_000_000, .command(.play)),
      ("0:toggle", 0, .command(.toggle)),
      ("1:seek=30", 1_000_000, .seek(.time(.seconds(30)), .exact)),
      ("1:02:03.5:seek=1:30", 3_723_500_000, .seek(.time(.seconds(90)), .exact)),
      ("1s:seek=+20s", 1_000_000, .seek(.skip(.seconds(20)), .exact)),
      ("1s:seek=-5", 1_000_000, .seek(.skip(.seconds(-5)), .exact)),
      ("1s:seek=around:8.9", 1_000_000, .seek(.time(.milliseconds(8_900)), .around)),
      ("1s:seek=before:1:00", 1_000_000, .seek(.time(.seconds(60)), .before)),
      ("1s:seek=50%", 1_000_000, .seek(.part(500), .exact)),
      ("1s:seek=live-10s", 1_000_000, .seek(.liveEdge(behind: .seconds(10)), .exact)),
      ("1s:rate=1.5", 1_000_000, .command(.setRate(.thousandths(1_500)))),
      ("1s:volume=50", 1_000_000, .command(.setVolume(left: 500, right: 500))),
      ("1s:volume=80,40%", 1_000_000, .command(.setVolume(left: 800, right: 400))),
      ("1s:mute", 1_000_000, .command(.setMuted(true))),
      ("1s:mute=off", 1_000_000, .command(.setMuted(false))), ("1s:loop=on", 1_000_000, .command(.setLooping(true))),
      ("1s:mute=toggle", 1_000_000, .toggleMuted), ("1s:loop=toggle", 1_000_000, .toggleLooping),
      ("1s:volume=-5", 1_000_000, .changeVolume(-50)), ("1s:rate=+0.1", 1_000_000, .changeRate(100)),
      ("1s:chapter=next", 1_000_000, .chapter(.next)), ("1s:chapter=3", 1_000_000, .chapter(.number(3))),
      ("1s:skip", 1_000_000, .skipSegment), ("1s:audio=next", 1_000_000, .nextTrack(.audio)),
      ("1s:reload", 1_000_000, .reload(source: nil, keepsBuffer: false)),
      ("1s:reload=keep", 1_000_000, .reload(source: nil, keepsBuffer: true)),
      ("1s:reload=keep,http://a/b?c=d", 1_000_000, .reload(source: "http://a/b?c=d", keepsBuffer: true)),
      ("1s:reload=b.mp4", 1_000_000, .reload(source: "b.mp4", keepsBuffer: false)),
      ("1s:still", 1_000_000, .still(file: nil)), ("1s:still=a:b.png", 1_000_000, .still(file: "a:b.png")),
      ("1s:network=cellular", 1_000_000, .environment(.networkChanged(.cellular))),
      ("1s:interrupt", 1_000_000, .environment(.interruptionBegan(stopsEngine: false))),
      ("1s:resume", 1_000_000, .environment(.interruptionEnded(mayResume: true))),
      ("1s:scaling=stretch", 1_000_000, .command(.setScalingMode(.fill))),
      ("1s:rotate=270", 1_000_000, .command(.setRotation(degrees: 270))),
      ("1s:audio=2", 1_000_000, .command(.selectTrack(.audio, TrackID(2)))),
      ("1s:subtitle=off", 1_000_000, .command(.selectTrack(.subtitle, .off))),
      ("1s:subtitle=auto", 1_000_000, .command(.selectTrack(.subtitle, .automatic))),
      ("1s:audio-language=de", 1_000_000, .preferLanguage(.audio, "de")),
      ("1s:audio-language=ger", 1_000_000, .preferLanguage(.audio, "de")),
      ("1s:subtitle-language=fra", 1_000_000, .preferLanguage(.subtitle, "fr")),
      ("1s:subtitle-language=und", 1_000_000, .preferLanguage(.subtitle, "")),
      ("1s:subtitle-language=", 1_000_000, .preferLanguage(.subtitle, "")),
      ("1s:background", 1_000_000, .environment(.enteredBackground(audioContinues: true))),
      ("1s:background=silent", 1_000_000, .environment(.enteredBackground(audioContinues: false))),
      ("1s:foreground", 1_000_000, .environment(.enteredForeground)),
      ("1s:external=off", 1_000_000, .environment(.externalPlaybackChanged(false))),
    ] as [(String, Int64, Action)])
  func actions(_ text: String, _ microseconds: Int64, _ action: Action) throws {
    let scheduled = try ScheduledAction(text)
    #expect(scheduled.instant == .microseconds(microseconds))
    #expect(scheduled.action == action)
  }

  @Test(
    "Invalid actions are refused",
    arguments: [
      "", "pause", "10s", "10s:", "10s:frob", "x:pause", "-1s:pause", "1s:pause=now", "1s:seek", "1s:seek=abc",
      "1s:seek=101%",
      "1s:seek=around:", "1s:rate=0", "1s:rate=101", "1s:rate=-1", "1s:chapter=0", "1s:skip=1", "1s:volume=+5,6",
      "1s:volume=101", "1s:volume=1,2,3", "1s:mute=maybe",
      "1s:scaling=wide", "1s:rotate=45", "1s:audio=-3", "1s:subtitle", "1s:set=volume=3", "1s:background=maybe",
      "1s:network=dialup", "1s:interrupt=maybe", ":pause",
    ])
  func badActions(_ text: String) { #expect(throws: ArgumentProblem.self) { try ScheduledAction(text) } }

  @Test(
    "Outputs are read",
    arguments: [
      ("null", .null), ("wav:a:b.wav", .wav("a:b.wav")), ("pcm:-", .pcm), ("y4m:x", .y4m("x")),
      ("y4m:a@b", .y4m("a@b")), ("y4m:a@0x9", .y4m("a@0x9")),
      ("y4m:a@640x360", .y4m("a", frame: PixelSize(width: 640, height: 360))),
    ]
      as [(String, OutputArgument)])
  func outputs(_ text: String, _ output: OutputArgument) throws { #expect(try OutputArgument(text) == output) }

  @Test("Invalid outputs are refused", arguments: ["", "wav", "wav:", "pcm:", "pcm:file", "null:", "mp3:x"])
  func badOutputs(_ text: String) { #expect(throws: ArgumentProblem.self) { try OutputArgument(text) } }
}
