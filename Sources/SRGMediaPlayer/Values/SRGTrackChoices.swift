/// Keeps what the user has chosen with ``SRGTracksButton`` for the next controller: replaces the system's settings, where
/// the original keeps it (SRGGuide.md#tracks). An app that keeps it for longer has a class of its own.
@MainActor
public protocol SRGTrackChoices: AnyObject {
  /// The next controller's ``SRGMediaPlayerController/preferredAudioLanguage``.
  var audioLanguage: String? { get set }
  /// The next controller's ``SRGMediaPlayerController/captions``.
  var captions: SRGCaptions { get set }
}

/// Keeps the choices for as long as it exists.
@MainActor
public final class SRGTrackMemory: SRGTrackChoices {
  /// That of the process.
  public static let shared = SRGTrackMemory()

  /// `nil` before a choice.
  public var audioLanguage: String?
  /// Automatic before a choice.
  public var captions = SRGCaptions.automatic

  /// Without a choice.
  public init() {}
}
