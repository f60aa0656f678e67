/// A request whose answer is still to come.
struct PendingRequest: Hashable, Sendable {
  var number = RequestID.none
  var isOpen = false

  /// The caller has closed the one before.
  mutating func open(_ request: RequestID) {
    number = request
    isOpen = true
  }

  mutating func close(_ answer: Answer, _ outputs: inout Outputs, _ refusal: Refusal = .none) {
    guard isOpen else { return }
    outputs.complete(number, answer, refusal)
    isOpen = false
  }
}

/// Opening and closing of the source.
struct Loading: Hashable, Sendable {
  var phase = Phase.empty
  /// The opening that the engine's reports must speak of.
  var epoch = Epoch.none
  /// The opening that takes over as soon as it is open, while the one before plays out; none without such a reload.
  var nextEpoch = Epoch.none
  /// Whether the engine holds something open that a close must release.
  var isEngineOpen = false
  /// When the opening that runs, or ran last, began.
  var openingSince = Instant.zero
  /// The epoch whose close the engine has not confirmed.
  var closingEpoch = Epoch.none
  var closingSince = Instant.zero
  /// Load, prepare, reload or retry: done when prepared.
  var request = PendingRequest()
  var failure = Failure(.none)
  /// How many openings became ready; a change means "prepared".
  var preparedCount: UInt32 = 0
}

extension Player {
  /// Where the content stands.
  public var phase: Phase { loading.phase }
  /// Why playback failed; of kind `none` while ``phase`` is not `failed`.
  public var failure: Failure { loading.failure }
  /// The content; none when empty.
  public var item: ItemID { content.item }
  /// The opening that engine reports must carry.
  public var epoch: Epoch { loading.epoch }

  var openDeadline: Instant {
    let isOpening = loading.phase == .opening && !seeking.isActive
    guard isOpening || !loading.nextEpoch.isNone else { return .never }
    return loading.openingSince.after(configuration.openTimeout)
  }

  var closeDeadline: Instant {
    loading.closingEpoch.isNone ? .never : loading.closingSince.after(configuration.closeTimeout)
  }

  /// The newest epoch that was ever given to an engine.
  private var newestEpoch: Epoch { loading.nextEpoch.isNone ? loading.epoch : loading.nextEpoch }

  mutating func openContent(_ outputs: inout Outputs) {
    loading.epoch = loading.epoch.successor
    loading.phase = .opening
    loading.failure = Failure(.none)
    loading.isEngineOpen = true
    loading.openingSince = clock
    forgetMedia()
    if content.start.anchor == .start { transport.anchor = max(.zero, .zero + content.start.offset) }
    transport.waiting = .start
    outputs.command(.open(item: content.item, keepsBuffer: false), loading.epoch)
    commandVolume(&outputs)
  }

  /// Opens beside what plays; ``takeFromNextEpoch(_:_:)`` hands over.
  mutating func openNextEpoch(_ outputs: inout Outputs) {
    if !loading.nextEpoch.isNone { outputs.command(.close, loading.nextEpoch) }
    loading.nextEpoch = newestEpoch.successor
    loading.openingSince = clock
    outputs.command(.open(item: content.item, keepsBuffer: true), loading.nextEpoch)
  }

  mutating func closeEngine(_ outputs: inout Outputs) {
    guard loading.isEngineOpen else { return }
    outputs.command(.close, loading.epoch)
    loading.closingEpoch = loading.epoch
    loading.closingSince = clock
    loading.isEngineOpen = false
    if !loading.nextEpoch.isNone {
      outputs.command(.close, loading.nextEpoch)
      loading.epoch = loading.nextEpoch
      loading.closingEpoch = loading.nextEpoch
      loading.nextEpoch = .none
    }
  }

