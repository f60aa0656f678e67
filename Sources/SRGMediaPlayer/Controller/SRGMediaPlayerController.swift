import Foundation
import PlayerCore
import PlayerRuntime

/// Plays media with segments, over TapeDeck's reducer: every decision is the reducer's; this class translates.
///
/// ```swift
/// FFmpegEngine.install()
/// let controller = SRGMediaPlayerController()
/// controller.playURL(url, withSegments: segments)
/// ```
///
/// Everything belongs to the main actor (SRGGuide.md#threads). Requests from within a handler are carried out when it has
/// returned, in the order in which they were made, and before anything else happens to the media.
@MainActor
public final class SRGMediaPlayerController {
  /// The underlying host: for the reducer's state, for events around the player (network, interruptions), for
  /// recorders, and for the clock if the caller drives it.
  public let host: MainPlayer
  /// The engine that plays the media; `nil` while nothing is open, like the original's player.
  public var player: (any Engine)? { hasPlayer ? engine : nil }

  let environment: SRGPlayerEnvironment
  let engine: any Engine
  let router: ResourceRouter

  // MARK: What was asked for

  var media: SRGLoadedMedia?
  var registry = SegmentRegistry()
  /// Any data for the media; a reset removes it.
  public var userInfo: [String: Any]? {
    get { mediaUserInfo }
    set {
      mediaUserInfo = newValue
      // In a handler, a load before this one has replaced it.
      host.perform { self.mediaUserInfo = newValue }
    }
  }
  var mediaUserInfo: [String: Any]?
  var wishedRate: Float = 1
  var storedSettings = SRGStoredSettings()
  /// The selection of the last sent seek, until the reducer has accepted that.
  var upcomingSelection: PendingSelection?

  // MARK: The player

  /// Whether media is open, or was open until other media replaces it.
  var hasPlayer = false
  /// Whether the media is being replaced: the player stays until the new media takes it over.
  var isReplacing = false

  // MARK: What is shown

  /// What the controller is doing. Can be observed.
  public internal(set) var playbackState = SRGMediaPlayerPlaybackState.idle
  var presenter = Presenter()
  /// The selection that causes the next states.
  var pendingSelection: PendingSelection?
  /// The content of the next `idle` notification, set by the call that closes.
  var departure: Departure?
  var properties: [any PropertyWatch] = []
  var trackList = TrackList()

  // MARK: Observers

  var periodicObservers: [SRGPeriodicTimeObserver] = []
  var boundaryObservers: [SRGBoundaryTimeObserver] = []
  var lastObserver: UInt32 = 0
  /// Called when a ``player`` was created, before the state is `preparing`: at every load. With
  /// ``SRGCompatibility/source``, not when the media replaces other media (Contradictions.md#X-37).
  public var playerCreationBlock: ((any Engine) -> Void)?
  /// Called before the state is `preparing`, after the other two blocks; and by ``reloadPlayerConfiguration()``, and when
  /// playback moves to another device or back.
  public var playerConfigurationBlock: ((any Engine) -> Void)?
  /// Called before the player is gone: on a stop, a reset or a failure before the state is `idle`; when other media
  /// replaces it, after it was `idle` and before it is `preparing`.
  public var playerDestructionBlock: ((any Engine) -> Void)?
  /// When subtitles are shown without a selection.
  public var captions: SRGCaptions
  /// The language of the audio track that plays without a selection, if the media has it, in any code that
  /// ``PlayerRuntime/LanguageTag`` reads; `nil` for the media's default.
  public var preferredAudioLanguage: String?
  /// Chooses an audio track: called with the available tracks and the one that would play, if there is at least one. A
  /// track of other media counts as that one.
  public var audioConfigurationBlock: ((_ tracks: [SRGMediaTrack], _ standard: SRGMediaTrack) -> SRGMediaTrack)?
  /// Chooses a subtitle track, or none: called with the available tracks, the audio track and the subtitle track that
  /// would be shown, if there is at least one. A track of other media counts as that one.
  public var subtitleConfigurationBlock:
    ((_ tracks: [SRGMediaTrack], _ audio: SRGMediaTrack?, _ standard: SRGMediaTrack?) -> SRGMediaTrack?)?

  /// What handlers have requested and is not carried out yet.
  var upcoming = UpcomingRequests()
  /// Checks whether the app's segments have changed.
  var segmentAlarm: Alarm?
  /// When the second began after which that is checked.
  var lastLook = Instant.zero

  /// A controller on the machine's clock, over the engine that ``PlayerRuntime/EngineMaker/standard`` makes.
  public convenience init() { self.init(environment: SRGPlayerEnvironment()) }

  /// A controller in a custom environment: engine, clock, notification center, recorder.
  public init(environment: SRGPlayerEnvironment) {
    self.environment = environment
    captions = environment.trackChoices.captions
    preferredAudioLanguage = environment.trackChoices.audioLanguage
    router = ResourceRouter(fallback: environment.hooks.loader)
    let library = IdentifierTable()
    var hooks = environment.hooks
    hooks.loader = router
    engine = environment.makeEngine(library, hooks)
    host = MainPlayer(
      configuration: environment.configuration, engine: engine, library: library,
      timekeeping: environment.timekeeping)
    if let recorder = environment.recorder { host.attach(recorder) }
    host.listener = { [weak self] event in
      if case .phaseChanged(_, .opening) = event.notification { self?.tellDate() }
      self?.presenter.heard.append(event)
    }
    host.stepEnded = { [weak self] in self?.presentStep() }
  }

  /// Releases the engine. Nothing happens afterwards.
  public func shutDown() { host.shutDown() }
}

/// The loaded media, and how it begins.
struct SRGLoadedMedia {
  let asset: SRGURLAsset
  let position: SRGPosition
  weak var target: (any SRGSegment)?
}

/// Seeks, and calls that close the media, that wait until the handler that made them has returned; properties show them
/// at once.
struct UpcomingRequests {
  var count = 0
  /// The player after the newest of them; `nil` without any.
  var player: Player?
}

/// A selection that was requested and has not been shown.
struct PendingSelection {
  let reason: SRGMediaPlayerSelectionReason
}
