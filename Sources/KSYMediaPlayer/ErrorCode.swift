import PlayerCore

/// Why nothing can be played, with the numbers of KSYManual.md#6.9.
public enum KSYMPErrorCode: Int, CaseIterable, Sendable {
  /// Nothing is wrong (`KSYMPOK`).
  case ok = 0
  case unknownError = 1
  /// Reading or writing went wrong.
  case fileIOError = -1004
  case unsupportProtocol = -10001
  case dnsParseFailed = -10002
  case createSocketFailed = -10003
  case connectServerFailed = -10004
  /// HTTP 400.
  case badRequest = -10005
  /// HTTP 401.
  case unauthorizedClient = -10006
  /// HTTP 403.
  case accessForbidden = -10007
  /// HTTP 404.
  case targetNotFound = -10008
  /// Any other HTTP 4xx.
  case otherErrorCode = -10009
  /// HTTP 5xx.
  case serverException = -10010
  case invalidData = -10011
  case unsupportVideoCodec = -10012
  case unsupportAudioCodec = -10013
}

extension KSYMPErrorCode {
  /// The code of a failure. A time-out is a failed connection before the media is open, and a failed read afterwards
  /// (Contradictions.md#X-25); failures that the original does not know get the nearest code of those it has.
  init(_ kind: Failure.Kind) {
    self =
      switch kind {
      case .none: .ok
      case .unknown, .stuckPlaying, .stuckSeeking, .retriesExhausted, .tooManyRedirects, .tooLarge: .unknownError
      case .io, .readTimeout, .notFound, .notPermitted, .endedEarly, .stuckBuffering, .rangeRequired: .fileIOError
      case .protocolUnsupported: .unsupportProtocol
      case .nameResolution: .dnsParseFailed
      case .socket: .createSocketFailed
      case .connect, .openTimeout, .policy, .certificateUntrusted: .connectServerFailed
      case .httpBadRequest: .badRequest
      case .httpUnauthorized: .unauthorizedClient
      case .httpForbidden, .keyMissing: .accessForbidden
      case .httpNotFound: .targetNotFound
      case .httpClientError, .httpTooManyRequests: .otherErrorCode
      case .httpServerError: .serverException
      case .invalidData, .videoDecodeFailed, .audioDecodeFailed, .formatUnsupported, .imageUnsupported: .invalidData
      case .videoCodecUnsupported: .unsupportVideoCodec
      case .audioCodecUnsupported: .unsupportAudioCodec
      }
  }
}
