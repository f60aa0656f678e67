#if FFmpeg
import CFFmpeg
import Foundation
import PlayerCore
import PlayerRuntime

/// How the first connection of a session came about; times count from the beginning of the open.
struct NetworkTimings: Hashable, Sendable {
  /// The numeric address of the server, or of the proxy in front of it.
  var address: String
  var nameLookup: TimeSpan
  var connect = TimeSpan.never
  var firstData = TimeSpan.never
}

/// What libavformat logs about one session's connections.
///
/// libavformat has no other way to report the server's address, when the name was resolved and when the connection
/// stood, or why a connection failed: a certificate, the tenth redirect and a broken cable are one error code to it.
/// Asking the server a second time would describe another connection. All other log messages of FFmpeg are silenced,
/// for the whole process.
final class NetworkLog {
  /// How the connection came about; nil for a local source.
  private(set) var timings: NetworkTimings?
  /// What was logged about the latest failure, more exact than the error code.
  private(set) var failure: MediaError?
  /// A key of encrypted media could not be had. What it was for is noise from here on.
  private(set) var keyFailure: MediaError?
  /// Whether the latest connection ended although more might have come, without a known length.
  private(set) var hasEndedWithoutLength = false
  /// What was read over the latest connection that ended before it should; nil after one that did not.
  private var broken: String?
  private var hasBroken: Bool { broken != nil }
  /// How many answers in a row sent the client elsewhere, and where the latest did.
  private var redirects = 0
  private var redirect: String?
  /// Whether a connection broke since the latest open, and went on.
  private(set) var hasReconnected = false
  /// Where the part begins that was asked for, if not at zero, and whether the server gave another one, or the whole, instead.
  private var partStart: Int64?
  private var hasRefusedPart = false
  /// Whether the latest request got no answer, and nothing was read since.
  private(set) var isUnanswered = false
  /// Whether a demuxer failed to move within the source.
  private(set) var missesPart = false
  /// The demuxer that libavformat found for the latest source.
  private var demuxer = ""
  /// Segments that were left out or cannot be read as they should, since they were taken last.
  private var missing: [MediaError] = []
  private var latestMissing: MediaError?
  var hasMissed: Bool { latestMissing != nil }
  /// Whether the latest address was not asked for, because nothing is there.
  var isGap = false
  /// Why the latest address could not be opened.
  var latestRefusal: MediaError?
  private let started = MonotonicClock.now

  /// libavformat follows as many redirects and gives up with the next.
  private static let redirectLimit = 8

  func firstDataCame() {
    guard timings?.firstData == .never else { return }
    timings?.firstData = MonotonicClock.now - started
  }

  /// What ended before it should is all that there will be of it.
  func missRest() {
    guard let address = broken, !hasEndedWithoutLength else { return }
    broken = nil
    miss(.failed(.io, words: SourceAddress.withoutPassword(address)))
  }

  func forgetFailure() {
    failure = nil
    hasEndedWithoutLength = false
    broken = nil
    hasReconnected = false
    redirects = 0
    redirect = nil
  }

  /// Where the latest answer sent the client; nil where it gave something else, or where that were one redirect too many.
  func takeRedirect() -> String? {
    defer { redirect = nil }
    return redirects > Self.redirectLimit ? nil : redirect
  }

  /// Something was read, over whichever connection: a request that was broken off says nothing about an end.
  func dataCame() { isUnanswered = false }

  /// Playlists may list segments by the million, and none of them is there.
  private static let missingLimit = 100

  /// Why segments were left out since the last call.
  func takeMissing() -> [MediaError] {
    defer { missing = [] }
    return missing
  }

  /// The most exact reason there is for the error `code`.
  func reason(for code: Int32) -> MediaError {
    if let failure { return failure }
    if code == -EIO, redirects > Self.redirectLimit { return .failed(.tooManyRedirects) }
    let isAboutContent = [CFF_ERROR_INVALID_DATA, CFF_ERROR_END_OF_FILE, -EPERM].contains(code)
    // What a demuxer says of media that has broken off is about what it has.
    if hasBroken, !hasEndedWithoutLength, isAboutContent { return .failed(.io) }
    return hasRefusedPart && isAboutContent ? .failed(.rangeRequired) : MediaError(code: code)
  }

  /// Takes a line that libavformat wrote; `context` is what wrote it.
  func hear(_ message: LogMessage, _ line: String, from context: UnsafeMutableRawPointer?) {
    let words = line.split(whereSeparator: \.isWhitespace)
    switch message {
    case .attempt where timings == nil && words.count > 4:
      timings = NetworkTimings(address: String(words[4]), nameLookup: MonotonicClock.now - started)
    case .success where timings?.connect == .never && words.count > 3:
      timings?.address = String(words[3])
      timings?.connect = MonotonicClock.now - started
    case .attempt, .success: break
    case .resolution: failure = .failed(.nameResolution)
    case .status:
      failure = words.count > 2 ? Int32(words[2]).map(MediaError.status) : nil
      if failure == .status(429) {
        failure = .failed(.httpTooManyRequests, detail: context.flatMap(RetryAfter.seconds) ?? 0)
      }
    case .reconnection: (broken, hasReconnected) = (Self.location(of: context) ?? "", true)
    // libavformat's largest number stands for a length that the server did not state, or that it has forgotten because it
    // could not go on with a connection that had broken.
    case .ending:
      hasEndedWithoutLength =
        hasEndedWithoutLength || !hasBroken && words.last.flatMap { UInt64($0) } == .max
      broken = Self.location(of: context) ?? ""
    // Before anything is read, a name alone selects only this demuxer: a picture's name that is a pattern.
    case .refusedDemuxer: failure = ProtocolPolicy.refusal(ofDemuxer: demuxer.isEmpty ? "image2" : demuxer)
    case .demuxer, .demuxerGuess: demuxer = words.count > 1 ? String(words[1]) : ""
    case .request: (partStart, isUnanswered) = (Self.partStart(line), true)
    case .code: take(code: line.split(separator: "=").last.flatMap { Int32($0.prefix(3)) } ?? 0)
    case .header: take(header: line, context)
    case .certificate, .certificateFailed: failure = .failed(.certificateUntrusted, words: Self.untrusted)
    case .certificateOwner:
      failure = .failed(.certificateUntrusted, words: "it is not made out to \(words.last ?? "this server")")
    case .keyUnopened, .keyUnread: keyFailure = Self.missing(key: words.last.map(String.init) ?? "", failure)
    // After a connection broke, nothing is in its place.
    case .part: missesPart = missesPart || !hasBroken
    case .subtitles:
      let address = SourceAddress.withoutPassword(words.last.map { String($0.dropLast()) } ?? "")
      miss(.failed(.formatUnsupported, words: "subtitles \(address)"))
    case .skipped: if line.contains("#EXT-X-DEFINE") { miss(.failed(.formatUnsupported, words: Self.variables)) }
    case .initialisation: miss(.failed(.formatUnsupported, words: Self.secondInitialisation))
    case .segment: if !isGap { miss(latestRefusal ?? .failed(.io)) }
    }
  }

