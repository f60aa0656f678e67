import PlayerCore

// The frame law: an input changes its own part and nothing else (Architecture.md#law-6). Other laws state what it
// changes, and how. ``FrameTable`` defines which part belongs to an input.

extension PlayerMonitor {
  @inline(__always)
  mutating func checkFrame(_ code: UInt16) {
    if Player.Observable.areSame(&before.shown, &inspection.shown), before.epoch == inspection.epoch { return }
    checkChanges(code)
  }

  @inline(never)
  private mutating func checkChanges(_ code: UInt16) {
    let changes = changedParts()
    var left = changes.subtracting(FrameTable.shared.parts(of: code))
    if left.isEmpty { return }
    for occasion in FrameOccasion.all where !occasion.parts.isDisjoint(with: left) {
      if isSo(occasion, code, changes) { left.subtract(occasion.parts) }
    }
    if !left.isEmpty { contradictFrame(left) }
  }

  @inline(never)
  private mutating func contradictFrame(_ left: Frame) {
    if let entry = Frame.names.first(where: { left.contains($0.part) }) {
      contradict(changed: entry.name, .changedAlongside)
    }
  }

  /// What the input has changed.
  private mutating func changedParts() -> Frame {
    var changes: Frame = before.epoch == inspection.epoch ? [] : .opening
    Self.compareWishes(&before.shown, &inspection.shown, &changes)
    Self.compareSurroundings(&before.shown, &inspection.shown, &changes)
    Self.comparePlayback(&before.shown, &inspection.shown, &changes)
    Self.compareMedia(&before.shown, &inspection.shown, &changes)
    return changes
  }

  private static func compareWishes(_ a: inout Player.Observable, _ b: inout Player.Observable, _ changes: inout Frame)
  {
    if a.wantsPlay != b.wantsPlay { changes.insert(b.wantsPlay ? .starts : .holds) }
    if a.rate != b.rate { changes.insert(.rate) }
    if a.left != b.left || a.right != b.right { changes.insert(.volume) }
    if a.isMuted != b.isMuted { changes.insert(.mute) }
    if a.isLooping != b.isLooping { changes.insert(.looping) }
    if a.scalingMode != b.scalingMode { changes.insert(.scaling) }
    if a.rotation != b.rotation { changes.insert(.rotation) }
  }

  private static func compareSurroundings(
    _ a: inout Player.Observable, _ b: inout Player.Observable, _ changes: inout Frame
  ) {
    if a.network != b.network { changes.insert(.network) }
    if a.isInterrupted != b.isInterrupted { changes.insert(.interruption) }
    if a.isInBackground != b.isInBackground { changes.insert(.background) }
    if a.isPlayingExternally != b.isPlayingExternally { changes.insert(.externalPlayback) }
    if a.isInPicture != b.isInPicture { changes.insert(.pictureInPicture) }
  }

  private static func comparePlayback(
    _ a: inout Player.Observable, _ b: inout Player.Observable, _ changes: inout Frame
  ) {
    if a.item != b.item { changes.insert(.item) }
    if a.phase != b.phase { changes.insert(.phase) }
    if a.failure != b.failure { changes.insert(.failure) }
    if a.preparedCount != b.preparedCount { changes.insert(.prepared) }
    if a.state != b.state { changes.insert(.state) }
    if a.supply != b.supply { changes.insert(.supply) }
    if a.stallCount != b.stallCount { changes.insert(.stalls) }
    if a.loopCount != b.loopCount { changes.insert(.loops) }
    if a.seek != b.seek || a.seekOrigin != b.seekOrigin || a.seekTarget != b.seekTarget { changes.insert(.seek) }
    if a.effectiveRate != b.effectiveRate { changes.insert(.effectiveRate) }
    if a.isLive != b.isLive { changes.insert(.live) }
  }

  private static func compareMedia(_ a: inout Player.Observable, _ b: inout Player.Observable, _ changes: inout Frame) {
    if a.duration != b.duration { changes.insert(.duration) }
    if a.streamType != b.streamType { changes.insert(.streamType) }
    if a.rangeStart != b.rangeStart || a.rangeEnd != b.rangeEnd { changes.insert(.range) }
    if a.trackCount != b.trackCount { changes.insert(.trackCounts) }
    if a.selectedTrack != b.selectedTrack { changes.insert(.tracks) }
    if a.naturalWidth != b.naturalWidth || a.naturalHeight != b.naturalHeight { changes.insert(.size) }
    if a.subtitle != b.subtitle { changes.insert(.subtitle) }
    if a.hasShownAudio != b.hasShownAudio || a.hasShownVideo != b.hasShownVideo { changes.insert(.firstFrames) }
    if a.segment != b.segment || a.selectedSegment != b.selectedSegment { changes.insert(.segment) }
    if a.skipped != b.skipped || a.playedBlocked != b.playedBlocked { changes.insert(.skip) }
  }
}
