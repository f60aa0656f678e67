import Foundation
import PlayerCore
import PlayerRuntime

// MARK: Loading

extension SRGMediaPlayerController {
  /// Prepares the media and holds it at `position`. `completionHandler` is called when it is ready, while the state is
  /// still `preparing`: when ``play()`` is called there, `paused` is never shown. It is not called when something else
  /// comes first (SRG.md#1.3).
  public func prepareToPlayURL(
    _ url: URL, at position: SRGPosition? = nil, withSegments segments: [any SRGSegment]? = nil,
    userInfo: [String: Any]? = nil, completionHandler: (() -> Void)? = nil
  ) {
    load(
      SRGURLAsset(url: url), position, segments, target: nil, userInfo, autoplay: false,
      completionHandler)
  }

  /// The same with an asset.
  public func prepareToPlayURLAsset(
    _ asset: SRGURLAsset, at position: SRGPosition? = nil, withSegments segments: [any SRGSegment]? = nil,
    userInfo: [String: Any]? = nil, completionHandler: (() -> Void)? = nil
  ) {
    load(asset, position, segments, target: nil, userInfo, autoplay: false, completionHandler)
  }

  /// Plays the media from `position` as soon as it is ready.
  public func playURL(
    _ url: URL, at position: SRGPosition? = nil, withSegments segments: [any SRGSegment]? = nil,
    userInfo: [String: Any]? = nil
  ) {
    load(SRGURLAsset(url: url), position, segments, target: nil, userInfo, autoplay: true, nil)
  }

  /// The same with an asset.
  public func playURLAsset(
    _ asset: SRGURLAsset, at position: SRGPosition? = nil, withSegments segments: [any SRGSegment]? = nil,
    userInfo: [String: Any]? = nil
  ) {
    load(asset, position, segments, target: nil, userInfo, autoplay: true, nil)
  }

  func load(
    _ asset: SRGURLAsset, _ position: SRGPosition?, _ segments: [any SRGSegment]?,
    target: (any SRGSegment)?, _ userInfo: [String: Any]?, autoplay: Bool, _ completionHandler: (() -> Void)?
  ) {
    request(.reset) { [self] in
      isReplacing = hasPlayer
      close(forgettingInputs: true)
      router.register(asset)
      media = SRGLoadedMedia(asset: asset, position: position ?? .default, target: target)
      mediaUserInfo = userInfo
      registry.update(segments)
      tellSegments()
      open(autoplay: autoplay, completionHandler)
    }
  }

  private func open(autoplay: Bool, _ completionHandler: (() -> Void)?) {
    guard let media else { return }
    let start = media.position.core(in: registry.number(of: media.target))
    host.send(
      .load(
        item: host.library.item(for: media.asset.source), start: start, autoplay: autoplay, opens: true,
        isLocal: media.asset.url.isFileURL)
    ) { [weak self] completion in
      if completion.answer == .done { self?.presenter.preparations.append(completionHandler) }
    }
  }

  /// Reports the date at each opening, for streams without dates: the host's clock rests while the machine sleeps.
  func tellDate() {
    var date = environment.date()
    if let offset = userInfo?[SRGMediaPlayerUserInfoStreamOffsetKey] as? TimeInterval, offset.isFinite, offset > 0 {
      date -= offset
    }
    host.report(.wallClock(TimeSpan(seconds: date.timeIntervalSince1970).microseconds))
  }

  /// Returns to idle, unless the controller is idle already.
  private func close(forgettingInputs: Bool) {
    if playbackState != .idle { departure = Departure(of: self, forgettingInputs: forgettingInputs) }
    if forgettingInputs {
      media = nil
      router.register(nil)
      mediaUserInfo = nil
      registry.update(nil)
    }
    if host.player.phase != .empty { host.send(forgettingInputs ? .reset : .stop) }
    if forgettingInputs { registry.remember([]) }
    releaseSegments()
  }

  /// Carries out `body`, whose answers the original learns only after the call (SRG.md#1.3). If a handler has to return
  /// first, properties show `command` at once: nothing for a call that is ignored (SRG.md#1.7).
  func request(_ command: Command?, hearsLater: Bool = true, _ body: @escaping () -> Void) {
    upcoming.count += 1
    host.perform(hearsLater: hearsLater) { [self] in
      upcoming.count -= 1
      if upcoming.count == 0 { upcoming.player = nil }
      body()
    }
    guard upcoming.count > 0, let command else { return }
    upcoming.player = (upcoming.player ?? host.player).after([.command(command, .none)], at: host.now)
  }
}