  /// libavformat looks for a segment again while it plays the one before.
  func miss(_ error: MediaError) {
    guard error != latestMissing, missing.count < Self.missingLimit else { return }
    latestMissing = error
    missing.append(error)
  }

  private static let variables = "EXT-X-DEFINE: variables of playlists are not replaced"
  private static let secondInitialisation = "what follows has an initialisation of its own, and is read with the first"

  private func take(code: Int32) {
    isUnanswered = false
    // A password that is asked for in between does not begin anew.
    redirects = (300..<400).contains(code) ? redirects + 1 : code < 300 ? 0 : redirects
    redirect = nil
    // The header that says which part it is comes later.
    guard code == 200 || code == 206 else { return }
    hasRefusedPart = partStart != nil
    broken = nil
  }

  private static func partStart(_ request: String) -> Int64? {
    let range = request.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("range: bytes=") }
    return range.flatMap { Int64($0.dropFirst(13).prefix { $0.isNumber }) }.flatMap { $0 > 0 ? $0 : nil }
  }

  private func take(header line: String, _ context: UnsafeMutableRawPointer?) {
    let halves = line.dropFirst("header='".count).split(separator: ":", maxSplits: 1)
    guard halves.count == 2 else { return }
    // Without the quote and the line break that libavformat adds.
    let value = halves[1].dropLast(2).trimmingCharacters(in: .whitespaces)
    switch halves[0].lowercased() {
    case "location" where redirects > 0: redirect = Self.location(value, context) ?? redirect
    case "content-range" where value.lowercased().hasPrefix("bytes "):
      let start = Int64(value.dropFirst(6).trimmingCharacters(in: .whitespaces).prefix { $0.isNumber })
      if start == partStart { hasRefusedPart = false }
    default: break
    }
  }

  /// Where `address` leads from what `context` reads; nil in the answer of a proxy, which has no location.
  private static func location(_ address: String, _ context: UnsafeMutableRawPointer?) -> String? {
    guard let base = location(of: context) else { return nil }
    let url = URL(string: address, relativeTo: URL(string: base))
    return url?.scheme == nil ? address : url?.absoluteString
  }

  /// What `context`, a connection, reads; nil where it reads from no server.
  static func location(of context: UnsafeMutableRawPointer?) -> String? { option("location", of: context) }

  static func option(_ name: String, of context: UnsafeMutableRawPointer?) -> String? {
    var found: UnsafeMutablePointer<UInt8>?
    defer { av_free(found) }
    guard av_opt_get(context, name, AV_OPT_SEARCH_CHILDREN, &found) >= 0, let found, found.pointee != 0 else {
      return nil
    }
    return String(cString: found)
  }

  private static let untrusted = "no authority that this machine trusts has signed it, or it has expired"

  private static func missing(key: String, _ failure: MediaError?) -> MediaError {
    let address = SourceAddress.withoutPassword(key)
    guard case .failed(let kind, let detail, _) = failure else { return .failed(.keyMissing, words: address) }
    let isStatus = (400..<600).contains(detail) && kind != .httpTooManyRequests
    return .failed(.keyMissing, detail: isStatus ? detail : 0, words: "\(address)\(isStatus ? ": HTTP \(detail)" : "")")
  }
}

extension NetworkLog {
  /// Runs `body` while `self` receives what libavformat logs on this thread.
  func listening<Result>(_ body: () -> Result) -> Result {
    pthread_setspecific(Self.listener, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.listener, nil) }
    return body()
  }

  /// Takes over FFmpeg's log, once; the key names the listener of the current thread.
  private static let listener: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    av_log_set_callback { context, level, format, arguments in
      guard let format, let arguments else { return }
      NetworkLog.deliver(context, level, format, arguments)
    }
    return key
  }()

  private static func deliver(
    _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>, _ arguments: CVaListPointer
  ) {
    guard let opaque = pthread_getspecific(listener), let message = LogMessage(format: format, level: level) else {
      return
    }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { buffer in
      guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) > 0 else { return }
      Unmanaged<NetworkLog>.fromOpaque(opaque).takeUnretainedValue().hear(
        message, String(cString: start), from: context)
    }
  }
}

/// The host's monotonic clock, for measuring only.
enum MonotonicClock {
  static var now: Instant { .microseconds(av_gettime_relative()) }
}

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
