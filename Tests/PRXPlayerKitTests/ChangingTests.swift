import Foundation
import PlayerCore
import Testing

@testable import PRXPlayerKit

@MainActor
@Suite("Responding to changes (PRXReadme.md#changes)")
struct ChangingTests {
  @Test("A second of media is told to those who follow the player and to those who follow the address (PRX.md#9)")
  func objects() throws {
    let booth = Booth()
    let url = try #require(URL(string: "http://radio.example/one.mp3"))
    let heard = Counter()
    let center = booth.player.options.notificationCenter
    for object in [PRXPlayer.notificationObject(for: url), NSString(string: "http://radio.example/two.mp3")] {
      _ = center.addObserver(forName: .prxPlayerTimeInterval, object: object, queue: nil) { notification in
        let address = "\(notification.object ?? "-")"
        MainActor.assumeIsolated { heard.add(address) }
      }
    }
    booth.play(Episode("one"))
    booth.run(to: 3.5)
    #expect(heard.words == Array(repeating: url.absoluteString, count: 3))
    #expect(booth.diary.lines.suffix(3) == ["second 1.0", "second 2.0", "second 3.0"])
  }

  @Test(
    "Ten seconds are told at seconds that end in nine (Contradictions.md#X-02), and the position is stored (PRX.md#9)")
  func longIntervals() {
    let booth = Booth()
    let episode = Episode("one")
    booth.play(episode)
    booth.run(to: 20.5)
    #expect(booth.diary.lines.filter { $0.hasPrefix("ten") } == ["ten seconds 9.0", "ten seconds 19.0"])
    #expect(episode.playerTime == .seconds(20))
  }

  @Test("To the letter of the README every jump is told by both (Contradictions.md#X-03)")
  func jumps() {
    for isStrict in [false, true] {
      let booth = Booth { $0.jumpsPostLongIntervals = isStrict }
      booth.play(Episode("one"))
      booth.run(to: 2)
      booth.diary.forget()
      booth.player.player?.seek(to: .seconds(30))
      booth.run(to: 2)
      #expect(booth.diary.lines == (isStrict ? ["second 30.0", "ten seconds 30.0"] : ["second 30.0"]))
      booth.run(to: 12)
      #expect(booth.diary.lines.filter { $0.hasPrefix("ten") }.last == "ten seconds 39.0")
    }
  }

