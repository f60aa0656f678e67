import PlayerCore

/// How fast a simulated engine is, how much it reads ahead, and where its seeks land. Negative spans count as zero.
public struct EngineTiming: Hashable, Sendable {
  /// Where a seek lands.
  public enum Landing: UInt8, Hashable, Sendable {
    /// At the target: the engine decodes from the key frame before it.
    case exact
    /// At a key frame: the one after the target where the tolerances allow only that, else the one before it.
    case keyFrame
    /// At the key frame before or after the target when the tolerances allow it, else at the target.
    case withinTolerance
  }

  /// From the header to "opened".
  public var openLatency = TimeSpan.milliseconds(40)
  /// From `play` to a moving playhead, when there is data.
  public var startLatency = TimeSpan.milliseconds(20)
  /// From `pause` to its confirmation, which no `play` or `seek` overtakes; the playhead stops at once.
  public var pauseLatency = TimeSpan.zero
  /// From `seek` to the landing.
  public var seekLatency = TimeSpan.milliseconds(30)
  /// From `close` to "closed".
  public var closeLatency = TimeSpan.milliseconds(5)
  /// From `reportPosition` to the answer, which has the position at that later instant; the same for stills.
  public var answerLatency = TimeSpan.zero
  /// From a moving playhead to the first frame.
  public var firstFrameLatency = TimeSpan.zero
  /// How long the name lookup takes, before the header is requested.
  public var nameLookup = TimeSpan.zero
  /// How long connecting to the server takes, after the name lookup.
  public var connect = TimeSpan.zero
  /// How much media is read ahead, at most an hour. A larger segment is read when the buffer is empty.
  public var bufferBound = TimeSpan.seconds(30)
  /// A buffer that was full is filled again once it holds no more than this; endless: as soon as a segment fits.
  public var refillBelow = TimeSpan.never
  /// How much of what was played stays in the buffer, and what is ahead with it: a seek there reads nothing again. Without
  /// it every seek drops the buffer.
  public var backBuffer: TimeSpan?
  /// Where seeks land.
  public var landing = Landing.withinTolerance
  /// Whether a seek lands only once there is data to play.
  public var landsWithData = false

  /// An engine that answers at once and lands within the tolerances.
  public init() {}

  /// Everything that does not depend on the network happens at once.
  public static var immediate: EngineTiming {
    var timing = EngineTiming()
    timing.openLatency = .zero
    timing.startLatency = .zero
    timing.seekLatency = .zero
    timing.closeLatency = .zero
    return timing
  }
}
