import Foundation
import KSYMediaPlayer
import PlayerCore
import Testing

@MainActor
@Suite("Starting and stopping (KSYManual.md#6.2)")
struct PlayingTests {
  @Test("Playback runs from preparation to end in order; the engine receives nothing before")
  func order() {
    let harness = Harness()
    #expect(harness.engine.commands.isEmpty && harness.controller.playbackState == .stopped)
    harness.controller.prepareToPlay()
    #expect(harness.posted.isEmpty && !harness.controller.isPreparedToPlay)
    harness.run(to: 20)
    #expect(harness.posted == ["prepared", "load 3", "state playing", "state stopped", "finish 0"])
    #expect(harness.controller.isPreparedToPlay && !harness.controller.isPlaying())
  }

  @Test("With autoplay off it pauses as soon as it is prepared, before anything is loaded; play starts it")
  func orderWithoutAutoplay() {
    let harness = Harness()
    harness.controller.shouldAutoplay = false
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    #expect(harness.posted == ["prepared", "state paused", "load 3"])
    harness.controller.play()
    harness.run(to: 20)
    #expect(harness.posted.suffix(3) == ["state playing", "state stopped", "finish 0"])
  }

  @Test("After the end play restarts the media, and so does a preparation")
  func again() {
    for again in [KSYMoviePlayerController.play, KSYMoviePlayerController.prepareToPlay] {
      let harness = Harness()
      harness.controller.prepareToPlay()
      harness.run(to: 20)
      again(harness.controller)()
      harness.run(to: 23)
      #expect(harness.controller.isPlaying())
      #expect((2.8...3).contains(harness.controller.currentPlaybackTime))
    }
  }

  @Test("Media that replays after its end can be exited by the user again")
  func exitAfterTheEnd() {
    let harness = Harness()
    harness.controller.prepareToPlay()
    harness.run(to: 20)
    harness.controller.play()
    harness.run(to: 22)
    harness.controller.stop()
    harness.run(to: 23)
    #expect(harness.posted.filter { $0.hasPrefix("finish") } == ["finish 0", "finish 2"])
  }

  @Test("With autoplay on, play pauses playing media and resumes paused media (Contradictions.md#X-05)")
  func quirk() {
    let harness = Harness()
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    harness.controller.play()
    #expect(harness.controller.playbackState == .paused)
    harness.controller.play()
    harness.run(to: 3)
    #expect(harness.controller.playbackState == .playing)
    harness.controller.shouldAutoplay = false
    harness.controller.play()
    harness.run(to: 4)
    #expect(harness.controller.playbackState == .playing, "only while autoplay is on")
  }

  @Test("A handler of the prepared notification reads the new state; play there pauses while autoplay is on")
  func fromWithin() {
    for autoplay in [true, false] {
      let harness = Harness()
      harness.controller.shouldAutoplay = autoplay
      harness.onPost = { [unowned harness] name in
        guard name == "prepared" else { return }
        #expect(harness.controller.isPreparedToPlay && harness.controller.duration == 10)
        harness.controller.play()
      }
      harness.controller.prepareToPlay()
      harness.run(to: 2)
      #expect(harness.controller.playbackState == (autoplay ? .paused : .playing))
    }
  }

  @Test("Autoplay can change until the media is prepared")
  func lateAutoplay() {
    for autoplay in [true, false] {
      let harness = Harness()
      harness.controller.shouldAutoplay = !autoplay
      harness.controller.prepareToPlay()
      harness.controller.shouldAutoplay = autoplay
      harness.run(to: 2)
      #expect(harness.controller.isPlaying() == autoplay)
    }
  }

  @Test("A stop inside the finish notification causes no second finish, and one stop is enough")
  func stopAtTheEnd() {
    let harness = Harness()
    harness.onPost = { [unowned harness] in if $0.hasPrefix("finish") { harness.controller.stop() } }
    harness.controller.prepareToPlay()
    harness.run(to: 30)
    #expect(harness.posted.filter { $0.hasPrefix("finish") } == ["finish 0"])
    #expect(harness.ledger.unreleased == 0)
    #expect(harness.engine.commands.last == .close)
    harness.controller.stop()
    #expect(harness.ledger.unreleased == 0)
  }

  @Test("A stop is announced when everything is closed (Contradictions.md#X-17), and does not end what opens meanwhile")
  func userExit() {
    let harness = Harness()
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    harness.forget()
    harness.controller.stop()
    harness.run(to: 3)
    #expect(harness.posted == ["load 0", "state stopped", "finish 2"])
    var quiet = KSYCompatibility.seed
    quiet.postsFinishWhenClosed = false
    let other = Harness(quiet)
    other.controller.prepareToPlay()
    other.run(to: 2)
    other.controller.stop()
    other.run(to: 3)
    #expect(!other.posted.contains { $0.hasPrefix("finish") })
  }

