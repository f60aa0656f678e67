@testable import PlayerCore
import Testing

@Suite("Renditions and languages")
struct LanguageStories {
  private static let german = TextID(1)
  private static let french = TextID(2)
  private static let english = TextID(3)

  /// Two sound tracks, of which the second is the default, and two subtitles.
  private static let overture: [EngineEvent] = [
    .trackFound(.video, TrackID(0), language: .none, title: .none, isDefault: true),
    .trackFound(.audio, TrackID(1), language: german, title: .none, isDefault: false),
    .trackFound(.audio, TrackID(2), language: french, title: .none, isDefault: true),
    .trackFound(.audio, TrackID(3), language: german, title: .none, isDefault: false),
    .trackFound(.subtitle, TrackID(4), language: german, title: .none, isDefault: true),
    .trackFound(.subtitle, TrackID(5), language: french, title: .none, isDefault: false),
    .trackSelected(.audio, TrackID(2)), .trackSelected(.video, TrackID(0)),
  ]

  private static func opened(_ prepare: (inout Stage) -> Void = { _ in }) -> Stage {
    var stage = Stage()
    stage.engine.overture = overture
    prepare(&stage)
    stage.load()
    stage.run()
    return stage
  }

  private static func selections(_ stage: Stage) -> [EngineCommand] {
    stage.commands.filter { if case .selectTrack = $0 { true } else { false } }
  }

  @Test("without a preference the engine's own choice stands, and no subtitle is shown")
  func noPreference() {
    let stage = Self.opened()
    #expect(Self.selections(stage).isEmpty)
    #expect(stage.player.selectedTrack(.audio) == TrackID(2))
    #expect(stage.player.selectedTrack(.subtitle) == .off)
  }

