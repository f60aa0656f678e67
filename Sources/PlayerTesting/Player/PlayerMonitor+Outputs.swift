import PlayerCore

// The grammar of the outputs, and the state that an observer derives from them.

extension PlayerMonitor {
  @inline(__always)
  mutating func observe(_ output: Output) {
    switch output {
    case .diagnostic(let diagnostic):
      stepOutputs.outputs &+= 1
      expect(stepOutputs.rank == 0, .kindsOutOfOrder)
      observe(diagnostic)
    case .notification(let notification, let reason): observe(notification, reason)
    case .completion(let completion):
      stepOutputs.outputs &+= 1
      expect(stepOutputs.rank <= 3, .kindsOutOfOrder)
      stepOutputs.rank = 3
      stepOutputs.answered.append(completion.request, completion.answer)
      let isRefused = completion.answer == .refused
      if isRefused { stepOutputs.isRefused = true }
      if completion.answer == .done { stepOutputs.done = completion.request }
      expect(isRefused == (completion.refusal != .none), .refusalWithoutReason)
    case .engine(let command, let epoch):
      stepOutputs.outputs &+= 1
      stepOutputs.rank = 4
      observe(command, epoch)
      updateEngineModel(command, epoch)
    }
  }

  @inline(__always)
  mutating func observe(_ notification: Player.Notification, _ reason: Reason) {
    stepOutputs.outputs &+= 1
    if reason != stepOutputs.expected { checkReason(reason) }
    observe(notification)
  }

  private mutating func observe(_ diagnostic: Diagnostic) {
    stepOutputs.allDiagnostics &+= 1
    if diagnostic.oddity != .clockRanBackwards { stepOutputs.diagnostics &+= 1 }
    // A diagnostic names its input; a start that is not reached and a close without an answer have none. A restart's seek is
    // named as a seek.
    let namesInput: Bool =
      switch diagnostic.oddity {
      case .clamped, .unknownSubject: diagnostic.inputCode == 0 || diagnostic.inputCode == stepOutputs.code
      case .unanswered: diagnostic.inputCode == 0
      case .staleEpoch, .staleSerial, .unexpected, .clockRanBackwards, .emptyRange, .notAvailable, .retriedSeek:
        diagnostic.inputCode == stepOutputs.code
      }
    expect(namesInput || stepOutputs.code == Kind.restart && diagnostic.inputCode == Kind.seek, .droppedSilently)
    switch diagnostic.oddity {
    case .staleEpoch:
      stepOutputs.diagnosesStaleEpoch = true
      stepOutputs.diagnosesIgnored = true
    case .staleSerial:
      stepOutputs.diagnosesStaleSerial = true
      stepOutputs.diagnosesIgnored = true
    case .unexpected: stepOutputs.diagnosesIgnored = true
    case .retriedSeek: stepOutputs.retriesSeek = true
    case .clamped: stepOutputs.diagnosesClamped = true
    case .emptyRange: stepOutputs.diagnosesEmptyRange = true
    case .unanswered: stepOutputs.unansweredCloses &+= 1
    case .clockRanBackwards, .unknownSubject, .notAvailable: break
    }
  }

  /// A reason other than that of the input must be the retry policy, and only if it was triggered.
  @inline(never)
  private mutating func checkReason(_ reason: Reason) {
    if reason == .retry { stepOutputs.hasRetryReason = true } else { flag(.reasonWrong) }
  }

  @inline(__always)
  mutating func expectedReason(_ code: UInt16) -> Reason {
    switch code {
    case Kind.deadline: before.isSegmentDeadline ? .segment : .deadline
    case 1..<Kind.environment: .command
    case Kind.networkChanged: .reachability
    case Kind.interruptionBegan, Kind.interruptionEnded: .interruption
    case Kind.environment..<Kind.engine: .environment
    default: .engine
    }
  }

  @inline(__always)
  private mutating func expectChange(_ isChange: Bool) { expect(isChange, .changeAnnouncedTwice) }

