import PlayerCore
import PlayerText

/// A session as the independent simulator SABRE plays it (SABRE.md#rules): one rendition, whole segments, a cap on the
/// buffer, playback as soon as one segment has arrived.
///
/// <doc:Sabre> describes what is computed, and how close it is to exact arithmetic.
public struct SabreSession: Hashable, Sendable {
  /// The outcome of a session.
  public struct Result: Hashable, Sendable {
    /// How often the buffer ran empty before the end.
    public var events: Int
    /// How long playback waited with an empty buffer, after start-up.
    public var rebuffer: TimeSpan
    /// From the first request to the last frame.
    public var play: TimeSpan

    /// Totals of a session.
    public init(events: Int = 0, rebuffer: TimeSpan = .zero, play: TimeSpan = .zero) {
      self.events = events
      self.rebuffer = rebuffer
      self.play = play
    }
  }

  /// The size of each segment in millionths of a bit.
  public let microbits: [Int64]
  /// The length of a segment, in nanoseconds.
  public let segmentNanoseconds: Int64
  /// The network over which it plays.
  public let network: NetworkProfile
  /// No download begins that would fill the buffer beyond this.
  public let bufferCap: TimeSpan

  /// Sizes in bits. A negative size or time counts as 0.
  public init(
    segments: [Int64], segmentDuration: TimeSpan, network: NetworkProfile, bufferCap: TimeSpan = Self.standardCap
  ) {
    self.init(
      microbits: segments.map { $0.saturatingTimes(1_000_000) },
      segmentNanoseconds: segmentDuration.microseconds.saturatingTimes(1_000), network: network, bufferCap: bufferCap)
  }

  /// `nil` when the media has no such quality.
  public init?(
    media: SabreMedia, quality: Int, network: NetworkProfile, bufferCap: TimeSpan = Self.standardCap
  ) {
    guard let segments = media.segments(ofQuality: quality) else { return nil }
    self.init(
      microbits: segments, segmentNanoseconds: media.segmentNanoseconds, network: network, bufferCap: bufferCap)
  }

  private init(microbits: [Int64], segmentNanoseconds: Int64, network: NetworkProfile, bufferCap: TimeSpan) {
    self.microbits = microbits
    self.segmentNanoseconds = max(0, segmentNanoseconds)
    self.network = network
    self.bufferCap = max(.zero, bufferCap)
  }

  /// 25 s, the cap of SABRE.
  public static var standardCap: TimeSpan { .seconds(25) }
}

extension SabreSession {
  /// Plays the session; `nil` when the network never delivers one of its segments, or so late that the whole session
  /// takes longer than a `TimeSpan` can express (300,000 years).
  public func run() -> Result? {
    var cursor = FineCursor(network)
    var buffer = Buffer()
    let segment = FineTime(segmentNanoseconds) << 32
    let cap = FineTime(bufferCap.microseconds) * 1_000 << 32
    for (index, size) in microbits.enumerated() {
      let excess = buffer.level + segment - cap
      if index > 0, excess > 0 {
        cursor.wait(excess)
        buffer.deplete(excess)
      }
      let latency = cursor.awaitFirstBit()
      guard let transfer = cursor.receive(microbits: size) else { return nil }
      if index == 0 { buffer.played += latency + transfer } else { buffer.deplete(latency + transfer) }
      buffer.level += segment
      guard buffer.played + buffer.level < .limit else { return nil }
    }
    return Result(
      events: buffer.events, rebuffer: .microseconds(buffer.waited.roundedToMicroseconds),
      play: .microseconds((buffer.played + buffer.level).roundedToMicroseconds))
  }
}

/// What has been downloaded and not yet played.
private struct Buffer {
  var level: FineTime = 0
  var waited: FineTime = 0
  var played: FineTime = 0
  var events = 0

  /// Lets the buffer play for `time`, and wait when it is empty.
  mutating func deplete(_ time: FineTime) {
    played += time
    let lack = time - level
    guard lack > 0 else { return level -= time }
    // Rounding can leave less than a nanosecond when the buffer is just enough; no number in a file is that fine.
    if level > 0, lack >= .nanosecond { events += 1 }
    waited += lack
    level = 0
  }
}
