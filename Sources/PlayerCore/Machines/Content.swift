/// Where the item begins, and whether it needs a network. The item itself is observable.
struct Content: Hashable, Sendable {
  /// Where the app wanted it to begin; used again after a stop (SRG.md#1.6).
  var initialStart = Position.standard
  /// Where the next opening begins.
  var start = Position.standard
  /// Needs no network.
  var isLocal = false
}

extension Player {
  /// Where the next opening begins: where the app wanted it, unless a seek, a retry or a reload has moved that.
  public var startPosition: Position { content.start }

  mutating func load(
    _ item: ItemID, from start: Position, autoplay: Bool, opens: Bool, isLocal: Bool, _ request: RequestID,
    _ outputs: inout Outputs
  ) {
    guard !item.isNone else { return outputs.complete(request, .refused, .unknownSubject) }
    cancelRequests(loadAnswer: .superseded, &outputs)
    closeEngine(&outputs)
    forgetMedia(&outputs)
    // A list that was committed without content was meant for what comes.
    if !shown.item.isNone { segments.table = SegmentTable() }
    if item != shown.item {
      tracks.forgetNumbers()
      resetRetriesOnItem()
    }
    resetRetriesOnCommand()
    content = Content(initialStart: start.asStart, start: start.asStart, isLocal: isLocal)
    shown.item = item
    transport.anchor = content.start.expectedPosition
    shown.wantsPlay = autoplay
    if autoplay { shown.isInterrupted = false }
    statistics = Statistics()
    shown.loopCount = 0
    shown.phase = .idle
    shown.failure = Failure(.none)
    if opens {
      loading.request.open(request)
      openContent(&outputs)
    } else {
      outputs.complete(request, .done)
    }
  }

  mutating func prepare(_ request: RequestID, _ outputs: inout Outputs) {
    guard !shown.item.isNone else { return outputs.complete(request, .refused, .noContent) }
    switch shown.phase {
    case .prepared, .ended: outputs.complete(request, .done)
    case .opening:
      loading.request.close(.superseded, &outputs)
      loading.request.open(request)
    case .empty, .idle, .blocked, .failed:
      resetRetriesOnCommand()
      if configuration.autoplay { shown.wantsPlay = true }
      loading.request.open(request)
      openContent(&outputs)
    }
  }

  mutating func stop(_ request: RequestID, _ outputs: inout Outputs) {
    if shown.phase != .empty { close(into: .idle, &outputs) }
    outputs.complete(request, .done)
  }

  mutating func reset(_ request: RequestID, _ outputs: inout Outputs) {
    if shown.phase != .empty { close(into: .empty, &outputs) }
    content = Content()
    shown.item = .none
    forgetSegments()
    if !configuration.stopKeepsIntent { shown.wantsPlay = false }
    outputs.complete(request, .done)
  }

  /// The content is gone for good; nothing of it is open any more.
  mutating func forgetContent(_ outputs: inout Outputs) {
    content = Content()
    shown.item = .none
    forgetMedia(&outputs)
    forgetSegments()
    if !configuration.stopKeepsIntent { shown.wantsPlay = false }
    shown.phase = .empty
    shown.failure = Failure(.none)
  }

  mutating func close(into phase: Phase, _ outputs: inout Outputs) {
    cancelRequests(loadAnswer: .cancelled, &outputs)
    closeEngine(&outputs)
    if !configuration.stopKeepsIntent { shown.wantsPlay = false }
    content.start = content.initialStart
    forgetMedia(&outputs)
    shown.phase = phase
    shown.failure = Failure(.none)
  }

