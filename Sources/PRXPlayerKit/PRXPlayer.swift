import Foundation
import PlayerCore
import PlayerRuntime

/// PRXPlayer over TapeDeck's reducer: loads and plays one item at a time, retries failures, watches the network, and
/// posts a notification when something has changed (PRXReadme.md).
///
/// ```swift
/// FFmpegEngine.install()
/// PRXPlayer.sharedPlayer.playPlayerItem(episode)
/// ```
///
/// Every decision about playback is the reducer's. This class keeps what the reducer cannot know, the app's items and
/// their addresses, and expresses the reducer's state in PRXPlayer's words. A command that an observer sends from
/// within a notification is carried out after the current announcement, before anything else happens to the item.
@MainActor
public final class PRXPlayer {
  /// The player of the process, over the engine that `EngineMaker.standard` makes, with ``sharedPlayerOptions`` and
  /// ``sharedPlayerHooks``.
  public static let sharedPlayer = PRXPlayer(makeSharedOptions(), hooks: sharedPlayerHooks)

  /// What ``sharedPlayer`` is made with. Set it before ``sharedPlayer`` is first used: afterwards its options cannot
  /// change, and setting this traps with a message.
  public static var sharedPlayerOptions: PRXPlayerOptions {
    get { sharedOptions ?? PRXPlayerOptions() }
    set {
      precondition(!isSharedPlayerMade, "Set PRXPlayer.sharedPlayerOptions before PRXPlayer.sharedPlayer is first used")
      sharedOptions = newValue
    }
  }

  /// Where the pictures and the sound of ``sharedPlayer`` go, and the options for requests to servers. Set it before
  /// ``sharedPlayer`` is first used: afterwards it cannot change, and setting it traps with a message.
  public static var sharedPlayerHooks: EngineHooks {
    get { sharedHooks }
    set {
      precondition(!isSharedPlayerMade, "Set PRXPlayer.sharedPlayerHooks before PRXPlayer.sharedPlayer is first used")
      sharedHooks = newValue
    }
  }

  private static var sharedHooks = EngineHooks()
  private static var sharedOptions: PRXPlayerOptions?
  private static var isSharedPlayerMade = false

  private static func makeSharedOptions() -> PRXPlayerOptions {
    isSharedPlayerMade = true
    return sharedPlayerOptions
  }

  /// How the player behaves; given when it was made.
  public let options: PRXPlayerOptions
  /// The underlying host: for recording, for the environment, and for a custom clock.
  public let host: MainPlayer
  /// Follows the player closely and makes decisions for it; not retained.
  public weak var delegate: (any PRXPlayerDelegate)?
  /// Called to keep the app alive in the background for this many seconds: the network is lost, or an interruption
  /// began.
  public var keepAliveInBackground: ((TimeInterval) -> Void)?

  /// The underlying player; nil before the tracks of the first asset are loaded.
  public internal(set) var player: PRXUnderlyingPlayer?
  /// The information for a lock screen; nil before anything was ready.
  public internal(set) var nowPlayingInfo: [String: any Sendable]?
  /// When the current interruption began.
  public internal(set) var dateAtAudioPlaybackInterruption: Date?

  var item: (any PRXPlayerItem)?
  /// The item's asset at its assignment (Contradictions.md#X-01).
  var asset: PRXAsset?
  /// The asset that the reducer was last commanded to open.
  var openingAsset: PRXAsset?
  /// The reducer's opening whose start position was set.
  var aimedEpoch = Epoch.none
  /// The reducer's opening that would have been reloaded when it ran dry, which is now forbidden.
  var refusedEpoch = Epoch.none
  /// The hold where it differs from the reducer's: quirks of the source, and the middle of an assignment.
  var holdApart: Bool?
  /// The last announced rate, hold and state.
  var announcedRate = Rate.zero
  var announcedHold = false
  var announcedState = PRXPlayerState.empty
  /// Whether the failed status before a retry is still to be announced.
  var owesFailedStatus = false
  /// Whether the loaded asset only plays out, until another asset of the same item takes over.
  var isReplacing = false
  /// Whether that asset was reached, but the reducer has not switched to it yet.
  var isHandingOver = false
  /// Whether an item is being assigned: it is announced before it is loaded.
  var isAssigning = false
  /// Tags of the media.
  var metadata: [String: String] = [:]

  static let shortInterval = ObserverID(1)
  static let longInterval = ObserverID(2)

  /// A player on the machine's clock, over the engine that `EngineMaker.standard` makes.
  public convenience init(_ options: PRXPlayerOptions = PRXPlayerOptions(), hooks: EngineHooks = EngineHooks()) {
    let library = IdentifierTable()
    self.init(options, engine: EngineMaker.standard(library, hooks), library: library)
  }