  @Test("the preferred language is chosen when the media opens: the first in it, or the one that is its default")
  func preference() {
    var stage = Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.german)) }
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(1))])
    #expect(stage.player.preferredLanguage(.audio) == Self.german)
    stage.engine.overture.append(
      .trackFound(.audio, TrackID(9), language: Self.german, title: .none, isDefault: true))
    stage.forget()
    stage.load(2)
    stage.run()
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(9))], "the preference outlives the media")
  }

  @Test("a language that the media does not have leaves the default; what plays already is not asked for")
  func otherLanguages() {
    #expect(Self.selections(Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.english)) }).isEmpty)
    #expect(Self.selections(Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.french)) }).isEmpty)
  }

  @Test("a default that the engine did not take is asked for; a single rendition is no choice")
  func defaultFlag() {
    var stage = Stage()
    stage.engine.overture = Array(Self.overture.dropLast(2))
    stage.load()
    stage.run()
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(2))])
  }

  @Test("a number counts more than a language, until the choice is automatic again")
  func numbers() {
    var stage = Self.opened()
    stage.forget()
    stage.ask(.selectTrack(.audio, TrackID(3)))
    stage.ask(.setPreferredLanguage(.audio, Self.german))
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(3))])
    stage.ask(.selectTrack(.audio, .automatic))
    #expect(Self.selections(stage).last == .selectTrack(.audio, TrackID(1)))
  }

  @Test("a preference that changes while it plays chooses anew, and only what it changes")
  func changes() {
    var stage = Self.opened()
    stage.forget()
    stage.ask(.setPreferredLanguage(.audio, Self.german))
    stage.ask(.setPreferredLanguage(.audio, Self.german))
    stage.ask(.setPreferredLanguage(.audio, .none))
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(1)), .selectTrack(.audio, TrackID(2))])
  }

  @Test("automatic subtitles need a language that is there; they go when the language does")
  func subtitles() {
    var stage = Self.opened()
    stage.forget()
    stage.ask(.setPreferredLanguage(.subtitle, Self.french))
    #expect(Self.selections(stage).isEmpty, "subtitles are off unless asked for")
    stage.ask(.selectTrack(.subtitle, .automatic))
    stage.ask(.setPreferredLanguage(.subtitle, Self.english))
    stage.ask(.setPreferredLanguage(.subtitle, Self.german))
    #expect(
      Self.selections(stage) == [
        .selectTrack(.subtitle, TrackID(5)), .selectTrack(.subtitle, .off), .selectTrack(.subtitle, TrackID(4)),
      ])
  }

  @Test("forced subtitles are never what a preferred language chooses, also not where they are the default")
  func forcedSubtitles() {
    var stage = Self.opened {
      $0.engine.overture.insert(
        .trackFound(.subtitle, TrackID(8), language: Self.french, title: .none, isDefault: true, isForced: true), at: 5)
      $0.engine.overture.append(
        .trackFound(.subtitle, TrackID(9), language: Self.english, title: .none, isDefault: true, isForced: true))
    }
    stage.forget()
    stage.ask(.selectTrack(.subtitle, .automatic))
    stage.ask(.setPreferredLanguage(.subtitle, Self.english))
    #expect(stage.player.selectedTrack(.subtitle) == .off)
    stage.ask(.setPreferredLanguage(.subtitle, Self.french))
    #expect(Self.selections(stage).last == .selectTrack(.subtitle, TrackID(5)))
  }

  @Test("a subtitle that the engine shows by itself is switched off")
  func unaskedSubtitles() {
    let stage = Self.opened { $0.engine.overture.append(.trackSelected(.subtitle, TrackID(4))) }
    #expect(Self.selections(stage) == [.selectTrack(.subtitle, .off)])
  }

  @Test("a rendition that is found late is chosen when its language was waited for")
  func lateTracks() {
    var stage = Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.english)) }
    stage.forget()
    stage.report(.trackFound(.audio, TrackID(8), language: Self.french, title: .none, isDefault: true))
    #expect(Self.selections(stage).isEmpty)
    stage.report(.trackFound(.audio, TrackID(7), language: Self.english, title: .none, isDefault: false))
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(7))])
  }

  @Test("a reload without flush chooses among what the new opening has found")
  func handOver() {
    var stage = Self.opened { $0.ask(.setPreferredLanguage(.audio, Self.german)) }
    stage.engine.openLatency = .seconds(1)
    stage.engine.overture = [
      .trackFound(.audio, TrackID(11), language: Self.french, title: .none, isDefault: false),
      .trackFound(.audio, TrackID(12), language: Self.german, title: .none, isDefault: false),
    ]
    stage.ask(.reload(item: .none, flush: false))
    stage.run(for: .milliseconds(500))
    stage.forget()
    stage.run(seconds: 1)
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(12))])
    #expect(stage.player.isRestorable, "a checkpoint holds the renditions")
  }

  @Test("more renditions than the table holds: the first ones are known, and nothing traps")
  func manyTracks() {
    var stage = Stage()
    for number in 0..<100 {
      stage.engine.overture.append(
        .trackFound(
          .audio, TrackID(Int32(number)), language: TextID(UInt32(number + 1)), title: .none, isDefault: false))
    }
    stage.engine.overture.append(.trackFound(.audio, TrackID(.max), language: .none, title: .none, isDefault: true))
    stage.ask(.setPreferredLanguage(.audio, TextID(32)))
    stage.load()
    stage.run()
    #expect(Self.selections(stage) == [.selectTrack(.audio, TrackID(31))])
    stage.ask(.setPreferredLanguage(.audio, TextID(33)))
    #expect(Self.selections(stage).last == .selectTrack(.audio, .automatic))
  }

  @Test("renditions are told one by one, as they are found")
  func announced() {
    var stage = Stage()
    stage.engine.overture = Array(Self.overture.prefix(2))
    stage.load()
    stage.run()
    let found = stage.notifications.filter { if case .trackFound = $0 { true } else { false } }
    #expect(
      found == [
        .trackFound(.video, TrackID(0), language: .none, title: .none, isDefault: true),
        .trackFound(.audio, TrackID(1), language: Self.german, title: .none, isDefault: false),
      ])
  }
}