  mutating func reload(
    _ item: ItemID, flush: Bool, isLocal: Bool, _ request: RequestID, _ outputs: inout Outputs
  ) {
    guard !shown.item.isNone else { return outputs.complete(request, .refused, .noContent) }
    // After a seek there is nothing left to play out.
    let keepsBuffer = !flush && shown.phase == .prepared && !seeking.isActive
    if keepsBuffer, !(item.isNone ? content.isLocal : isLocal), effectivePath == .none {
      // What is buffered plays out all the same.
      outputs.note(.policyPrevented(shown.network))
      return outputs.complete(request, .failed)
    }
    cancelRequests(loadAnswer: .superseded, &outputs)
    resetRetriesOnCommand()
    if !item.isNone {
      if item != shown.item { resetRetriesOnItem() }
      shown.item = item
      content.isLocal = isLocal
    }
    rememberPosition()
    // That a skip is cut short by the app says nothing about the engine.
    segments.skipsInVain = 0
    loading.request.open(request)
    if keepsBuffer { return openNextEpoch(&outputs) }
    closeEngine(&outputs)
    openContent(&outputs)
  }

  /// The next opening goes on where this one is, if there is a place to come back to.
  mutating func rememberPosition() {
    guard shown.phase == .prepared || shown.phase == .ended, shown.streamType == .onDemand, canSeek
    else { return }
    content.start = .at(position(at: clock))
  }

  /// After a failure, while a retry waits for its time, or while the network does not allow it: opens now. Anything else
  /// has nothing to try again.
  mutating func retry(_ request: RequestID, _ outputs: inout Outputs) {
    guard shown.phase == .failed || shown.phase == .blocked || retrying.isWaiting else {
      return outputs.complete(request, .refused, .notPrepared)
    }
    loading.request.close(.superseded, &outputs)
    resetRetriesOnCommand()
    loading.request.open(request)
    openContent(&outputs)
  }

  mutating func set(_ setting: Setting, _ value: Int64, _ request: RequestID, _ outputs: inout Outputs) {
    guard setting.specification.range.contains(value) else {
      return outputs.complete(request, .refused, .outOfRange)
    }
    if configuration[setting] != value {
      configuration[setting] = value
      outputs.note(.settingChanged(setting, value: value))
      classifyStream()
      reconsiderSupply()
      planIntervals()
      if setting == .resolvesOverlaps || setting == .skipLandingMargin { resolveSegments() }
      enforcePolicy(&outputs)
    }
    outputs.complete(request, .done)
  }

  /// Sets where the next opening begins; an offset from the playhead counts from where it would have begun.
  mutating func aim(at position: Position) {
    var start = position
    if position.anchor == .playhead {
      start.anchor = content.start.anchor
      start.segment = content.start.segment
      start.offset = content.start.offset + position.offset
      if start.anchor == .start { start.offset = max(.zero, start.offset) }
    }
    content.start = start
    transport.anchor = start.expectedPosition
  }

  /// Answers everything that is still open, because something else takes its place.
  mutating func cancelRequests(loadAnswer: Answer, _ outputs: inout Outputs) {
    loading.request.close(loadAnswer, &outputs)
    seeking.request.close(.cancelled, &outputs)
    presentation.stillRequest.close(.cancelled, &outputs)
  }

  /// Forgets what was known of the media that is no longer open.
  mutating func forgetMedia(_ outputs: inout Outputs) {
    abandonSegments(.stop, &outputs)
    endStretch()
    retrying.isWaiting = false
    transport.rest(at: .zero, clock)
    transport.waiting = .none
    transport.pendingStops = 0
    transport.unexpectedStops = 0
    transport.hasTurned = false
    seeking = Seeking(serial: seeking.serial, request: seeking.request)
    setSupply(.unknown)
    buffering = Buffering()
    forgetTimeline()
    liveEdge = LiveEdge()
    shown.isLive = false
    forgetTracks()
    shown.naturalWidth = 0
    shown.naturalHeight = 0
    intervals.forget()
    if segments.table.hasDates { resolveSegments() }
  }
}

extension Position {
  /// The same place as a start, where no playhead is yet to count from.
  var asStart: Position {
    guard anchor == .playhead else { return self }
    var copy = self
    copy.anchor = .start
    return copy
  }

  /// Where the playhead is shown before the media is open: zero when only the media can tell.
  var expectedPosition: MediaTime { anchor == .start ? max(.zero, .zero + offset) : .zero }
}
