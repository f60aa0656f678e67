import Foundation
import PlayerCore
import PlayerRuntime

/// Receives pictures, on the engine's thread (KSYManual.md#6.8).
public typealias KSYPlyVideoDataBlock = @Sendable (VideoFrame) -> Void
/// Receives sound, on the engine's thread (KSYManual.md#6.8).
public typealias KSYPlyAudioDataBlock = @Sendable (AudioFrame) -> Void

/// The player of the original SDK, over TapeDeck's reducer: every decision is the reducer's; this class translates.
///
/// ```swift
/// FFmpegEngine.install()
/// let player = KSYMoviePlayerController(contentURL: url)
/// NotificationCenter.default.addObserver(forName: .MPMoviePlayerPlaybackDidFinish, object: player, queue: nil) { … }
/// player.shouldAutoplay = true
/// player.prepareToPlay()
/// …
/// player.stop()
/// ```
///
/// Notifications are posted on the main actor, one after the other. An observer that reads the player during a
/// notification sees the state after the change; its commands to the player are carried out after all observers were
/// notified.
@MainActor
public final class KSYMoviePlayerController {
  /// The underlying host: for recording, and for a custom clock.
  public let host: MainPlayer
  /// Which release of the original it behaves like.
  public let compatibility: KSYCompatibility
  /// Receives the pictures.
  public let view: KSYVideoView

  /// The address that the next preparation opens. The current media continues until then (KSYManual.md#6.4).
  public var contentURL: URL {
    didSet { if contentURL != oldValue, !upcoming.phase.isOpen { choose(from: .standard) } }
  }

  // MARK: Settings that take effect with the next preparation

  /// Whether video is post-processed. Kept, and reported by ``effective``; the engines here have no post-processing.
  public var shouldEnableVideoPostProcessing = false
  /// Whether the hardware decodes. Kept, and reported by ``effective``; the engines here decode in software.
  public var shouldUseHWCodec = false
  /// Called with every notification, as a line of JSON.
  public var logBlock: ((String) -> Void)?
  /// Receives the pictures as they are shown, on the engine's thread.
  public var videoDataBlock: KSYPlyVideoDataBlock?
  /// Receives the sound at the time it is audible, in step with the pictures, on the engine's thread.
  public var audioDataBlock: KSYPlyAudioDataBlock?
  /// The settings of the current preparation.
  public internal(set) var effective = Effective()

  /// Settings that apply from one preparation to the next.
  public struct Effective: Hashable, Sendable {
    /// The value of the setting of that name when the player was prepared.
    public var shouldEnableVideoPostProcessing = false
    /// The value of the setting of that name when the player was prepared.
    public var shouldUseHWCodec = false
  }

  // MARK: Other settings

  /// Whether playback starts automatically when the media is prepared; has an effect until then. While it is on, `play`
  /// pauses media that already plays (KSYManual.md#6.2, Contradictions.md#X-05).
  public var shouldAutoplay = true {
    didSet { if shouldAutoplay != oldValue { autoplayChanged() } }
  }
  /// Whether media on demand starts over at its end.
  public var shouldLoop = false {
    didSet { if !compatibility.latchesLoop { host.send(.setLooping(shouldLoop)) } }
  }
  /// Longest buffer of a live stream in seconds; older data is dropped. A negative value switches that off.
  public var bufferTimeMax: TimeInterval = 2 {
    didSet { bufferTimeChanged() }
  }
  /// Whether ``logBlock`` is called.
  public var shouldEnableKSYStatModule = true
  /// Accepted and without effect, as in the original.
  public var controlStyle = MPMovieControlStyle.none

  let environment: KSYEnvironment
  let relay = FrameRelay()
  let number: Int
  var announcer = Announcer()
  /// Whether `play` was called while the media opens: it then plays, whatever ``shouldAutoplay`` becomes.
  var isPlayCalled = false
  var effectiveLogBlock: ((String) -> Void)?

  /// A player for this address, which is not opened yet.
  public convenience init(contentURL url: URL) {
    self.init(contentURL: url, compatibility: .seed, environment: KSYEnvironment())
  }

  /// A player that behaves like another release, or runs in a custom environment.
  public init(
    contentURL url: URL, compatibility: KSYCompatibility = .seed, environment: KSYEnvironment = KSYEnvironment()
  ) {
    contentURL = url
    self.compatibility = compatibility
    self.environment = environment
    host = environment.makeHost(compatibility.configuration, relay.hooks)
    view = KSYVideoView(host: host, relay: relay)
    number = environment.ledger.register()
    announcer.state = playbackState
    host.listener = { [weak self] in self?.hear($0.notification) }
    host.stepEnded = { [weak self] in self?.announceState() }
    choose(from: .standard)
  }

  /// Reports what happens around the app: background, interruptions, network, headphones.
  public func report(_ event: EnvironmentEvent) { host.report(event) }

  // MARK: The state beneath

  var player: Player { host.player }

  /// The player after what handlers have requested, by which the next request is decided.
  var upcoming: Player { host.upcomingPlayer }

  var contentItem: ItemID { host.library.item(for: contentURL.source) }

  /// Makes the address the content, without opening it.
  func choose(from start: Position) {
    host.send(
      .load(item: contentItem, start: start, autoplay: false, opens: false, isLocal: contentURL.isFileURL))
  }
}

extension Phase {
  /// Whether media is open or being opened.
  var isOpen: Bool {
    switch self {
    case .opening, .prepared, .ended: true
    case .empty, .idle, .blocked, .failed: false
    }
  }
}

extension URL {
  /// What an engine opens: a path, or an address.
  var source: String { isFileURL ? path : absoluteString }

  /// The address from an engine's source.
  init?(source: String) {
    if source.contains("://") {
      self.init(string: source)
    } else {
      self.init(fileURLWithPath: source)
    }
  }
}
