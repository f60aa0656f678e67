/// Why playback failed.
///
/// The kinds are those that the four reference systems distinguish (KSYManual.md#6.9: error codes) and those that the
/// core itself detects.
public struct Failure: Hashable, Sendable {
  /// The engine's own number: an HTTP status, an errno, an FFmpeg error. 0 when there is none. Of
  /// ``Kind/httpTooManyRequests``, whose status is known, it is how many seconds the server asks to wait.
  public var detail: Int32
  /// The engine's own text, for people; never interpreted.
  public var text: TextID
  /// What went wrong, in the terms that policies use.
  public var kind: Kind

  /// A failure with the engine's own number and words, if there are any.
  public init(_ kind: Kind, detail: Int32 = 0, text: TextID = .none) {
    self.kind = kind
    self.detail = detail
    self.text = text
  }
}
