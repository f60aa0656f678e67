// The effect of lost packets and varying delays on a download. Integers only, so that every machine computes the same.
//
// Throughput: the formula of Padhye, Firoiu, Towsley and Kurose (SIGCOMM 1998, equation 30 without the bound of the
// receiver's window) for one acknowledgement per packet: with packets of 1,460 bytes, a loss rate p, a round trip R and
// a retransmission timeout T, a packet takes
//
//     R·√(2p/3) + T·min(1, 3·√(3p/8))·p·(1 + 32p²).
//
// For a small p this is the bound of Mathis; for a large one, timeouts dominate, which Mathis leaves out. A period
// carries this rate, or its own if that is lower.
//
// Requests: a request, or the first packet of its answer, is lost with the probability 2p − p². Each loss extends the
// wait for the first bit by the timeout, which doubles; after six losses the request succeeds. Jitter extends the wait
// by up to its own length, uniformly distributed. The fate of a request depends only on the seed of the profile and the
// instant of the request: two networks with the same seed behave the same, and a copied world stays the same.
extension NetworkProfile.Period {
  /// Bits of the payload of a packet.
  private static let packet: UInt64 = 11_680
  private static let million: Int64 = 1_000_000
  /// The shortest round trip, and what a timeout lasts beyond a round trip, in nanoseconds.
  private static let (shortestRoundTrip, timeoutMargin): (Int64, Int64) = (1_000_000, 200_000_000)

  /// Whether every packet arrives, after the latency and no later.
  package var isIdeal: Bool { lossMillionths == 0 && jitterNanoseconds == 0 }

  private var roundTrip: Int64 { max(latencyNanoseconds, Self.shortestRoundTrip) + jitterNanoseconds / 2 }

  /// Nanoseconds until a packet counts as lost: a round trip, and its variance, which is at least 200 ms as in Linux.
  var retransmissionTimeout: Int64 { roundTrip + max(Self.timeoutMargin, jitterNanoseconds) }

  /// What arrives despite lost packets, in millionths of a bit per second.
  public var carriedMicrobitsPerSecond: Int64 {
    guard lossMillionths > 0, isPossible else { return microbitsPerSecond }
    return min(microbitsPerSecond, boundUnderLoss)
  }

  private var boundUnderLoss: Int64 {
    let (p, million) = (lossMillionths, Self.million)
    guard p < million else { return 0 }
    let root = Self.squareRoot(2 * p * million / 3)
    let timeouts = min(million, 3 * Self.squareRoot(3 * p * million / 8))
    let again = p + 32 * (p * p / million * p / million)
    let waiting = retransmissionTimeout * timeouts / million / 1_000 * again / 1_000
    let nanoseconds = max(1, roundTrip * root / million + waiting)
    // A packet has this many microbits, and a second a thousand million nanoseconds.
    return Int64(clamping: Self.packet * 1_000_000 * 1_000_000_000 / nanoseconds.magnitude)
  }

  /// How much longer than the latency a request waits that is made at an instant, in nanoseconds.
  func delay(seed: UInt64, at nanoseconds: Int64) -> Int64 {
    if isIdeal { return 0 }
    var luck = Luck(state: seed &* 0xD6E8_FEB8_6659_FD93 ^ UInt64(bitPattern: nanoseconds))
    let jitter = Int64(luck.draw(below: jitterNanoseconds.magnitude + 1))
    let lost = 2 * lossMillionths - lossMillionths * lossMillionths / Self.million
    var (wait, timeout) = (jitter, retransmissionTimeout)
    for _ in 0..<6 {
      guard luck.draw(below: Self.million.magnitude) < lost.magnitude else { break }
      wait += timeout
      timeout *= 2
    }
    return wait
  }

  /// Rounded down.
  private static func squareRoot(_ value: Int64) -> Int64 {
    guard value > 1 else { return max(0, value) }
    var root = Int64(1) << Int64((65 - value.leadingZeroBitCount) / 2)
    while true {
      let next = (root + value / root) / 2
      if next >= root { return root }
      root = next
    }
  }
}

/// SplitMix64 from a state of its own.
private struct Luck {
  var state: UInt64

  mutating func draw(below bound: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ mixed >> 31).multipliedFullWidth(by: bound).high
  }
}
