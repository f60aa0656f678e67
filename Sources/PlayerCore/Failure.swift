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
  /// What went wrong, in terms that policies decide by.
  public var kind: Kind

  /// A failure with the engine's own number and words, if there are any.
  public init(_ kind: Kind, detail: Int32 = 0, text: TextID = .none) {
    self.kind = kind
    self.detail = detail
    self.text = text
  }
}
