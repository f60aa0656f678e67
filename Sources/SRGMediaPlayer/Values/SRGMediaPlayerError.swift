import Foundation
import PlayerCore

/// Why playback failed. Like the original, it has one domain and one code; the engine's error is the underlying error.
public struct SRGMediaPlayerError: Error, Hashable, Sendable {
  /// The codes of the original.
  public enum Code: Int, Sendable {
    /// Playback failed.
    case playback = 0
  }

  /// The domain of the error as an `NSError`.
  public static let domain = "SRGMediaPlayerErrorDomain"

  /// The code of the original.
  public let code: Code
  /// What kind of failure it is, the same on every system.
  public let kind: Failure.Kind
  /// The engine's detail: an HTTP status, an error number; 0 when it has none.
  public let detail: Int
  /// In the engine's words; empty when it has none.
  public let message: String

  /// An error for a failure of the reducer.
  public init(kind: Failure.Kind, detail: Int = 0, message: String = "") {
    code = .playback
    self.kind = kind
    self.detail = detail
    self.message = message
  }

  init(_ failure: Failure, message: String) {
    self.init(kind: failure.kind, detail: Int(failure.detail), message: message)
  }
}

/// The domain of every error of the media player.
// The name is the original's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of ``SRGMediaPlayerError``.
public let SRGMediaPlayerErrorDomain = SRGMediaPlayerError.domain

extension SRGMediaPlayerError: CustomStringConvertible, LocalizedError, CustomNSError {
  /// A sentence: the engine's own, or one with the kind and the number.
  public var description: String {
    if !message.isEmpty { return message }
    return "The media cannot be played: \(kind)" + (detail == 0 ? "." : " (\(detail)).")
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
  /// The same as ``domain``.
  public static var errorDomain: String { domain }
  /// The raw value of ``code``.
  public var errorCode: Int { code.rawValue }
  /// With the sentence, because Foundation on Linux does not use the `errorDescription` of a `CustomNSError`, and with the
  /// engine's error under `NSUnderlyingErrorKey` (SRG.md#1.6): its domain is `TapeDeck.Failure`, and its code the number of
  /// ``kind``.
  public var errorUserInfo: [String: Any] {
    let sentence = [NSLocalizedDescriptionKey: description]
    let failure = NSError(domain: "TapeDeck.Failure", code: Int(kind.rawValue), userInfo: sentence)
    return [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: failure]
  }
}
