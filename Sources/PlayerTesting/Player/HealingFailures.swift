import PlayerCore

extension Failure.Kind {
  /// Whether a network that returns can heal it, stated a second time: what was cut off or never reached has a chance,
  /// what a server or the media itself has reported does not change (PRX.md#8).
  var healsWithNetwork: Bool {
    switch self {
    case .io, .nameResolution, .socket, .connect, .openTimeout, .readTimeout, .endedEarly, .stuckBuffering: true
    case .none, .unknown, .protocolUnsupported, .httpBadRequest, .httpUnauthorized, .httpForbidden, .httpNotFound,
      .httpClientError, .httpServerError, .httpTooManyRequests, .invalidData, .videoCodecUnsupported,
      .audioCodecUnsupported, .policy, .notFound, .notPermitted, .stuckPlaying, .stuckSeeking, .retriesExhausted,
      .videoDecodeFailed, .audioDecodeFailed, .certificateUntrusted, .tooManyRedirects, .keyMissing, .rangeRequired,
      .formatUnsupported, .imageUnsupported, .tooLarge:
      false
    }
  }
}
