import PlayerCore

/// A SABRE session (SABRE.md) played by the real player over the simulated engine: whole segments, a cap on the buffer,
/// playback as soon as one segment has arrived, only the network's latency.
///
/// Stalls are those of ``SabreSession`` with these differences, which arise because a player counts whole microseconds:
/// - a segment that arrives between two microseconds counts at the later one, so each stall may be up to 1 µs longer
///   and each start up to 1 µs later;
/// - a buffer that runs dry for less than the rest of a microsecond may count as a stall of 1 µs, or not at all;
/// - a buffer that was empty when a download began stalls here; SABRE counts no event then. That takes a cap of less
///   than two segments.
public struct SabreWorld: Hashable, Sendable {
  /// The outcome of a session, as the player reported it.
  public struct Result: Hashable, Sendable {
    /// How often a stall was announced.
    public var events = 0
    /// The total length of the stalls that ended.
    public var rebuffer = TimeSpan.zero
    /// From the load to the announced end; nil when it did not end.
    public var play: TimeSpan?

    /// A session that has not begun.
    public init() {}
  }

  /// The world as it is now.
  public private(set) var world: World

  /// Segments are 100 ms … 1 hour long.
  public init(
    segmentBits: [Int64], segmentDuration: TimeSpan, network: NetworkProfile, bufferCap: TimeSpan = .seconds(25)
  ) {
    let (duration, isTooLong) = segmentDuration.microseconds.multipliedReportingOverflow(by: Int64(segmentBits.count))
    var media = SimulatedMedia(duration: .microseconds(isTooLong ? .max : duration))
    media.delivery = .segments(segmentDuration)
    media.headerBits = 0
    media.tracks = [SimulatedMedia.Track(.video, isDefault: true, segmentBits: segmentBits)]
    var timing = EngineTiming.immediate
    timing.bufferBound = bufferCap
    let engine = SimulatedEngine([media], network: network, timing: timing)
    world = World(configuration: .sabre(segmentDuration: segmentDuration), engine: engine)
    world.plan(.load(item: ItemID(1), start: .standard, autoplay: true, opens: true), at: .zero)
  }

  /// The same session as SABRE's; fractions of a bit or a microsecond are dropped.
  public init(_ session: SabreSession) {
    self.init(
      segmentBits: session.microbits.map { $0 / 1_000_000 },
      segmentDuration: .microseconds(session.segmentNanoseconds / 1_000), network: session.network,
      bufferCap: session.bufferCap)
  }

  /// Plays it to its end, or until nothing more happens. A network that never delivers ends it at once.
  public mutating func run(into outputs: inout Outputs) -> Result {
    var counter = Counter()
    _ = world.run(until: .never, into: &outputs, observer: &counter)
    return counter.result
  }

  /// Plays to the end.
  public mutating func run() -> Result {
    var outputs = Outputs()
    return run(into: &outputs)
  }

  private struct Counter: WorldObserver {
    var result = Result()

    mutating func observe(
      _ input: Input, at instant: Instant, _ outputs: borrowing Outputs, _ player: borrowing Player
    ) -> Bool {
      for index in 0..<outputs.count {
        guard case .notification(let notification, _) = outputs[index] else { continue }
        switch notification {
        case .stallBegan: result.events += 1
        case .stallEnded(let lasted): result.rebuffer = result.rebuffer + lasted
        case .ended: result.play = instant - .zero
        default: break
        }
      }
      return result.play == nil
    }
  }
}

extension Configuration {
  /// A player that decides as SABRE does: it starts and resumes with one segment, and never gives up (SABRE.md#preset:
  /// `resumeAfter = 1 segment`, `stallAfter = 0`).
  public static func sabre(segmentDuration: TimeSpan) -> Configuration {
    var configuration = Configuration()
    configuration.startBuffer = segmentDuration
    configuration.rebuffer = segmentDuration
    configuration.openTimeout = .never
    configuration.readTimeout = .never
    configuration.bufferingLimit = .never
    configuration.probeInterval = .never
    configuration.pastEndTolerance = .never
    configuration.reloadsOnStall = false
    configuration.retryLimit = 0
    return configuration
  }
}
