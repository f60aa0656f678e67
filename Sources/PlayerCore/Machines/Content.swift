/// Where the item begins, and whether it needs a network. The item itself is observable.
struct Content: Hashable, Sendable {
  /// Where the app requested it to begin; used again after a stop (SRG.md#1.6).
  var initialStart = Position.standard
  /// Where the next opening begins.
  var start = Position.standard
  /// Needs no network.
  var isLocal = false

  /// The next opening begins elsewhere.
  mutating func startNext(at position: Position) { start = position }

  /// The next opening begins where the app requested.
  mutating func restoreStart() { start = initialStart }
}

extension Player {
  /// Where the next opening begins: where the app requested, unless a seek, a retry or a reload has moved that.
  public var startPosition: Position { content.start }

  mutating func load(
    _ item: ItemID, from start: Position, autoplay: Bool, opens: Bool, isLocal: Bool, _ request: RequestID,
    _ step: inout Step
  ) {
    guard !item.isNone else { return step.complete(request, .refused, .unknownSubject) }
    cancelRequests(loadAnswer: .superseded, &step)
    closeEngine(&step)
    forgetMedia(&step)
    // A list that was committed without content was meant for the content that follows.
    if !shown.item.isNone { dropSegmentList() }
    if item != shown.item {
      tracks.forgetNumbers()
      resetRetriesOnItem()
    }
    resetRetriesOnCommand()
    content = Content(initialStart: start.asStart, start: start.asStart, isLocal: isLocal)
    shown.item = item
    transport.expect(at: content.start.expectedPosition)
    setIntent(playing: autoplay)
    if autoplay { dismissInterruption() }
    statistics.reset()
    resetLoops()
    enter(.idle)
    if opens {
      loading.await(request)
      openContent(&step)
    } else {
      step.complete(request, .done)
    }
  }

  mutating func prepare(_ request: RequestID, _ step: inout Step) {
    guard !shown.item.isNone else { return step.complete(request, .refused, .noContent) }
    switch shown.phase {
    case .prepared, .ended: step.complete(request, .done)
    case .opening:
      loading.answer(.superseded, &step)
      loading.await(request)
    case .empty, .idle, .blocked, .failed:
      resetRetriesOnCommand()
      if configuration.autoplay { setIntent(playing: true) }
      loading.await(request)
      openContent(&step)
    }
  }

  mutating func stop(_ request: RequestID, _ step: inout Step) {
    if shown.phase != .empty { close(into: .idle, &step) }
    step.complete(request, .done)
  }

  mutating func reset(_ request: RequestID, _ step: inout Step) {
    if shown.phase != .empty { close(into: .empty, &step) }
    content = Content()
    shown.item = .none
    segments = Segments()
    if !configuration.stopKeepsIntent { setIntent(playing: false) }
    step.complete(request, .done)
  }

  /// The content is unloaded; nothing of it is open.
  mutating func forgetContent(_ step: inout Step) {
    content = Content()
    shown.item = .none
    forgetMedia(&step)
    segments = Segments()
    if !configuration.stopKeepsIntent { setIntent(playing: false) }
    enter(.empty)
  }

  mutating func close(into phase: Phase, _ step: inout Step) {
    cancelRequests(loadAnswer: .cancelled, &step)
    closeEngine(&step)
    if !configuration.stopKeepsIntent { setIntent(playing: false) }
    content.restoreStart()
    forgetMedia(&step)
    enter(phase)
  }

