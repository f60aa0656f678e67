// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

// Raw values are the registry: a number is assigned once and never reused, so that old traces keep their meaning.

extension Failure {
  /// What went wrong.
  public enum Kind: UInt8, WireEnumeration, Sendable {
    /// No failure.
    case none = 0
    /// The engine failed without giving a reason.
    case unknown = 1
    /// Reading or writing failed after the source was reached.
    case io = 2
    /// The engine does not know the protocol of the address.
    case protocolUnsupported = 3
    /// The host name could not be resolved.
    case nameResolution = 4
    /// A socket could not be created.
    case socket = 5
    /// The server refused the connection or could not be reached.
    case connect = 6
    /// HTTP 400. The server does not understand the request.
    case httpBadRequest = 7
    /// HTTP 401. The server asks for credentials.
    case httpUnauthorized = 8
    /// HTTP 403. The server does not allow access.
    case httpForbidden = 9
    /// HTTP 404. The server does not have the source.
    case httpNotFound = 10
    /// Another HTTP status 4xx; ``Failure/detail`` has it.
    case httpClientError = 11
    /// HTTP 5xx; ``Failure/detail`` has the status.
    case httpServerError = 12
    /// The bytes are not media, or damaged beyond use.
    case invalidData = 13
    /// The engine has no decoder for the video.
    case videoCodecUnsupported = 14
    /// The engine has no decoder for the audio.
    case audioCodecUnsupported = 15
    /// The source was not opened within ``Setting/openTimeout``.
    case openTimeout = 16
    /// No data came for ``Setting/readTimeout`` while playback waited for it.
    case readTimeout = 17
    /// The network policy does not allow the load.
    case policy = 18
    /// A local source does not exist.
    case notFound = 19
    /// The source, or something it refers to, may not be read.
    case notPermitted = 20
    /// The media ended more than ``Setting/earlyEndTolerance`` before its declared duration.
    case endedEarly = 21
    /// Playback waited for data longer than ``Setting/bufferingLimit``, although some came.
    case stuckBuffering = 22
    /// The engine reported that it plays, but the playhead did not move.
    case stuckPlaying = 23
    /// A seek was not answered within ``Setting/seekTimeout``.
    case stuckSeeking = 24
    /// The reloads by policy are used up. Retries that are used up end with the last failure instead.
    case retriesExhausted = 25
    /// The video could not be decoded.
    case videoDecodeFailed = 26
    /// The audio could not be decoded.
    case audioDecodeFailed = 27
    /// The server's certificate is not trusted, or belongs to another server.
    case certificateUntrusted = 28
    /// The source was redirected too often, or in a loop.
    case tooManyRedirects = 29
    /// The key of encrypted media is not available, or is wrong.
    case keyMissing = 30
    /// The server does not send parts of a file, and the media cannot be played without them.
    case rangeRequired = 31
    /// The format is known but cannot be played.
    case formatUnsupported = 32
    /// The source is a picture, which has no duration.
    case imageUnsupported = 33
    /// A playlist, a header or a picture is larger than the engine accepts.
    case tooLarge = 34
    /// HTTP 429. The server asks for fewer requests. ``Failure/detail`` is the number of seconds it asks to wait; 0
    /// when it does not say.
    case httpTooManyRequests = 35

    /// Takes the place of a value that could not be read.
    public static var placeholder: Self { .none }
    /// The names of the cases by number, with a dash for a number that is not in use.
    public static var names: StaticString {
      """
      none unknown io protocolUnsupported nameResolution socket connect httpBadRequest httpUnauthorized httpForbidden \
      httpNotFound httpClientError httpServerError invalidData videoCodecUnsupported audioCodecUnsupported openTimeout \
      readTimeout policy notFound notPermitted endedEarly stuckBuffering stuckPlaying stuckSeeking retriesExhausted \
      videoDecodeFailed audioDecodeFailed certificateUntrusted tooManyRedirects keyMissing rangeRequired \
      formatUnsupported imageUnsupported tooLarge httpTooManyRequests
      """
    }

    /// The name that text traces use.
    public var wireName: StaticString {
      switch self {
      case .none: "none"
      case .unknown: "unknown"
      case .io: "io"
      case .protocolUnsupported: "protocolUnsupported"
      case .nameResolution: "nameResolution"
      case .socket: "socket"
      case .connect: "connect"
      case .httpBadRequest: "httpBadRequest"
      case .httpUnauthorized: "httpUnauthorized"
      case .httpForbidden: "httpForbidden"
      case .httpNotFound: "httpNotFound"
      case .httpClientError: "httpClientError"
      case .httpServerError: "httpServerError"
      case .invalidData: "invalidData"
      case .videoCodecUnsupported: "videoCodecUnsupported"
      case .audioCodecUnsupported: "audioCodecUnsupported"
      case .openTimeout: "openTimeout"
      case .readTimeout: "readTimeout"
      case .policy: "policy"
      case .notFound: "notFound"
      case .notPermitted: "notPermitted"
      case .endedEarly: "endedEarly"
      case .stuckBuffering: "stuckBuffering"
      case .stuckPlaying: "stuckPlaying"
      case .stuckSeeking: "stuckSeeking"
      case .retriesExhausted: "retriesExhausted"
      case .videoDecodeFailed: "videoDecodeFailed"
      case .audioDecodeFailed: "audioDecodeFailed"
      case .certificateUntrusted: "certificateUntrusted"
      case .tooManyRedirects: "tooManyRedirects"
      case .keyMissing: "keyMissing"
      case .rangeRequired: "rangeRequired"
      case .formatUnsupported: "formatUnsupported"
      case .imageUnsupported: "imageUnsupported"
      case .tooLarge: "tooLarge"
      case .httpTooManyRequests: "httpTooManyRequests"
      }
    }
  }
}
