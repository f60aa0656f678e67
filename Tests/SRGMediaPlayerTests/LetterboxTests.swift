import Foundation
import PlayerCore
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Letterbox (SRG.md#3.11)")
struct LetterboxTests {
  private let harness = Harness(isLetterbox: true)
  private let one = SRGLetterboxMedia(urn: "one", url: Harness.url)
  private let two = SRGLetterboxMedia(urn: "two", url: Harness.other)

  private func play() throws -> SRGLetterboxController {
    let letterbox = try #require(harness.letterbox)
    letterbox.play(one, at: .at(50))
    harness.run(1)
    harness.forget()
    return letterbox
  }

  @Test("a lost connection is retried from the first position when the network returns")
  func retry() throws {
    let remote = SRGLetterboxMedia(urn: "r", url: try #require(URL(string: "https://media.example/a.mp4")))
    let letterbox = try #require(harness.letterbox)
    letterbox.play(remote, at: .at(50))
    harness.run(10)
    harness.forget()
    harness.engine.fail(Failure(.connect), at: harness.controller.host.now)
    harness.run(1)
    #expect(letterbox.error?.code == .network)
    harness.controller.host.report(.networkChanged(.wifi))
    harness.run(1)
    #expect(
      harness.log == [
        "state idle", "failure connect", "letterbox failure network", "state preparing", "retry", "state playing",
      ])
    #expect(letterbox.error == nil && letterbox.currentTime.rounded() == 50)
  }

  @Test("a retry that must not resume holds")
  func retryHolds() throws {
    let letterbox = try #require(harness.letterbox)
    letterbox.resumesAfterRetry = false
    letterbox.play(SRGLetterboxMedia(urn: "r", url: try #require(URL(string: "https://media.example/a.mp4"))))
    harness.run(2)
    harness.engine.fail(Failure(.connect), at: harness.controller.host.now)
    harness.run(1)
    harness.forget()
    harness.controller.host.report(.networkChanged(.wifi))
    harness.run(1)
    #expect(harness.log == ["state preparing", "retry", "state paused"])
  }

  @Test("stopped media, and failures for other reasons, are not retried (SRG.md#3.9)")
  func notRetried() throws {
    let letterbox = try play()
    harness.engine.fail(Failure(.httpNotFound, detail: 404), at: harness.controller.host.now)
    harness.run(1)
    #expect(letterbox.error?.code == .notFound)
    harness.controller.host.report(.networkChanged(.wifi))
    letterbox.play()
    harness.run(1)
    letterbox.stop()
    #expect(letterbox.error == nil)
    harness.forget()
    harness.controller.host.report(.networkChanged(.none))
    harness.controller.host.report(.networkChanged(.wifi))
    harness.run(5)
    #expect(harness.log == [])
  }

  @Test("restart shows idle and preparing, and posts a retry")
  func restart() throws {
    let letterbox = try play()
    letterbox.restart()
    harness.run(1)
    #expect(harness.log == ["state idle", "state preparing", "retry", "state playing"])
  }

  @Test("skips accumulate from the pending target and resume playback; the first one completes with false")
  func skips() throws {
    let letterbox = try play()
    letterbox.pause()
    harness.forget()
    #expect(letterbox.skip(withInterval: 15) { harness.log.append("a \($0)") })
    #expect(letterbox.skip(withInterval: 15) { harness.log.append("b \($0)") })
    harness.run(0.6)
    #expect(harness.log.contains("a false") && harness.log.contains("b true") && harness.log.last == "state playing")
    #expect((80..<82).contains(letterbox.currentTime))
  }

  @Test("at the end a forward skip is not possible")
  func skipAtTheEnd() throws {
    let letterbox = try play()
    letterbox.seek(to: .at(1_799.9))
    harness.run(2)
    #expect(letterbox.playbackState == .ended)
    #expect(!letterbox.canSkip(withInterval: 10) && letterbox.canSkip(withInterval: -10))
  }

  @Test("a pause or an interruption stops a live stream without DVR")
  func livePause() throws {
    harness.stream.kind = .live
    harness.stream.duration = .unknown
    let letterbox = try play()
    letterbox.pause()
    #expect(harness.log == ["state idle"])
    letterbox.play()
    harness.run(1)
    harness.forget()
    harness.controller.host.report(.interruptionBegan(stopsEngine: false))
    #expect(harness.log.last == "state idle")
  }

  @Test("DVR can skip to the live edge, and start over the current segment while it is in the window")
  func dvr() throws {
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    let letterbox = try #require(harness.letterbox)
    letterbox.play(one, segments: [Harness.segment("s", 6_000, 7_000)])
    harness.run(1)
    #expect(!letterbox.canSkipToLive && !letterbox.canStartOver && !letterbox.skipToLive() && !letterbox.startOver())
    letterbox.seek(to: .at(6_500))
    harness.run(1)
    #expect(letterbox.canSkipToLive && letterbox.canStartOver)
    #expect(letterbox.startOver())
    harness.run(1)
    #expect((6_000...6_001).contains(letterbox.currentTime))
    #expect(letterbox.skipToLive())
    harness.run(1)
    #expect(letterbox.isLive)
  }

  @Test("continuous playback advances at once, after a delay, or not at all if cancelled")
  func continuous() throws {
    let letterbox = try #require(harness.letterbox)
    let playlist = SRGLetterboxPlaylist([one, two], delay: 5)
    letterbox.playlistDataSource = playlist
    #expect(letterbox.nextMedia == one && !letterbox.playPreviousMedia())
    #expect(letterbox.playNextMedia())
    harness.run(1)
    letterbox.seek(to: .at(1_799))
    harness.run(2)
    #expect(letterbox.playbackState == .ended && letterbox.continuousPlaybackUpcomingMedia == two)
    let (start, end) = (
      try #require(letterbox.continuousPlaybackTransitionStartDate),
      try #require(letterbox.continuousPlaybackTransitionEndDate)
    )
    #expect(end.timeIntervalSince(start) == 5)
    harness.forget()
    harness.run(6)
    #expect(harness.log == ["continue two", "state idle", "state preparing", "state playing"])
    #expect(letterbox.media == two && letterbox.previousMedia == one && letterbox.nextMedia == nil)
    #expect(letterbox.continuousPlaybackUpcomingMedia == nil)
    letterbox.playPreviousMedia()
    harness.run(1)
    letterbox.seek(to: .at(1_799))
    harness.run(2)
    letterbox.cancelContinuousPlayback()
    harness.forget()
    harness.run(10)
    #expect(harness.log == [] && letterbox.media == one)
    playlist.continuousPlaybackTransitionDuration = 0
    letterbox.play()
    harness.run(1)
    letterbox.seek(to: .at(1_799))
    harness.run(1.5)
    #expect(letterbox.media == two)
  }

  @Test("a pending continuation has a start and an end date, and both can be observed")
  func pendingDates() throws {
    let letterbox = try #require(harness.letterbox)
    let playlist = SRGLetterboxPlaylist([one, two], delay: 5)
    letterbox.playlistDataSource = playlist
    let observations = [
      letterbox.observe(\.continuousPlaybackTransitionStartDate) { [harness] in
        harness.log.append("start \($0.map { "\($0.timeIntervalSince(Harness.date))" } ?? "none")")
      },
      letterbox.observe(\.continuousPlaybackTransitionEndDate) { [harness] in
        harness.log.append("end \($0.map { "\($0.timeIntervalSince(Harness.date))" } ?? "none")")
      },
      letterbox.observe(\.continuousPlaybackUpcomingMedia) { [harness] in
        harness.log.append("upcoming \($0?.urn ?? "none")")
      },
    ]
    letterbox.play(one)
    harness.run(1)
    letterbox.seek(to: .at(1_799))
    harness.run(1)
    harness.forget()
    harness.run(1)
    #expect(harness.log == ["state ended", "start 0.0", "end 5.0", "upcoming two"])
    harness.forget()
    letterbox.cancelContinuousPlayback()
    #expect(harness.log == ["start none", "end none", "upcoming none"])
    letterbox.cancelContinuousPlayback()
    #expect(harness.log.count == 3 && observations.count == 3)
  }

  @Test("playing the paused media only resumes it: nothing opens, and its position stays")
  func samePausedMedia() throws {
    let letterbox = try play()
    harness.run(10)
    letterbox.pause()
    harness.forget()
    var opens = 0
    harness.engine.onCommand = { command, _ in if case .open = command { opens += 1 } }
    letterbox.play(one, at: .at(3))
    harness.run(1)
    #expect(harness.log == ["state playing"] && opens == 0)
    #expect(letterbox.currentTime > 60)
  }

  @Test("loading the loaded media does not reload it: the completion is called, and playback continues")
  func sameMedia() throws {
    let letterbox = try play()
    letterbox.pause()
    harness.forget()
    letterbox.prepareToPlay(one) { harness.log.append("ready") }
    #expect(harness.log == ["ready"])
    letterbox.play(one)
    harness.run(1)
    #expect(harness.log == ["ready", "state playing"])
  }
}