  mutating func reload(
    _ item: ItemID, flush: Bool, isLocal: Bool, _ request: RequestID, _ step: inout Step
  ) {
    guard !shown.item.isNone else { return step.complete(request, .refused, .noContent) }
    // After a seek there is nothing left to play out.
    let keepsBuffer = !flush && shown.phase == .prepared && !seeking.isActive
    if keepsBuffer, !(item.isNone ? content.isLocal : isLocal), effectivePath == .none {
      // What is buffered still plays out.
      step.notifyAfterChanges(.policyPrevented(shown.network))
      return step.complete(request, .failed)
    }
    loading.answer(.superseded, &step)
    presentation.answerStill(.cancelled, &step)
    rememberPosition()
    if seeking.isVisible, item.isNone || item == shown.item {
      moveSeek(selecting: segments.target, orAnswer: .cancelled, &step)
    } else {
      seeking.answer(.cancelled, &step)
    }
    resetRetriesOnCommand()
    if !item.isNone {
      if item != shown.item { resetRetriesOnItem() }
      shown.item = item
      content.isLocal = isLocal
    }
    loading.await(request)
    if keepsBuffer { return openNextEpoch(&step) }
    closeEngine(&step)
    openContent(&step)
  }

  /// The next opening continues where this one is, if there is a position to return to.
  mutating func rememberPosition() {
    guard shown.phase == .prepared || shown.phase == .ended, shown.streamType == .onDemand, canSeek
    else { return }
    content.start = .at(position(at: clock))
  }

  /// After a failure, while a retry is waiting, or while the network does not allow an opening: opens now. In any other
  /// case there is nothing to retry.
  mutating func retry(_ request: RequestID, _ step: inout Step) {
    guard shown.phase == .failed || shown.phase == .blocked || retrying.isWaiting else {
      return step.complete(request, .refused, .notPrepared)
    }
    loading.answer(.superseded, &step)
    resetRetriesOnCommand()
    loading.await(request)
    openContent(&step)
  }

  mutating func set(_ setting: Setting, _ value: Int64, _ request: RequestID, _ step: inout Step) {
    guard setting.specification.range.contains(value) else {
      return step.complete(request, .refused, .outOfRange)
    }
    if configuration[setting] != value {
      configuration[setting] = value
      step.notifyAfterChanges(.settingChanged(setting, value: value))
      classifyStream()
      reconsiderSupply()
      planIntervals()
      reviewBlocked()
      if setting == .resolvesOverlaps || setting == .skipLandingMargin { resolveSegments() }
      enforcePolicy(&step)
    }
    step.complete(request, .done)
  }

  /// Sets where the next opening begins; an offset from the playhead counts from where it would have begun.
  mutating func setTarget(to position: Position) {
    var start = position
    if position.anchor == .playhead {
      start.anchor = content.start.anchor
      start.segment = content.start.segment
      start.offset = content.start.offset + position.offset
      if start.anchor == .start { start.offset = max(.zero, start.offset) }
    }
    content.start = start
    transport.expect(at: start.expectedPosition)
  }

  /// Answers all pending requests, because something else takes their place.
  mutating func cancelRequests(loadAnswer: Answer, _ step: inout Step) {
    loading.answer(loadAnswer, &step)
    seeking.answer(.cancelled, &step)
    presentation.answerStill(.cancelled, &step)
  }

  /// Discards what was known about the media that is no longer open.
  mutating func forgetMedia(_ step: inout Step) {
    abandonSegments(.stop, &step)
    // The positions of a live stream may begin anew.
    if shown.streamType == .live || shown.streamType == .dvr { segments.resetSkips() }
    closePlaybackRun()
    retrying.stopWaiting()
    transport.unload(clock)
    seeking.unload()
    forgetBuffer()
    forgetTimeline()
    forgetEdge()
    forgetTracks()
    setNaturalSize(0, 0)
    intervals.forget()
    if segments.table.hasDates { resolveSegments() }
  }
}

extension Position {
  /// The same place as a start, when there is no playhead yet to count from.
  var asStart: Position {
    guard anchor == .playhead else { return self }
    var copy = self
    copy.anchor = .start
    return copy
  }

  /// Where the playhead is shown before the media is open: zero when only the media knows.
  var expectedPosition: MediaTime { anchor == .start ? max(.zero, .zero + offset) : .zero }
}
