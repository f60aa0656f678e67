import PlayerCore

/// Which release of the original a player behaves like: an option for each point in which releases differ, and a preset
/// for each release. Options of the reducer are settings of its configuration; the others concern notifications.
public struct KSYCompatibility: Hashable, Sendable {
  /// Whether `play` pauses what is prepared and already plays, while `shouldAutoplay` is on (Contradictions.md#X-05).
  public var playPausesAutoplay = true
  /// Whether the finish notification is posted when the close that `stop` began is complete (Contradictions.md#X-17).
  public var postsFinishWhenClosed = true
  /// Whether playback begins at a time that is set before preparation (Contradictions.md#X-18).
  public var honoursEarlyPosition = true
  /// Whether a jump that has landed is announced.
  public var postsSeekComplete = false
  /// Whether returning to the foreground pauses (Contradictions.md#X-27).
  public var pausesOnReturn = false
  /// Largest volume (Contradictions.md#X-20).
  public var maximumVolume: Float = 1
  /// Whether a `bufferTimeMax` of zero switches catching up off, like a negative one.
  public var zeroBufferTimeIsOff = false
  /// How long preparation may take without data, in seconds, until `setTimeout` changes it.
  public var prepareTimeout = 30
  /// Whether `shouldLoop` takes effect only when it is set before preparation.
  public var latchesLoop = false
  /// Whether states, and the notifications around them, are those of the related engine
  /// (KSY.md#6).
  public var showsEngineStates = false

  /// The manual of 2016-05-30 (KSYManual.md): the default.
  public static let seed = Self()

  /// Later releases of the same vendor (KSY.md#4).
  public static let later: Self = {
    var later = Self()
    later.honoursEarlyPosition = false
    later.postsSeekComplete = true
    later.pausesOnReturn = true
    later.maximumVolume = 2
    later.zeroBufferTimeIsOff = true
    later.latchesLoop = true
    later.prepareTimeout = 10
    return later
  }()

  /// The related engine, ijkplayer, where the manual is silent (KSY.md#6): play never pauses, states before preparation
  /// are "paused", every jump is "forward", `play`, `pause` and times are ignored during preparation, playable media is
  /// always play-through, the end of loading and of playback repeats the state, a failure has no code, and after `stop`
  /// nothing is reported.
  public static let engine: Self = {
    var engine = Self()
    engine.playPausesAutoplay = false
    engine.postsFinishWhenClosed = false
    engine.honoursEarlyPosition = false
    engine.postsSeekComplete = true
    engine.showsEngineStates = true
    return engine
  }()
}

extension KSYCompatibility {
  /// The reducer's configuration for a new player.
  var configuration: Configuration {
    var configuration = Configuration.ksy
    configuration.playWhilePlayingPauses = playPausesAutoplay
    configuration.pausesOnReturn = pausesOnReturn
    configuration.openTimeout = .seconds(Int64(max(1, prepareTimeout)))
    configuration.maximumVolume = .thousandths(Int64((max(0, min(maximumVolume, 2)) * 1_000).rounded()))
    return configuration
  }
}
