import Foundation
import PlayerCore
import PlayerRuntime
import PlayerSimulation
import Testing

@Suite("SponsorBlock")
struct SponsorBlockTests {
  private static let answer = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "answer.json")

  @Test("sponsors are skipped, other music is muted, and filler is played")
  func plays() throws {
    let segments = try SponsorBlock().segments(in: Data(contentsOf: Self.answer), of: "tape-deck-1")
    var video = SponsoredVideo(segments)
    var story: [String] = []

    // A player and an engine in one value: a minute and a half passes in no time.
    var world = World(engine: SimulatedEngine([.video(.milliseconds(91_500))]))
    for command in video.commands { world.send(command) }
    world.send(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true))
    var outputs = Outputs()
    while world.takeNext(upTo: .seconds(120), into: &outputs) != nil {
      for case .notification(let notification, _) in outputs {
        let second = seconds(world.position)
        switch notification {
        case .willSkip(_, let place): story.append("skips from \(seconds(place)) to \(second)")
        case .mutedChanged(let isMuted): story.append("\(isMuted ? "mutes" : "sounds") at \(second)")
        case .ended: story.append("ends")
        default: break
        }
        if let command = video.take(notification, of: world.player) { world.plan(command, at: world.now) }
      }
    }
    #expect(
      story == [
        "skips from 16.5 to 28.0", "mutes at 50.0", "sounds at 52.0", "skips from 81.5 to 91.5", "ends",
      ])
    #expect(video.spared["sponsor"] == .milliseconds(11_500))
    #expect(video.spared["filler"] == nil)
  }

  private func seconds(_ place: MediaTime) -> Double { Double(place.microseconds) / 1_000_000 }

  @Test("an answer about other videos, or a damaged one, is refused with the place of the error")
  func refuses() throws {
    let answer = try Data(contentsOf: Self.answer)
    let other = #expect(throws: SegmentFileError.self) { try SponsorBlock().segments(in: answer, of: "no-such-video") }
    #expect("\(try #require(other))".contains("found tape-deck-1, another-video"))
    let damaged = #expect(throws: SegmentFileError.self) {
      try SponsorBlock().segments(in: answer.prefix(200), of: "tape-deck-1")
    }
    #expect(damaged?.line == 7)
  }
}