// MARK: Transport

extension SRGMediaPlayerController {
  /// Plays; from the beginning when the end was reached. After a stop or a failure it prepares the same media again,
  /// with its first target and position; after a reset it does nothing.
  public func play() {
    host.perform { [self] in
      lookAtSegments()
      if media != nil { host.send(.play) }
    }
  }

  /// Pauses; does nothing when the end was reached.
  public func pause() {
    host.perform { [self] in host.send(.pause) }
  }

  /// Pauses media that plays or is about to play, also during a seek; otherwise plays.
  public func togglePlayPause() {
    host.perform { [self] in
      lookAtSegments()
      if media != nil { host.send(.toggle) }
    }
  }

  /// Releases the player, and keeps media, segments and user info: ``play()`` starts again.
  public func stop() {
    request(.stop) { [self] in close(forgettingInputs: false) }
  }

  /// Releases the player and unloads everything. Periodic observers stay.
  public func reset() {
    request(.reset) { [self] in close(forgettingInputs: true) }
  }
}

// MARK: Seeks

extension SRGMediaPlayerController {
  /// Goes to `position`, the default one for `nil`. A position out of range is moved to the nearest one in range; a
  /// blocked one is skipped.
  ///
  /// `completionHandler` gets `true` when the seek has landed and the state shows it, `false` when a newer one
  /// superseded it. A seek that is ignored, because nothing is ready or the stream is live without DVR, is answered
  /// with `false` at once; with ``SRGCompatibility/source``, as in the original, never.
  public func seek(to position: SRGPosition?, completionHandler: ((Bool) -> Void)? = nil) {
    seek(to: position, completionHandler, selecting: nil)
  }

  /// Goes to `position` counted from the beginning of `segment`, within its bounds, and selects it.
  public func seek(
    to position: SRGPosition? = nil, in segment: any SRGSegment, completionHandler: ((Bool) -> Void)? = nil
  ) {
    seek(to: position, completionHandler) { [self] in registry.number(of: segment).isNone ? nil : segment }
  }

  /// The same with the place of the segment in the list.
  public func seek(
    to position: SRGPosition? = nil, inSegmentAt index: Int, completionHandler: ((Bool) -> Void)? = nil
  ) {
    seek(to: position, completionHandler) { [self] in
      registry.list?.indices.contains(index) == true ? registry.list?[index] : nil
    }
  }

  /// `find` returns the segment to select; `nil` if it is not there.
  private func seek(
    to position: SRGPosition?, _ completionHandler: ((Bool) -> Void)?, selecting find: (() -> (any SRGSegment)?)?
  ) {
    /// The segment and the command now; `nil` for a seek that is ignored.
    func aim() -> (segment: (any SRGSegment)?, command: Command)? {
      let segment = find?()
      guard isReady, segment != nil || find == nil else { return nil }
      // The stream's own zero is the default of a seek, also on DVR (SRG.md#1.8).
      return (segment, .seek(resolved(position ?? .default).core(in: registry.number(of: segment))))
    }
    request(upcoming.player?.streamType == .unknown ? nil : aim()?.command) { [self] in
      lookAtSegments()
      guard let aim = aim() else { return ignore(completionHandler) }
      upcomingSelection = aim.segment.flatMap { $0.isBlocked ? nil : PendingSelection(reason: .update) }
      host.send(aim.command) { [weak self] in self?.presenter.answers.append(($0, completionHandler)) }
    }
  }

  /// In a stream without dates, a date means its zero (SRG.md#2).
  private func resolved(_ position: SRGPosition) -> SRGPosition {
    guard case .date = position.mark, streamDate(for: 0) == nil else { return position }
    return SRGPosition(
      at: .zero, toleranceBefore: position.toleranceBefore, toleranceAfter: position.toleranceAfter)
  }

  func ignore(_ completionHandler: ((Bool) -> Void)?) {
    if environment.compatibility == .documented { completionHandler?(false) }
  }
}