  // One exhaustive switch: three would cost three mispredicted branches.
  private mutating func observe(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged(let from, let to):
      rank(Self.itemPlace)
      expectChange(from == announced.item && from != to)
      announced.item = to
      stepOutputs.isDiscontinuous = true
    case .phaseChanged(let from, let to):
      rank(1)
      expectChange(from == announced.phase && from != to)
      expect(from.canBecome(to), .phaseOutOfGrammar)
      announced.phase = to
      if to != .failed { announced.failure = Failure(.none) }
      stepOutputs.isDiscontinuous = true
    case .playbackStateChanged(let from, let to):
      rank(18)
      expectChange(from == announced.state && from != to)
      expect(from.canBecome(to), .stateOutOfGrammar)
      // A replay seeks silently and is shown as ended until it plays. A restart is shown as seeking.
      if from == .ended, to == .seeking, stepOutputs.code < Kind.engine, stepOutputs.code != Kind.restart {
        expect(!inspection.shown.seek.isNone, .waitReasonWrong)
      }
      announced.state = to
      if to == .paused { stepOutputs.paused = true }
    case .supplyChanged(let from, let to):
      rank(12)
      expectChange(from == announced.supply && from != to)
      expect(to != .stalled || announced.phase == .prepared, .bufferingBeforeLoad)
      announced.supply = to
    case .intentChanged(let playing):
      rank(9)
      expectChange(announced.wantsPlay != playing)
      announced.wantsPlay = playing
    case .prepared(let duration):
      rank(8)
      announced.preparedCount &+= 1
      expect(announced.preparedCount <= openedCount, .preparedWithoutOpening)
      expectSame("duration", duration, inspection.shown.duration, .staleValue)
      stepOutputs.isDiscontinuous = true
    case .seekBegan(let serial, let origin, let target):
      rank(16)
      expect(announced.seek.isNone && !serial.isNone, .seekNotClosed)
      (announced.seek, announced.seekOrigin, announced.seekTarget) = (serial, origin, target)
      stepOutputs.isDiscontinuous = true
    case .seekEnded(let serial, let position, let isFinished):
      rank(15)
      stepOutputs.seekEndedAt = position
      stepOutputs.endsSeek = true
      stepOutputs.finishesSeek = isFinished
      expect(announced.seek == serial && !serial.isNone, .seekNotClosed)
      (announced.seek, announced.seekOrigin, announced.seekTarget) = (.none, .unknown, .unknown)
      stepOutputs.isDiscontinuous = true
    case .stallBegan(let count):
      rank(13)
      expect(!isStalled, .stallNotClosed)
      isStalled = true
      ledger.stallBegan = inspection.clock
      announced.stallCount = count
      stepOutputs.beginsStall = true
    case .stallEnded(let lasted):
      rank(11)
      expect(isStalled, .stallNotClosed)
      isStalled = false
      stepOutputs.stallLasted = lasted
      expect(lasted >= .zero, .phantomStall)
      if ledger.stallBegan != .never { expectSame("stall", lasted, inspection.clock - ledger.stallBegan, .toldWrongly) }
    case .positionJumped(let from, let to):
      if stepOutputs.jumps { stepOutputs.catchUpJump = (from, to) } else { stepOutputs.jump = (from, to) }
      stepOutputs.jumps = true
      if to > from { leaveOut(to - from) }
      rankNote()
      expect(from != to, .staleValue)
      stepOutputs.isDiscontinuous = true
    case .ended(let position):
      rank(19)
      expect(announced.state == .ended && announced.phase == .ended, .endedFlagWrong)
      expectSame("position", position, inspection.position, .staleValue)
      stepOutputs.hasEnded = true
    case .failed(let failure, let position):
      rank(20)
      (stepOutputs.failed, stepOutputs.failedAt) = (failure, position)
      expect(announced.state == .idle && announced.phase == .failed, .errorOutsideIdle)
      if inspection.shown.phase != .empty { expectSame("failure", failure.kind, inspection.failure, .staleValue) }
      announced.failure = failure
      stepOutputs.hasFailed = true
      stepOutputs.failure = failure.kind
      if failure.kind == .retriesExhausted { stepOutputs.byPolicy = true }
    case .streamTypeChanged(let type):
      rank(2)
      expectChange(announced.streamType != type)
      announced.streamType = type
    case .durationChanged(let duration):
      rank(3)
      expectChange(announced.duration != duration)
      announced.duration = duration
    case .seekableRangeChanged(let start, let end):
      rank(4)
      expectChange(announced.rangeStart != start || announced.rangeEnd != end)
      (announced.rangeStart, announced.rangeEnd) = (start, end)
    case .tracksChanged(let audio, let video, let subtitle):
      rank(5)
      expectChange(
        announced.audioTracks != audio || announced.videoTracks != video || announced.subtitleTracks != subtitle)
      (announced.audioTracks, announced.videoTracks, announced.subtitleTracks) = (audio, video, subtitle)
    case .trackSelected(let kind, let track):
      rank(Self.trackPlace)
      switch kind {
      case .audio:
        expectChange(announced.audioTrack != track)
        announced.audioTrack = track
      case .video:
        expectChange(announced.videoTrack != track)
        announced.videoTrack = track
      case .subtitle:
        expectChange(announced.subtitleTrack != track)
        announced.subtitleTrack = track
      }
    case .naturalSizeChanged(let width, let height):
      rank(7)
      expectChange(announced.naturalWidth != width || announced.naturalHeight != height)
      (announced.naturalWidth, announced.naturalHeight) = (width, height)
    case .interruptionChanged(let isInterrupted):
      rank(10)
      expectChange(announced.isInterrupted != isInterrupted)
      announced.isInterrupted = isInterrupted
    case .looped(let count):
      rank(17)
      expectChange(announced.loopCount != count)
      announced.loopCount = count
      stepOutputs.loops = true
      stepOutputs.isDiscontinuous = true
    case .firstFrame(let kind, let after):
      rank(Self.framePlace)
      expect(after >= .zero && kind != .subtitle, .staleValue)
      hearFirstFrame(after)
      if kind == .audio {
        expectChange(!announced.hasShownAudio)
        announced.hasShownAudio = true
      } else {
        expectChange(!announced.hasShownVideo)
        announced.hasShownVideo = true
      }
    case .atLiveEdgeChanged(let isLive):
      rank(22)
      expectChange(announced.isLive != isLive)
      announced.isLive = isLive
    case .rateChanged(let rate):
      rank(23)
      expectChange(announced.rate != rate)
      announced.rate = rate
    case .effectiveRateChanged(let rate):
      rank(24)
      expectChange(announced.effectiveRate != rate)
      announced.effectiveRate = rate
    case .volumeChanged(let left, let right):
      rank(25)
      expectChange(announced.left != left || announced.right != right)
      (announced.left, announced.right) = (left, right)
    case .mutedChanged(let isMuted):
      rank(26)
      expectChange(announced.isMuted != isMuted)
      announced.isMuted = isMuted
    case .loopingChanged(let isLooping):
      rank(27)
      expectChange(announced.isLooping != isLooping)
      announced.isLooping = isLooping
    case .scalingModeChanged(let mode):
      rank(28)
      expectChange(announced.scalingMode != mode)
      announced.scalingMode = mode
    case .rotationChanged(let degrees):
      rank(29)
      expectChange(announced.rotation != degrees)
      announced.rotation = degrees
    case .subtitleChanged(let text):
      rank(30)
      expectChange(announced.subtitle != text)
      announced.subtitle = text
    case .networkChanged(let network):
      rank(31)
      expectChange(announced.network != network)
      announced.network = network
    case .backgroundChanged(let isInBackground):
      rank(32)
      expectChange(announced.isInBackground != isInBackground)
      announced.isInBackground = isInBackground
    case .externalPlaybackChanged(let isActive):
      rank(33)
      expectChange(announced.isPlayingExternally != isActive)
      announced.isPlayingExternally = isActive
    case .pictureInPictureChanged(let isActive):
      rank(34)
      expectChange(announced.isInPicture != isActive)
      announced.isInPicture = isActive
    case .segmentStarted, .segmentEnded, .willSkip, .didSkip, .blockedPlaying: hearOfSegments(notification)
    // A change that is not mirrored here still has its place in the order.
    default: if let place = notification.place { rank(Int8(place)) } else { observeNote(notification) }
    }
  }

  private mutating func hearOfSegments(_ notification: Player.Notification) {
    hearSegment(notification)
    switch notification {
    case .segmentStarted(let id, let isSelected, let selection, _, _):
      rank(Self.segmentPlace)
      let isRight = announced.segment.isNone && !id.isNone && isSelected == (selection != .none)
      expect(isRight, .segmentNotClosed)
      (announced.segment, announced.selectedSegment) = (id, isSelected ? id : .none)
    case .segmentEnded(let id, let wasSelected, let selection, let exit, _, _):
      rank(Self.segmentPlace)
      let isRight =
        !announced.segment.isNone && !id.isNone && wasSelected == !announced.selectedSegment.isNone
        && (selection != .none) == (exit == .selection)
      expect(isRight, .segmentNotClosed)
      if announced.segment != id { stepOutputs.endsSuccessor = true }
      (announced.segment, announced.selectedSegment) = (.none, .none)
    case .willSkip(let id, _):
      rank(Self.segmentPlace)
      expect(announced.skipped.isNone && !id.isNone, .skipNotClosed)
      announced.skipped = id
    case .didSkip(let id, _, _):
      // It follows the changes, or precedes its consequence: another skip, or the end of the media.
      expect(stepOutputs.rank <= 2, .kindsOutOfOrder)
      stepOutputs.rank = max(stepOutputs.rank, 1)
      expect(announced.skipped == id && !id.isNone, .skipNotClosed)
      announced.skipped = .none
    case .blockedPlaying(let id, let isSeekable):
      rank(Self.segmentPlace)
      expectChange(announced.playedBlocked != id)
      announced.playedBlocked = id
      if !id.isNone { expect(isSeekable == inspection.canSeek, .segmentsWrong) }
    default: break
    }
  }

  /// A notification that is not a change.
  private mutating func observeNote(_ notification: Player.Notification) {
    rankNote()
    switch notification {
    case .retryScheduled(let attempt, let limit, let after):
      stepOutputs.schedulesRetry = true
      stepOutputs.retryDelay = after
      stepOutputs.retryAttempt = attempt
      stepOutputs.byPolicy = true
      // If the same input changes the limit, the new one applies.
      let isRight =
        attempt >= 1 && attempt <= limit && Int64(limit) == policies.retryLimit && after >= .zero && after < .never
      expect(isRight, .retryBeyondLimit)
      expect(announced.phase == .opening || announced.phase == .blocked, .phaseOutOfGrammar)
    case .reloading(let attempt):
      stepOutputs.reloadAttempt = attempt
      stepOutputs.reloads = true
      stepOutputs.byPolicy = true
      expect(attempt >= 1 && Int64(attempt) <= policies.reloadLimit, .retryBeyondLimit)
    case .policyPrevented(let network):
      expectSame("network", network, inspection.shown.network, .toldWrongly)
      stepOutputs.isPrevented = true
      stepOutputs.byPolicy = true
      expect(announced.phase == .blocked || announced.phase == .prepared, .phaseOutOfGrammar)
    case .warned(let failure):
      (stepOutputs.warned, stepOutputs.warns) = (failure, true)
      stepOutputs.failure = failure.kind
      stepOutputs.wait = Self.wait(after: failure)
    case .settingChanged(let setting, let value):
      stepOutputs.changesSettings = true
      guard ledger.configuration != nil else { break }
      expect(ledger.configuration?[setting] != value, .changeAnnouncedTwice)
      ledger.configuration?[setting] = value
    case .closed(let epoch):
      // The close was commanded before, or in this input.
      let age = before.newestClosed.rawValue &- epoch.rawValue
      let wasAwaited = age < 8 && before.awaitedCloses & (1 << UInt8(truncatingIfNeeded: age)) != 0
      let isOpen = !epoch.isNone && (epoch == open.0 || epoch == open.1)
      expect(wasAwaited || isOpen, .closedNotOnce)
      let ageNow = inspection.newestClosed.rawValue &- epoch.rawValue
      let isAwaited = ageNow < 8 && inspection.awaitedCloses & (1 << UInt8(truncatingIfNeeded: ageNow)) != 0
      expect(!isAwaited, .closedNotOnce)
      stepOutputs.confirmedCloses &+= 1
      stepOutputs.closed = epoch
    case .tick(let id, let position):
      checkTick(position)
      hearTick(id, position, isBoundary: false)
    case .boundaryReached(let id, let position): hearTick(id, position, isBoundary: true)
    case .softEndReached(let position): hearSoftEnd(position)
    case .backgroundTimeNeeded(let span):
      stepOutputs.asksForTime = true
      expectSame("background time", span, policies.backgroundTime, .toldWrongly)
    default: break
    }
  }

  /// A tick comes at its position, unless the host is late. After a correction of the playhead within the tolerance it
  /// comes a little late.
  private mutating func checkTick(_ position: MediaTime) {
    // The playhead does not run through skipped media.
    if stepOutputs.code == Kind.deadline, before.isSegmentDeadline {
      expect(position <= expectedPosition || isAnnounced(position), .tickBesidePlayhead)
    }
    let playhead = inspection.isSeeking ? inspection.anchor : inspection.position
    guard !isLate, inspection.anchor > .seconds(-1_000_000_000) else { return }
    let slack = policies.jumpTolerance + .milliseconds(1)
    let isThere =
      position <= playhead && playhead - position <= slack || stepOutputs.isDiscontinuous || isAnnounced(position)
    expect(isThere, .tickBesidePlayhead)
  }

  private mutating func observe(_ command: EngineCommand, _ epoch: Epoch) {
    let isOpen = !epoch.isNone && (epoch == open.0 || epoch == open.1)
    switch command {
    case .open(let item, let keepsBuffer):
      stepOutputs.opens = true
      expectSame("item", item, inspection.shown.item, .engineNotTold)
      expect(keepsBuffer == (epoch == inspection.nextEpoch), .engineNotTold)
      stepOutputs.byPolicy = true
      openedCount &+= 1
      expect(!isOpen && !epoch.isNone, .startNotClosed)
      // The open media is closed first, unless it plays out (BugZoo.md#23).
      expect(keepsBuffer || open.0.isNone && open.1.isNone, .startNotClosed)
      if open.0.isNone {
        open.0 = epoch
      } else {
        expect(open.1.isNone, .startNotClosed)
        open.1 = epoch
      }
      expect(!inspection.isPrevented, .loadsAlthoughPrevented)
    case .close:
      stepOutputs.closes &+= 1
      expect(isOpen, .startNotClosed)
      if open.0 == epoch { open.0 = .none } else if open.1 == epoch { open.1 = .none }
    case .seek(let serial, _, _, _):
      expect(isOpen, .commandsClosedEngine)
      stepOutputs.commandsSeek = true
      commandedSeek = serial
      commandedSeekEpoch = epoch
    case .play:
      expect(isOpen, .commandsClosedEngine)
      let isSupplied = inspection.shown.supply.allowsPlayback || policies.kicks && inspection.shown.supply == .stalled
      let isRight =
        inspection.shown.phase == .prepared && inspection.shown.wantsPlay && isSupplied && !inspection.isHindered
        && !inspection.isSeeking
      expect(isRight, .playCommandedWrongly)
    case .catchUp(let target):
      expect(isOpen, .commandsClosedEngine)
      let isRight =
        inspection.shown.streamType == .live && inspection.shown.wantsPlay
        && (epoch != caughtUpIn || inspection.clock - caughtUpAt >= .seconds(1) || inspection.clock == .never)
        && target <= inspection.bufferedUntil && target == inspection.position
      expect(isRight, .catchUpWrong)
      if epoch != caughtUpIn { caughtUpTo = .unknown }
      (caughtUpAt, caughtUpIn) = (inspection.clock, epoch)
    case .reportPosition:
      expect(isOpen, .commandsClosedEngine)
      stepOutputs.probes = true
    case .pause, .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill:
      expect(isOpen, .commandsClosedEngine)
    }
  }

  // MARK: The observer's state

  /// What a caller reads is what was announced.
  @inline(never)
  mutating func checkReading(_ player: inout Player) {
    let shown = inspection.shown
    let isSame =
      player.isMuted == shown.isMuted && player.isLooping == shown.isLooping && player.isLive == shown.isLive
      && player.isInterrupted == shown.isInterrupted && player.isPlayingExternally == shown.isPlayingExternally
      && player.isInPicture == shown.isInPicture && player.isWaitingToRetry == inspection.isWaitingToRetry
      && player.isConnected == inspection.isConnected && player.isVideoEnabled == inspection.isVideoEnabled
      && player.hasVideo == inspection.hasVideo
    expect(isSame, .changeForgotten)
  }

  @inline(__always)
  mutating func checkMirror(_ code: UInt16) {
    let retries =
      stepOutputs.schedulesRetry || stepOutputs.reloads && code >= Kind.engine
      || stepOutputs.isPrevented && code == Kind.deadline && before.nextSlot == .retry
    expect(stepOutputs.hasRetryReason ? stepOutputs.byPolicy : !retries, .reasonWrong)
    // A load resets the counters, and the first frames belong to an opening.
    if !inspection.shown.hasShownAudio { announced.hasShownAudio = false }
    if !inspection.shown.hasShownVideo { announced.hasShownVideo = false }
    if code == Kind.load {
      announced.stallCount = inspection.shown.stallCount
      announced.loopCount = inspection.shown.loopCount
    } else if code == Kind.commitSegments {
      // An equivalent segment takes over without a notification (SRG.md#3.6).
      announced.segment = inspection.shown.segment
      announced.selectedSegment = inspection.shown.selectedSegment
    }
    // What took over in this very step ends under its own number when catching up leaves it (`heir-wrong` says which).
    expect(!stepOutputs.endsSuccessor || code == Kind.commitSegments && stepOutputs.catchUp.isKnown, .segmentNotClosed)
    if !Player.Observable.areSame(&announced, &inspection.shown) { flag(.changeForgotten) }
  }
}
