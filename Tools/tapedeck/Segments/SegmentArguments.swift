import ArgumentParser
import PlayerRuntime

/// How to read a segment file: options that `segments`, `play` and `record` share.
struct SegmentReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format of the file: auto, \(SegmentFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "format"),
    completion: .list(SegmentFormatArgument.names),
    transform: { try SegmentFormatArgument($0) })
  var segmentsFormat = SegmentFormatArgument(format: nil)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frame rate, for files that count frames: 25, 29.97 or 30000/1001.", valueName: "rate"),
    transform: { try SegmentReadingOptions.frameRate($0) })
  var segmentsFps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "Identifier or hash of the video, in a SponsorBlock file that holds several.", valueName: "video"))
  var segmentsVideo: String?

  var options: SegmentList.ReadingOptions {
    SegmentList.ReadingOptions(
      format: segmentsFormat.format, framesPerSecond: segmentsFps, video: segmentsVideo)
  }

  private static func frameRate(_ text: String) throws -> FrameRate {
    guard let rate = FrameRate(text) else { throw ArgumentProblem("expected a frame rate: 25, 29.97 or 30000/1001") }
    return rate
  }
}

/// The name of a format, or `auto`.
struct SegmentFormatArgument: Hashable, Sendable {
  static var names: [String] { ["auto"] + SegmentFormat.allCases.map(\.rawValue) }

  /// `nil` for auto.
  var format: SegmentFormat?

  init(format: SegmentFormat?) { self.format = format }

  init(_ text: String) throws {
    format = SegmentFormat(rawValue: text.lowercased())
    guard format != nil || text.lowercased() == "auto" else {
      throw ArgumentProblem("expected auto, \(SegmentFormat.allCases.map(\.rawValue).joined(separator: ", "))")
    }
  }
}

/// The options of a run that concern segments.
struct RunSegmentOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file of chapters, cuts or adverts; see 'tapedeck help segments'.",
      valueName: "file"), completion: .file())
  var segments: String?

  @OptionGroup var reading: SegmentReadingOptions

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Skip the parts with this word in their title or category, whatever its case; /…/ is a regular expression. Without \
      --segments the parts are the media's own chapters.
      """, valueName: "pattern"),
    transform: { try SkipRule($0) })
  var skip: [SkipRule] = []

  func validate() throws {
    let isReading = reading.segmentsFormat.format != nil || reading.segmentsFps != nil || reading.segmentsVideo != nil
    if segments == nil, isReading {
      throw ValidationError("--segments-format, --segments-fps and --segments-video belong to --segments FILE.")
    }
    if segments?.isEmpty == true { throw ValidationError("--segments is empty; expected a file name.") }
  }

  /// The segments of a run; `nil` when none were given.
  func make(_ library: IdentifierTable) throws(SegmentFileError) -> RunSegments? {
    guard let segments else { return usesChapters ? RunSegments(nil, rules: skip, library: library) : nil }
    return RunSegments(try SegmentList(contentsOf: segments, reading.options), rules: skip, library: library)
  }

  /// Whether the chapters of the media are the segments.
  var usesChapters: Bool { segments == nil && !skip.isEmpty }
}

extension SegmentFileError {
  /// The exit code for this error.
  var exit: Exit {
    switch kind {
    case .system, .incomplete: .usage
    case .damaged: .damaged
    }
  }
}
