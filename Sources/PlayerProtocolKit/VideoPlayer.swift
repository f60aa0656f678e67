import Foundation
import PlayerCore
import PlayerRuntime

/// The player of the SDK, over TapeDeck's reducer: every decision is the reducer's; this class translates.
///
/// ```swift
/// FFmpegEngine.install()
/// let player = VideoPlayer()
/// player.addObserver(observer)
/// player.set(video: Video(url: url), play: true)
/// ```
///
/// Commands that an observer sends from within a call are carried out after the calls in progress.
@MainActor
public final class VideoPlayer: PlayerProtocol {
  private struct WeakObserver {
    weak var observer: (any PlayerObserver)?
  }

  /// The underlying host: for recording, for the environment (network, interruptions), and for a custom clock.
  public let host: MainPlayer
  /// The current video; `nil` when there is none.
  public private(set) var video: Video?
  /// The renditions of subtitles that the current video has, in the file's order; empty until it is open.
  public private(set) var subtitleRenditions: [SubtitleRendition] = []
  /// Videos that were set and are not announced yet.
  private var upcomingVideos: [Video] = []
  private var observers: [WeakObserver] = []
  private var announcedState = PlayerState.idle

  /// How often ``PlayerObserver/playerPositionChanged(position:)`` is called, in media time.
  private static let positionInterval = TimeSpan.milliseconds(200)
  private static let positionObserver = ObserverID(1)

  /// A player by the machine's clock, over the engine that ``PlayerRuntime/EngineMaker/standard`` makes. It plays without a picture
  /// and without a sound unless `hooks` take them, or those of the engine that is installed.
  public convenience init(hooks: EngineHooks = EngineHooks()) {
    let library = IdentifierTable()
    self.init(engine: EngineMaker.standard(library, hooks), library: library)
  }

  /// A player over a custom engine, on the machine's clock or the caller's.
  public init(
    engine: any Engine, library: IdentifierTable, timekeeping: MainPlayer.Timekeeping = .machine,
    recorder: (any RunRecorder)? = nil
  ) {
    host = MainPlayer(
      configuration: .playerProtocol, engine: engine, library: library, timekeeping: timekeeping)
    if let recorder { host.attach(recorder) }
    host.listener = { [weak self] in self?.hear($0.notification) }
    host.stepEnded = { [weak self] in self?.announceState() }
    host.send(.selectTrack(.subtitle, .automatic))
    host.send(.addPeriodicObserver(Self.positionObserver, interval: Self.positionInterval))
  }

  // MARK: State

  /// What the player is doing, a pure function of the reducer's state.
  public var state: PlayerState { PlayerState(host.player) }
  /// In seconds; 0 while it is unknown and for live streams.
  public var duration: TimeInterval { host.player.duration.seconds }
  /// The end of the buffered data, in seconds; never before ``position``.
  public var bufferedPosition: TimeInterval { max(position, host.player.bufferedUntil.seconds) }
  /// The playhead in seconds; while a seek is pending, its target.
  public var position: TimeInterval {
    let player = host.upcomingPlayer
    return (player.seekTarget.isKnown ? player.seekTarget : player.position(at: max(host.now, player.clock))).seconds
  }

  // MARK: Commands

  /// Makes `video` the current one, and plays it if `play`; `nil` resets the player.
  public func set(video: Video?, play: Bool) {
    guard let video else { return reset() }
    let item = host.library.item(for: video.url.source)
    // The same address is no other item.
    let isOther = host.upcomingPlayer.item != item
    let isRenamed = !isOther && video != self.video
    self.video = video
    forgetRendition()
    if isOther { upcomingVideos.append(video) }
    host.send(.load(item: item, start: .standard, autoplay: play, opens: true, isLocal: video.url.isFileURL))
    if isRenamed { host.perform { [self] in tell { $0.playerVideoChanged(video: video) } } }
  }

  /// Plays; from the beginning if the end was reached.
  public func play() { host.send(.play) }
  /// Pauses.
  public func pause() { host.send(.pause) }
  /// Pauses what plays, and plays what does not.
  public func toggle() { host.send(.toggle) }

  /// Pauses, and returns to the beginning.
  public func stop() {
    host.send(.pause)
    go(to: .zero)
  }

  /// Unloads the video.
  public func reset() {
    video = nil
    forgetRendition()
    host.send(.reset)
  }

  /// Seeks to a position in seconds; positions outside the video are clamped, and NaN is told to the host's
  /// `diagnosed`.
  public func seek(to position: TimeInterval) {
    guard !position.isNaN else { return host.diagnose(unusable: "seek(to:): found nan; expected seconds") }
    go(to: MediaTime(seconds: position))
  }

  private func go(to target: MediaTime) {
    let before = position
    host.send(.seek(.at(target)))
    let (phase, after) = (host.upcomingPlayer.phase, position)
    // Media that is not open yet does not jump: only its start position changes.
    guard phase != .prepared, phase != .ended, after != before else { return }
    host.perform { [self] in tell { $0.playerPositionChanged(position: after) } }
  }

  // MARK: Properties

  /// Whether the sound is off.
  public var muted: Bool {
    get { host.upcomingPlayer.isMuted }
    set { host.send(.setMuted(newValue)) }
  }

