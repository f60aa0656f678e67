@testable import PlayerCore
import Testing

@Suite("Renditions and languages")
struct LanguageStories {
  private static let german = TextID(1)
  private static let french = TextID(2)
  private static let english = TextID(3)

  /// Three audio tracks, of which the second is the default, and two subtitles.
  private static let overture: [EngineEvent] = [
    .trackFound(.video, TrackID(0), language: .none, title: .none, isDefault: true),
    .trackFound(.audio, TrackID(1), language: german, title: .none, isDefault: false),
    .trackFound(.audio, TrackID(2), language: french, title: .none, isDefault: true),
    .trackFound(.audio, TrackID(3), language: german, title: .none, isDefault: false),
    .trackFound(.subtitle, TrackID(4), language: german, title: .none, isDefault: true),
    .trackFound(.subtitle, TrackID(5), language: french, title: .none, isDefault: false),
    .trackSelected(.audio, TrackID(2)), .trackSelected(.video, TrackID(0)),
  ]

  private static func opened(_ prepare: (inout Harness) -> Void = { _ in }) -> Harness {
    var harness = Harness()
    harness.engine.overture = overture
    prepare(&harness)
    harness.load()
    harness.run()
    return harness
  }

  private static func selections(_ harness: Harness) -> [EngineCommand] {
    harness.commands.filter { if case .selectTrack = $0 { true } else { false } }
  }

  @Test("without a preference the engine's own choice stays, and no subtitle is shown")
  func noPreference() {
    let harness = Self.opened()
    #expect(Self.selections(harness).isEmpty)
    #expect(harness.player.selectedTrack(.audio) == TrackID(2))
    #expect(harness.player.selectedTrack(.subtitle) == .off)
  }

