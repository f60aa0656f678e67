import PlayerCore

// The outputs as a language, and as what a listener learns from them.

extension PlayerMonitor {
  @inline(__always)
  mutating func hear(_ output: Output) {
    said.outputs &+= 1
    switch output {
    case .diagnostic(let diagnostic):
      expect(said.rank == 0, .kindsOutOfOrder)
      hear(diagnostic)
    case .notification(let notification, let reason):
      if reason != said.expected { hearOther(reason) }
      hear(notification)
    case .completion(let completion):
      expect(said.rank <= 3, .kindsOutOfOrder)
      said.rank = 3
      said.answered.append(completion.request, completion.answer)
      let isRefused = completion.answer == .refused
      if isRefused { said.isRefused = true }
      if completion.answer == .done { said.done = completion.request }
      expect(isRefused == (completion.refusal != .none), .refusalWithoutReason)
    case .engine(let command, let epoch):
      said.rank = 4
      hear(command, epoch)
      hearTold(command, epoch)
    }
  }

  private mutating func hear(_ diagnostic: Diagnostic) {
    said.diagnostics &+= 1
    // It speaks of its input, or of something that comes with none. What a restart seeks is a seek.
    let speaks = diagnostic.inputCode == 0 || diagnostic.inputCode == said.code
    expect(speaks || said.code == Kind.restart && diagnostic.inputCode == Kind.seek, .droppedSilently)
    switch diagnostic.oddity {
    case .staleEpoch:
      said.diagnosesStaleEpoch = true
      said.diagnosesIgnored = true
    case .staleSerial:
      said.diagnosesStaleSerial = true
      said.diagnosesIgnored = true
    case .unexpected: said.diagnosesIgnored = true
    case .retriedSeek: said.retriesSeek = true
    case .clockRanBackwards, .clamped, .unknownSubject, .notAvailable, .unanswered, .emptyRange: break
    }
  }

