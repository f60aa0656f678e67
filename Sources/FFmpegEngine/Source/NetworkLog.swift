#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore

/// How the first connection of a session came about; times count from the beginning of the open.
struct NetworkTimings: Hashable, Sendable {
  /// The numeric address of the server, or of the proxy in front of it.
  var address: String
  var nameLookup: TimeSpan
  var connect = TimeSpan.never
  var firstData = TimeSpan.never
}

/// What libavformat says about one session's connections, overheard.
///
/// libavformat has no other way to tell the server's address, when the name was resolved and when the connection stood,
/// or that it was the resolver that failed and not the transfer; and asking the server a second time would tell the
/// address of another connection. All other talk of FFmpeg's is silenced, for the whole process.
final class NetworkLog {
  private(set) var timings: NetworkTimings?
  /// What was overheard about the latest failure, more exact than the error code.
  private(set) var failure: MediaError?
  /// Whether the latest connection ended although more might have come, and nobody had said how much.
  private(set) var hasEndedWithoutLength = false
  private let started = MonotonicClock.now

  func firstDataCame() {
    guard timings?.firstData == .never else { return }
    timings?.firstData = MonotonicClock.now - started
  }

  func forgetFailure() {
    failure = nil
    hasEndedWithoutLength = false
  }

  /// Formats of libavformat's messages, not the messages: what a server or a playlist says cannot be mistaken for one.
  private enum Message: String, CaseIterable {
    case attempt = "Starting connection attempt to %s port %s"
    case success = "Successfully connected to %s port %s"
    case resolution = "Failed to resolve hostname %s"
    case status = "HTTP error %d"
    case ending = "Stream ends prematurely at %"
    case demuxer = "Format not on whitelist"
    case extensionOfSegment = "URL %s is not in allowed_segment_extensions"
    case extensionOfFile = "Filename extension of \'%s\' is not a common multimedia extension"
  }

  private func hear(_ message: Message, _ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace)
    switch message {
    case .attempt where timings == nil && words.count > 4:
      timings = NetworkTimings(address: String(words[4]), nameLookup: MonotonicClock.now - started)
    case .success where timings?.connect == .never && words.count > 3:
      timings?.address = String(words[3])
      timings?.connect = MonotonicClock.now - started
    case .attempt, .success: break
    case .resolution: failure = .failed(.nameResolution)
    case .status: failure = words.count > 2 ? Int32(words[2]).map(MediaError.httpStatus) : nil
    // libavformat's largest number stands for a length that the server did not state.
    case .ending: hasEndedWithoutLength = words.last.flatMap { UInt64($0) } == .max
    case .demuxer, .extensionOfSegment, .extensionOfFile: failure = .failed(.notPermitted, detail: EPERM)
    }
  }
}

extension MediaError {
  static func httpStatus(_ status: Int32) -> Self {
    switch status {
    case 400: .failed(.httpBadRequest, detail: status)
    case 401: .failed(.httpUnauthorized, detail: status)
    case 403: .failed(.httpForbidden, detail: status)
    case 404: .failed(.httpNotFound, detail: status)
    case 400..<500: .failed(.httpClientError, detail: status)
    default: .failed(.httpServerError, detail: status)
    }
  }
}

extension NetworkLog {
  /// Runs `body` while what libavformat says on this thread is heard by `self`.
  func listening<Result>(_ body: () -> Result) -> Result {
    pthread_setspecific(Self.listener, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.listener, nil) }
    return body()
  }

  /// Takes over FFmpeg's log, once; the key names the listener of the current thread.
  private static let listener: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    av_log_set_callback { _, level, format, arguments in
      guard level <= AV_LOG_VERBOSE, let format, let arguments else { return }
      NetworkLog.deliver(format, arguments)
    }
    return key
  }()

  private static func deliver(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
    guard let opaque = pthread_getspecific(listener),
      let message = Message.allCases.first(where: { strncmp(format, $0.rawValue, $0.rawValue.utf8.count) == 0 })
    else { return }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) > 0 else { return }
      Unmanaged<NetworkLog>.fromOpaque(opaque).takeUnretainedValue().hear(message, String(cString: start))
    }
  }
}

/// The host's monotonic clock, for measuring only.
enum MonotonicClock {
  static var now: Instant { .microseconds(av_gettime_relative()) }
}
#endif
