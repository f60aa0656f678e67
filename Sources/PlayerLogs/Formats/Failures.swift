import PlayerCore

/// The kind of a failure, derived from its words; `unknown` if they do not reveal it.
enum FailureWords {
  private static let statuses: [(StaticString, Failure.Kind)] = [
    ("404", .httpNotFound), ("403", .httpForbidden), ("401", .httpUnauthorized), ("429", .httpTooManyRequests),
    ("400", .httpBadRequest), ("410", .httpClientError), ("500", .httpServerError), ("502", .httpServerError),
    ("503", .httpServerError), ("504", .httpServerError),
  ]

  private static let kinds: [(StaticString, Failure.Kind)] = [
    ("Not Found", .httpNotFound), ("Forbidden", .httpForbidden), ("Unauthorized", .httpUnauthorized),
    ("resolve", .nameResolution), ("UnknownHost", .nameResolution), ("ertificate", .certificateUntrusted),
    ("imed out", .readTimeout), ("imeout", .readTimeout), ("TimeOut", .readTimeout), ("TIMEOUT", .readTimeout),
    ("refused", .connect), ("NETWORK_CONNECTION_FAILED", .connect), ("onnection", .connect),
    ("No such file", .notFound), ("FILE_NOT_FOUND", .notFound), ("ermission", .notPermitted), ("DRM", .keyMissing),
    ("keySystem", .keyMissing), ("DECODER_INIT", .videoCodecUnsupported), ("DECODING", .videoDecodeFailed),
    ("DECODE", .videoDecodeFailed), ("ecode", .videoDecodeFailed), ("MediaCodec", .videoDecodeFailed),
    ("PARSING", .invalidData), ("arsing", .invalidData), ("DEMUXER", .invalidData), ("nvalid data", .invalidData),
    ("not supported", .formatUnsupported), ("NOT_SUPPORTED", .formatUnsupported), ("UNSUPPORTED", .formatUnsupported),
    ("ncompatible", .formatUnsupported), ("recognize", .formatUnsupported), ("BEHIND_LIVE_WINDOW", .invalidData),
    ("BAD_HTTP_STATUS", .httpClientError), ("ERROR_CODE_IO", .io), ("LoadError", .io), ("etwork", .io),
    ("prematurely", .io), ("Failed to open segment", .io), ("Could not read from resource", .io),
    ("NETWORK", .io),
  ]

  static func kind(_ words: LogText) -> Failure.Kind {
    for (word, kind) in statuses where standsAlone(word, in: words) { return kind }
    for (word, kind) in kinds where words.contains(word) { return kind }
    return .unknown
  }

  /// Whether the text contains the number, and not as a part of a longer one.
  private static func standsAlone(_ number: StaticString, in words: LogText) -> Bool {
    var rest = words
    while let place = rest.place(of: number) {
      let isWord = { (byte: UInt8?) in byte.map { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") } ?? false }
      if !isWord(rest[place - 1]), !isWord(rest[place + 3]) { return true }
      rest = rest.dropFirst(place + 3)
    }
    return false
  }
}
