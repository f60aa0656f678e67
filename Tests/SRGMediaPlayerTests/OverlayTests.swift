import Foundation
import Observation
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@Suite("Overlays")
struct OverlayTests {
  private func onDemand(_ time: TimeInterval, of duration: TimeInterval = 200) -> SRGOverlayState {
    var state = SRGOverlayState()
    state.state = .playing
    state.isPlayWanted = true
    state.streamType = .onDemand
    state.timeRange = SRGTimeRange(start: 0, end: duration)
    state.time = time
    return state
  }

  @Test("times show minutes, hours if there are any, a sign below zero, and dashes if unknown")
  func times() {
    #expect(SRGTimeText.duration(5) == "00:05" && SRGTimeText.duration(65.9) == "01:05")
    #expect(SRGTimeText.duration(3_665) == "1:01:05" && SRGTimeText.duration(65, hours: true) == "0:01:05")
    #expect(SRGTimeText.duration(-30) == "-00:30" && SRGTimeText.duration(-0.5) == "00:00")
    #expect(SRGTimeText.duration(.nan) == "--:--" && SRGTimeText.duration(.infinity) == "--:--")
    #expect(SRGTimeText.spoken(3_661) == "1 hour 1 minute 1 second" && SRGTimeText.spoken(0) == "0 seconds")
    #expect(SRGTimeText.clock(Date(timeIntervalSince1970: 3_723), in: .gmt) == "01:02:03")
  }

  @Test("the button pauses what plays or is about to, even during a seek")
  func button() {
    var state = onDemand(0)
    #expect(SRGPlaybackButton(state).action == .pause && SRGPlaybackButton(state).text == "⏸")
    state.state = .seeking
    #expect(SRGPlaybackButton(state).action == .pause)
    state.isPlayWanted = false
    #expect(SRGPlaybackButton(state).action == .play)
    state.state = .ended
    #expect(SRGPlaybackButton(state).accessibilityLabel == "Play")
    #expect(!SRGPlaybackButton(SRGOverlayState()).isEnabled)
  }

  @Test(
    "the indicator spins while preparing, seeking and stalled, and in no other state (SRG.md#2)",
    arguments: SRGMediaPlayerPlaybackState.allCases)
  func indicator(of playbackState: SRGMediaPlayerPlaybackState) {
    var state = SRGOverlayState()
    state.state = playbackState
    let indicator = SRGPlaybackActivityIndicator(state)
    #expect(indicator.isAnimating == [.preparing, .seeking, .stalled].contains(playbackState))
    #expect((indicator.text(frame: -3) == " ") == indicator.isHidden)
  }

  @Test("the slider shows the elapsed time, the remaining time and the position")
  func slider() {
    var state = onDemand(50)
    state.bufferedTime = 100
    let slider = SRGTimeSlider(state)
    #expect(slider.valueLabel == "00:50" && slider.timeLeftValueLabel == "-02:30" && slider.fraction == 0.25)
    #expect(slider.text(width: 33) == "00:50 ━━━━━●─────┄┄┄┄┄┄┄┄┄ -02:30" && slider.isEnabled)
    #expect(slider.text(width: 8).count == 8 && slider.text(width: 0) == "")
    #expect(SRGTimeSlider(onDemand(50, of: 7_200)).valueLabel == "0:00:50")
    #expect(slider.time(at: 0.5) == 100 && slider.time(at: 9) == 200)
    #expect(SRGTimeSlider(state, tracking: 150).value == 150)
    #expect(slider.accessibilityValue == "50 seconds")
  }

  @Test("the slider of live streams shows Live at the edge, the lag elsewhere, and a fixed knob without DVR")
  func liveSlider() {
    var state = SRGOverlayState()
    #expect(SRGTimeSlider(state).valueLabel == "--:--")
    state.streamType = .live
    state.timeRange = .zero
    state.isLive = true
    let live = SRGTimeSlider(state)
    #expect(live.valueLabel == "Live" && live.timeLeftValueLabel == "" && !live.isEnabled && live.fraction == 0)
    #expect(SRGTimeSlider(state, knobLivePosition: .right).fraction == 1)
    #expect(live.text(width: 12) == "Live ○┄┄┄┄┄┄")
    state.streamType = .dvr
    state.timeRange = SRGTimeRange(start: 1_000, end: 2_000)
    state.isLive = false
    state.time = 1_910
    state.date = Date(timeIntervalSince1970: 100)
    let dvr = SRGTimeSlider(state)
    #expect(dvr.valueLabel == "-01:30" && !dvr.isLive && dvr.accessibilityValue == "1 minute 30 seconds behind live")
    let dragged = SRGTimeSlider(state, tracking: 1_990)
    #expect(dragged.isLive && dragged.valueLabel == "Live" && dragged.date == Date(timeIntervalSince1970: 180))
  }

