import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import Conformance
@testable import SRGMediaPlayer

@MainActor
@Suite("Loading, stopping, failing")
struct LoadingTests {
  private let harness = Harness()
  private var controller: SRGMediaPlayerController { harness.controller }

  @Test("prepare holds: preparing, the handler, paused (SRG.md#1.3)")
  func prepare() {
    controller.prepareToPlayURL(Harness.url) { harness.log.append("ready while \(controller.playbackState.name)") }
    #expect(harness.log == ["state preparing"])
    harness.run(1)
    #expect(harness.log == ["state preparing", "ready while preparing", "state paused"])
    #expect(controller.contentURL == Harness.url && controller.urlAsset?.url == Harness.url)
  }

  @Test("play called in the prepare handler starts without a pause in between (SRG.md#1.3)")
  func playInHandler() {
    controller.prepareToPlayURL(Harness.url) { controller.play() }
    harness.run(1)
    #expect(harness.log == ["state preparing", "state playing"])
  }

  @Test("a seek in the prepare handler is accepted; a segment there starts before the state is shown")
  func seekInHandler() {
    let segment = Harness.segment("s", 0, 50)
    controller.prepareToPlayURL(Harness.url, withSegments: [segment]) {
      controller.seek(to: .at(30)) { harness.log.append("sought \($0)") }
    }
    harness.run(2)
    #expect(harness.log.prefix(3) == ["state preparing", "start s", "state seeking"])
    #expect(harness.log.suffix(2) == ["state paused", "sought true"])
    #expect(controller.currentTime == 30)
  }

  @Test("media replaced by another load is no longer prepared, and goes through idle (SRG.md#1.6)")
  func replaced() {
    controller.prepareToPlayURL(Harness.url, userInfo: ["a": 1]) { harness.log.append("first") }
    controller.prepareToPlayURL(Harness.other) { harness.log.append("second") }
    harness.run(1)
    #expect(harness.log == ["state preparing", "state idle", "state preparing", "second", "state paused"])
    let idle = harness.notifications[1]
    #expect(idle[.previousContentURL] == Harness.url)
    #expect(idle[.previousUserInfo]?["a"] as? Int == 1)
    #expect(controller.contentURL == Harness.other && controller.userInfo == nil)
  }

  @Test("stop keeps the loaded media and reports what was played; play restarts at the first position (SRG.md#1.6)")
  func stop() {
    harness.play(at: .at(20))
    harness.run(4)
    controller.stop()
    #expect(harness.log == ["state idle"])
    let idle = harness.notifications[0]
    #expect(idle[.lastPlaybackTime].map { $0 > 20 && $0 < 25 } == true)
    #expect(idle[.previousTimeRange] == SRGTimeRange(start: 0, end: 1_800))
    #expect(idle[.previousMediaType] == .video && idle[.previousStreamType] == .onDemand)
    #expect(idle[.previousContentURL] == nil)
    #expect(controller.contentURL == Harness.url)
    #expect(controller.timeRange == nil && controller.streamType == .unknown && controller.currentTime == 0)
    controller.stop()
    #expect(harness.log == ["state idle"], "there is nothing left to stop")
    controller.play()
    harness.run(1)
    #expect(harness.log == ["state idle", "state preparing", "state playing"])
    #expect(controller.currentTime.rounded() == 20)
  }

  @Test("reset discards everything before idle is announced; play then has no effect")
  func reset() {
    harness.play([Harness.segment("s", 100, 200)])
    let observation = controller.observe(\.playbackState) { _ in
      harness.log.append("url \(controller.contentURL == nil ? "gone" : "there")")
    }
    controller.reset()
    controller.play()
    controller.togglePlayPause()
    harness.run(1)
    #expect(harness.log == ["url gone", "state idle"])
    #expect(controller.segments == nil && harness.notifications[0][.previousContentURL] == Harness.url)
    observation.cancel()
  }

