import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Tracks and their languages (SRGGuide.md#tracks)")
struct TrackTests {
  private let harness = Harness()
  private var controller: SRGMediaPlayerController { harness.controller }

  private func play(audio: [String], subtitles: [String], forced: Set<Int> = []) {
    let library = controller.host.library
    harness.stream.audio = audio.map { library.text($0) }
    harness.stream.subtitles = subtitles.map { library.text($0) }
    harness.stream.forcedSubtitles = forced
    controller.playURL(Harness.url)
    harness.run(1)
  }

  private var shown: String {
    controller.subtitleTrack.map { ($0.language ?? "?") + ($0.isForced ? "(forced)" : "") } ?? "none"
  }

  @Test("fr matches fra and fre in the media, and is what is shown")
  func codes() {
    controller.captions = .alwaysOn(language: "fr")
    controller.preferredAudioLanguage = "fr"
    play(audio: ["deu", "fra"], subtitles: ["ger", "fre"])
    #expect(controller.audioTrack?.language == "fr" && controller.subtitleTrack?.language == "fr")
    #expect(controller.audioTracks.map(\.displayName) == ["de", "fr"])
    #expect(controller.subtitleTracks.map(\.languageCode) == ["de", "fr"])
    #expect(harness.log.contains("audio fr") && harness.log.contains("subtitle fr"))
  }

  @Test("an app's own codes match too; a language matches another region, but its own region first")
  func regions() {
    controller.captions = .alwaysOn(language: "fre")
    controller.preferredAudioLanguage = "pt-BR"
    play(audio: ["en", "pt", "pt-BR"], subtitles: ["en", "fr-CH"])
    #expect(controller.audioTrack?.language == "pt-BR" && controller.subtitleTrack?.language == "fr-CH")
    #expect(controller.subtitleTracks.inLanguage("fra").map(\.languageCode) == ["fr"])
  }

  @Test("an undetermined language counts as none and matches no language")
  func unknown() {
    controller.captions = .alwaysOn(language: "und")
    controller.preferredAudioLanguage = "und"
    play(audio: ["und", "de"], subtitles: ["und"])
    #expect(controller.audioTracks[0].language == nil && controller.audioTracks[0].displayName == "0")
    #expect(controller.audioTrack?.number == 0 && controller.audioTracks.inLanguage("und").isEmpty)
    #expect(controller.audioTracks.inLanguage(nil).isEmpty)
  }

  @Test("forced subtitles accompany audio in their language, and are the previous track when another is chosen")
  func forced() {
    play(audio: ["en", "fr"], subtitles: ["fr", "en", "en", "ja"], forced: [1])
    #expect(harness.log.contains("subtitle en") && shown == "en(forced)")
    #expect(controller.subtitleTrack?.hasMediaCharacteristic(.containsOnlyForcedSubtitles) == true)
    #expect(controller.subtitleTrack?.hasMediaCharacteristic(.legible) == true)
    harness.forget()
    controller.subtitleConfigurationBlock = { tracks, _, standard in
      #expect(standard?.isForced == true)
      return tracks.withoutMediaCharacteristics([.containsOnlyForcedSubtitles]).inLanguage("jpn").first
    }
    controller.reloadMediaConfiguration()
    let change = harness.last(.SRGMediaPlayerSubtitleTrackDidChange)
    #expect(change?[.previousTrack]?.isForced == true && change?[.previousTrack]?.language == "en")
    #expect(change?[.track]?.isForced == false && change?[.track]?.language == "ja")
  }

  @Test(
    "which subtitles are shown without a choice",
    arguments: [
      (SRGCaptions.automatic, "en(forced)"), (.forcedOnly, "en(forced)"), (.off, "none"),
      (.alwaysOn(language: "en"), "en"), (.alwaysOn(language: "fr"), "fr"), (.alwaysOn(language: "it"), "en(forced)"),
      (.alwaysOn(language: nil), "fr"),
    ])
  func captions(_ captions: SRGCaptions, _ expected: String) {
    controller.captions = captions
    play(audio: ["en"], subtitles: ["en", "fr", "en"], forced: [0])
    #expect(shown == expected)
  }

  @Test("forced subtitles in a language other than the audio are not shown, whatever the media suggests")
  func foreignForced() {
    for captions in [SRGCaptions.automatic, .forcedOnly] {
      controller.captions = captions
      play(audio: ["de"], subtitles: ["en"], forced: [0])
      #expect(shown == "none")
    }
  }

  @Test("another audio track brings its forced subtitles; an explicit choice stays")
  func followingAudio() {
    play(audio: ["en", "fr"], subtitles: ["en", "fr", "de"], forced: [0, 1])
    #expect(shown == "en(forced)")
    controller.selectAudioTrack(controller.audioTracks[1])
    #expect(shown == "fr(forced)")
    controller.selectSubtitleTrack(controller.subtitleTracks[2])
    controller.selectAudioTrack(controller.audioTracks[0])
    #expect(shown == "de")
  }

  @Test("the tracks button offers no forced subtitles; off leaves them on")
  func button() {
    play(audio: ["en"], subtitles: ["en", "en"], forced: [0])
    let button = SRGTracksButton(controller.overlayState)
    #expect(button.text == ["Subtitles", "✓ Off", "  en"])
    button.choose(button.subtitleItems[1], controller)
    #expect(shown == "en")
    button.choose(button.subtitleItems[0], controller)
    #expect(shown == "en(forced)" && controller.captions == .forcedOnly)
    play(audio: ["en"], subtitles: ["en"], forced: [0])
    #expect(SRGTracksButton(controller.overlayState).isHidden)
  }

  @Test("a track of other media counts as no choice: the standard one plays, and is announced (SRG.md#2)")
  func foreignTracks() {
    let (audio, subtitle) = (
      SRGMediaTrack(kind: .audio, number: 77, language: "de"), SRGMediaTrack(kind: .subtitle, number: 77)
    )
    controller.captions = .alwaysOn(language: "fr")
    controller.audioConfigurationBlock = { _, _ in audio }
    controller.subtitleConfigurationBlock = { _, audio, _ in
      #expect(audio?.language == "en")
      return subtitle
    }
    play(audio: ["en", "fr"], subtitles: ["de", "fr"])
    #expect(harness.log.contains("audio en") && harness.log.contains("subtitle fr"))
    harness.forget()
    controller.selectAudioTrack(audio)
    controller.selectSubtitleTrack(subtitle)
    controller.reloadMediaConfiguration()
    harness.run(1)
    #expect(harness.log == [] && controller.audioTrack?.language == "en" && shown == "fr")
    controller.selectSubtitleTrack(controller.subtitleTracks[0])
    #expect(harness.log == ["subtitle de"])
  }

  @Test("what was chosen with the tracks button is the next controller's preference (SRGGuide.md#tracks)")
  func nextController() {
    let choices = SRGTrackMemory()
    func next() -> Harness { Harness(choices: choices) }
    func choose(in harness: Harness, _ items: (SRGTracksButton) -> [SRGTracksButton.Item], _ place: Int) {
      let library = harness.controller.host.library
      harness.stream.audio = [library.text("en"), library.text("fr")]
      harness.stream.subtitles = [library.text("en"), library.text("de")]
      harness.play()
      let button = SRGTracksButton(harness.controller.overlayState)
      button.choose(items(button)[place], harness.controller)
    }
    #expect(next().controller.captions == .automatic && next().controller.preferredAudioLanguage == nil)
    choose(in: next(), \.audioItems, 1)
    choose(in: next(), \.subtitleItems, 2)
    let harness = next()
    choose(in: harness, \.audioItems, 1)
    #expect(harness.controller.audioTrack?.language == "fr" && harness.controller.subtitleTrack?.language == "de")
    choose(in: harness, \.subtitleItems, 0)
    #expect(next().controller.captions == .forcedOnly && next().controller.preferredAudioLanguage == "fr")
    #expect(SRGPlayerEnvironment().trackChoices === SRGTrackMemory.shared)
  }
}
