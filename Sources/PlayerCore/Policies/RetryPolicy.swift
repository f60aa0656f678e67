/// How long a retry waits, as a pure function of its number.
struct RetryDelay: Equatable {
  var kind: RetryDelayKind
  var delay: TimeSpan
  var maximum: TimeSpan
  /// The part by which a delay may be shortened.
  var jitter: Fraction
  /// Determines the amount, together with the number of the attempt.
  var seed: Int64

  /// How long the next retry waits after `count` of them; never for an infinite wait.
  func after(_ count: Int32) -> TimeSpan {
    var delay = delay
    switch kind {
    case .none: return .zero
    case .exponential:
      let factor = Int64(1) &<< Int64(min(max(count, 0), 62))
      delay = TimeSpan(microseconds: delay.microseconds.saturatingTimes(factor))
    case .fixed: break
    }
    return jittered(min(delay, maximum), count)
  }

  private func jittered(_ delay: TimeSpan, _ count: Int32) -> TimeSpan {
    let range = jitter.part(of: delay).microseconds
    guard range > 0, delay != .never else { return delay }
    let number = UInt64(bitPattern: seed) &+ UInt64(UInt32(bitPattern: count)) &+ 1
    let part = Int64(bitPattern: number.scattered % (UInt64(bitPattern: range) &+ 1))
    return TimeSpan(microseconds: delay.microseconds &- part)
  }
}

/// Whether a failure is retried.
struct RetryPolicy: Equatable {
  /// Whether failures to open are retried too, and not only those after it.
  var retriesOpening: Bool
  var limit: Int64
  var retryable: FailureKinds
  /// A server that requests a longer wait is not retried.
  var maximumWait: TimeSpan

  func allows(_ failure: Failure, after count: Int32, isConnected: Bool, isUnderWay: Bool) -> Bool {
    // The server rejects a retry before the wait that it requested is over.
    isUnderWay && (isConnected || retriesOpening) && Int64(count) < limit && failure.wait <= maximumWait
      && retryable.includes(failure.kind)
  }
}

extension Failure {
  /// How long the server asks the player to wait.
  @inline(__always)
  var wait: TimeSpan { kind == .httpTooManyRequests ? .seconds(Int64(max(0, detail))) : .zero }
}

/// The outcome of a reload that a policy requests.
enum ReloadDecision: UInt8 {
  case reload
  /// The budget is used up, and nothing else can continue the requested playback.
  case fail
  /// The budget is used up; playback that is paused or has already failed needs no recovery.
  case leave

  init(after count: Int32, limit: Int64, wantsPlay: Bool, hasFailed: Bool) {
    self = Int64(count) < limit ? .reload : wantsPlay && !hasFailed ? .fail : .leave
  }
}

extension UInt64 {
  /// Scatters nearby numbers over the whole range (Steele, Lea and Flood, 2014).
  fileprivate var scattered: UInt64 {
    var z = self &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