  private var segmented: SRGOverlayState {
    var state = onDemand(60)
    state.segments = [
      .init(index: 0, range: SRGTimeRange(start: 0, end: 50), name: "News"),
      .init(index: 1, range: SRGTimeRange(start: 50, end: 100), name: "Weather"),
      .init(index: 2, range: SRGTimeRange(start: 150, end: 160), name: "", isBlocked: true),
      .init(index: 3, range: SRGTimeRange(start: 900, end: 910), name: "Elsewhere"),
    ]
    state.currentSegment = 1
    return state
  }

  @Test("the timeline slider marks segment starts, with custom icons, and finds the tapped one")
  func timelineSlider() {
    let slider = SRGTimelineSlider(segmented)
    #expect(slider.marks.map(\.segment) == [0, 1, 2] && slider.marks.map(\.isCurrent) == [false, true, false])
    #expect(slider.text(width: 21) == "┃━━━━┃●┄┄┄┄┄┄┄┄╳░┄┄┄┄")
    #expect(SRGTimelineSlider(segmented) { _ in "◆" }.text(width: 21).hasPrefix("◆━━━━◆"))
    #expect(slider.mark(at: 0.26)?.segment == 1 && slider.mark(at: 0.4) == nil)
    #expect(slider.text(width: 0) == "")
  }