  @Test("the preferred language is selected when media opens: its first rendition, or its default one")
  func preference() {
    var harness = Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.german)) }
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(1))])
    #expect(harness.player.preferredLanguage(.audio) == Self.german)
    harness.engine.overture.append(
      .trackFound(.audio, TrackID(9), language: Self.german, title: .none, isDefault: true))
    harness.forget()
    harness.load(2)
    harness.run()
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(9))], "the preference outlives the media")
  }

  @Test("a language missing from the media leaves the default; a rendition that already plays is not selected again")
  func otherLanguages() {
    #expect(Self.selections(Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.english)) }).isEmpty)
    #expect(Self.selections(Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.french)) }).isEmpty)
  }

  @Test("a default that the engine did not select is requested; a single rendition leaves no choice")
  func defaultFlag() {
    var harness = Harness()
    harness.engine.overture = Array(Self.overture.dropLast(2))
    harness.load()
    harness.run()
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(2))])
  }

  @Test("a track number takes precedence over a language until the choice is automatic again")
  func numbers() {
    var harness = Self.opened()
    harness.forget()
    harness.ask(.selectTrack(.audio, TrackID(3)))
    harness.ask(.setPreferredLanguage(.audio, Self.german))
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(3))])
    harness.ask(.selectTrack(.audio, .automatic))
    #expect(Self.selections(harness).last == .selectTrack(.audio, TrackID(1)))
  }

  @Test("a new preference during playback takes effect at once, and only if it changes the choice")
  func changes() {
    var harness = Self.opened()
    harness.forget()
    harness.ask(.setPreferredLanguage(.audio, Self.german))
    harness.ask(.setPreferredLanguage(.audio, Self.german))
    harness.ask(.setPreferredLanguage(.audio, .none))
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(1)), .selectTrack(.audio, TrackID(2))])
  }

  @Test("automatic subtitles need an available language; they switch off when it is missing")
  func subtitles() {
    var harness = Self.opened()
    harness.forget()
    harness.ask(.setPreferredLanguage(.subtitle, Self.french))
    #expect(Self.selections(harness).isEmpty, "subtitles are off unless asked for")
    harness.ask(.selectTrack(.subtitle, .automatic))
    harness.ask(.setPreferredLanguage(.subtitle, Self.english))
    harness.ask(.setPreferredLanguage(.subtitle, Self.german))
    #expect(
      Self.selections(harness) == [
        .selectTrack(.subtitle, TrackID(5)), .selectTrack(.subtitle, .off), .selectTrack(.subtitle, TrackID(4)),
      ])
  }

  @Test("a preferred language never selects forced subtitles, even if they are the default")
  func forcedSubtitles() {
    var harness = Self.opened {
      $0.engine.overture.insert(
        .trackFound(.subtitle, TrackID(8), language: Self.french, title: .none, isDefault: true, isForced: true), at: 5)
      $0.engine.overture.append(
        .trackFound(.subtitle, TrackID(9), language: Self.english, title: .none, isDefault: true, isForced: true))
    }
    harness.forget()
    harness.ask(.selectTrack(.subtitle, .automatic))
    harness.ask(.setPreferredLanguage(.subtitle, Self.english))
    #expect(harness.player.selectedTrack(.subtitle) == .off)
    harness.ask(.setPreferredLanguage(.subtitle, Self.french))
    #expect(Self.selections(harness).last == .selectTrack(.subtitle, TrackID(5)))
  }

  @Test("a subtitle that the engine shows by itself is switched off")
  func unrequestedSubtitles() {
    let harness = Self.opened { $0.engine.overture.append(.trackSelected(.subtitle, TrackID(4))) }
    #expect(Self.selections(harness) == [.selectTrack(.subtitle, .off)])
  }

  @Test("a rendition found late is selected if it has the preferred language")
  func lateTracks() {
    var harness = Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.english)) }
    harness.forget()
    harness.report(.trackFound(.audio, TrackID(8), language: Self.french, title: .none, isDefault: true))
    #expect(Self.selections(harness).isEmpty)
    harness.report(.trackFound(.audio, TrackID(7), language: Self.english, title: .none, isDefault: false))
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(7))])
  }

  @Test("a reload without flush selects from the renditions of the new opening")
  func handOver() {
    var harness = Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.german)) }
    harness.engine.openLatency = .seconds(1)
    harness.engine.overture = [
      .trackFound(.audio, TrackID(11), language: Self.french, title: .none, isDefault: false),
      .trackFound(.audio, TrackID(12), language: Self.german, title: .none, isDefault: false),
    ]
    harness.ask(.reload(item: .none, flush: false))
    harness.run(for: .milliseconds(500))
    harness.forget()
    harness.run(seconds: 1)
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(12))])
    #expect(harness.player.isRestorable, "a checkpoint holds the renditions")
  }

  @Test("with more renditions than the table holds, the first ones are known and nothing traps")
  func manyTracks() {
    var harness = Harness()
    for number in 0..<100 {
      harness.engine.overture.append(
        .trackFound(
          .audio, TrackID(Int32(number)), language: TextID(UInt32(number + 1)), title: .none, isDefault: false))
    }
    harness.engine.overture.append(.trackFound(.audio, TrackID(.max), language: .none, title: .none, isDefault: true))
    harness.ask(.setPreferredLanguage(.audio, TextID(32)))
    harness.load()
    harness.run()
    #expect(Self.selections(harness) == [.selectTrack(.audio, TrackID(31))])
    harness.ask(.setPreferredLanguage(.audio, TextID(33)))
    #expect(Self.selections(harness).last == .selectTrack(.audio, .automatic))
  }

  @Test("renditions are announced one by one, as they are found")
  func announced() {
    var harness = Harness()
    harness.engine.overture = Array(Self.overture.prefix(2))
    harness.load()
    harness.run()
    let found = harness.notifications.filter { if case .trackFound = $0 { true } else { false } }
    #expect(
      found == [
        .trackFound(.video, TrackID(0), language: .none, title: .none, isDefault: true),
        .trackFound(.audio, TrackID(1), language: Self.german, title: .none, isDefault: false),
      ])
  }
}
