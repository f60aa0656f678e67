#if FFmpeg
import CFFmpeg
import Foundation

/// How long a server that has had too many requests asks to be left alone.
///
/// libavformat stops reading an answer at a status that is an error: the header `Retry-After` has come with it, and is
/// not looked at. It lies in the buffer of the connection, whose place is no part of the interface: it is known of the
/// libavformat that this was tried with (59, of FFmpeg 5); with every other one the header counts as absent.
enum RetryAfter {
  /// Where the connection keeps what it has not read: `class`, the connection below, the bytes, and two pointers into
  /// them.
  private static let bufferOffset = 16
  private static let bufferSize = 8_192

  /// The seconds that the answer on this connection asks for, rounded up; nil without the header. `context` is the
  /// connection that has just reported an error status.
  static func seconds(_ context: UnsafeMutableRawPointer) -> Int32? {
    unreadHeaders(context).flatMap { seconds(in: $0) }
  }

  static func seconds(in headers: String, now: Date = Date()) -> Int32? {
    for line in headers.split(whereSeparator: \.isNewline) {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, halves[0].lowercased() == "retry-after" else { continue }
      let value = halves[1].trimmingCharacters(in: .whitespaces)
      if let seconds = Int64(value) { return Int32(clamping: max(0, seconds)) }
      return date(value).map { Int32(clamping: Int64(max(0, $0.timeIntervalSince(now).rounded(.up)))) }
    }
    return nil
  }

  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }

  private static func unreadHeaders(_ context: UnsafeMutableRawPointer) -> String? {
    guard LIBAVFORMAT_VERSION_MAJOR == 59,
      // A URLContext: its class, its protocol and the data of the protocol.
      className(context) == "URLContext", let data = pointer(context, 2), className(data).hasPrefix("http"),
      let start = pointer(data + bufferOffset + bufferSize, 0), let end = pointer(data + bufferOffset + bufferSize, 1)
    else { return nil }
    let buffer = data + bufferOffset
    guard buffer <= start, start <= end, end <= buffer + bufferSize else { return nil }
    let text = String(decoding: UnsafeRawBufferPointer(start: start, count: end - start), as: UTF8.self)
    return text.range(of: "\r\n\r\n").map { String(text[..<$0.lowerBound]) } ?? text
  }

  private static func pointer(_ base: UnsafeMutableRawPointer, _ index: Int) -> UnsafeMutableRawPointer? {
    base.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UnsafeMutableRawPointer?.self)
  }

  private static func className(_ context: UnsafeMutableRawPointer) -> String {
    guard let type = pointer(context, 0)?.assumingMemoryBound(to: AVClass.self) else { return "" }
    return type.pointee.class_name.map { String(cString: $0) } ?? ""
  }
}
#endif