  /// A player over a custom engine, on the machine's clock or the caller's: for tests, and for other engines.
  public init(
    _ options: PRXPlayerOptions = PRXPlayerOptions(), engine: any Engine, library: IdentifierTable,
    timekeeping: MainPlayer.Timekeeping = .machine, recorder: (any RunRecorder)? = nil
  ) {
    self.options = options
    host = MainPlayer(
      configuration: options.configuration, engine: engine, library: library, timekeeping: timekeeping)
    if let recorder { host.attach(recorder) }
    // The hold is initially off: an item that is simply assigned plays (PRX.md#2).
    host.send(.play)
    host.send(.addPeriodicObserver(Self.shortInterval, interval: .seconds(1)))
    // An observer of its own is notified of every jump (PRXReadme.md#changes); in the source the short one decides.
    if options.behavior == .readme {
      let phase = TimeSpan.seconds(options.configuration.longTickPhase)
      host.send(.addPeriodicObserver(Self.longInterval, interval: .seconds(10), phase: phase))
    }
    host.precede = { [weak self] in self?.policy(before: $0) }
    host.listener = { [weak self] in self?.hear($0) }
    host.stepEnded = { [weak self] in self?.endStep() }
  }

  // MARK: State

  /// The current item. Assigning one loads it, and plays it unless playback is held; nil stops.
  public var playerItem: (any PRXPlayerItem)? {
    get { item }
    set { command { $0.assign(newValue) } }
  }

  /// True when playback is held, false when it is requested as soon as possible.
  public var holdsPlayback: Bool { holdApart ?? !host.player.wantsPlay }

  /// The rate of the engine; 0 when it is stopped.
  public var rate: Float { Float(currentRate.thousandths) / 1_000 }

  /// How many seconds of media are loaded ahead of the playhead.
  public var buffer: TimeInterval {
    guard player?.isDiscarded == false, host.player.bufferedUntil.isKnown else { return 0 }
    return TimeInterval(max(0, (host.player.bufferedUntil - host.position).microseconds)) / 1e6
  }

  // MARK: Indifferent controls

  /// Plays the loaded item; an item that is still loading will play.
  public func play() { command { $0.playNow() } }

  /// Pauses playback; an item that is still loading will not play.
  public func pause() { command { $0.pauseNow() } }

  /// Pauses if the playhead moves, else plays; also while an item is still loading (Contradictions.md#X-09).
  public func toggle() { command { $0.toggleNow() } }

  /// Pauses an item that is loading or interrupted, else toggles.
  public func toggleOrCancel() { command { $0.isUnderWay ? $0.pauseNow() : $0.toggleNow() } }

  /// Unloads the item. Whether the next one is held does not change.
  public func stop() { command { $0.assign(nil) } }

  // MARK: Explicit controls

  /// Prepares an item as far as possible, without playing it.
  public func loadPlayerItem(_ playerItem: any PRXPlayerItem) { command { $0.assign(playerItem, hold: true) } }

  /// Loads an item if it is not loaded, and plays it.
  public func playPlayerItem(_ playerItem: any PRXPlayerItem) { command { $0.assign(playerItem, hold: false) } }

  /// Pauses an item that plays, else plays it.
  public func togglePlayerItem(_ playerItem: any PRXPlayerItem) { togglePlayerItem(playerItem, orCancel: false) }

  /// Pauses an item that plays, else plays it. With `cancel`, an item that is loading or interrupted is unloaded
  /// instead.
  public func togglePlayerItem(_ playerItem: any PRXPlayerItem, orCancel cancel: Bool) {
    command { player in
      if cancel, player.isUnderWay { return player.assign(nil) }
      let isLoaded = player.isLoaded(playerItem)
      if isLoaded, player.currentRate != .zero { return player.pauseNow() }
      player.assign(playerItem, hold: false)
    }
  }

  /// Whether an item is the loaded one. The original can only compare addresses, so an asset without one is always
  /// another (Contradictions.md#X-13).
  private func isLoaded(_ playerItem: any PRXPlayerItem) -> Bool {
    let asset = asset(of: playerItem)
    if asset.hasAddress(of: player?.asset) { return true }
    return options.behavior == .readme && asset == player?.asset && playerItem.isEqual(toPlayerItem: item)
  }

  // MARK: One thing at a time

  /// Runs `body` as soon as nothing else is running or being announced, and before the engine's next report.
  func command(_ body: @escaping (PRXPlayer) -> Void) {
    host.perform { [self] in
      body(self)
      announceStateIfChanged()
    }
  }
}

extension PRXPlayer {
  func playNow() {
    guard item != nil else { return tellHost(.play) }
    if options.behavior == .source, isOutdated {
      // The source refuses to start an address that the item no longer has, and keeps the intent.
      holdApart = false
      return
    }
    if options.behavior == .readme, host.player.phase == .blocked { adoptPolicy() }
    adoptRate()
    tellHost(.play)
  }

  func pauseNow() { tellHost(.pause) }

  func toggleNow() { currentRate == .zero ? playNow() : pauseNow() }

  /// Sends a command; the hold is then the reducer's again.
  private func tellHost(_ command: Command) {
    holdApart = nil
    host.send(command)
  }
}
