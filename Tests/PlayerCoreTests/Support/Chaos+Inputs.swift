@testable import PlayerCore

extension Chaos {
  mutating func command() -> Command {
    if let next = list.popLast() { return next }
    return anyCommand()
  }

  private mutating func anyCommand() -> Command {
    switch random.below(35) {
    case 0, 1: load()
    case 2: .prepare
    case 3...6: .play
    case 7, 8: .pause
    case 9: .toggle
    case 10: .stop
    case 11: random.once(in: 3) ? .reset : .stop
    case 12, 13: .reload(item: id(), flush: random.bool(), isLocal: random.once(in: 6))
    case 14...18: .seek(position())
    case 19: .setRate(rate())
    case 20: .setVolume(left: int32(), right: int32())
    case 21: .setMuted(random.bool())
    case 22: .setLooping(random.bool())
    case 23: .setScalingMode(any(ScalingMode.self))
    case 24: .setRotation(degrees: int32())
    case 25: choosing()
    case 26: .captureStill
    case 27: .retry
    case 28: setting()
    case 29: observing()
    case 30...32: segment()
    case 33: .restart(position(), autoplay: random.bool())
    default: choosing()
    }
  }

  /// A change of the configuration, now and then beyond what is accepted.
  private mutating func setting() -> Command {
    let setting = any(Setting.self)
    let specification = setting.specification
    switch specification.unit {
    case .flag: return .set(setting, Int64(random.below(2)))
    case .microseconds: return .set(setting, random.once(in: 3) ? microseconds() : specification.standard)
    case .thousandths, .count, .bits: return .set(setting, random.bool() ? extreme() : specification.standard)
    }
  }

  private mutating func observing() -> Command {
    switch random.below(8) {
    case 0: .addPeriodicObserver(id(), interval: random.pick([.seconds(1), .seconds(10), span()]))
    case 1: .addPeriodicObserver(id(), interval: .milliseconds(Int64(random.below(4_000))), phase: span())
    case 2: .addBoundaryObserver(id(), position: time())
    case 3: .addBoundaryObserver(id(), position: .milliseconds(Int64(random.below(9_000))))
    case 4, 5: .set(.softEndFraction, Int64(random.below(1_000)))
    case 6: .set(.liveBufferMaximum, Int64(random.below(4_000_000)))
    default: .removeObserver(id())
    }
  }

  private mutating func choosing() -> Command {
    switch random.below(4) {
    case 0: .selectTrack(any(TrackKind.self), .automatic)
    case 1: .selectTrack(any(TrackKind.self), TrackID(int32()))
    default: .setPreferredLanguage(any(TrackKind.self), id())
    }
  }

  /// A load, now and then with the segments that belong to it.
  private mutating func load() -> Command {
    if random.once(in: 3) { list = [.commitSegments, sensibleSegment(), sensibleSegment()] }
    return .load(
      item: id(), start: position(), autoplay: random.bool(), opens: !random.once(in: 4), isLocal: random.once(in: 6))
  }

  /// Segments that often meet, overlap and repeat their numbers; now and then with dates or senseless bounds.
  private mutating func segment() -> Command {
    switch random.below(8) {
    case 0: return .commitSegments
    case 1, 2:
      list = [.commitSegments]
      for _ in 0..<random.below(4) { list.append(sensibleSegment()) }
      return sensibleSegment()
    case 3, 4:
      return .stageSegment(
        id(), start: time(), end: time(), isBlocked: random.bool(), isHidden: random.bool(), isDated: random.bool(),
        title: id())
    case 5: return .seek(Position(anchor: random.bool() ? .segment : .date, offset: span(), segment: id()))
    default: return sensibleSegment()
    }
  }

  private mutating func sensibleSegment() -> Command {
    let start = MediaTime.seconds(Int64(random.below(12) * 5))
    return .stageSegment(
      SegmentID(UInt32(random.below(4)) + 1), start: start, end: start + .seconds(Int64(random.below(30))),
      isBlocked: random.bool(), isHidden: random.once(in: 4), isDated: random.once(in: 8))
  }

