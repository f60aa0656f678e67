/// What the buffer holds, and what that allows.
struct Buffering: Hashable, Sendable {
  /// The end of the buffered data; unknown before the first report and after a seek.
  var until = MediaTime.unknown
  var bytesRead: Int64 = 0
  /// When data last arrived.
  var lastDataAt = Instant.zero
  /// Since when playback is requested and waits for data.
  var waitingSince = Instant.zero
  /// Since when playback is stalled.
  var stallSince = Instant.zero
  /// When the engine was last commanded to play although it had reported no data; never if not in this stall.
  var kickedAt = Instant.never
  /// Where a stall ended only because the engine was kicked, unless playback has progressed since; else unknown.
  var kickedFrom = MediaTime.unknown
  /// How long playback waited there.
  var waitedInVain = TimeSpan.zero
  var isSaturated = false
  /// Whether playback is requested and waits for data.
  var isWaiting = false

  mutating func dataArrived(_ now: Instant) { lastDataAt = now }

  /// The playhead is sent elsewhere: buffered data no longer counts.
  mutating func discard() {
    until = .unknown
    isSaturated = false
  }

  mutating func forgetKicks() { (kickedFrom, waitedInVain) = (.unknown, .zero) }

  /// How often an engine is kicked.
  static var kickInterval: TimeSpan { .seconds(1) }
}

extension Player {
  /// What the buffer allows.
  public var supply: BufferState { shown.supply }
  /// The position up to which data is buffered; unknown while the engine has not reported it.
  public var bufferedUntil: MediaTime { buffering.until }
  /// Bytes read since the last open.
  public var bytesRead: Int64 { buffering.bytesRead }

  @inline(__always)
  var readDeadline: Instant {
    guard buffering.isWaiting else { return .never }
    return max(buffering.waitingSince, buffering.lastDataAt).after(configuration.readTimeout)
  }

  @inline(__always)
  var bufferingDeadline: Instant {
    buffering.isWaiting ? buffering.waitingSince.after(configuration.bufferingLimit) : .never
  }

  /// The only place that changes the supply: entering "stalled" counts a stall, leaving it adds to the stall time
  /// (KSYManual.md#6.4: bufferEmptyCount, bufferEmptyDuration). A stall in progress is not part of the stall time
  /// (Contradictions.md#X-19).
  @inline(__always)
  mutating func setSupply(_ supply: BufferState) { if supply != shown.supply { changeSupply(to: supply) } }

  @inline(never)
  private mutating func changeSupply(to supply: BufferState) {
    let wasStalled = shown.supply == .stalled
    shown.supply = supply
    if wasStalled, supply != .stalled {
      statistics.stallEnded(after: clock - buffering.stallSince)
      buffering.kickedAt = .never
    } else if !wasStalled, supply == .stalled {
      statistics.stallBegan()
      buffering.stallSince = clock
    }
  }

  /// The media is closed.
  mutating func forgetBuffer() {
    setSupply(.unknown)
    buffering = Buffering()
  }

  mutating func handleBuffered(
    _ until: MediaTime, _ bytesRead: Int64, isSaturated: Bool, _ step: inout Step
  ) {
    if until != buffering.until || bytesRead > buffering.bytesRead { buffering.lastDataAt = clock }
    buffering.bytesRead = max(buffering.bytesRead, bytesRead)
    // Until the engine has landed, its reports may describe the place that it leaves.
    guard !seeking.isActive else { return }
    buffering.until = until
    buffering.isSaturated = isSaturated
    reconsiderSupply()
  }

  /// Derives the supply from the buffered range: what was enough once is enough until the engine starves.
  mutating func reconsiderSupply() {
    guard configuration.derivesSupply, !seeking.isActive, buffering.until.isKnown || buffering.isSaturated
    else { return }
    let ahead = buffering.until - position(at: clock)
    let enough = shown.supply == .stalled ? configuration.rebuffer : configuration.startBuffer
    if buffering.isSaturated || ahead >= max(configuration.playThroughBuffer, enough) || staysPlayThrough {
      setSupply([.playable, .playThrough])
    } else if ahead >= enough || shown.supply.allowsPlayback {
      setSupply(.playable)
    }
  }

  /// If play-through requires no more data than playback, it lasts as long.
  private var staysPlayThrough: Bool {
    supply.contains(.playThrough) && configuration.playThroughBuffer <= configuration.startBuffer
  }

  /// For an engine that evaluates its buffer itself. "Stalled" excludes the other two.
  mutating func handleBufferState(_ supply: BufferState, _ step: inout Step) {
    if supply.contains(.stalled) { return handleStarved(.unknown, &step) }
    if supply == .unknown, transport.drive != .stopped { return ignore(.unexpected, &step) }
    setSupply(supply)
    buffering.lastDataAt = clock
  }

  /// Out of data. This is a stall if there was enough before; during an opening or a seek, or before playback has
  /// restarted after one, it is part of that (BugZoo.md#18; conflict: ``Configuration/stallsInSeeks``).
  mutating func handleStarved(_ position: MediaTime, _ step: inout Step) {
    guard shown.phase == .opening || shown.phase == .prepared else { return ignore(.unexpected, &step) }
    buffering.isSaturated = false
    guard shown.phase == .prepared, !seeking.isActive else {
      return setSupply(configuration.stallsInSeeks && seeking.isVisible ? .stalled : .unknown)
    }
    let wasMoving = transport.drive == .moving
    jump(to: position, &step)
    transport.rest(at: self.position(at: clock), clock)
    if shown.supply == .stalled { return }
    if !wasMoving, transport.waiting.isRefill || !shown.supply.allowsPlayback { return setSupply(.unknown) }
    if reloadsWhenDry, reloadByPolicy(.retry, &step) { return }
    setSupply(.stalled)
    transport.awaitData()
  }

  // MARK: Kicks

  /// When the engine is commanded to play because a stall takes too long.
  @inline(__always)
  var kickDeadline: Instant {
    guard buffering.isWaiting, supply == .stalled, configuration.stallKick != .never else { return .never }
    return buffering.kickedAt == .never
      ? buffering.stallSince.after(configuration.stallKick) : buffering.kickedAt + Buffering.kickInterval
  }

  /// An engine that has missed the arrival of data begins to move; any other reports again that it has no data.
  mutating func kick(_ step: inout Step) {
    buffering.kickedAt = clock
    playAgain(&step)
  }

  /// The engine moves although it was only kicked: it has data. If it has none, this is no end of the stall.
  mutating func handleKicked() {
    guard buffering.kickedAt != .never, supply == .stalled, !seeking.isActive else { return }
    if buffering.isWaiting {
      if !buffering.kickedFrom.isKnown { buffering.kickedFrom = transport.anchor }
      buffering.waitedInVain = clock - buffering.waitingSince
    }
    setSupply(.playable)
    transport.startUnasked()
  }

  /// Watches requested playback that waits for data. A kick without progress does not begin another wait.
  mutating func watchWaiting(_ isWaiting: Bool) {
    if isWaiting, !buffering.isWaiting {
      if buffering.kickedFrom.isKnown, transport.anchor - buffering.kickedFrom >= Retry.progress {
        buffering.forgetKicks()
      }
      buffering.waitingSince = clock + (.zero - buffering.waitedInVain)
    }
    buffering.isWaiting = isWaiting
  }
}
