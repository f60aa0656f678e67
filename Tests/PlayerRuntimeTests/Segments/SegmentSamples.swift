import Foundation
import PlayerCore
import PlayerRuntime

/// What the tests of segment files share.
enum SegmentSamples {
  private static let media = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Traces/media").standardizedFileURL.path(percentEncoded: false)

  /// The sample of each format, all about the sample episode.
  static let files: [SegmentFormat: String] = [
    .podcast: media + "/episode.chapters.json", .webvtt: media + "/episode.vtt", .edl: media + "/episode.edl",
    .comskip: media + "/episode.txt", .sponsorblock: media + "/episode.sponsorblock.json",
  ]

  static func data(_ format: SegmentFormat) throws -> Data { try Data(contentsOf: URL(filePath: files[format] ?? "")) }

  static func list(
    _ text: String, _ format: SegmentFormat? = nil, fps: String? = nil, video: String? = nil
  ) throws(SegmentFileError) -> SegmentList {
    let options = SegmentList.ReadingOptions(
      format: format, framesPerSecond: fps.flatMap { FrameRate($0) }, video: video)
    return try SegmentList(data: Data(text.utf8), name: "list", options)
  }

  /// The error that a text is refused with; `nil` when it is read.
  static func error(_ text: String, _ format: SegmentFormat? = nil) -> SegmentFileError? {
    do throws(SegmentFileError) {
      _ = try list(text, format)
      return nil
    } catch {
      return error
    }
  }

  /// `0-16500 Intro`, in milliseconds; `B` blocked, `H` hidden, `M` mutes.
  static func words(_ list: SegmentList) -> [String] {
    list.segments.map { segment in
      let end = segment.end.isKnown ? "\(segment.end.microseconds / 1_000)" : ""
      let marks =
        (segment.isBlocked ? "B" : "") + (segment.isHidden ? "H" : "") + (segment.mutes ? "M" : "")
      return ["\(segment.start.microseconds / 1_000)-\(end)", marks, segment.name].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }
}
