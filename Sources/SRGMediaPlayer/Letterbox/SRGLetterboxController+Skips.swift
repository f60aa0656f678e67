import Foundation

extension SRGLetterboxController {
  /// The position from which a skip counts: skips add up on the pending seek.
  private var skipOrigin: TimeInterval { mediaPlayerController.seekTargetTime ?? mediaPlayerController.currentTime }

  /// Whether a skip by this many seconds (negative: backward) has an effect: not while nothing is prepared, not on a
  /// live stream without DVR, not forward at the end, and with DVR not beyond the edge.
  public func canSkip(withInterval interval: TimeInterval) -> Bool {
    guard playbackState != .idle, playbackState != .preparing, let range = timeRange else { return false }
    switch mediaPlayerController.streamType {
    case .onDemand: return interval <= 0 || range.end - skipOrigin >= 0.1 - 1e-9
    case .dvr: return skipOrigin + interval <= range.end
    case .live, .unknown: return false
    }
  }

  /// Skips and plays. `completionHandler` gets `false` when a newer skip superseded this one. If nothing is skipped,
  /// the result is `false` and the handler is not called.
  @discardableResult
  public func skip(withInterval interval: TimeInterval, completionHandler: ((Bool) -> Void)? = nil) -> Bool {
    guard canSkip(withInterval: interval) else { return false }
    seekAndPlay(to: .at(max(0, skipOrigin + interval)), completionHandler)
    return true
  }

  /// Whether the beginning of the current segment can still be reached.
  public var canStartOver: Bool { startOverTime != nil }

  /// Goes to the beginning of the current segment and plays.
  @discardableResult
  public func startOver(completionHandler: ((Bool) -> Void)? = nil) -> Bool {
    guard let time = startOverTime else { return false }
    seekAndPlay(to: .at(time), completionHandler)
    return true
  }

  private var startOverTime: TimeInterval? {
    guard playbackState != .idle, playbackState != .preparing, mediaPlayerController.streamType == .dvr,
      let segment = mediaPlayerController.currentSegment, let range = timeRange
    else { return nil }
    let start = segment.markRange.timeRange(for: mediaPlayerController).start
    return range.contains(start) ? start : nil
  }

  /// Whether playback is behind the live edge.
  public var canSkipToLive: Bool {
    playbackState != .idle && playbackState != .preparing && mediaPlayerController.streamType == .dvr && !isLive
  }

  /// Goes to the live edge and plays.
  @discardableResult
  public func skipToLive(completionHandler: ((Bool) -> Void)? = nil) -> Bool {
    guard canSkipToLive, let range = timeRange else { return false }
    seekAndPlay(to: .around(range.end), completionHandler)
    return true
  }

  private func seekAndPlay(to position: SRGPosition, _ completionHandler: ((Bool) -> Void)?) {
    mediaPlayerController.seek(to: position) { [weak self] finished in
      if finished { self?.mediaPlayerController.play() }
      completionHandler?(finished)
    }
  }
}
