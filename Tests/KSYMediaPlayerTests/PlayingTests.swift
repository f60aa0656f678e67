import Foundation
import KSYMediaPlayer
import PlayerCore
import Testing

@MainActor
@Suite("Starting and stopping (KSYManual.md#6.2)")
struct PlayingTests {
  @Test("From the preparation to the end, in order; the engine is told nothing before")
  func order() {
    let rehearsal = Rehearsal()
    #expect(rehearsal.engine.commands.isEmpty && rehearsal.controller.playbackState == .stopped)
    rehearsal.controller.prepareToPlay()
    #expect(rehearsal.posted.isEmpty && !rehearsal.controller.isPreparedToPlay)
    rehearsal.run(to: 20)
    #expect(rehearsal.posted == ["prepared", "load 3", "state playing", "state stopped", "finish 0"])
    #expect(rehearsal.controller.isPreparedToPlay && !rehearsal.controller.isPlaying())
  }

  @Test("With autoplay off it is paused as soon as it is prepared, before anything is loaded; play starts it")
  func orderWithoutAutoplay() {
    let rehearsal = Rehearsal()
    rehearsal.controller.shouldAutoplay = false
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 2)
    #expect(rehearsal.posted == ["prepared", "state paused", "load 3"])
    rehearsal.controller.play()
    rehearsal.run(to: 20)
    #expect(rehearsal.posted.suffix(3) == ["state playing", "state stopped", "finish 0"])
  }

  @Test("After the end play begins anew, and so does a preparation")
  func again() {
    for again in [KSYMoviePlayerController.play, KSYMoviePlayerController.prepareToPlay] {
      let rehearsal = Rehearsal()
      rehearsal.controller.prepareToPlay()
      rehearsal.run(to: 20)
      again(rehearsal.controller)()
      rehearsal.run(to: 23)
      #expect(rehearsal.controller.isPlaying())
      #expect((2.8...3).contains(rehearsal.controller.currentPlaybackTime))
    }
  }

  @Test("What plays again after the end can be left by the user again")
  func exitAfterTheEnd() {
    let rehearsal = Rehearsal()
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 20)
    rehearsal.controller.play()
    rehearsal.run(to: 22)
    rehearsal.controller.stop()
    rehearsal.run(to: 23)
    #expect(rehearsal.posted.filter { $0.hasPrefix("finish") } == ["finish 0", "finish 2"])
  }

  @Test("With autoplay on, play pauses what plays, and resumes what is paused (Contradictions.md#X-05)")
  func quirk() {
    let rehearsal = Rehearsal()
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 2)
    rehearsal.controller.play()
    #expect(rehearsal.controller.playbackState == .paused)
    rehearsal.controller.play()
    rehearsal.run(to: 3)
    #expect(rehearsal.controller.playbackState == .playing)
    rehearsal.controller.shouldAutoplay = false
    rehearsal.controller.play()
    rehearsal.run(to: 4)
    #expect(rehearsal.controller.playbackState == .playing, "only while autoplay is on")
  }

  @Test("Who answers the prepared notification reads the state after it, and play there pauses while autoplay is on")
  func fromWithin() {
    for autoplay in [true, false] {
      let rehearsal = Rehearsal()
      rehearsal.controller.shouldAutoplay = autoplay
      rehearsal.onPost = { [unowned rehearsal] name in
        guard name == "prepared" else { return }
        #expect(rehearsal.controller.isPreparedToPlay && rehearsal.controller.duration == 10)
        rehearsal.controller.play()
      }
      rehearsal.controller.prepareToPlay()
      rehearsal.run(to: 2)
      #expect(rehearsal.controller.playbackState == (autoplay ? .paused : .playing))
    }
  }

  @Test("Autoplay counts until it is prepared")
  func lateAutoplay() {
    for autoplay in [true, false] {
      let rehearsal = Rehearsal()
      rehearsal.controller.shouldAutoplay = !autoplay
      rehearsal.controller.prepareToPlay()
      rehearsal.controller.shouldAutoplay = autoplay
      rehearsal.run(to: 2)
      #expect(rehearsal.controller.isPlaying() == autoplay)
    }
  }

  @Test("A stop from within the finish notification is one finish, and once is enough")
  func stopAtTheEnd() {
    let rehearsal = Rehearsal()
    rehearsal.onPost = { [unowned rehearsal] in if $0.hasPrefix("finish") { rehearsal.controller.stop() } }
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 30)
    #expect(rehearsal.posted.filter { $0.hasPrefix("finish") } == ["finish 0"])
    #expect(rehearsal.ledger.unreleased == 0)
    #expect(rehearsal.engine.commands.last == .close)
    rehearsal.controller.stop()
    #expect(rehearsal.ledger.unreleased == 0)
  }

  @Test("A stop is told when everything is closed (Contradictions.md#X-17); what opens meanwhile is not ended by it")
  func userExit() {
    let rehearsal = Rehearsal()
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 2)
    rehearsal.forget()
    rehearsal.controller.stop()
    rehearsal.run(to: 3)
    #expect(rehearsal.posted == ["load 0", "state stopped", "finish 2"])
    var quiet = KSYCompatibility.seed
    quiet.postsFinishWhenClosed = false
    let other = Rehearsal(quiet)
    other.controller.prepareToPlay()
    other.run(to: 2)
    other.controller.stop()
    other.run(to: 3)
    #expect(!other.posted.contains { $0.hasPrefix("finish") })
  }

  @Test("Each player is to be stopped once; who forgets it has leaked in the original (KSYManual.md#4.3)")
  func ledger() {
    let ledger = KSYLedger()
    var environment = KSYEnvironment()
    environment.ledger = ledger
    environment.makeHost = Rehearsal().environment.makeHost
    var first: KSYMoviePlayerController? = KSYMoviePlayerController(
      contentURL: Rehearsal.address, environment: environment)
    let second = KSYMoviePlayerController(contentURL: Rehearsal.address, environment: environment)
    #expect(ledger.unreleased == 2 && ledger.exceedsOriginal)
    second.stop()
    #expect(ledger.unreleased == 1 && !ledger.exceedsOriginal)
    first = nil
    #expect(first == nil && ledger.unreleased == 1)
    second.prepareToPlay()
    #expect(ledger.unreleased == 2)
  }

  @Test("Reload pulls anew: with flush at once, without when the new stream is open; the state stays")
  func reload() {
    for flush in [true, false] {
      let rehearsal = Rehearsal()
      rehearsal.controller.prepareToPlay()
      rehearsal.run(to: 2)
      rehearsal.forget()
      rehearsal.controller.reload(URL(string: "http://h2.example/a.mp4"), flush: flush)
      #expect(rehearsal.controller.isPreparedToPlay == !flush)
      #expect(rehearsal.controller.playbackState == .playing)
      #expect(rehearsal.controller.playingURL?.host == "h2.example")
      rehearsal.run(to: 4)
      #expect(rehearsal.posted.contains("prepared") && !rehearsal.posted.contains { $0.hasPrefix("state") })
      #expect(rehearsal.controller.currentPlaybackTime > 3, "media on demand goes on where it was")
    }
  }

  @Test("Before anything was opened a reload prepares")
  func earlyReload() {
    let rehearsal = Rehearsal()
    rehearsal.controller.reload(nil, flush: true)
    rehearsal.run(to: 2)
    #expect(rehearsal.controller.isPlaying())
  }

  @Test("A call interrupts, and playback goes on after it")
  func interruption() {
    let rehearsal = Rehearsal()
    rehearsal.controller.prepareToPlay()
    rehearsal.run(to: 2)
    rehearsal.forget()
    rehearsal.controller.report(.interruptionBegan(stopsEngine: false))
    #expect(rehearsal.controller.playbackState == .interrupted)
    rehearsal.run(to: 1_000)
    rehearsal.controller.report(.interruptionEnded(mayResume: true))
    rehearsal.run(to: 1_001)
    #expect(rehearsal.posted == ["state interrupted", "state paused", "state playing"])
  }

  @Test("Names as the original spells them")
  @available(*, deprecated)
  func misspellings() {
    let rehearsal = Rehearsal()
    rehearsal.controller.rotateDegress = 90
    rehearsal.controller.setVolume(0.5, rigthVolume: 0.25)
    #expect(rehearsal.controller.rotateDegrees == 90 && rehearsal.controller.rotateDegress == 90)
    #expect(rehearsal.controller.leftVolume == 0.5 && rehearsal.controller.rightVolume == 0.25)
    rehearsal.controller.reload(nil, is_flush: false)
    rehearsal.run(to: 2)
    #expect(rehearsal.controller.isPlaying())
  }
}
