import Foundation
import PlayerCore
import PlayerRuntime

/// What SponsorBlock's server knows about a video, in the hands of a player.
///
/// `GET /api/skipSegments/HASH` answers with a list of videos, each with its segments: a stretch, a category, and what to
/// do there. The user decides by category what is done.
struct SponsorBlock {
  enum Choice: Hashable, Sendable {
    case skip, mute, show
  }

  /// What the user has chosen. What has another category is played as if nothing were known about it.
  var choices: [String: Choice] = ["sponsor": .skip, "selfpromo": .skip, "music_offtopic": .mute, "filler": .show]

  /// The segments of a video for a player. Whatever is wrong with an answer is thrown, with its line.
  func segments(in answer: Data, of video: String) throws -> SegmentList {
    let options = SegmentList.ReadingOptions(format: .sponsorblock, video: video)
    var list = try SegmentList(data: answer, name: "SponsorBlock's answer for \(video)", options)
    list.segments = list.segments.compactMap { segment in
      guard let choice = choices[segment.category] else { return nil }
      var segment = segment
      segment.isBlocked = choice == .skip
      segment.mutes = choice == .mute
      return segment
    }
    return list
  }
}

/// A video that is played with its segments, and how much of it the user was spared. SponsorBlock's server counts that.
struct SponsoredVideo {
  private(set) var spared: [String: TimeSpan] = [:]
  private let segments: SegmentList
  private let staged: [StagedSegment]
  private var muting = MuteRanges()

  init(_ segments: SegmentList) {
    self.segments = segments
    staged = segments.staged(startingAt: SegmentID(1))
    muting.replace(with: staged)
  }

  /// What the player gets before it loads. It skips by itself.
  var commands: [Command] { segments.commands(startingAt: SegmentID(1)) }

  /// Observes the player. Returns what to send it: the sound goes off and on where stretches without sound begin and end.
  mutating func take(_ notification: Player.Notification, of player: Player) -> Command? {
    if case .didSkip(let id, _, isFinished: true) = notification,
      let segment = staged.first(where: { $0.id == id })?.segment
    {
      spared[segment.category] = (spared[segment.category] ?? .zero) + (segment.end - segment.start)
    }
    return muting.command(after: notification, player)
  }
}