  @Test("An item that is loaded, moved by the slider and then played is heard of every second; the code has its gate")
  func sliderBeforePlay() {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let booth = Booth(behavior)
      booth.player.loadPlayerItem(Episode("one"))
      booth.connect()
      booth.open()
      booth.player.player?.seek(to: .milliseconds(20_500))
      booth.run(to: 1)
      booth.player.play()
      booth.run(to: 3.6)
      let heard = ["second 20.5", "second 21.0", "second 22.0", "second 23.0"]
      #expect(booth.diary.lines.filter { $0.hasPrefix("second") } == (behavior == .readme ? heard : []), "\(behavior)")
    }
  }

  @Test("So is one that is moved in its first third of a second")
  func earlySlider() {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let booth = Booth(behavior)
      booth.play(Episode("one"))
      booth.run(to: 0.2)
      booth.player.player?.seek(to: .seconds(30))
      booth.run(to: 2.3)
      let heard = ["second 30.0", "second 31.0", "second 32.0"]
      #expect(booth.diary.lines.filter { $0.hasPrefix("second") } == (behavior == .readme ? heard : []), "\(behavior)")
    }
  }

  @Test("Cellular that was forbidden from the start, or since, stops what plays; the code plays out what it has loaded")
  func enforcedMidway() {
    for (behavior, isLate) in [(PRXPlayerOptions.Behavior.readme, false), (.readme, true), (.source, false)] {
      let booth = Booth(behavior)
      booth.diary.allowsCellular = isLate
      booth.player.reachabilityDidChange(to: .wifi)
      booth.play(Episode("one"))
      booth.run(to: 5)
      booth.diary.allowsCellular = false
      booth.diary.forget()
      booth.player.reachabilityDidChange(to: .cellular)
      let isStopped = behavior == .readme
      #expect((booth.player.rate == 0) == isStopped && (booth.player.state == .unknown) == isStopped)
      #expect(booth.diary.lines.count { $0 == "prevented" } == (isStopped ? 1 : 0))
      // Nothing more is said of what is prevented already.
      booth.diary.forget()
      booth.player.reachabilityDidChange(to: .none)
      booth.player.reachabilityDidChange(to: .cellular)
      #expect(!booth.diary.lines.contains("prevented"))
      booth.player.reachabilityDidChange(to: .wifi)
      booth.connect()
      booth.open()
      #expect(booth.player.state == .ready && booth.player.rate == 1)
      #expect(booth.player.player?.currentTime == .seconds(5))
    }
  }

  @Test("A retry or a reload over cellular that is forbidden by then opens nothing", arguments: [true, false])
  func withdrawn(fails: Bool) {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let booth = Booth(behavior)
      var openings = 0
      booth.onOpening { openings += 1 }
      booth.player.reachabilityDidChange(to: .cellular)
      booth.play(Episode("one"))
      booth.run(to: 5)
      booth.diary.allowsCellular = false
      booth.diary.forget()
      if fails { booth.fail() } else { booth.starve() }
      #expect(booth.diary.lines.filter { $0 == "prevented" } == ["prevented"], "\(behavior)")
      #expect(openings == 1 && booth.player.state == .unknown && booth.player.playerItem != nil, "\(behavior)")
      booth.player.reachabilityDidChange(to: .wifi)
      booth.connect()
      booth.open()
      #expect(openings == 2 && booth.player.rate == 1 && booth.player.player?.currentTime == .seconds(5))
    }
  }

  @Test("A player without a delegate goes by its options")
  func forbiddenByOptions() {
    let booth = Booth { $0.configuration.allowsCellular = false }
    booth.player.delegate = nil
    booth.player.reachabilityDidChange(to: .wifi)
    booth.play(Episode("one"))
    booth.player.reachabilityDidChange(to: .cellular)
    #expect(booth.player.state == .unknown && booth.player.rate == 0)
  }

  @Test(
    "An interruption of what is held is a change in the README, and none in what was shipped (Contradictions.md#X-34)")
  func everyChange() {
    for behavior in [PRXPlayerOptions.Behavior.readme, .source] {
      let booth = Booth(behavior)
      booth.player.loadPlayerItem(Episode("one"))
      booth.connect()
      booth.open()
      booth.diary.forget()
      booth.player.audioSessionInterruptionBegan()
      #expect(booth.player.state == .waiting && booth.player.dateAtAudioPlaybackInterruption != nil)
      #expect(booth.diary.lines == (behavior == .readme ? ["change"] : []))
      booth.player.pause()
      #expect(booth.player.state == .ready && booth.player.dateAtAudioPlaybackInterruption == nil)
    }
  }

  @Test("A lost network asks for time in the background (PRX.md#8)")
  func keepAlive() {
    let booth = Booth()
    let heard = Counter()
    booth.player.keepAliveInBackground = { heard.add("\($0)") }
    booth.player.reachabilityDidChange(to: .wifi)
    booth.play(Episode("one"))
    booth.player.reachabilityDidChange(to: .none)
    #expect(heard.words == ["240.0"])
    #expect(booth.player.rate == 1)
  }

  @Test("What is prevented is told once for each load, and starts when the network comes (PRX.md#8)")
  func policy() {
    let booth = Booth()
    booth.player.reachabilityDidChange(to: .none)
    booth.player.playPlayerItem(Episode("one"))
    // One change (PRX.md#10): the state is read as what it will be.
    #expect(booth.diary.lines == ["item - one", "change", "prevented"])
    #expect(booth.player.state == .unknown && booth.player.state == .unknown)
    booth.player.reachabilityDidChange(to: .wifi)
    booth.connect()
    booth.open()
    #expect(booth.player.rate == 1)
    #expect(booth.diary.lines.count { $0 == "prevented" } == 1)
  }

  @Test("Retries look like assignments; the last failure drops the item (PRX.md#7)")
  func retries() {
    let booth = Booth()
    booth.player.playPlayerItem(Episode("one"))
    booth.connect()
    booth.diary.forget()
    booth.fail()
    #expect(
      booth.diary.lines == ["item one -", "change", "item - one", "change", "status failed", "change"])
    for _ in 0..<3 {
      booth.connect()
      booth.diary.forget()
      booth.fail()
    }
    #expect(
      booth.diary.lines == ["item one -", "change", "failed, wanted", "status failed", "change"])
    #expect(booth.player.state == .empty)
  }

  @Test("An app may keep what has failed: it is told, and the item stays")
  func keptFailure() {
    let booth = Booth { $0.configuration.emptiesOnFailure = false }
    booth.player.host.send(.set(.retryLimit, 0))
    booth.player.delegate = nil
    booth.diary.follow(booth.player)
    booth.play(Episode("one"))
    for _ in 0..<4 where booth.player.player?.status != .failed {
      booth.diary.forget()
      booth.fail()
      booth.connect()
    }
    #expect(booth.diary.lines.contains("failed, wanted") && booth.diary.lines.contains("status failed"))
    #expect(booth.player.playerItem != nil)
    booth.player.play()
    booth.connect()
    booth.open()
    #expect(booth.player.state == .ready)
  }

  /// Words from closures that are called on the main actor.
  @MainActor
  private final class Counter {
    private(set) var words: [String] = []
    func add(_ word: String) { words.append(word) }
  }
}
