import Foundation
import PlayerCore
import Testing

@testable import PRXPlayerKit

@MainActor
@Suite("Responding to changes (PRXReadme.md#changes)")
struct ChangingTests {
  @Test("Each second of media is posted to observers of the player and to observers of the address (PRX.md#9)")
  func objects() throws {
    let harness = Harness()
    let url = try #require(URL(string: "http://radio.example/one.mp3"))
    let heard = Counter()
    let center = harness.player.options.notificationCenter
    for object in [PRXPlayer.notificationObject(for: url), NSString(string: "http://radio.example/two.mp3")] {
      _ = center.addObserver(forName: .prxPlayerTimeInterval, object: object, queue: nil) { notification in
        let address = "\(notification.object ?? "-")"
        MainActor.assumeIsolated { heard.add(address) }
      }
    }
    harness.play(Episode("one"))
    harness.run(to: 3.5)
    #expect(heard.words == Array(repeating: url.absoluteString, count: 3))
    #expect(harness.log.lines.suffix(3) == ["second 1.0", "second 2.0", "second 3.0"])
  }

  @Test(
    "Ten-second intervals come at seconds ending in nine (Contradictions.md#X-02) and store the position (PRX.md#9)")
  func longIntervals() {
    let harness = Harness()
    let episode = Episode("one")
    harness.play(episode)
    harness.run(to: 20.5)
    #expect(harness.log.lines.filter { $0.hasPrefix("ten") } == ["ten seconds 9.0", "ten seconds 19.0"])
    #expect(episode.playerTime == .seconds(20))
  }