  mutating func environment() -> EnvironmentEvent {
    switch random.below(12) {
    case 10, 11: .networkChanged(any(NetworkPath.self))
    case 0: .networkChanged(any(NetworkPath.self))
    case 1: .interruptionBegan(stopsEngine: random.bool())
    case 2, 3: .interruptionEnded(mayResume: random.bool())
    case 4: .routeChanged(any(RouteChange.self))
    case 5: .remoteControl(any(RemoteControl.self))
    case 6: .enteredBackground(audioContinues: random.bool())
    case 7: .enteredForeground
    case 8: random.bool() ? .externalPlaybackChanged(random.bool()) : .pictureInPictureChanged(random.bool())
    default: .wallClock(microseconds())
    }
  }

  /// What an engine that keeps to the contract might say next.
  mutating func likelyEvent(for player: Player) -> EngineEvent {
    if player.seeking.isActive {
      return .seekCompleted(player.seeking.inFlight, position: player.seeking.target, isFinished: !random.once(in: 4))
    }
    switch player.shown.phase {
    case .opening:
      if random.once(in: 6) { return .failed(failure()) }
      if random.once(in: 6) { return .connected(address: id(), nameLookup: span(), connect: span(), firstData: span()) }
      return .opened(media())
    case .prepared where player.transport.drive == .starting:
      return .playbackStarted(position: player.transport.anchor, rate: player.transport.commandedRate)
    case .prepared where !player.supply.allowsPlayback:
      return .buffered(until: player.transport.anchor + .seconds(20), bytesRead: 1_000, isSaturated: random.bool())
    case .prepared where player.streamType == .dvr && random.once(in: 3):
      let position = player.position(at: player.clock)
      return .seekableRangeChanged(start: .zero, end: position + .milliseconds(Int64(random.below(60_000))))
    case .prepared where player.streamType == .live && random.once(in: 5):
      return .seekableRangeChanged(start: .zero, end: .milliseconds(Int64(random.below(90_000))))
    case .prepared where player.streamType == .live && random.once(in: 3):
      let position = player.position(at: player.clock)
      return .buffered(
        until: position + .milliseconds(Int64(random.below(20_000))), bytesRead: 5_000, isSaturated: false)
    case .prepared where player.transport.drive == .moving:
      let position = player.position(at: player.clock)
      if random.once(in: 3) { return .ended(position: player.duration) }
      return random.bool() ? .starved(position: position) : .positionReported(position)
    case .empty, .idle, .blocked, .prepared, .ended, .failed: return engineEvent(for: player)
    }
  }

  mutating func engineEvent(for player: Player) -> EngineEvent {
    switch random.below(26) {
    case 0: .connected(address: id(), nameLookup: span(), connect: span(), firstData: span())
    case 1, 2: .opened(media())
    case 3:
      .trackFound(
        any(TrackKind.self), TrackID(int32()), language: id(), title: id(), isDefault: random.bool(),
        isForced: random.bool())
    case 4: .chapterFound(id(), start: time(), end: time(), title: id())
    case 5: .metadataFound(key: id(), value: id())
    case 6: .durationChanged(time())
    case 7: .seekableRangeChanged(start: time(), end: time())
    case 8: .dateReference(position: time(), date: microseconds())
    case 9: .naturalSizeChanged(width: int32(), height: int32())
    case 10, 11: .buffered(until: time(), bytesRead: microseconds(), isSaturated: random.bool())
    case 12: .supplyChanged(Supply(rawValue: UInt8(random.below(8))))
    case 13: .starved(position: time())
    case 14: .playbackStarted(position: time(), rate: rate())
    case 15: .playbackStopped(position: time())
    case 16: .positionReported(time())
    case 17: .seekCompleted(serial(for: player), position: time(), isFinished: random.bool())
    case 18: .firstFrame(any(TrackKind.self), position: time())
    case 19: .ended(position: time())
    case 20: random.once(in: 3) ? .failed(failure()) : .warned(failure())
    case 21: .warned(failure())
    case 22: .trackSelected(any(TrackKind.self), TrackID(int32()))
    case 23: .subtitleShown(id())
    case 24: .stillCaptured(player.presentation.stillSerial, isCaptured: random.bool())
    default: random.once(in: 3) ? .closed : .subtitleShown(id())
    }
  }

  private mutating func serial(for player: Player) -> SeekSerial {
    switch random.below(3) {
    case 0: player.seeking.inFlight
    case 1: SeekSerial(player.seeking.serial.rawValue &- 1)
    default: id()
    }
  }
}
