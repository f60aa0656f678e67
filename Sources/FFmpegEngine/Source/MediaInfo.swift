#if FFmpeg
import CFFmpeg
import PlayerCore
import PlayerRuntime

/// The description of a source when it is open. Times count from the first moment of the media.
struct MediaInfo: Sendable {
  struct Stream: Sendable {
    var index: Int32
    var kind: TrackKind
    var codec: String
    /// In BCP 47, whatever code the container has; empty when not known.
    var language: String
    var title: String
    var isDefault: Bool
    /// Whether it contains only what must be read in any case: signs, and lines in a language that the audio is not in.
    var isForced: Bool
  }

  struct Chapter: Sendable {
    var start: MediaTime
    /// ``MediaTime/unknown`` for the end of the media.
    var end: MediaTime
    var title: String
  }

  /// The container, as its demuxer is named: `mov,mp4,m4a,3gp,3g2,mj2`.
  var container: String
  /// ``MediaTime/unknown`` for a live stream.
  var duration: MediaTime
  var isDurationEstimated: Bool
  var isSeekable: Bool
  var streams: [Stream]
  var chapters: [Chapter]
  /// Keys and values in the file's order.
  var metadata: [(key: String, value: String)]
}

extension MediaInfo {
  /// Hostile files declare chapters and tags by the million.
  private static let listLimit = 1_000

  init(_ context: UnsafePointer<AVFormatContext>, origin: Int64) {
    let context = context.pointee
    container = context.iformat.map { String(cString: $0.pointee.name) } ?? ""
    let hasDuration = context.duration != CFF_NO_TIMESTAMP && context.duration > 0
    duration = hasDuration ? .microseconds(Self.duration(context, origin: origin)) : .unknown
    isDurationEstimated = hasDuration && context.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    isSeekable = Self.isSeekable(context, hasDuration: hasDuration)
    streams = Self.pointers(context.streams, context.nb_streams).compactMap { Stream($0.pointee) }
    chapters = Self.pointers(context.chapters, context.nb_chapters).map { Chapter($0.pointee, origin: origin) }
    metadata = Self.entries(of: context.metadata)
    // Ogg keeps the tags of the file with its only stream.
    if metadata.isEmpty, context.nb_streams == 1, let stream = context.streams?[0] {
      metadata = Self.entries(of: stream.pointee.metadata)
    }
  }

  /// Matroska and MP4 count from zero, not from the first stamp.
  private static func duration(_ context: AVFormatContext, origin: Int64) -> Int64 {
    let name = context.iformat.map { String(cString: $0.pointee.name) } ?? ""
    guard origin > 0, origin < context.duration, name.hasPrefix("matroska") || name.hasPrefix("mov") else {
      return context.duration
    }
    return context.duration - origin
  }

  private static func isSeekable(_ context: AVFormatContext, hasDuration: Bool) -> Bool {
    if context.ctx_flags & AVFMTCTX_UNSEEKABLE != 0 { return false }
    // The playlist of an HLS stream is read once; seeks go to its segments.
    if let demuxer = context.iformat, String(cString: demuxer.pointee.name) == "hls" { return true }
    guard let io = context.pb else { return true }
    // RTMP always accepts a seek, but ignores it on a live stream.
    return io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0
      || (hasDuration && io.pointee.seekable & AVIO_SEEKABLE_TIME != 0)
  }

  private static func pointers<Element>(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?, _ count: UInt32
  ) -> [UnsafeMutablePointer<Element>] {
    (0..<min(Int(count), listLimit)).compactMap { list?[$0] }
  }

  static func entries(of dictionary: OpaquePointer?) -> [(key: String, value: String)] {
    var entries: [(key: String, value: String)] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while entries.count < listLimit {
      entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let key = entry?.pointee.key, let value = entry?.pointee.value else { break }
      entries.append((String(cString: key), String(cString: value)))
    }
    return entries
  }

  fileprivate static func entry(_ name: String, of dictionary: OpaquePointer?) -> String {
    av_dict_get(dictionary, name, nil, 0)?.pointee.value.map { String(cString: $0) } ?? ""
  }
}

extension MediaInfo.Stream {
  init?(_ stream: AVStream) {
    guard let parameters = stream.codecpar?.pointee, let kind = TrackKind(parameters.codec_type) else { return nil }
    // A cover picture is a video stream of one frame, but no video.
    if stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return nil }
    self.kind = kind
    index = stream.index
    codec = String(cString: avcodec_get_name(parameters.codec_id))
    language = LanguageTag(MediaInfo.entry("language", of: stream.metadata))?.identifier ?? ""
    title = MediaInfo.entry("title", of: stream.metadata)
    isDefault = stream.disposition & AV_DISPOSITION_DEFAULT != 0
    isForced = kind == .subtitle && stream.disposition & AV_DISPOSITION_FORCED != 0
  }
}

extension MediaInfo.Chapter {
  fileprivate init(_ chapter: AVChapter, origin: Int64) {
    start = microseconds(chapter.start, chapter.time_base, origin: origin).map { .microseconds($0) } ?? .unknown
    end = microseconds(chapter.end, chapter.time_base, origin: origin).map { .microseconds($0) } ?? .unknown
    title = MediaInfo.entry("title", of: chapter.metadata)
  }
}

extension TrackKind {
  init?(_ type: AVMediaType) {
    guard let kind = Self.allCases.first(where: { $0.mediaType == type }) else { return nil }
    self = kind
  }

  var mediaType: AVMediaType {
    switch self {
    case .audio: AVMEDIA_TYPE_AUDIO
    case .video: AVMEDIA_TYPE_VIDEO
    case .subtitle: AVMEDIA_TYPE_SUBTITLE
    }
  }
}

/// A time stamp of FFmpeg's in microseconds from `origin`, or nil when there is none. Saturates.
func microseconds(_ stamp: Int64, _ base: AVRational, origin: Int64) -> Int64? {
  guard stamp != CFF_NO_TIMESTAMP, base.den > 0, base.num > 0 else { return nil }
  let (value, overflow) = av_rescale_q(stamp, base, AVRational(num: 1, den: 1_000_000))
    .subtractingReportingOverflow(origin)
  return overflow ? nil : value
}
#endif
