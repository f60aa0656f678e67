/// What the buffer holds, and what that allows.
struct Buffering: Hashable, Sendable {
  var supply = Supply.unknown
  /// Data is there up to here; unknown before the first report and after a seek.
  var until = MediaTime.unknown
  var isSaturated = false
  var bytesRead: Int64 = 0
  /// When something last arrived.
  var lastDataAt = Instant.zero
  /// Whether playback is wanted and waits for data, and since when.
  var isWaiting = false
  var waitingSince = Instant.zero
  /// Whether a stall is being timed, and since when.
  var isStallOpen = false
  var stallSince = Instant.zero
}

extension Player {
  public var supply: Supply { buffering.supply }
  /// Data is there up to this position; unknown when the engine said nothing of it yet.
  public var bufferedUntil: MediaTime { buffering.until }
  /// Bytes read since the last open.
  public var bytesRead: Int64 { buffering.bytesRead }

  var readDeadline: Instant {
    guard buffering.isWaiting else { return .never }
    return max(buffering.waitingSince, buffering.lastDataAt).after(configuration.readTimeout)
  }

  var bufferingDeadline: Instant {
    buffering.isWaiting ? buffering.waitingSince.after(configuration.bufferingLimit) : .never
  }

  mutating func takeBuffered(
    _ until: MediaTime, _ bytesRead: Int64, isSaturated: Bool, _ event: EngineEvent, _ outputs: inout Outputs
  ) {
    if until != buffering.until || bytesRead > buffering.bytesRead { buffering.lastDataAt = clock }
    buffering.bytesRead = max(buffering.bytesRead, bytesRead)
    // Until the engine has landed its reports may speak of the place it leaves.
    guard !seeking.isActive else { return }
    buffering.until = until
    buffering.isSaturated = isSaturated
    reconsiderSupply()
  }

  /// Derives the supply from the buffered range: what was enough once is enough until the engine starves.
  mutating func reconsiderSupply() {
    guard configuration.derivesSupply, !seeking.isActive, buffering.until.isKnown else { return }
    let ahead = buffering.until - position(at: clock)
    let enough = buffering.supply == .stalled ? configuration.rebuffer : configuration.startBuffer
    if buffering.isSaturated || ahead >= configuration.playThroughBuffer {
      buffering.supply = [.playable, .playThrough]
    } else if ahead >= enough || buffering.supply.allowsPlayback {
      buffering.supply = .playable
    }
    if buffering.supply.allowsPlayback { closeStall() }
  }

  /// An engine that judges its buffer itself. "Stalled" excludes the other two.
  mutating func takeSupply(_ supply: Supply) {
    if supply.contains(.stalled) { return takeStarved(position(at: clock)) }
    buffering.supply = supply
    buffering.lastDataAt = clock
    if supply.allowsPlayback { closeStall() }
  }

  /// Out of data. It is a stall when playback ran; while opening or seeking it is part of those.
  mutating func takeStarved(_ position: MediaTime) {
    let ran = transport.drive != .stopped && !seeking.isActive
    buffering.supply = .stalled
    buffering.isSaturated = false
    guard ran else { return }
    transport.rest(at: position.isKnown ? position : self.position(at: clock), clock)
    transport.waiting = .stall
    statistics.stallCount = statistics.stallCount.saturatingPlus(1)
    buffering.isStallOpen = true
    buffering.stallSince = clock
  }

  /// The stall is over, whatever ended it; a stall that is still open is not part of the stall time (conflict X-19).
  mutating func closeStall() {
    guard buffering.isStallOpen else { return }
    buffering.isStallOpen = false
    statistics.stallTime = statistics.stallTime + (clock - buffering.stallSince)
  }

  /// Keeps the watch on a playback that is wanted and waits for data.
  mutating func watchWaiting(_ isWaiting: Bool) {
    if isWaiting, !buffering.isWaiting { buffering.waitingSince = clock }
    buffering.isWaiting = isWaiting
  }
}