  mutating func takeClosed(_ epoch: Epoch, _ outputs: inout Outputs) {
    if epoch == loading.closingEpoch, !epoch.isNone {
      loading.closingEpoch = .none
      outputs.note(.closed(epoch))
    } else if loading.isEngineOpen, epoch == loading.epoch, loading.nextEpoch.isNone {
      // Nobody asked: the engine went away by itself.
      loading.isEngineOpen = false
      fail(Failure(.unknown), &outputs)
    } else {
      ignore(.closed, .staleEpoch, &outputs)
    }
  }

  mutating func giveUpClosing(_ outputs: inout Outputs) {
    outputs.diagnose(0, .unanswered)
    outputs.note(.closed(loading.closingEpoch))
    loading.closingEpoch = .none
  }

  mutating func takeOpened(_ media: OpenedMedia, _ outputs: inout Outputs) {
    guard loading.phase == .opening, !seeking.isActive else { return ignore(.opened(media), .unexpected, &outputs) }
    takeMedia(media)
    goToStart(&outputs)
  }

  /// The next epoch is silent until it is open; then it takes the place of the one that played out.
  mutating func takeFromNextEpoch(_ event: EngineEvent, _ outputs: inout Outputs) {
    switch event {
    case .opened(let media):
      outputs.command(.close, loading.epoch)
      loading.closingEpoch = loading.epoch
      loading.closingSince = clock
      loading.epoch = loading.nextEpoch
      loading.nextEpoch = .none
      let position = position(at: clock)
      transport.rest(at: position, clock)
      transport.waiting = .start
      tracks = Tracks(wanted: tracks.wanted)
      closeStall()
      buffering = Buffering()
      loading.phase = .opening
      commandVolume(&outputs)
      takeMedia(media)
      goToStart(&outputs)
    case .failed(let failure): fail(failure.kind == .none ? Failure(.unknown) : failure, &outputs)
    case .connected(let address, let nameLookup, let connect, let firstData):
      outputs.note(.connected(address: address, nameLookup: nameLookup, connect: connect, firstData: firstData))
    default: ignore(event, .unexpected, &outputs)
    }
  }

  private mutating func takeMedia(_ media: OpenedMedia) {
    timeline.isSeekable = media.isSeekable
    takeDuration(media.duration, isEstimated: media.isDurationEstimated)
    tracks.hasAudio = media.hasAudio
    tracks.hasVideo = media.hasVideo
    buffering.supply = media.supply
    buffering.lastDataAt = clock
  }

  /// The media is open: goes to the start position, or is prepared at once when it is there already.
  private mutating func goToStart(_ outputs: inout Outputs) {
    let (target, before, after) = startTarget()
    guard target.isKnown, target != .zero || seeking.request.isOpen else { return becomePrepared(&outputs) }
    guard timeline.canSeek else {
      seeking.request.close(.refused, &outputs, .notSeekable)
      outputs.diagnose(0, .clamped)
      return becomePrepared(&outputs)
    }
    beginEngineSeek(to: target, before, after, &outputs)
  }

  mutating func becomePrepared(_ outputs: inout Outputs) {
    loading.phase = .prepared
    loading.preparedCount &+= 1
    content.start = content.initialStart
    loading.request.close(.done, &outputs)
  }

  /// Playback is over because of `failure`. The intent stays: a retry goes on with it.
  mutating func fail(_ failure: Failure, _ outputs: inout Outputs) {
    if configuration.reopensAtLastPosition, timeline.canSeek, timeline.streamType == .onDemand,
      loading.phase == .prepared || loading.phase == .ended
    {
      content.start = .at(position(at: clock))
    }
    loading.request.close(.failed, &outputs)
    seeking.request.close(.failed, &outputs)
    presentation.stillRequest.close(.failed, &outputs)
    transport.rest(at: position(at: clock), clock)
    seeking.end()
    closeStall()
    closeEngine(&outputs)
    loading.phase = .failed
    loading.failure = failure
  }
}

extension Instant {
  /// `span` later; never when the span is endless.
  func after(_ span: TimeSpan) -> Instant { span == .never ? .never : self + span }
}
