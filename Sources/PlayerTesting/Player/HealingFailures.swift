import PlayerCore

extension Failure.Kind {
  /// Whether a returning network can heal the failure, stated independently: a connection that broke off or was never
  /// made has a chance, an error that a server or the media itself has reported does not (PRX.md#8).
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
