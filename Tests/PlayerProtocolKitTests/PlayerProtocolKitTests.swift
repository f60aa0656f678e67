#if FFmpeg
import FFmpegEngine
import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@testable import PlayerProtocolKit

/// Records what an observer receives.
final class EventLog: PlayerObserver {
  private(set) var lines: [String] = []
  private(set) var positions: [TimeInterval] = []
  var onState: (PlayerState) -> Void = { _ in }

  func playerStateChanged(_ state: PlayerState) {
    lines.append("state \(state)")
    onState(state)
  }
  func playerError(_ error: any Error) { lines.append("error \(error)") }
  func playerPlaybackReady() { lines.append("ready") }
  func playerPlaybackFinished() { lines.append("finished") }
  func playerSubtitleChanged(_ text: String?) { lines.append("subtitle \(text ?? "-")") }
  func playerVideoChanged(video: Video?) { lines.append("video \(video?.title ?? "-")") }
  func playerDurationChanged(duration: TimeInterval) { lines.append("duration \(duration)") }
  func playerPositionChanged(position: TimeInterval) { positions.append(position) }
  func playerMutedChanged(muted: Bool) { lines.append("muted \(muted)") }
  func playerAspectModeChanged(aspectMode: AspectMode) { lines.append("aspect \(aspectMode)") }
}

/// The project's sample media.
func sample(_ name: String) -> Video {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return Video(url: folder.appendingPathComponent("Traces/media/" + name), title: name)
}

@MainActor
@Suite("The SDK's player on the virtual clock, over real media")
struct VideoPlayerTests {
  private let log = EventLog()
  private let player: VideoPlayer

  init() {
    let library = IdentifierTable()
    player = VideoPlayer(
      engine: FFmpegEngine(library: library, clocking: .virtual), library: library, timekeeping: .caller)
    player.addObserver(log)
  }

  private func run(to seconds: Int64) { player.host.run(until: .seconds(seconds)) }

  @Test("A video that is set and played follows the documented order (PlayerProtocol.md#3)")
  func order() {
    player.set(video: sample("clip.mp4"), play: true)
    run(to: 12)
    #expect(
      log.lines == [
        "video clip.mp4", "state playing(buffering: true)", "duration 10.0", "ready", "state playing(buffering: false)",
        "finished", "state paused(buffering: false)",
      ])
    #expect(log.positions.count > 40)
    #expect(zip(log.positions, log.positions.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("A video set without play is ready and waits")
  func hold() {
    player.set(video: sample("clip.mp4"), play: false)
    run(to: 2)
    #expect(player.state == .paused(buffering: false))
    #expect(player.position == 0)
    #expect(!log.lines.contains { $0.contains("playing") })
    player.toggle()
    run(to: 4)
    #expect(player.state == .playing(buffering: false))
    #expect(player.position == 2)
  }

  private static let lines = ["This is the first line.", "-", "This is the second line.", "-", "Goodbye.", "-"]

  private var subtitles: [String] {
    log.lines.filter { $0.hasPrefix("subtitle") }.map { String($0.dropFirst("subtitle ".count)) }
  }

  @Test(
    "A subtitle rendition can be chosen, and is reported line by line; an unmarked one does not show by default")
  func subtitleRendition() throws {
    player.set(video: sample("clip-subtitled.mkv"), play: false)
    run(to: 1)
    let rendition = try #require(player.subtitleRenditions.first)
    #expect(player.subtitleRenditions.count == 1 && rendition.language == "en" && !rendition.isDefault)
    #expect(player.shownSubtitleRendition == nil)
    player.subtitleChoice = .rendition(rendition)
    player.play()
    run(to: 8)
    #expect(subtitles == Self.lines)
    #expect(player.shownSubtitleRendition == rendition)
    // A rendition number means nothing in another video.
    player.set(video: sample("clip.mp4"), play: false)
    run(to: 9)
    #expect(player.subtitleChoice == .automatic && player.subtitleRenditions.isEmpty)
  }

