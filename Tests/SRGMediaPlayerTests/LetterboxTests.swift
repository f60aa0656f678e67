import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Letterbox (SRG.md#3.11)")
struct LetterboxTests {
  private let rig = Rig(isLetterbox: true)
  private let one = SRGLetterboxMedia(urn: "one", url: Rig.url)
  private let two = SRGLetterboxMedia(urn: "two", url: Rig.other)

  private func play() throws -> SRGLetterboxController {
    let letterbox = try #require(rig.letterbox)
    letterbox.play(one, at: .at(50))
    rig.run(1)
    rig.forget()
    return letterbox
  }

  @Test("a lost connection: retried when the network is there again, from the first position on")
  func retry() throws {
    let remote = SRGLetterboxMedia(urn: "r", url: try #require(URL(string: "https://media.example/a.mp4")))
    let letterbox = try #require(rig.letterbox)
    letterbox.play(remote, at: .at(50))
    rig.run(10)
    rig.forget()
    rig.engine.fail(Failure(.connect), at: rig.controller.host.now)
    rig.run(1)
    #expect(letterbox.error?.code == .network)
    rig.controller.host.report(.networkChanged(.wifi))
    rig.run(1)
    #expect(
      rig.log == [
        "state idle", "failure connect", "letterbox failure network", "state preparing", "retry", "state playing",
      ])
    #expect(letterbox.error == nil && letterbox.currentTime.rounded() == 50)
  }

  @Test("a retry that must not resume holds")
  func retryHolds() throws {
    let letterbox = try #require(rig.letterbox)
    letterbox.resumesAfterRetry = false
    letterbox.play(SRGLetterboxMedia(urn: "r", url: try #require(URL(string: "https://media.example/a.mp4"))))
    rig.run(2)
    rig.engine.fail(Failure(.connect), at: rig.controller.host.now)
    rig.run(1)
    rig.forget()
    rig.controller.host.report(.networkChanged(.wifi))
    rig.run(1)
    #expect(rig.log == ["state preparing", "retry", "state paused"])
  }

  @Test("what was stopped, and what fails for another reason, is not retried (SRG.md#3.9)")
  func notRetried() throws {
    let letterbox = try play()
    rig.engine.fail(Failure(.httpNotFound, detail: 404), at: rig.controller.host.now)
    rig.run(1)
    #expect(letterbox.error?.code == .notFound)
    rig.controller.host.report(.networkChanged(.wifi))
    letterbox.play()
    rig.run(1)
    letterbox.stop()
    #expect(letterbox.error == nil)
    rig.forget()
    rig.controller.host.report(.networkChanged(.none))
    rig.controller.host.report(.networkChanged(.wifi))
    rig.run(5)
    #expect(rig.log == [])
  }

  @Test("restart: idle, preparing, a retry is told")
  func restart() throws {
    let letterbox = try play()
    letterbox.restart()
    rig.run(1)
    #expect(rig.log == ["state idle", "state preparing", "retry", "state playing"])
  }

  @Test("skips pile up from the pending target and resume playback; the first completion says so")
  func skips() throws {
    let letterbox = try play()
    letterbox.pause()
    rig.forget()
    #expect(letterbox.skip(withInterval: 15) { rig.log.append("a \($0)") })
    #expect(letterbox.skip(withInterval: 15) { rig.log.append("b \($0)") })
    rig.run(0.6)
    #expect(rig.log.contains("a false") && rig.log.contains("b true") && rig.log.last == "state playing")
    #expect((80..<82).contains(letterbox.currentTime))
  }

  @Test("at the end nothing is skipped forward")
  func skipAtTheEnd() throws {
    let letterbox = try play()
    letterbox.seek(to: .at(1_799.9))
    rig.run(2)
    #expect(letterbox.playbackState == .ended)
    #expect(!letterbox.canSkip(withInterval: 10) && letterbox.canSkip(withInterval: -10))
  }

  @Test("a live stream without DVR is stopped by a pause and by an interruption")
  func livePause() throws {
    rig.stream.kind = .live
    rig.stream.duration = .unknown
    let letterbox = try play()
    letterbox.pause()
    #expect(rig.log == ["state idle"])
    letterbox.play()
    rig.run(1)
    rig.forget()
    rig.controller.host.report(.interruptionBegan(stopsEngine: false))
    #expect(rig.log.last == "state idle")
  }

  @Test("DVR: to the live edge, and to the beginning of the current segment while it is in the window")
  func dvr() throws {
    rig.stream.kind = .dvr
    rig.stream.duration = .unknown
    let letterbox = try #require(rig.letterbox)
    letterbox.play(one, segments: [Rig.segment("s", 6_000, 7_000)])
    rig.run(1)
    #expect(!letterbox.canSkipToLive && !letterbox.canStartOver && !letterbox.skipToLive() && !letterbox.startOver())
    letterbox.seek(to: .at(6_500))
    rig.run(1)
    #expect(letterbox.canSkipToLive && letterbox.canStartOver)
    #expect(letterbox.startOver())
    rig.run(1)
    #expect((6_000...6_001).contains(letterbox.currentTime))
    #expect(letterbox.skipToLive())
    rig.run(1)
    #expect(letterbox.isLive)
  }

  @Test("a media after the other: at once, after a while, or not when somebody says no")
  func continuous() throws {
    let letterbox = try #require(rig.letterbox)
    let playlist = SRGLetterboxPlaylist([one, two], delay: 5)
    letterbox.playlistDataSource = playlist
    #expect(letterbox.nextMedia == one && !letterbox.playPreviousMedia())
    #expect(letterbox.playNextMedia())
    rig.run(1)
    letterbox.seek(to: .at(1_799))
    rig.run(2)
    #expect(letterbox.playbackState == .ended && letterbox.continuousPlaybackUpcomingMedia == two)
    let (start, end) = (
      try #require(letterbox.continuousPlaybackTransitionStartDate),
      try #require(letterbox.continuousPlaybackTransitionEndDate)
    )
    #expect(end.timeIntervalSince(start) == 5)
    rig.forget()
    rig.run(6)
    #expect(rig.log == ["continue two", "state idle", "state preparing", "state playing"])
    #expect(letterbox.media == two && letterbox.previousMedia == one && letterbox.nextMedia == nil)
    #expect(letterbox.continuousPlaybackUpcomingMedia == nil)
    letterbox.playPreviousMedia()
    rig.run(1)
    letterbox.seek(to: .at(1_799))
    rig.run(2)
    letterbox.cancelContinuousPlayback()
    rig.forget()
    rig.run(10)
    #expect(rig.log == [] && letterbox.media == one)
    playlist.continuousPlaybackTransitionDuration = 0
    letterbox.play()
    rig.run(1)
    letterbox.seek(to: .at(1_799))
    rig.run(1.5)
    #expect(letterbox.media == two)
  }

  @Test("a pending continuation says when it began and when it ends, and both can be observed")
  func pendingDates() throws {
    let letterbox = try #require(rig.letterbox)
    let playlist = SRGLetterboxPlaylist([one, two], delay: 5)
    letterbox.playlistDataSource = playlist
    let observations = [
      letterbox.observe(\.continuousPlaybackTransitionStartDate) { [rig] in
        rig.log.append("start \($0.map { "\($0.timeIntervalSince(Rig.date))" } ?? "none")")
      },
      letterbox.observe(\.continuousPlaybackTransitionEndDate) { [rig] in
        rig.log.append("end \($0.map { "\($0.timeIntervalSince(Rig.date))" } ?? "none")")
      },
      letterbox.observe(\.continuousPlaybackUpcomingMedia) { [rig] in
        rig.log.append("upcoming \($0?.urn ?? "none")")
      },
    ]
    letterbox.play(one)
    rig.run(1)
    letterbox.seek(to: .at(1_799))
    rig.run(1)
    rig.forget()
    rig.run(1)
    #expect(rig.log == ["state ended", "start 0.0", "end 5.0", "upcoming two"])
    rig.forget()
    letterbox.cancelContinuousPlayback()
    #expect(rig.log == ["start none", "end none", "upcoming none"])
    letterbox.cancelContinuousPlayback()
    #expect(rig.log.count == 3 && observations.count == 3)
  }

  @Test("playing the media that is paused only resumes: nothing is opened, and its position stays")
  func samePausedMedia() throws {
    let letterbox = try play()
    rig.run(10)
    letterbox.pause()
    rig.forget()
    var opens = 0
    rig.engine.onCommand = { command, _ in if case .open = command { opens += 1 } }
    letterbox.play(one, at: .at(3))
    rig.run(1)
    #expect(rig.log == ["state playing"] && opens == 0)
    #expect(letterbox.currentTime > 60)
  }

  @Test("loading what is loaded is no reload: the completion is called, and playback goes on")
  func sameMedia() throws {
    let letterbox = try play()
    letterbox.pause()
    rig.forget()
    letterbox.prepareToPlay(one) { rig.log.append("ready") }
    #expect(rig.log == ["ready"])
    letterbox.play(one)
    rig.run(1)
    #expect(rig.log == ["ready", "state playing"])
  }
}
