import PlayerCore

/// A session as the independent simulator SABRE plays it (sabre.md): one rendition, whole segments, a cap on the buffer,
/// playback as soon as one segment is there.
public struct SabreSession: Hashable, Sendable {
  /// What came of a session.
  public struct Result: Hashable, Sendable {
    /// How often the buffer ran empty with something left to wait for.
    public var events = 0
    /// How long playback waited with an empty buffer, after start-up.
    public var rebuffer = TimeSpan.zero
    /// From the first request to the last frame.
    public var play = TimeSpan.zero
  }

  /// The size of each segment in bits.
  public var segments: [Int64]
  public var segmentDuration: TimeSpan
  public var network: NetworkProfile
  /// No download begins that would put more than this into the buffer.
  public var bufferCap: TimeSpan

  public init(
    segments: [Int64], segmentDuration: TimeSpan, network: NetworkProfile, bufferCap: TimeSpan = .seconds(25)
  ) {
    self.segments = segments
    self.segmentDuration = segmentDuration
    self.network = network
    self.bufferCap = bufferCap
  }
}

extension SabreSession {
  /// `nil` when the network never delivers. It counts nanoseconds and rounds once, at the end.
  public func run() -> Result? {
    var cursor = NetworkCursor(network)
    let (segment, cap) = (segmentDuration.microseconds * 1_000, bufferCap.microseconds * 1_000)
    var result = Result()
    var (level, waited, played): (Int64, Int64, Int64) = (0, 0, 0)
    for (index, bits) in segments.enumerated() {
      if index > 0, level + segment > cap {
        let wait = min(level, level + segment - cap)
        cursor.wait(nanoseconds: wait)
        level -= wait
        played += wait
      }
      let latency = cursor.awaitFirstBit()
      guard let transfer = cursor.receive(bits: bits) else { return nil }
      let download = latency + transfer
      played += download
      if index > 0 {
        let lack = max(0, download - level)
        // Shorter than a tick is what rounding leaves, and no stall (bug-zoo.md #35).
        if level > 0, lack >= 1_000 { result.events += 1 }
        waited += lack
        level = max(0, level - download)
      }
      level += segment
    }
    result.rebuffer = .microseconds((waited + 500) / 1_000)
    result.play = .microseconds((played + level + 500) / 1_000)
    return result
  }
}