  @Test("the timeline view lists segments around the current one")
  func timelineView() {
    let view = SRGTimelineView(segmented)
    #expect(view.currentCell == 1 && view.cells[1].progress == 0.2 && view.cells[0].progress == 1)
    #expect(
      view.text(width: 28, rows: 3) == [
        "  00:00 News           00:50", "▸ 00:50 Weather        00:50", "╳ 02:30 Segment 3      00:10",
      ])
    #expect(view.text(width: 10, rows: 1) == ["▸ Weather "])
    #expect(view.text(width: 10, rows: 0) == [] && SRGTimelineView(SRGOverlayState()).text(width: 9, rows: 9) == [])
  }

  @Test("the tracks button hides when there is nothing to choose")
  func tracks() {
    var state = onDemand(0)
    let french = SRGMediaTrack(kind: .audio, number: 0, language: "fr")
    state.audioTracks = [french]
    #expect(SRGTracksButton(state).isHidden && SRGTracksButton(state).text(width: 9) == "")
    state.audioTracks.append(SRGMediaTrack(kind: .audio, number: 1, language: "de", title: "Deutsch"))
    state.audioTrack = french
    state.subtitleTracks = [SRGMediaTrack(kind: .subtitle, number: 2, language: "it")]
    #expect(SRGTracksButton(state).text == ["Audio", "✓ fr", "  Deutsch", "Subtitles", "✓ Off", "  it"])
    #expect(SRGTracksButton(state).text(width: 20) == "♪ fr ▤ Off")
  }

  @Test("the settings button offers rates and tracks; a choice holds for later media (SRGGuide.md#tracks)")
  @MainActor func settingsButton() throws {
    let harness = Harness()
    #expect(SRGPlaybackSettingsButton(harness.controller.overlayState).isHidden)
    let library = harness.controller.host.library
    harness.stream.audio = [library.text("fr"), library.text("de")]
    harness.stream.subtitles = [library.text("en"), library.text("it")]
    harness.play()
    let button = SRGPlaybackSettingsButton(harness.controller.overlayState)
    #expect(!button.isHidden && button.text.prefix(4) == ["Speed", "  0.5×", "  0.75×", "✓ 1×"])
    #expect(button.text.suffix(7) == ["Audio", "✓ fr", "  de", "Subtitles", "✓ Off", "  en", "  it"])
    button.choose(try #require(button.rateItems.last), harness.controller)
    button.choose(button.tracks.audioItems[1], harness.controller)
    button.choose(button.tracks.subtitleItems[2], harness.controller)
    #expect(harness.controller.playbackRate == 2 && harness.log == ["audio de", "subtitle it"])
    harness.forget()
    harness.controller.playURL(Harness.other)
    harness.run(1)
    #expect(harness.controller.audioTrack?.language == "de" && harness.controller.subtitleTrack?.language == "it")
    button.choose(button.tracks.subtitleItems[0], harness.controller)
    #expect(harness.controller.subtitleTrack == nil && harness.controller.captions == .forcedOnly)
  }

  private final class Flag: @unchecked Sendable {  // Used on the main actor only, where the model changes.
    var isSet = false
  }

  @available(macOS 14, iOS 17, *)
  @Test("overlays follow a controller automatically: by a model of its state, or by a loop over its states")
  @MainActor func model() async {
    let harness = Harness()
    let model = SRGOverlayModel(harness.controller, interval: 1)
    #expect(model.state.state == .idle)
    let isChanged = Flag()
    withObservationTracking {
      _ = model.state
    } onChange: {
      isChanged.isSet = true
    }
    harness.controller.playURL(Harness.url, withSegments: [Harness.segment("news", 0, 60)])
    #expect(isChanged.isSet && model.state.state == .preparing)
    harness.run(5.5)
    #expect(model.state.state == .playing && model.state.time > 4 && model.state.segments.map(\.name) == ["news"])
    harness.controller.playbackRate = 2
    #expect(model.state.playbackRate == 2)
    var seen: [SRGMediaPlayerPlaybackState] = []
    for await state in model.states {
      seen.append(state.state)
      switch state.state {
      case .playing: harness.controller.pause()
      case .paused: harness.controller.reset()
      default: break
      }
      if state.state == .idle { break }
    }
    #expect(seen == [.playing, .paused, .idle])
  }

  @available(macOS 14, iOS 17, *)
  @Test("the loop of an overlay model ends with its controller")
  @MainActor func modelEnds() async {
    var harness: Harness? = Harness()
    let states = harness.map { SRGOverlayModel($0.controller).states }
    harness?.play()
    harness = nil
    var count = 0
    if let states { for await _ in states { count += 1 } }
    #expect(count <= 1)
  }

  @available(macOS 14, iOS 17, *)
  @Test("the loop of an overlay model ends when its controller is shut down; a later loop yields the final state")
  @MainActor func modelIsShutDown() async {
    let harness = Harness()
    let model = SRGOverlayModel(harness.controller)
    let before = model.states
    harness.controller.shutDown()
    for await _ in before {}
    var seen: [SRGMediaPlayerPlaybackState] = []
    for await state in model.states { seen.append(state.state) }
    #expect(seen == [.idle])
  }

  @Test("external playback and Picture in Picture are announced")
  @MainActor func surroundings() {
    let harness = Harness()
    harness.play()
    harness.controller.host.report(.externalPlaybackChanged(true))
    #expect(harness.controller.isExternalNonMirroredPlaybackActive)
    harness.controller.host.report(.pictureInPictureChanged(true))
    #expect(harness.controller.isPictureInPictureActive)
    #expect(
      harness.notifications.map(\.name) == [
        .SRGMediaPlayerExternalPlaybackStateDidChange, .SRGMediaPlayerPictureInPictureStateDidChange,
      ])
  }

  @Test("the volume view shows a bar, and an empty one when muted")
  func volume() {
    var state = SRGOverlayState()
    state.volume = 0.5
    let half = SRGVolumeView(state)
    #expect(half.text(width: 12) == "◖)) ▮▮▮▮▯▯▯▯" && half.accessibilityValue == "50 percent")
    state.isMuted = true
    let muted = SRGVolumeView(state)
    #expect(muted.text(width: 8) == "◖×  ▯▯▯▯" && muted.accessibilityValue == "Muted" && muted.text(width: 1) == "◖")
  }

  @Test("pressing, dragging and tapping do what they show")
  @MainActor func controls() {
    let harness = Harness()
    harness.play([Harness.segment("a", 0, 100), Harness.segment("b", 900, 1_000)])
    SRGPlaybackButton(harness.controller.overlayState).press(harness.controller)
    #expect(harness.log == ["state paused"])
    let tracking = SRGTimeSliderTracking(harness.controller)
    tracking.isResumingAfterSeek = true
    tracking.isSeekingDuringTracking = false
    tracking.move(to: 0.25)
    #expect(harness.log == ["state paused"] && tracking.slider?.value == 450)
    tracking.end()
    harness.run(1)
    #expect(harness.log.suffix(2) == ["state paused", "state playing"])
    #expect(tracking.time == nil)
    tracking.increment()
    #expect(harness.controller.seekTargetTime == harness.controller.seekStartTime.map { $0 + 15 })
    tracking.decrement(by: 10_000)
    #expect(harness.controller.seekTargetTime == 0 && tracking.time == nil)
    harness.run(1)
    harness.forget()
    #expect(SRGTimelineSlider(harness.controller.overlayState).tap(at: 0.5, harness.controller))
    harness.run(1)
    #expect(harness.log.contains("start b") && harness.controller.selectedSegment != nil)
    #expect(!SRGTimelineSlider(harness.controller.overlayState).tap(at: 0.8, harness.controller))
    #expect(SRGTimelineView(harness.controller.overlayState).select(0, harness.controller))
    harness.run(1)
    #expect(harness.log.suffix(2) == ["start a", "state playing"])
  }
}
