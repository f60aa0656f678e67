#if FFmpeg
import CFFmpeg
import Foundation

/// Formats of libavformat's messages, not the messages: the words of a server or a playlist cannot be mistaken for one.
enum LogMessage: String, CaseIterable {
  case attempt = "Starting connection attempt to %s port %s"
  case success = "Successfully connected to %s port %s"
  case resolution = "Failed to resolve hostname %s"
  case status = "HTTP error %d"
  case ending = "Stream ends prematurely at %"
  case reconnection = "Will reconnect at %"
  case refusedDemuxer = "Format not on whitelist"
  case certificate = "Unable to verify peer certificate"
  case certificateFailed = "Peer certificate failed verification"
  case certificateOwner = "The certificate's owner does not match hostname %s"
  case keyUnopened = "Unable to open key file %s"
  case keyUnread = "Unable to read key file %s"
  case segment = "Failed to open segment %"
  /// The demuxer of HLS reads no subtitles.
  case subtitles = "Can't support the subtitle(uri: %s)"
  /// A line of a playlist that the demuxer of HLS does not know.
  case skipped = "Skip ('%s')"
  /// The demuxer of MP4 knows one initialisation only.
  case initialisation = "Found duplicated MOOV Atom"
  /// The demuxer of MP4 would have to go back, and cannot.
  case part = "stream %d, offset 0x%"
  case demuxerGuess = "Format %s detected only with low score"
  // Debug messages of libavformat.
  case demuxer = "Format %s probed with size="
  case request = "request: %s"
  case code = "http_code=%d"
  case header = "header='%s'"

  private static let quietOnes: Set<Self> = [.demuxer, .request, .code, .header]

  /// Tables of MP4 are written line by line for debugging: few formats are looked for among them.
  private static let loud = table { !quietOnes.contains($0) }
  private static let quiet = table { quietOnes.contains($0) }

  private static func table(_ isIncluded: (Self) -> Bool) -> [(message: Self, prefix: ContiguousArray<CChar>)] {
    allCases.filter(isIncluded).map { ($0, ContiguousArray($0.rawValue.utf8CString.dropLast())) }
  }

  init?(format: UnsafePointer<CChar>, level: Int32) {
    let table = level <= AV_LOG_VERBOSE ? Self.loud : Self.quiet
    let found = table.first { entry in
      entry.prefix.withUnsafeBufferPointer { prefix in
        guard let start = prefix.baseAddress else { return false }
        return format[0] == start[0] && strncmp(format, start, prefix.count) == 0
      }
    }
    guard let found else { return nil }
    self = found.message
  }
}
#endif