  /// How the picture fills its view.
  public var aspectMode: AspectMode {
    get { AspectMode(host.upcomingPlayer.scalingMode) }
    set { host.send(.setScalingMode(newValue.scalingMode)) }
  }

  /// Whether the video starts over at its end.
  public var loop: Bool {
    get { host.upcomingPlayer.isLooping }
    set { host.send(.setLooping(newValue)) }
  }

  // MARK: Subtitles

  /// Which subtitles are shown, from now on. A rendition belongs to the current video: setting another video, or the
  /// same one again, resets this to ``SubtitleChoice/automatic``.
  public var subtitleChoice = SubtitleChoice.automatic {
    didSet { if subtitleChoice != oldValue { host.send(.selectTrack(.subtitle, subtitleChoice.track)) } }
  }

  /// The language that ``SubtitleChoice/automatic`` prefers, as a tag (`en`) or in another code that
  /// ``PlayerRuntime/LanguageTag`` reads (`eng`); nil: none. For this video and all others.
  public var preferredSubtitleLanguage: String? {
    didSet {
      let language = preferredSubtitleLanguage.map { host.library.language($0) } ?? .none
      host.send(.setPreferredLanguage(.subtitle, language))
    }
  }

  /// The rendition whose subtitles are shown; nil: none is.
  public var shownSubtitleRendition: SubtitleRendition? {
    let track = host.player.selectedTrack(.subtitle)
    return subtitleRenditions.first { $0.track == track }
  }

  /// Rendition numbers have no meaning in another video.
  private func forgetRendition() {
    if case .rendition = subtitleChoice { subtitleChoice = .automatic }
  }

  private func add(_ track: TrackID, _ language: TextID, _ title: TextID, isDefault: Bool) {
    func words(_ text: TextID) -> String? { text.isNone ? nil : host.library.text(of: text) }
    subtitleRenditions.append(
      SubtitleRendition(id: Int(track.rawValue), language: words(language), title: words(title), isDefault: isDefault))
  }

  // MARK: Observers

  /// Adds an observer, which is not retained; one that is already registered moves to the end.
  public func addObserver(_ observer: any PlayerObserver) {
    removeObserver(observer)
    observers.append(WeakObserver(observer: observer))
  }

  /// Removes an observer; one that is not there is ignored.
  public func removeObserver(_ observer: any PlayerObserver) {
    observers.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// How many observers are alive.
  public var observerCount: Int { observers.count { $0.observer != nil } }

  private func tell(_ call: (any PlayerObserver) -> Void) {
    // An observer that an earlier one removes during the loop is not notified.
    for entry in observers {
      guard let observer = entry.observer, observers.contains(where: { $0.observer === observer }) else { continue }
      call(observer)
    }
  }

  private func hear(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged(_, let item): changeVideo(to: host.library.source(of: item))
    case .phaseChanged(_, let phase):
      if phase == .opening || phase == .blocked || phase == .empty { subtitleRenditions = [] }
    case .trackFound(.subtitle, let track, let language, let title, let isDefault, _):
      add(track, language, title, isDefault: isDefault)
    case .durationChanged(let duration): tell { $0.playerDurationChanged(duration: duration.seconds) }
    case .prepared: tell { $0.playerPlaybackReady() }
    case .seekBegan(_, _, let target): tell { $0.playerPositionChanged(position: target.seconds) }
    case .tick(Self.positionObserver, let position), .positionJumped(_, let position):
      tell { $0.playerPositionChanged(position: position.seconds) }
    // Not after a rewind that failed: the end was not reached again.
    case .playbackStateChanged(_, .ended): tell { $0.playerPlaybackFinished() }
    case .failed(let failure, _):
      let error = PlayerError(
        kind: failure.kind, code: failure.detail, message: host.library.text(of: failure.text))
      tell { $0.playerError(error) }
    case .policyPrevented: tell { $0.playerError(PlayerError(kind: .policy, code: 0, message: "")) }
    case .subtitleChanged(let text):
      let shown = text.isNone ? nil : host.library.text(of: text)
      tell { $0.playerSubtitleChanged(shown) }
    case .mutedChanged(let isMuted): tell { $0.playerMutedChanged(muted: isMuted) }
    case .scalingModeChanged(let mode): tell { $0.playerAspectModeChanged(aspectMode: AspectMode(mode)) }
    default: break
    }
  }

  private func changeVideo(to source: String?) {
    let index = upcomingVideos.firstIndex { $0.url.source == source }
    let changed = index.map { upcomingVideos[$0] }
    upcomingVideos.removeFirst(index.map { $0 + 1 } ?? 0)
    // Shut down; a reset has done so itself, and another video may have been set since.
    if source == nil, upcomingVideos.isEmpty { video = nil }
    tell { $0.playerVideoChanged(video: changed) }
  }

  /// After all other notifications of a step (PlayerProtocol.md#3).
  private func announceState() {
    let state = state
    guard state != announcedState else { return }
    announcedState = state
    tell { $0.playerStateChanged(state) }
  }
}

extension URL {
  /// What an engine opens: a path, or an address.
  var source: String { isFileURL ? path : absoluteString }
}
