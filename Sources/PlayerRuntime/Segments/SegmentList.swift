import Foundation
import PlayerCore

/// Segments of one media file, read from a file of one of the formats of <doc:SegmentFiles>, or from the chapters of
/// the container.
///
/// ```swift
/// var list = try SegmentList(contentsOf: "episode.chapters.json")
/// list.block([try SkipRule("advert")])
/// for command in list.commands(startingAt: SegmentID(1), titles: library.text) { await live.post(command) }
/// ```
public struct SegmentList: Hashable, Sendable {
  /// In the order of the file.
  public var segments: [MediaSegment]
  /// Where they come from; `nil` for those that do not come from a file.
  public var format: SegmentFormat?

  /// A list of segments that were made by the app.
  public init(_ segments: [MediaSegment] = [], format: SegmentFormat? = nil) {
    self.segments = segments
    self.format = format
  }
}

// MARK: - Reading

extension SegmentList {
  /// Larger files are refused, in bytes.
  public static var sizeLimit: Int { 16 << 20 }
  /// More segments are refused.
  public static var countLimit: Int { 1_000_000 }

  /// Information that is needed in addition to the file.
  public struct ReadingOptions: Hashable, Sendable {
    /// `nil` to detect it by the content.
    public var format: SegmentFormat?
    /// For times that are given in frames.
    public var framesPerSecond: FrameRate?
    /// The identifier or the hash of a video, in files that hold the segments of several.
    public var video: String?

    static let frameRateAdvice = "The times are frame numbers: give the frame rate with --segments-fps"

    /// Options; what is `nil` is detected from the file.
    public init(format: SegmentFormat? = nil, framesPerSecond: FrameRate? = nil, video: String? = nil) {
      self.format = format
      self.framesPerSecond = framesPerSecond
      self.video = video
    }
  }

  /// Reads a file, or the standard input for the path `-`.
  public init(contentsOf path: String, _ options: ReadingOptions = ReadingOptions()) throws(SegmentFileError) {
    try self.init(bytes: Self.bytes(of: path), name: path, options)
  }

  /// Reads data from memory; `name` is for errors.
  public init(data: Data, name: String, _ options: ReadingOptions = ReadingOptions()) throws(SegmentFileError) {
    try self.init(bytes: [UInt8](data.prefix(Self.sizeLimit + 1)), name: name, options)
  }

  private init(bytes: [UInt8], name: String, _ options: ReadingOptions) throws(SegmentFileError) {
    guard bytes.count <= Self.sizeLimit else {
      throw SegmentFileError(
        kind: .damaged, file: name, line: nil, offset: nil, field: "size", expected: "at most \(Self.sizeLimit) bytes",
        found: "more", advice: "Check that this is the right file")
    }
    let source = try SegmentSource(file: name, bytes: bytes)
    let format: SegmentFormat
    if let wanted = options.format { format = wanted } else { format = try SegmentFormat.detect(source) }
    switch format {
    case .podcast: segments = try PodcastReader.read(source, options)
    case .webvtt: segments = try WebVTTReader.read(source, options)
    case .edl: segments = try EDLReader.read(source, options)
    case .comskip: segments = try ComskipReader.read(source, options)
    case .sponsorblock: segments = try SponsorBlockReader.read(source, options)
    }
    self.format = format
  }

  /// The bytes of a file, one more than the limit at most: what never ends is not read to its end.
  private static func bytes(of path: String) throws(SegmentFileError) -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= sizeLimit {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static func failure(_ path: String) -> SegmentFileError {
    let reason = String(cString: strerror(errno))
    return SegmentFileError(
      kind: .system, file: path, line: nil, offset: nil, field: "file", expected: "a file", found: reason,
      advice: "Give a file of segments that can be read")
  }
}