  @Test("A jump is posted by both intervals, to observers of the player and of the address (PRXReadme.md#changes)")
  func jumps() throws {
    let url = try #require(URL(string: "http://radio.example/one.mp3"))
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let harness = Harness(behavior)
      let heard = Counter()
      let (center, object) = (harness.player.options.notificationCenter, PRXPlayer.notificationObject(for: url))
      _ = center.addObserver(forName: .prxPlayerLongTimeInterval, object: object, queue: nil) { _ in
        MainActor.assumeIsolated { heard.add("long") }
      }
      harness.play(Episode("one"))
      harness.run(to: 2)
      harness.log.forget()
      harness.player.player?.seek(to: .seconds(30))
      harness.run(to: 2)
      // The code decides by the second of the landing (Contradictions.md#X-03).
      let isLong = behavior == .readme
      #expect(harness.log.lines == (isLong ? ["second 30.0", "ten seconds 30.0"] : ["second 30.0"]))
      #expect(heard.words == (isLong ? ["long"] : []))
      harness.run(to: 12)
      #expect(harness.log.lines.filter { $0.hasPrefix("ten") }.last == "ten seconds 39.0")
    }
  }

  @Test("An item loaded, moved by the slider and then played reports every second; the original code has its gate")
  func sliderBeforePlay() {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let harness = Harness(behavior)
      harness.player.loadPlayerItem(Episode("one"))
      harness.connect()
      harness.open()
      harness.player.player?.seek(to: .milliseconds(20_500))
      harness.run(to: 1)
      harness.player.play()
      harness.run(to: 3.6)
      let heard = ["second 20.5", "second 21.0", "second 22.0", "second 23.0"]
      #expect(harness.log.lines.filter { $0.hasPrefix("second") } == (behavior == .readme ? heard : []), "\(behavior)")
    }
  }

  @Test("So does an item moved in its first third of a second")
  func earlySlider() {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let harness = Harness(behavior)
      harness.play(Episode("one"))
      harness.run(to: 0.2)
      harness.player.player?.seek(to: .seconds(30))
      harness.run(to: 2.3)
      let heard = ["second 30.0", "second 31.0", "second 32.0"]
      #expect(harness.log.lines.filter { $0.hasPrefix("second") } == (behavior == .readme ? heard : []), "\(behavior)")
    }
  }

  @Test("Cellular forbidden at the start or later stops playback; the original code plays out what it has loaded")
  func enforcedMidway() {
    for (behavior, isLate) in [(PRXPlayerOptions.Behavior.readme, false), (.readme, true), (.source, false)] {
      let harness = Harness(behavior)
      harness.log.allowsCellular = isLate
      harness.player.reachabilityDidChange(to: .wifi)
      harness.play(Episode("one"))
      harness.run(to: 5)
      harness.log.allowsCellular = false
      harness.log.forget()
      harness.player.reachabilityDidChange(to: .cellular)
      let isStopped = behavior == .readme
      #expect((harness.player.rate == 0) == isStopped && (harness.player.state == .unknown) == isStopped)
      #expect(harness.log.lines.count { $0 == "prevented" } == (isStopped ? 1 : 0))
      // What is already prevented is not announced again.
      harness.log.forget()
      harness.player.reachabilityDidChange(to: .none)
      harness.player.reachabilityDidChange(to: .cellular)
      #expect(!harness.log.lines.contains("prevented"))
      harness.player.reachabilityDidChange(to: .wifi)
      harness.connect()
      harness.open()
      #expect(harness.player.state == .ready && harness.player.rate == 1)
      #expect(harness.player.player?.currentTime == .seconds(5))
    }
  }

  @Test("A retry or a reload over cellular forbidden meanwhile opens nothing", arguments: [true, false])
  func withdrawn(fails: Bool) {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let harness = Harness(behavior)
      var openings = 0
      harness.onOpening { openings += 1 }
      harness.player.reachabilityDidChange(to: .cellular)
      harness.play(Episode("one"))
      harness.run(to: 5)
      harness.log.allowsCellular = false
      harness.log.forget()
      if fails { harness.fail() } else { harness.starve() }
      #expect(harness.log.lines.filter { $0 == "prevented" } == ["prevented"], "\(behavior)")
      #expect(openings == 1 && harness.player.state == .unknown && harness.player.playerItem != nil, "\(behavior)")
      harness.player.reachabilityDidChange(to: .wifi)
      harness.connect()
      harness.open()
      #expect(openings == 2 && harness.player.rate == 1 && harness.player.player?.currentTime == .seconds(5))
    }
  }

  @Test("A player without a delegate follows its options")
  func forbiddenByOptions() {
    let harness = Harness { $0.configuration.allowsCellular = false }
    harness.player.delegate = nil
    harness.player.reachabilityDidChange(to: .wifi)
    harness.play(Episode("one"))
    harness.player.reachabilityDidChange(to: .cellular)
    #expect(harness.player.state == .unknown && harness.player.rate == 0)
  }

  @Test(
    "An interruption of held playback is a change in the README, but not in the shipped code (Contradictions.md#X-34)")
  func everyChange() {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let harness = Harness(behavior)
      harness.player.loadPlayerItem(Episode("one"))
      harness.connect()
      harness.open()
      harness.log.forget()
      harness.player.audioSessionInterruptionBegan()
      #expect(harness.player.state == .waiting && harness.player.dateAtAudioPlaybackInterruption != nil)
      #expect(harness.log.lines == (behavior == .readme ? ["change"] : []))
      harness.player.pause()
      #expect(harness.player.state == .ready && harness.player.dateAtAudioPlaybackInterruption == nil)
    }
  }

  @Test("A lost network causes a request for background time (PRX.md#8)")
  func keepAlive() {
    let harness = Harness()
    let heard = Counter()
    harness.player.keepAliveInBackground = { heard.add("\($0)") }
    harness.player.reachabilityDidChange(to: .wifi)
    harness.play(Episode("one"))
    harness.player.reachabilityDidChange(to: .none)
    #expect(heard.words == ["240.0"])
    #expect(harness.player.rate == 1)
  }

  @Test("A prevented load is announced once, and starts when the network is available (PRX.md#8)")
  func policy() {
    let harness = Harness()
    harness.player.reachabilityDidChange(to: .none)
    harness.player.playPlayerItem(Episode("one"))
    // One change (PRX.md#10): the state already reads as its final value.
    #expect(harness.log.lines == ["item - one", "change", "prevented"])
    #expect(harness.player.state == .unknown && harness.player.state == .unknown)
    harness.player.reachabilityDidChange(to: .wifi)
    harness.connect()
    harness.open()
    #expect(harness.player.rate == 1)
    #expect(harness.log.lines.count { $0 == "prevented" } == 1)
  }

  @Test("Retries look like assignments; the last failure drops the item (PRX.md#7)")
  func retries() {
    let harness = Harness()
    harness.player.playPlayerItem(Episode("one"))
    harness.connect()
    harness.log.forget()
    harness.fail()
    #expect(
      harness.log.lines == ["item one -", "change", "item - one", "change", "status failed", "change"])
    for _ in 0..<3 {
      harness.connect()
      harness.log.forget()
      harness.fail()
    }
    #expect(
      harness.log.lines == ["item one -", "change", "failed, wanted", "status failed", "change"])
    #expect(harness.player.state == .empty)
  }

  @Test("An app can keep a failed item: the failure is reported, and the item stays")
  func keptFailure() {
    let harness = Harness { $0.configuration.emptiesOnFailure = false }
    harness.player.host.send(.set(.retryLimit, 0))
    harness.player.delegate = nil
    harness.log.follow(harness.player)
    harness.play(Episode("one"))
    for _ in 0..<4 where harness.player.player?.status != .failed {
      harness.log.forget()
      harness.fail()
      harness.connect()
    }
    #expect(harness.log.lines.contains("failed, wanted") && harness.log.lines.contains("status failed"))
    #expect(harness.player.playerItem != nil)
    harness.player.play()
    harness.connect()
    harness.open()
    #expect(harness.player.state == .ready)
  }

  /// Words from closures that are called on the main actor.
  @MainActor
  private final class Counter {
    private(set) var words: [String] = []
    func add(_ word: String) { words.append(word) }
  }
}
