// Generated from Sources/Specification/player.yaml by Tools/generate. Change that file, not this one.

/// A set of kinds of failures, one bit for each number of ``Failure/Kind``.
public struct FailureKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public var rawValue: Int64
  /// The kinds whose bits are set.
  @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Every kind, those of later versions included.
  public static var all: Self { Self(rawValue: -1) }
  /// Those that a returning network can heal.
  public static var connectivity: Self {
    [.io, .nameResolution, .socket, .connect, .openTimeout, .readTimeout, .endedEarly, .stuckBuffering]
  }
  /// The engine failed without giving a reason.
  public static var unknown: Self { Self(rawValue: 1 << 1) }
  /// Reading or writing failed after the source was reached.
  public static var io: Self { Self(rawValue: 1 << 2) }
  /// The engine does not know the protocol of the address.
  public static var protocolUnsupported: Self { Self(rawValue: 1 << 3) }
  /// The host name could not be resolved.
  public static var nameResolution: Self { Self(rawValue: 1 << 4) }
  /// A socket could not be created.
  public static var socket: Self { Self(rawValue: 1 << 5) }
  /// The server refused the connection or could not be reached.
  public static var connect: Self { Self(rawValue: 1 << 6) }
  /// HTTP 400. The server does not understand the request.
  public static var httpBadRequest: Self { Self(rawValue: 1 << 7) }
  /// HTTP 401. The server asks for credentials.
  public static var httpUnauthorized: Self { Self(rawValue: 1 << 8) }
  /// HTTP 403. The server does not allow access.
  public static var httpForbidden: Self { Self(rawValue: 1 << 9) }
  /// HTTP 404. The server does not have the source.
  public static var httpNotFound: Self { Self(rawValue: 1 << 10) }
  /// Another HTTP status 4xx; ``Failure/detail`` has it.
  public static var httpClientError: Self { Self(rawValue: 1 << 11) }
  /// HTTP 5xx; ``Failure/detail`` has the status.
  public static var httpServerError: Self { Self(rawValue: 1 << 12) }
  /// The bytes are not media, or damaged beyond use.
  public static var invalidData: Self { Self(rawValue: 1 << 13) }
  /// The engine has no decoder for the video.
  public static var videoCodecUnsupported: Self { Self(rawValue: 1 << 14) }
  /// The engine has no decoder for the audio.
  public static var audioCodecUnsupported: Self { Self(rawValue: 1 << 15) }
  /// The source was not opened within ``Setting/openTimeout``.
  public static var openTimeout: Self { Self(rawValue: 1 << 16) }
  /// No data came for ``Setting/readTimeout`` while playback waited for it.
  public static var readTimeout: Self { Self(rawValue: 1 << 17) }
  /// The network policy does not allow the load.
  public static var policy: Self { Self(rawValue: 1 << 18) }
  /// A local source does not exist.
  public static var notFound: Self { Self(rawValue: 1 << 19) }
  /// The source, or something it refers to, may not be read.
  public static var notPermitted: Self { Self(rawValue: 1 << 20) }
  /// The media ended more than ``Setting/earlyEndTolerance`` before its declared duration.
  public static var endedEarly: Self { Self(rawValue: 1 << 21) }
  /// Playback waited for data longer than ``Setting/bufferingLimit``, although some came.
  public static var stuckBuffering: Self { Self(rawValue: 1 << 22) }
  /// The engine reported that it plays, but the playhead did not move.
  public static var stuckPlaying: Self { Self(rawValue: 1 << 23) }
  /// A seek was not answered within ``Setting/seekTimeout``.
  public static var stuckSeeking: Self { Self(rawValue: 1 << 24) }
  /// The reloads by policy are used up. Retries that are used up end with the last failure instead.
  public static var retriesExhausted: Self { Self(rawValue: 1 << 25) }
  /// The video could not be decoded.
  public static var videoDecodeFailed: Self { Self(rawValue: 1 << 26) }
  /// The audio could not be decoded.
  public static var audioDecodeFailed: Self { Self(rawValue: 1 << 27) }
  /// The server's certificate is not trusted, or belongs to another server.
  public static var certificateUntrusted: Self { Self(rawValue: 1 << 28) }
  /// The source was redirected too often, or in a loop.
  public static var tooManyRedirects: Self { Self(rawValue: 1 << 29) }
  /// The key of encrypted media is not available, or is wrong.
  public static var keyMissing: Self { Self(rawValue: 1 << 30) }
  /// The server does not send parts of a file, and the media cannot be played without them.
  public static var rangeRequired: Self { Self(rawValue: 1 << 31) }
  /// The format is known but cannot be played.
  public static var formatUnsupported: Self { Self(rawValue: 1 << 32) }
  /// The source is a picture, which has no duration.
  public static var imageUnsupported: Self { Self(rawValue: 1 << 33) }
  /// A playlist, a header or a picture is larger than the engine accepts.
  public static var tooLarge: Self { Self(rawValue: 1 << 34) }
  /// HTTP 429. The server asks for fewer requests. ``Failure/detail`` is the number of seconds it asks to wait; 0 when
  /// it does not say.
  public static var httpTooManyRequests: Self { Self(rawValue: 1 << 35) }
}

extension Failure.Kind {
  /// Whether a returning network can heal it; ``Setting/resumesOnReconnect`` retries such failures.
  public var isConnectivity: Bool {
    switch self {
    case .io, .nameResolution, .socket, .connect, .openTimeout, .readTimeout, .endedEarly, .stuckBuffering: true
    default: false
    }
  }
}
