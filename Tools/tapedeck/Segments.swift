import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime

/// `tapedeck segments`: the content of a segment file.
struct Segments: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print files of chapters, cuts and adverts, or convert between their formats.",
    discussion: """
      Reads Podcasting 2.0 chapters (podcast), WebVTT chapters (webvtt), edit decision lists of MPlayer and Kodi \
      (edl), comskip's text files (comskip) and answers of the SponsorBlock API (sponsorblock). The content decides \
      the format, not the file name.

      The table shows start, end, action (skip, mute, hide), category and title. Formats differ: podcast and webvtt \
      have neither skips nor mutes, edl has no hidden chapters.

      EXIT CODES
        0  read
        2  wrong usage, a file that cannot be opened, or one that needs
           --segments-fps or --segments-video
        3  a damaged file; of several files the worst code counts

      JSON
      One object per file: file, format, segments (start, end, title, category, isBlocked, isHidden, mutes, \
      skippedBy, line). Times are microseconds; null is the end of the media.

      EXAMPLES
        tapedeck segments episode.chapters.json --skip advert
        tapedeck segments recording.edl --resolve
        tapedeck segments recording.edl --to webvtt > recording.vtt
        tapedeck segments *.json --json | jq '.segments[] | select(.isBlocked)'
        tapedeck play episode.m4a --segments chapters.json --skip advert
      """)

  @Argument(help: ArgumentHelp("Segment files; - is standard input.", valueName: "file"), completion: .file())
  var files: [String]

  @OptionGroup var reading: SegmentReadingOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Mark what playback would skip: a word, or /a regular expression/.", valueName: "pattern"),
    transform: { try SkipRule($0) })
  var skip: [SkipRule] = []

  @Flag(help: "Show what playback does: segments in order, without overlaps.")
  var resolve = false

  @Option(
    help: ArgumentHelp("Convert to podcast, webvtt, edl or sponsorblock.", valueName: "format"),
    completion: .list(Self.targets.map(\.rawValue)))
  var to: String?

  @Flag(help: "Print one JSON object per file.")
  var json = false

  func validate() throws {
    if to != nil, json { throw ValidationError("Give either --to or --json.") }
    if to != nil, files.count > 1 { throw ValidationError("--to converts one file at a time.") }
    if let to, target == nil {
      throw ValidationError("--to cannot write '\(to)'; expected podcast, webvtt, edl or sponsorblock.")
    }
  }

  private static var targets: [SegmentFormat] { SegmentFormat.allCases.filter { $0 != .comskip } }

  private var target: SegmentFormat? {
    to.flatMap { SegmentFormat(rawValue: $0.lowercased()) }.flatMap { Self.targets.contains($0) ? $0 : nil }
  }

  func run() throws {
    let output = DataStream()
    var worst = Exit.ok
    for (index, file) in files.enumerated() {
      do {
        var list = try SegmentList(contentsOf: file, reading.options)
        list.block(skip)
        // Segments that the file already cuts count as matches, too.
        if !skip.isEmpty, !list.segments.contains(where: { segment in skip.contains { $0.matches(segment) } }) {
          let patterns = skip.map { "'\(Printable.text($0.pattern))'" }.joined(separator: ", ")
          let count = NumberText.counted(Int64(list.segments.count), "segment")
          Talk.line("warning: \(Printable.text(file)): none of \(count) matches --skip \(patterns)")
        }
        if resolve {
          if let warning = StagedSegment.warning(of: list.staged(startingAt: SegmentID(1))) {
            Talk.line("warning: \(Printable.text(file)): \(warning)")
          }
          list = list.resolved()
        }
        try write(list, of: file, isFirst: index == 0, to: output)
      } catch let error as SegmentFileError {
        Talk.error(ErrorReport(error))
        worst = worst.worse(error.exit)
      }
      try output.flush()
    }
    try worst.throwUnlessOK()
  }

  private func write(_ list: SegmentList, of file: String, isFirst: Bool, to output: DataStream) throws {
    if let target, let text = list.text(as: target) {
      for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
        try output.line(String(line))
      }
    } else if json {
      try output.line(try JSONLine.text(SegmentListJSON(list, file: file)))
    } else {
      if !isFirst { try output.line() }
      for line in SegmentTable(list, file: file, Screen.standardOutput).lines { try output.line(line) }
    }
  }
}
