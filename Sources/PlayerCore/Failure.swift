/// Why playback failed.
///
/// The kinds are the union of what the four reference systems tell apart (KSYManual.md#6.9: error codes) and of what
/// the core itself finds out.
public struct Failure: Hashable, Sendable {
  /// The engine's own number: an HTTP status, an errno, an FFmpeg error. 0 when there is none. Of
  /// ``Kind/httpTooManyRequests``, whose status is known, it is how many seconds the server asks to wait.
  public var detail: Int32
  /// The engine's own words, for people; never interpreted.
  public var text: TextID
  public var kind: Kind

  public init(_ kind: Kind, detail: Int32 = 0, text: TextID = .none) {
    self.kind = kind
    self.detail = detail
    self.text = text
  }

  public enum Kind: UInt8, WireEnumeration, Sendable {
    /// No failure.
    case none = 0
    case unknown = 1
    /// Reading or writing went wrong after the source was reached.
    case io = 2
    case protocolUnsupported = 3
    /// The host name could not be resolved.
    case nameResolution = 4
    /// A socket could not be created.
    case socket = 5
    /// The server refused or could not be reached.
    case connect = 6
    case httpBadRequest = 7
    case httpUnauthorized = 8
    case httpForbidden = 9
    case httpNotFound = 10
    case httpClientError = 11
    case httpServerError = 12
    /// The bytes are not media, or damaged beyond use.
    case invalidData = 13
    case videoCodecUnsupported = 14
    case audioCodecUnsupported = 15
    /// Nothing was opened within ``Configuration/openTimeout``.
    case openTimeout = 16
    /// No data came for ``Configuration/readTimeout`` while playback waited for it.
    case readTimeout = 17
    /// The network policy does not allow the load.
    case policy = 18
    /// A local source does not exist.
    case notFound = 19
    /// The source, or something it refers to, may not be read.
    case notPermitted = 20
    /// The media ended well before its declared duration.
    case endedEarly = 21
    /// Watchdog: playback waited for data longer than ``Configuration/bufferingLimit``, although some came.
    case stuckBuffering = 22
    /// Watchdog: the engine said it plays, and the playhead stood still.
    case stuckPlaying = 23
    /// Watchdog: a seek was not answered within ``Configuration/seekTimeout``.
    case stuckSeeking = 24
    /// Reloads by policy were used up (``Setting/reloadLimit``). Retries that are used up end with the last failure.
    case retriesExhausted = 25
    case videoDecodeFailed = 26
    case audioDecodeFailed = 27
    /// The server has shown a certificate that is not trusted, or is not its own.
    case certificateUntrusted = 28
    /// The source was redirected too often, or in a circle.
    case tooManyRedirects = 29
    /// The key of encrypted media cannot be had, or does not fit.
    case keyMissing = 30
    /// The server gives no parts of a file, and the media cannot be played without.
    case rangeRequired = 31
    /// It is media of a format that is known and cannot be played, such as a DASH manifest.
    case formatUnsupported = 32
    /// It is a picture, and nothing that lasts.
    case imageUnsupported = 33
    /// More than this engine is ready to take: a playlist, a header or a picture of an absurd size.
    case tooLarge = 34
    /// HTTP 429: the server wants fewer requests. ``Failure/detail`` is how many seconds it asks to wait; 0 when it does
    /// not say.
    case httpTooManyRequests = 35

    public static var placeholder: Self { .none }
    public static var names: StaticString {
      """
      none unknown io protocolUnsupported nameResolution socket connect httpBadRequest httpUnauthorized httpForbidden \
      httpNotFound httpClientError httpServerError invalidData videoCodecUnsupported audioCodecUnsupported openTimeout \
      readTimeout policy notFound notPermitted endedEarly stuckBuffering stuckPlaying stuckSeeking retriesExhausted \
      videoDecodeFailed audioDecodeFailed certificateUntrusted tooManyRedirects keyMissing rangeRequired \
      formatUnsupported imageUnsupported tooLarge httpTooManyRequests
      """
    }
  }
}
