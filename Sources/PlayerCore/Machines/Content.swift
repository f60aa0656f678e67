/// Which item the player is about, and where it begins.
struct Content: Hashable, Sendable {
  var item = ItemID.none
  /// Where the app wanted it to begin; used again after a stop (srg.md §1.6).
  var initialStart = Position.standard
  /// Where the next opening begins.
  var start = Position.standard

  var isEmpty: Bool { item.isNone }
}

extension Player {
  mutating func load(
    _ item: ItemID, from start: Position, autoplay: Bool, opens: Bool, _ request: RequestID, _ outputs: inout Outputs
  ) {
    guard !item.isNone else { return outputs.complete(request, .refused, .unknownSubject) }
    cancelRequests(loadAnswer: .superseded, &outputs)
    closeEngine(&outputs)
    content = Content(item: item, initialStart: start, start: start)
    transport.wantsPlay = autoplay
    statistics = Statistics()
    forgetMedia()
    loading.phase = .idle
    loading.failure = Failure(.none)
    if opens {
      loading.request.open(request)
      openContent(&outputs)
    } else {
      outputs.complete(request, .done)
    }
  }

  mutating func prepare(_ request: RequestID, _ outputs: inout Outputs) {
    guard !content.isEmpty else { return outputs.complete(request, .refused, .noContent) }
    if configuration.autoplay { transport.wantsPlay = true }
    switch loading.phase {
    case .prepared, .ended: outputs.complete(request, .done)
    case .opening:
      loading.request.close(.superseded, &outputs)
      loading.request.open(request)
    case .empty, .idle, .blocked, .failed:
      loading.request.open(request)
      openContent(&outputs)
    }
  }

  mutating func stop(_ request: RequestID, _ outputs: inout Outputs) {
    if loading.phase != .empty { close(into: .idle, &outputs) }
    outputs.complete(request, .done)
  }

  mutating func reset(_ request: RequestID, _ outputs: inout Outputs) {
    if loading.phase != .empty { close(into: .empty, &outputs) }
    content = Content()
    transport.wantsPlay = false
    outputs.complete(request, .done)
  }

  mutating func close(into phase: Phase, _ outputs: inout Outputs) {
    cancelRequests(loadAnswer: .cancelled, &outputs)
    closeEngine(&outputs)
    if !configuration.stopKeepsIntent { transport.wantsPlay = false }
    content.start = content.initialStart
    forgetMedia()
    loading.phase = phase
    loading.failure = Failure(.none)
  }

  mutating func reload(_ item: ItemID, flush: Bool, _ request: RequestID, _ outputs: inout Outputs) {
    guard !content.isEmpty else { return outputs.complete(request, .refused, .noContent) }
    let position = position(at: clock)
    let canResume = timeline.streamType == .onDemand && timeline.isSeekable
    cancelRequests(loadAnswer: .superseded, &outputs)
    if !item.isNone { content.item = item }
    if canResume { content.start = .at(position) }
    loading.request.open(request)
    if !flush, loading.phase == .prepared {
      return openNextEpoch(&outputs)
    }
    closeEngine(&outputs)
    openContent(&outputs)
  }

  /// After a failure: opens again. Anything else has nothing to try again.
  mutating func retry(_ request: RequestID, _ outputs: inout Outputs) {
    guard loading.phase == .failed else { return outputs.complete(request, .refused, .notPrepared) }
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
      timeline.classify(minimumWindow: configuration.minimumDVRWindow)
      reconsiderSupply()
    }
    outputs.complete(request, .done)
  }

  /// Answers everything that is still open, because something else takes its place.
  mutating func cancelRequests(loadAnswer: Answer, _ outputs: inout Outputs) {
    loading.request.close(loadAnswer, &outputs)
    seeking.request.close(.cancelled, &outputs)
    presentation.stillRequest.close(.cancelled, &outputs)
  }

  /// Forgets what was known of the media that is no longer open.
  mutating func forgetMedia() {
    transport.rest(at: .zero, clock)
    transport.waiting = .none
    transport.unexpectedStops = 0
    seeking = Seeking(serial: seeking.serial)
    closeStall()
    buffering = Buffering()
    timeline = Timeline(wallClockOffset: timeline.wallClockOffset)
    tracks = Tracks(wanted: tracks.wanted)
    presentation.naturalWidth = 0
    presentation.naturalHeight = 0
  }
}