  @Test("a failure shows idle, then its reason; play tries again from the first position (SRG.md#1.6)")
  func failure() throws {
    harness.play(at: .at(10))
    harness.engine.fail(Failure(.httpNotFound, detail: 404), at: controller.host.now)
    harness.run(1)
    #expect(harness.log == ["state idle", "failure httpNotFound"])
    let error = try #require(harness.last(.SRGMediaPlayerPlaybackDidFail)?[.error])
    #expect(error.detail == 404 && error.code == .playback)
    #expect(harness.notifications[0][.lastPlaybackTime].map { $0 > 10 } == true)
    #expect(
      harness.last(.SRGMediaPlayerPlaybackDidFail)?[.lastPlaybackTime] == harness.notifications[0][.lastPlaybackTime])
    #expect(harness.notifications[0][.previousStreamType] == .onDemand)
    harness.forget()
    controller.play()
    harness.run(1)
    #expect(harness.log == ["state preparing", "state playing"])
    #expect(controller.currentTime.rounded() == 10)
  }

  @Test(
    "a failure during a seek tells where playback was, not the target that was not reached (SRG.md#1.6, SRG.md#3.2)")
  func failureDuringSeek() {
    harness.stream.audio = [controller.host.library.text("fr")]
    harness.play(at: .at(10))
    let time = controller.currentTime
    harness.forget()
    controller.seek(to: .at(500))
    harness.engine.fail(Failure(.io), at: controller.host.now)
    harness.run(1)
    #expect(harness.last(.SRGMediaPlayerPlaybackDidFail)?[.lastPlaybackTime] == time)
    #expect(harness.last(.SRGMediaPlayerPlaybackStateDidChange)?[.lastPlaybackTime] == time)
    #expect(harness.last(.SRGMediaPlayerAudioTrackDidChange)?[.lastPlaybackTime] == time)
  }

  @Test("while media closes, handlers see it as it was (SRG.md#1.6)")
  func closing() {
    harness.play([Harness.segment("s", 0, 200)], at: .at(20))
    let (time, range) = (controller.currentTime, controller.timeRange)
    var seen: [String] = []
    controller.playerDestructionBlock = { [unowned controller] _ in
      seen.append("\(controller.currentTime == time) \(controller.timeRange == range) \(controller.streamType)")
    }
    controller.stop()
    #expect(seen == ["true true onDemand"])
    #expect(controller.currentTime == 0 && controller.timeRange == nil)
  }

  @Test("a load that the network forbids fails like any other, and begins once it is allowed")
  func prevented() throws {
    let remote = try #require(URL(string: "https://media.example/a.mp4"))
    controller.host.report(.networkChanged(.none))
    controller.playURL(remote)
    #expect(harness.log == ["state preparing", "state idle", "failure policy"])
    harness.forget()
    controller.host.report(.networkChanged(.wifi))
    harness.run(1)
    #expect(harness.log == ["state preparing", "state playing"])
  }

  @Test("hooks: created and configured before the first state, destroyed before the last and at every replacement")
  func lifecycle() {
    controller.playerCreationBlock = { _ in harness.log.append("created") }
    controller.playerConfigurationBlock = { _ in harness.log.append("configured") }
    controller.playerDestructionBlock = { _ in harness.log.append("destroyed") }
    controller.reloadPlayerConfiguration()
    #expect(harness.log == [] && controller.player == nil)
    controller.playURL(Harness.url)
    harness.run(1)
    #expect(harness.log == ["created", "configured", "state preparing", "state playing"])
    controller.reloadPlayerConfiguration()
    #expect(harness.log.last == "configured" && controller.player != nil)
    harness.forget()
    controller.playURL(Harness.other)
    #expect(harness.log == ["state idle", "destroyed", "created", "configured", "state preparing"])
    harness.forget()
    controller.reset()
    #expect(harness.log == ["destroyed", "state idle"] && controller.player == nil)
    harness.forget()
    controller.playURL(Harness.url)
    harness.run(1)
    harness.engine.fail(Failure(.io), at: controller.host.now)
    harness.run(1)
    #expect(harness.log.suffix(3) == ["destroyed", "state idle", "failure io"])
    harness.forget()
    controller.play()
    #expect(harness.log == ["created", "configured", "state preparing"])
  }

  @Test("inside the hooks the player exists, and the state is still the previous one")
  func playerInHooks() {
    func note(_ word: String) { harness.log.append("\(word) \(controller.player != nil) \(controller.playbackState)") }
    controller.playerCreationBlock = { _ in note("created") }
    controller.playerConfigurationBlock = { _ in note("configured") }
    controller.playerDestructionBlock = { _ in note("destroyed") }
    controller.playURL(Harness.url)
    #expect(harness.log == ["created true idle", "configured true idle", "state preparing"])
    harness.run(1)
    harness.forget()
    controller.playURL(Harness.other)
    #expect(
      harness.log == [
        "state idle", "destroyed true idle", "created true idle", "configured true idle", "state preparing",
      ])
    harness.run(1)
    harness.forget()
    controller.stop()
    #expect(harness.log == ["destroyed true playing", "state idle"])
    #expect(controller.player == nil)
  }

  @Test("a load in the idle handler of a replacement, and a stop there: each creation has its destruction")
  func hooksInHandlers() {
    var balance = 0
    controller.playerCreationBlock = { _ in balance += 1 }
    controller.playerDestructionBlock = { _ in harness.log.append("destroyed") }
    controller.playURL(Harness.url)
    harness.run(1)
    harness.forget()
    var hasActed = false
    harness.heard = { [harness] in
      guard harness.log.last == "state idle", !hasActed else { return }
      hasActed = true
      harness.controller.stop()
    }
    controller.playURL(Harness.other)
    harness.run(1)
    #expect(
      harness.log == ["state idle", "destroyed", "state preparing", "destroyed", "state idle"]
        && controller.player == nil && balance == 2)
  }

  @Test(
    "every load creates a player, as the guide says; in the original's code other media takes it over",
    arguments: [(SRGCompatibility.documented, ["created", "configured"]), (.source, ["configured"])])
  func replacedPlayer(compatibility: SRGCompatibility, hooks: [String]) {
    // Contradictions.md#X-37
    let harness = Harness(compatibility)
    harness.controller.playerCreationBlock = { _ in harness.log.append("created") }
    harness.controller.playerConfigurationBlock = { _ in harness.log.append("configured") }
    harness.controller.playURL(Harness.url)
    #expect(harness.log == ["created", "configured", "state preparing"])
    harness.forget()
    harness.controller.playURL(Harness.other)
    #expect(harness.log == ["state idle"] + hooks + ["state preparing"])
  }

  @Test("the user info has numbers and errors under the original keys, and typed values beside them")
  func objects() throws {
    harness.play([Harness.segment("s", 0, 20)], at: .at(10))
    harness.engine.fail(Failure(.httpNotFound, detail: 404), at: controller.host.now)
    harness.run(1)
    let idle = try #require(harness.last(.SRGMediaPlayerPlaybackStateDidChange))
    let values = try #require(idle.userInfo)
    #expect((values[SRGMediaPlayerPlaybackStateKey] as? NSNumber)?.intValue == 1)
    #expect(values[SRGMediaPlayerPreviousPlaybackStateKey] as? Int == SRGMediaPlayerPlaybackState.playing.rawValue)
    #expect((values["SRGMediaPlayerSelectionKey"] as? NSNumber)?.boolValue == false)
    #expect((values[SRGMediaPlayerPreviousStreamTypeKey] as? NSNumber)?.intValue == 1)
    #expect((values[SRGMediaPlayerPreviousMediaTypeKey] as? NSNumber)?.intValue == 1)
    #expect((values[SRGMediaPlayerLastPlaybackTimeKey] as? NSNumber)?.doubleValue == idle[.lastPlaybackTime])
    #expect(idle[.playbackState] == .idle && idle[.previousPlaybackState] == .playing && idle[.selection] == false)
    let failure = try #require(harness.last(.SRGMediaPlayerPlaybackDidFail))
    let error = try #require(failure.userInfo?[SRGMediaPlayerErrorKey] as? NSError)
    #expect(error.domain == SRGMediaPlayerErrorDomain && error.code == 0)
    #expect(error.localizedDescription == "The media cannot be played: httpNotFound (404).")
    #expect(failure[.error]?.localizedDescription == error.localizedDescription)
  }

  @Test("an error keeps its own description, however it is passed on")
  func sentences() {
    let error = SRGMediaPlayerError(kind: .io, message: "The server has closed the connection.")
    let passedOn: any Error = error
    #expect(passedOn.localizedDescription == "The server has closed the connection.")
    #expect((passedOn as NSError).localizedDescription == "The server has closed the connection.")
  }

  @Test("commands from handlers run after the current one, in the order they were called")
  func nested() {
    var hasActed = false
    let observation = controller.observe(\.playbackState) { state in
      guard state == .preparing, !hasActed else { return }
      hasActed = true
      controller.stop()
      controller.playURL(Harness.other, at: .at(40))
      controller.playbackRate = 2
    }
    controller.playURL(Harness.url)
    harness.run(1)
    #expect(harness.log == ["state preparing", "state idle", "state preparing", "state playing"])
    #expect(controller.contentURL == Harness.other && controller.effectivePlaybackRate == 2)
    observation.cancel()
  }

  @Test("dates of a stream without embedded dates come from the clock, minus the given offset")
  func streamOffset() throws {
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    controller.playURL(Harness.url, userInfo: [SRGMediaPlayerUserInfoStreamOffsetKey: 60.0])
    harness.run(1)
    let date = try #require(controller.currentDate)
    #expect(abs(date.timeIntervalSince(Harness.date) + 60) < 2)
    #expect(controller.streamTime(for: date).rounded() == controller.currentTime.rounded())
  }

  @Test("an opening after the machine slept has the date of its time, not of the load")
  func dateAfterSleep() throws {
    harness.stream.kind = .dvr
    harness.stream.duration = .unknown
    controller.playURL(Harness.url)
    harness.run(1)
    controller.stop()
    harness.slept = 3_600
    controller.play()
    harness.run(1)
    let date = try #require(controller.currentDate)
    #expect(abs(date.timeIntervalSince(Harness.date) - 3_600) < 4)
  }

  @Test("the error of a failure has the engine's error as its underlying error (SRG.md#1.6)")
  func underlyingError() throws {
    harness.play()
    harness.engine.fail(Failure(.httpNotFound, detail: 404), at: controller.host.now)
    harness.run(1)
    let failure = try #require(harness.last(.SRGMediaPlayerPlaybackDidFail))
    let error = try #require(failure.userInfo?[SRGMediaPlayerErrorKey] as? NSError)
    let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying.domain == "TapeDeck.Failure" && underlying.code == Int(Failure.Kind.httpNotFound.rawValue))
    #expect(underlying.localizedDescription == error.localizedDescription)
  }

  @Test("no loader of an asset is kept after a reset, nor after other media was loaded (SRG.md#1.6)")
  func loaders() {
    final class Loader: ResourceLoader {
      func canLoad(_ source: String) -> Bool { true }
      func open(_ source: String) throws -> any Resource { throw CancellationError() }
    }
    weak var first: Loader?
    weak var second: Loader?
    func load(_ url: URL) -> Loader {
      let loader = Loader()
      controller.playURLAsset(SRGURLAsset(url: url, resourceLoader: loader))
      harness.run(1)
      return loader
    }
    first = load(Harness.url)
    second = load(Harness.other)
    harness.forget()
    #expect(first == nil && second != nil)
    controller.stop()
    #expect(second != nil, "play opens it again")
    controller.reset()
    harness.forget()
    #expect(second == nil)
  }
}