  /// Another reason than that of the input is the retry policy's, where that was called up.
  @inline(never)
  private mutating func hearOther(_ reason: Reason) {
    if reason == .retry { said.hasRetryReason = true } else { flag(.reasonWrong) }
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
  private mutating func news(_ isNews: Bool) { expect(isNews, .changeAnnouncedTwice) }

  // In one switch, exhaustive: who jumps through three has jumped wrongly three times.
  private mutating func hear(_ notification: Player.Notification) {
    switch notification {
    case .itemChanged(let from, let to):
      rank(Self.itemPlace)
      news(from == heard.item && from != to)
      heard.item = to
      said.isDiscontinuous = true
    case .phaseChanged(let from, let to):
      rank(1)
      news(from == heard.phase && from != to)
      expect(from.canBecome(to), .phaseOutOfGrammar)
      heard.phase = to
      if to != .failed { heard.failure = Failure(.none) }
      said.isDiscontinuous = true
    case .playbackStateChanged(let from, let to):
      rank(18)
      news(from == heard.state && from != to)
      expect(from.canBecome(to), .stateOutOfGrammar)
      heard.state = to
      if to == .paused { said.paused = true }
    case .supplyChanged(let from, let to):
      rank(12)
      news(from == heard.supply && from != to)
      expect(to != .stalled || heard.phase == .prepared, .bufferingBeforeLoad)
      heard.supply = to
    case .intentChanged(let playing):
      rank(9)
      news(heard.wantsPlay != playing)
      heard.wantsPlay = playing
    case .prepared(let duration):
      rank(8)
      heard.preparedCount &+= 1
      expect(heard.preparedCount <= openedCount, .preparedWithoutOpening)
      expect(duration == facts.shown.duration, .staleValue)
      said.isDiscontinuous = true
    case .seekBegan(let serial, let origin, let target):
      rank(16)
      expect(heard.seek.isNone && !serial.isNone, .seekNotClosed)
      (heard.seek, heard.seekOrigin, heard.seekTarget) = (serial, origin, target)
      said.isDiscontinuous = true
    case .seekEnded(let serial, let position, let isFinished):
      rank(15)
      said.seekEndedAt = position
      said.endsSeek = true
      said.finishesSeek = isFinished
      expect(heard.seek == serial && !serial.isNone, .seekNotClosed)
      (heard.seek, heard.seekOrigin, heard.seekTarget) = (.none, .unknown, .unknown)
      said.isDiscontinuous = true
    case .stallBegan(let count):
      rank(13)
      expect(!isStalled, .stallNotClosed)
      isStalled = true
      ledger.stallBegan = facts.clock
      heard.stallCount = count
      said.beginsStall = true
    case .stallEnded(let lasted):
      rank(11)
      expect(isStalled, .stallNotClosed)
      isStalled = false
      said.stallLasted = lasted
      expect(lasted >= .zero, .phantomStall)
      if ledger.stallBegan != .never { expectSame("stall", lasted, facts.clock - ledger.stallBegan, .toldWrongly) }
    case .positionJumped(let from, let to):
      if said.jumps { said.catchUpJump = (from, to) } else { said.jump = (from, to) }
      said.jumps = true
      if to > from { leaveOut(to - from) }
      rankNote()
      expect(from != to, .staleValue)
      said.isDiscontinuous = true
    case .ended(let position):
      rank(19)
      expect(heard.state == .ended && heard.phase == .ended, .endedFlagWrong)
      expect(position == facts.position, .staleValue)
      said.hasEnded = true
    case .failed(let failure, let position):
      rank(20)
      (said.failed, said.failedAt) = (failure, position)
      expect(heard.state == .idle && heard.phase == .failed, .errorOutsideIdle)
      expect(failure.kind == facts.failure || facts.shown.phase == .empty, .staleValue)
      heard.failure = failure
      said.hasFailed = true
      said.failure = failure.kind
      if failure.kind == .retriesExhausted { said.byPolicy = true }
    case .streamTypeChanged(let type):
      rank(2)
      news(heard.streamType != type)
      heard.streamType = type
    case .durationChanged(let duration):
      rank(3)
      news(heard.duration != duration)
      heard.duration = duration
    case .seekableRangeChanged(let start, let end):
      rank(4)
      news(heard.rangeStart != start || heard.rangeEnd != end)
      (heard.rangeStart, heard.rangeEnd) = (start, end)
    case .tracksChanged(let audio, let video, let subtitle):
      rank(5)
      news(heard.audioTracks != audio || heard.videoTracks != video || heard.subtitleTracks != subtitle)
      (heard.audioTracks, heard.videoTracks, heard.subtitleTracks) = (audio, video, subtitle)
    case .trackSelected(let kind, let track):
      rank(Self.trackPlace)
      switch kind {
      case .audio:
        news(heard.audioTrack != track)
        heard.audioTrack = track
      case .video:
        news(heard.videoTrack != track)
        heard.videoTrack = track
      case .subtitle:
        news(heard.subtitleTrack != track)
        heard.subtitleTrack = track
      }
    case .naturalSizeChanged(let width, let height):
      rank(7)
      news(heard.naturalWidth != width || heard.naturalHeight != height)
      (heard.naturalWidth, heard.naturalHeight) = (width, height)
    case .interruptionChanged(let isInterrupted):
      rank(10)
      news(heard.isInterrupted != isInterrupted)
      heard.isInterrupted = isInterrupted
    case .looped(let count):
      rank(17)
      news(heard.loopCount != count)
      heard.loopCount = count
      said.loops = true
      said.isDiscontinuous = true
    case .firstFrame(let kind, let after):
      rank(Self.framePlace)
      expect(after >= .zero && kind != .subtitle, .staleValue)
      hearFirstFrame(after)
      if kind == .audio {
        news(!heard.hasShownAudio)
        heard.hasShownAudio = true
      } else {
        news(!heard.hasShownVideo)
        heard.hasShownVideo = true
      }
    case .atLiveEdgeChanged(let isLive):
      rank(22)
      news(heard.isLive != isLive)
      heard.isLive = isLive
    case .rateChanged(let rate):
      rank(23)
      news(heard.rate != rate)
      heard.rate = rate
    case .effectiveRateChanged(let rate):
      rank(24)
      news(heard.effectiveRate != rate)
      heard.effectiveRate = rate
    case .volumeChanged(let left, let right):
      rank(25)
      news(heard.left != left || heard.right != right)
      (heard.left, heard.right) = (left, right)
    case .mutedChanged(let isMuted):
      rank(26)
      news(heard.isMuted != isMuted)
      heard.isMuted = isMuted
    case .loopingChanged(let isLooping):
      rank(27)
      news(heard.isLooping != isLooping)
      heard.isLooping = isLooping
    case .scalingModeChanged(let mode):
      rank(28)
      news(heard.scalingMode != mode)
      heard.scalingMode = mode
    case .rotationChanged(let degrees):
      rank(29)
      news(heard.rotation != degrees)
      heard.rotation = degrees
    case .subtitleChanged(let text):
      rank(30)
      news(heard.subtitle != text)
      heard.subtitle = text
    case .networkChanged(let network):
      rank(31)
      news(heard.network != network)
      heard.network = network
    case .backgroundChanged(let isInBackground):
      rank(32)
      news(heard.isInBackground != isInBackground)
      heard.isInBackground = isInBackground
    case .externalPlaybackChanged(let isActive):
      rank(33)
      news(heard.isPlayingExternally != isActive)
      heard.isPlayingExternally = isActive
    case .pictureInPictureChanged(let isActive):
      rank(34)
      news(heard.isInPicture != isActive)
      heard.isInPicture = isActive
    case .segmentStarted, .segmentEnded, .willSkip, .didSkip: hearOfSegments(notification)
    // A change that is not mirrored here has its place all the same.
    default: if let place = notification.place { rank(Int8(place)) } else { hearNote(notification) }
    }
  }

  private mutating func hearOfSegments(_ notification: Player.Notification) {
    hearSegment(notification)
    switch notification {
    case .segmentStarted(let id, let isSelected, let selection, _, _):
      rank(Self.segmentPlace)
      let isRight = heard.segment.isNone && !id.isNone && isSelected == (selection != .none)
      expect(isRight, .segmentNotClosed)
      (heard.segment, heard.selectedSegment) = (id, isSelected ? id : .none)
    case .segmentEnded(let id, let wasSelected, let selection, let exit, _, _):
      rank(Self.segmentPlace)
      let isRight =
        heard.segment == id && !id.isNone && wasSelected == !heard.selectedSegment.isNone
        && (selection != .none) == (exit == .selection)
      expect(isRight, .segmentNotClosed)
      (heard.segment, heard.selectedSegment) = (.none, .none)
    case .willSkip(let id, _):
      rank(Self.segmentPlace)
      expect(heard.skipped.isNone && !id.isNone, .skipNotClosed)
      heard.skipped = id
    case .didSkip(let id, _, _):
      // It comes behind the changes, or before what follows from it: another skip, or the end of the media.
      expect(said.rank <= 2, .kindsOutOfOrder)
      said.rank = max(said.rank, 1)
      expect(heard.skipped == id && !id.isNone, .skipNotClosed)
      heard.skipped = .none
    default: break
    }
  }

  /// What is no change.
  private mutating func hearNote(_ notification: Player.Notification) {
    rankNote()
    switch notification {
    case .retryScheduled(let attempt, let limit, let after):
      said.schedulesRetry = true
      said.retryDelay = after
      said.retryAttempt = attempt
      said.byPolicy = true
      // The limit may change in the same input: then it is the new one.
      let isRight =
        attempt >= 1 && attempt <= limit && Int64(limit) == policies.retryLimit && after >= .zero && after < .never
      expect(isRight, .retryBeyondLimit)
      expect(heard.phase == .opening || heard.phase == .blocked, .phaseOutOfGrammar)
    case .reloading(let attempt):
      said.reloadAttempt = attempt
      said.reloads = true
      said.byPolicy = true
      expect(attempt >= 1 && Int64(attempt) <= policies.reloadLimit, .retryBeyondLimit)
    case .policyPrevented(let network):
      expect(network == facts.shown.network, .toldWrongly)
      said.isPrevented = true
      said.byPolicy = true
      expect(heard.phase == .blocked || heard.phase == .prepared, .phaseOutOfGrammar)
    case .warned(let failure):
      (said.warned, said.warns) = (failure, true)
      said.failure = failure.kind
      said.wait = Self.wait(after: failure)
    case .settingChanged(let setting, let value):
      said.changesSettings = true
      guard ledger.configuration != nil else { break }
      expect(ledger.configuration?[setting] != value, .changeAnnouncedTwice)
      ledger.configuration?[setting] = value
    case .closed(let epoch):
      // It was told to close before, or is in this very input.
      let age = before.newestClosed.rawValue &- epoch.rawValue
      let wasAwaited = age < 8 && before.awaitedCloses & (1 << UInt8(truncatingIfNeeded: age)) != 0
      let isOpen = !epoch.isNone && (epoch == open.0 || epoch == open.1)
      expect(wasAwaited || isOpen, .closedNotOnce)
      let ageNow = facts.newestClosed.rawValue &- epoch.rawValue
      let isAwaited = ageNow < 8 && facts.awaitedCloses & (1 << UInt8(truncatingIfNeeded: ageNow)) != 0
      expect(!isAwaited, .closedNotOnce)
      said.confirmedCloses &+= 1
      said.closed = epoch
    case .tick(let id, let position):
      checkTick(position)
      hearTick(id, position, isBoundary: false)
    case .boundaryReached(let id, let position): hearTick(id, position, isBoundary: true)
    case .softEndReached(let position): hearSoftEnd(position)
    case .backgroundTimeNeeded(let span):
      said.asksForTime = true
      expectSame("background time", span, policies.backgroundTime, .toldWrongly)
    default: break
    }
  }

  /// A tick is told at its position, unless the host is late. Where the playhead was set right within the tolerance it is
  /// a little late.
  private mutating func checkTick(_ position: MediaTime) {
    let playhead = facts.isSeeking ? facts.anchor : facts.position
    guard !isLate, facts.anchor > .seconds(-1_000_000_000) else { return }
    let slack = policies.jumpTolerance + .milliseconds(1)
    let isThere = position <= playhead && playhead - position <= slack || said.isDiscontinuous || isAnnounced(position)
    expect(isThere, .tickBesidePlayhead)
  }

  private mutating func hear(_ command: EngineCommand, _ epoch: Epoch) {
    let isOpen = !epoch.isNone && (epoch == open.0 || epoch == open.1)
    switch command {
    case .open(let item, let keepsBuffer):
      said.opens = true
      expectSame("item", item, facts.shown.item, .engineNotTold)
      expect(keepsBuffer == (epoch == facts.nextEpoch), .engineNotTold)
      said.byPolicy = true
      openedCount &+= 1
      expect(!isOpen && !epoch.isNone, .startNotClosed)
      // What was open is closed first, unless it plays out (BugZoo.md#23).
      expect(keepsBuffer || open.0.isNone && open.1.isNone, .startNotClosed)
      if open.0.isNone {
        open.0 = epoch
      } else {
        expect(open.1.isNone, .startNotClosed)
        open.1 = epoch
      }
      expect(!facts.isPrevented, .loadsAlthoughPrevented)
    case .close:
      said.closes &+= 1
      expect(isOpen, .startNotClosed)
      if open.0 == epoch { open.0 = .none } else if open.1 == epoch { open.1 = .none }
    case .seek(let serial, _, _, _):
      expect(isOpen, .commandsClosedEngine)
      said.commandsSeek = true
      commandedSeek = serial
      commandedSeekEpoch = epoch
    case .play:
      expect(isOpen, .commandsClosedEngine)
      let isSupplied = facts.shown.supply.allowsPlayback || policies.kicks && facts.shown.supply == .stalled
      let isRight =
        facts.shown.phase == .prepared && facts.shown.wantsPlay && isSupplied && !facts.isHindered && !facts.isSeeking
      expect(isRight, .playCommandedWrongly)
    case .catchUp(let target):
      expect(isOpen, .commandsClosedEngine)
      let isRight =
        facts.shown.streamType == .live && facts.shown.wantsPlay
        && (epoch != caughtUpIn || facts.clock - caughtUpAt >= .seconds(1) || facts.clock == .never)
        && target <= facts.bufferedUntil && target == facts.position
      expect(isRight, .catchUpWrong)
      (caughtUpAt, caughtUpIn) = (facts.clock, epoch)
    case .reportPosition:
      expect(isOpen, .commandsClosedEngine)
      said.probes = true
    case .pause, .setVolume, .selectTrack, .setPresentation, .setVideoEnabled, .captureStill:
      expect(isOpen, .commandsClosedEngine)
    }
  }

  // MARK: What a listener knows

  @inline(__always)
  mutating func checkMirror(_ code: UInt16) {
    if said.hasRetryReason { expect(said.byPolicy, .reasonWrong) }
    // A load begins the counters anew, and the first frames are those of an opening.
    if !facts.shown.hasShownAudio { heard.hasShownAudio = false }
    if !facts.shown.hasShownVideo { heard.hasShownVideo = false }
    if code == Kind.load {
      heard.stallCount = facts.shown.stallCount
      heard.loopCount = facts.shown.loopCount
    } else if code == Kind.commitSegments {
      // An equivalent segment takes over silently (SRG.md#3.6).
      heard.segment = facts.shown.segment
      heard.selectedSegment = facts.shown.selectedSegment
    }
    if !Player.Shown.areSame(&heard, &facts.shown) { flag(.changeForgotten) }
  }
}
