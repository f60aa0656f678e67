import Foundation
import PlayerCore

/// Something that a Letterbox controller plays.
public struct SRGLetterboxMedia: Hashable, Sendable {
  /// Its name; two media with the same name are the same.
  public var urn: String
  /// Its address.
  public var url: URL
  /// What to call it; empty when it has no name.
  public var title: String

  /// Media with a name and an address.
  public init(urn: String, url: URL, title: String = "") {
    self.urn = urn
    self.url = url
    self.title = title
  }

  /// Compares the names alone.
  public static func == (a: Self, b: Self) -> Bool { a.urn == b.urn }
  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(urn) }
}

/// Why a Letterbox controller does not play, in the order in which one is preferred over another (SRG.md#3.11).
public struct SRGLetterboxError: Error, Hashable, Sendable {
  /// What keeps it from playing, the preferred one first.
  public enum Code: Int, Sendable, Comparable {
    /// There is no connection; playback is retried when it returns.
    case network
    /// There is no such media, or no data for it.
    case notFound
    case blocked
    /// Not yet available, or no longer.
    case notAvailable
    case notPlayable

    /// The preferred one comes first.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// What keeps it from playing.
  public let code: Code
  /// The media player's error.
  public let underlying: SRGMediaPlayerError

  init(_ error: SRGMediaPlayerError) {
    underlying = error
    code =
      switch error.kind {
      case .connect, .nameResolution, .socket, .policy, .certificateUntrusted, .tooManyRedirects: .network
      case .httpNotFound, .notFound: .notFound
      case .httpForbidden, .httpUnauthorized, .notPermitted, .keyMissing: .blocked
      case .httpTooManyRequests: .notAvailable
      default: error.kind.isConnectivity ? .network : .notPlayable
      }
  }
}

extension SRGLetterboxError: CustomStringConvertible, LocalizedError, CustomNSError {
  /// The domain of the error as an `NSError`.
  public static let domain = "SRGLetterboxErrorDomain"

  /// A sentence: what it means for the user, and the media player's description.
  public var description: String {
    let sentence =
      switch code {
      case .network: "There is no connection to the network."
      case .notFound: "There is no such media."
      case .blocked: "The media must not be played."
      case .notAvailable: "The media is not available now."
      case .notPlayable: "The media cannot be played."
      }
    return underlying.message.isEmpty ? sentence : "\(sentence) \(underlying.message)"
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
  /// The same as ``domain``.
  public static var errorDomain: String { domain }
  /// The raw value of ``code``.
  public var errorCode: Int { code.rawValue }
  /// The description, and the media player's underlying error.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: underlying as NSError]
  }
}

// Names as in the original's Swift interface.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension Notification.Name {
  /// The keys are those of the media player's notification.
  public static let SRGLetterboxPlaybackStateDidChange = Self("SRGLetterboxPlaybackStateDidChangeNotification")
  /// The keys are those of the media player's notification.
  public static let SRGLetterboxSegmentDidStart = Self("SRGLetterboxSegmentDidStartNotification")
  /// The keys are those of the media player's notification.
  public static let SRGLetterboxSegmentDidEnd = Self("SRGLetterboxSegmentDidEndNotification")
  /// Keys: ``SRGUserInfoKey/letterboxError``.
  public static let SRGLetterboxPlaybackDidFail = Self("SRGLetterboxPlaybackDidFailNotification")
  /// Playback was retried because the network returned, or by a restart. No keys.
  public static let SRGLetterboxPlaybackDidRetry = Self("SRGLetterboxPlaybackDidRetryNotification")
  /// The next media plays because the previous one has ended. Keys: ``SRGUserInfoKey/letterboxMedia``.
  public static let SRGLetterboxPlaybackDidContinueAutomatically = Self(
    "SRGLetterboxPlaybackDidContinueAutomaticallyNotification")
}

extension SRGUserInfoKey where Value == SRGLetterboxError {
  /// Failure: always.
  public static var letterboxError: Self { Self("SRGLetterboxErrorKey") }
}

extension SRGUserInfoKey where Value == SRGLetterboxMedia {
  /// Continuation: always.
  public static var letterboxMedia: Self { Self("SRGLetterboxMediaKey") }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The length of a backward skip, in seconds.
public let SRGLetterboxBackwardSkipInterval: TimeInterval = 10
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The length of a forward skip, in seconds.
public let SRGLetterboxForwardSkipInterval: TimeInterval = 10
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A delay that switches continuous playback off.
public let SRGLetterboxContinuousPlaybackDisabled = TimeInterval.infinity

/// Provides the media before and after another.
@MainActor
public protocol SRGLetterboxPlaylistDataSource: AnyObject {
  func nextMedia(for controller: SRGLetterboxController) -> SRGLetterboxMedia?
  func previousMedia(for controller: SRGLetterboxController) -> SRGLetterboxMedia?
  /// The controller plays another media.
  func controller(_ controller: SRGLetterboxController, didChangeTo media: SRGLetterboxMedia)
  /// Where a media begins; `nil` for its default position.
  func controller(_ controller: SRGLetterboxController, startPositionFor media: SRGLetterboxMedia) -> SRGPosition?
  /// How many seconds after the end of a media the next one begins; 0 at once,
  /// `SRGLetterboxContinuousPlaybackDisabled` never.
  func continuousPlaybackTransitionDuration(for controller: SRGLetterboxController) -> TimeInterval
}

extension SRGLetterboxPlaylistDataSource {
  /// Does nothing.
  public func controller(_ controller: SRGLetterboxController, didChangeTo media: SRGLetterboxMedia) {}
  /// The default position of the media.
  public func controller(
    _ controller: SRGLetterboxController, startPositionFor media: SRGLetterboxMedia
  ) -> SRGPosition? { nil }
  /// The delay before the next media; without it, continuous playback is off.
  public func continuousPlaybackTransitionDuration(for controller: SRGLetterboxController) -> TimeInterval {
    SRGLetterboxContinuousPlaybackDisabled
  }
}

/// A simple playlist: media in a fixed order.
public final class SRGLetterboxPlaylist: SRGLetterboxPlaylistDataSource {
  /// The media, in order.
  public let medias: [SRGLetterboxMedia]
  /// In seconds, for every media.
  public var continuousPlaybackTransitionDuration: TimeInterval

  /// A playlist; without a delay, continuous playback is off.
  public init(_ medias: [SRGLetterboxMedia], delay: TimeInterval = SRGLetterboxContinuousPlaybackDisabled) {
    self.medias = medias
    continuousPlaybackTransitionDuration = delay
  }

  private func place(in controller: SRGLetterboxController) -> Int? {
    controller.media.flatMap { medias.firstIndex(of: $0) }
  }

  /// The first one when nothing is loaded.
  public func nextMedia(for controller: SRGLetterboxController) -> SRGLetterboxMedia? {
    guard controller.media != nil else { return medias.first }
    return place(in: controller).flatMap { medias.indices.contains($0 + 1) ? medias[$0 + 1] : nil }
  }

  /// `nil` before the first one, and for a media that is not in the list.
  public func previousMedia(for controller: SRGLetterboxController) -> SRGLetterboxMedia? {
    place(in: controller).flatMap { $0 > 0 ? medias[$0 - 1] : nil }
  }

  /// The delay before the next media; without it, continuous playback is off.
  public func continuousPlaybackTransitionDuration(for controller: SRGLetterboxController) -> TimeInterval {
    continuousPlaybackTransitionDuration
  }
}