  @Test("Each player must be stopped once; one that is forgotten leaks in the original (KSYManual.md#4.3)")
  func ledger() {
    let ledger = KSYLedger()
    var environment = KSYEnvironment()
    environment.ledger = ledger
    environment.makeHost = Harness().environment.makeHost
    var first: KSYMoviePlayerController? = KSYMoviePlayerController(
      contentURL: Harness.address, environment: environment)
    let second = KSYMoviePlayerController(contentURL: Harness.address, environment: environment)
    #expect(ledger.unreleased == 2 && ledger.exceedsOriginal)
    second.stop()
    #expect(ledger.unreleased == 1 && !ledger.exceedsOriginal)
    first = nil
    #expect(first == nil && ledger.unreleased == 1)
    second.prepareToPlay()
    #expect(ledger.unreleased == 2)
  }

  @Test("Reload fetches again: with flush at once, without when the new stream is open; the state stays")
  func reload() {
    for flush in [true, false] {
      let harness = Harness()
      harness.controller.prepareToPlay()
      harness.run(to: 2)
      harness.forget()
      harness.controller.reload(URL(string: "http://h2.example/a.mp4"), flush: flush)
      #expect(harness.controller.isPreparedToPlay == !flush)
      #expect(harness.controller.playbackState == .playing)
      #expect(harness.controller.playingURL?.host == "h2.example")
      harness.run(to: 4)
      #expect(harness.posted.contains("prepared") && !harness.posted.contains { $0.hasPrefix("state") })
      #expect(harness.controller.currentPlaybackTime > 3, "media on demand goes on where it was")
    }
  }

  @Test("A reload before the first opening prepares")
  func earlyReload() {
    let harness = Harness()
    harness.controller.reload(nil, flush: true)
    harness.run(to: 2)
    #expect(harness.controller.isPlaying())
  }

  @Test("A call interrupts playback, which resumes after it")
  func interruption() {
    let harness = Harness()
    harness.controller.prepareToPlay()
    harness.run(to: 2)
    harness.forget()
    harness.controller.report(.interruptionBegan(stopsEngine: false))
    #expect(harness.controller.playbackState == .interrupted)
    harness.run(to: 1_000)
    harness.controller.report(.interruptionEnded(mayResume: true))
    harness.run(to: 1_001)
    #expect(harness.posted == ["state interrupted", "state paused", "state playing"])
  }

  @Test("Names as the original spells them")
  @available(*, deprecated)
  func misspellings() {
    let harness = Harness()
    harness.controller.rotateDegress = 90
    harness.controller.setVolume(0.5, rigthVolume: 0.25)
    #expect(harness.controller.rotateDegrees == 90 && harness.controller.rotateDegress == 90)
    #expect(harness.controller.leftVolume == 0.5 && harness.controller.rightVolume == 0.25)
    harness.controller.reload(nil, is_flush: false)
    harness.run(to: 2)
    #expect(harness.controller.isPlaying())
  }

  @Test("What happens after the end finishes nothing again (KSYManual.md#6.10)")
  func failureAfterTheEnd() {
    let harness = Harness()
    harness.engine.duration = .seconds(2)
    harness.controller.prepareToPlay()
    harness.run(to: 5)
    let player = harness.controller.host.player
    harness.engine.playback.report(.failed(Failure(.io)), player.epoch, at: harness.controller.host.now)
    harness.run(to: 6)
    #expect(harness.posted.filter { $0.hasPrefix("finish") } == ["finish 0"])
  }

  @Test("Media that may not be opened for want of a network finishes with an error, and opens when there is one")
  func withoutNetwork() {
    let harness = Harness()
    harness.controller.report(.networkChanged(.none))
    harness.controller.prepareToPlay()
    #expect(harness.posted == ["finish 1 \(KSYMPErrorCode.connectServerFailed.rawValue)"])
    harness.controller.report(.networkChanged(.wifi))
    harness.run(to: 1)
    #expect(harness.posted.contains("prepared"))
    // A reload that is prevented leaves the next opening as any other.
    harness.controller.report(.networkChanged(.none))
    harness.controller.reload(nil, flush: false)
    harness.controller.contentURL = URL(string: "http://h.example/b.mp4")!
    harness.controller.report(.networkChanged(.wifi))
    harness.controller.prepareToPlay()
    #expect(harness.controller.playbackState == .stopped && harness.controller.getMetadata() == nil)
  }
}