  @Test("The rendition marked as default in the file shows by default, unless subtitles are off")
  func defaultSubtitles() throws {
    var data = try Data(contentsOf: sample("clip-subtitled.mkv").url)
    // FlagDefault, right before the codec of the subtitles.
    let codec = try #require(data.range(of: Data("S_TEXT".utf8)))
    let flag = try #require(data.range(of: Data([0x88, 0x81, 0x00]), options: .backwards, in: 0..<codec.lowerBound))
    data[flag.upperBound - 1] = 1
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("default-\(UUID().uuidString).mkv")
    try data.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    for choice in [SubtitleChoice.automatic, .off] {
      player.subtitleChoice = choice
      let before = subtitles.count
      player.set(video: Video(url: url), play: true)
      player.host.run(until: player.host.now + .seconds(8))
      #expect(Array(subtitles.dropFirst(before)) == (choice == .automatic ? Self.lines : []))
      #expect(player.subtitleRenditions.map(\.isDefault) == [true])
      player.reset()
    }
  }

  @Test("A preferred language shows an unmarked rendition, whichever code names it", arguments: ["en", "eng"])
  func preferredSubtitles(language: String) {
    player.preferredSubtitleLanguage = language
    player.set(video: sample("clip-subtitled.mkv"), play: true)
    run(to: 8)
    #expect(subtitles == Self.lines)
  }

  @Test("Stop pauses and rewinds; reset discards the video")
  func stopAndReset() {
    player.set(video: sample("clip.mp4"), play: true)
    run(to: 3)
    player.stop()
    run(to: 4)
    #expect(player.state == .paused(buffering: false))
    #expect(player.position == 0)
    #expect(player.video != nil)
    player.reset()
    #expect(player.state == .idle)
    #expect(log.lines.suffix(3) == ["video -", "duration 0.0", "state idle"])
    #expect(player.duration == 0)
  }

  @Test("A seek is reported at its target; outside the video it goes to the nearest position inside")
  func seek() {
    player.set(video: sample("clip.mp4"), play: true)
    run(to: 1)
    player.seek(to: 7)
    #expect(log.positions.contains(7))
    #expect(player.position == 7)
    player.seek(to: 99)
    run(to: 2)
    #expect(abs(player.position - 10) < 0.05)
    player.seek(to: -.infinity)
    run(to: 3)
    #expect(player.position < 3)
    player.seek(to: 5)
    var told: [String] = []
    player.host.diagnosed = { told.append("\($0)") }
    player.seek(to: .nan)
    #expect(player.position == 5 && told == ["seek(to:): found nan; expected seconds. It is left out."])
    player.seek(to: .infinity)
    run(to: 4)
    #expect(abs(player.position - 10) < 0.05 && told.count == 1)
  }

  @Test("Mute and aspect mode are reported when they change, and only then")
  func properties() {
    player.muted = true
    player.muted = true
    player.aspectMode = .resizeAspectFill
    player.aspectMode = .resizeAspectFill
    #expect(log.lines == ["muted true", "aspect resizeAspectFill"])
    #expect(player.muted && player.aspectMode == .resizeAspectFill)
  }

  @Test("Observers are held weakly, removed at once, and may act from within a call")
  func observers() {
    var other: EventLog? = EventLog()
    other.map(player.addObserver)
    #expect(player.observerCount == 2)
    other = nil
    #expect(player.observerCount == 1)
    log.onState = { [player] state in
      if state == .playing(buffering: false) { player.pause() }
    }
    player.set(video: sample("clip.mp4"), play: true)
    run(to: 5)
    #expect(player.state == .paused(buffering: false))
    #expect(player.position < 1)
    player.removeObserver(log)
    let lines = log.lines
    player.play()
    run(to: 6)
    #expect(log.lines == lines)
  }

  @Test("A failure is reported before the state it leads to")
  func failure() {
    player.set(video: sample("absent.mp4"), play: true)
    run(to: 1)
    #expect(log.lines.suffix(2).first?.hasPrefix("error notFound") == true, "\(log.lines)")
    #expect(player.state == .paused(buffering: false))
  }

  @Test("A loop continues, and finishes nothing")
  func loop() {
    player.loop = true
    player.set(video: sample("clip.mp4"), play: true)
    run(to: 25)
    #expect(player.state == .playing(buffering: false))
    #expect(!log.lines.contains("finished"))
  }
}
#endif
