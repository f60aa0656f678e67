// What of each machine decides how it goes on: written and read in the same order, the same number of words whatever it
// holds. What is left out, and why, stands beside it.

extension Content {
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    writer.put(UInt64(shown.item.rawValue) | isLocal.at(32))
    initialStart.write(to: &writer)
    start.write(to: &writer)
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    let word = reader.word()
    shown.item = ItemID(UInt32(truncatingIfNeeded: word))
    isLocal = word.bit(32)
    initialStart.read(from: &reader)
    start.read(from: &reader)
  }
}

extension Position {
  @inline(__always)
  fileprivate func write(to writer: inout EssenceWriter) {
    writer.put(UInt64(segment.rawValue) | UInt64(anchor.rawValue) << 32)
    writer.put(offset)
    writer.put(toleranceBefore)
    writer.put(toleranceAfter)
  }

  fileprivate mutating func read(from reader: inout EssenceReader) {
    let word = reader.word()
    segment = SegmentID(UInt32(truncatingIfNeeded: word))
    anchor = Anchor(rawValue: word.byte(4)) ?? .placeholder
    offset = reader.span()
    toleranceBefore = reader.span()
    toleranceAfter = reader.span()
  }
}

extension PendingRequest {
  /// The number of a request that is answered means nothing.
  @inline(__always)
  fileprivate var word: UInt64 { isOpen ? UInt64(number.rawValue) | 1 << 32 : 0 }

  fileprivate init(_ word: UInt64) {
    self.init(number: RequestID(UInt32(truncatingIfNeeded: word)), isOpen: word.bit(32))
  }
}

extension Loading {
  /// How many openings there were is only compared within one step. When an opening began matters until it is open, and
  /// after that to the statistics.
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable, isSeeking: Bool) {
    let (phase, failure) = (shown.phase, shown.failure)
    let isReplacing = !nextEpoch.isNone
    writer.put(
      UInt64(phase.rawValue) | isEngineOpen.at(8) | isConnected.at(9) | (isReplacing && upcoming.isConnected).at(10)
        | UInt64(failure.kind.rawValue) << 16)
    writer.put(epoch.isNone ? 0 : Renumbered.newest, Renumbered.number(nextEpoch.rawValue, newest: epoch.rawValue))
    writer.put(openingSince, if: isEngineOpen && (phase == .opening && !isSeeking || isReplacing))
    writer.put(UInt32(bitPattern: failure.detail), failure.text.rawValue)
    writer.put(request.word)
    upcoming.write(to: &writer, isNeeded: isReplacing)
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    let word = reader.word()
    shown.phase = Phase(rawValue: word.byte(0)) ?? .placeholder
    isEngineOpen = word.bit(8)
    isConnected = word.bit(9)
    let epochs = reader.pair()
    epoch = Epoch(epochs.low)
    nextEpoch = Epoch(epochs.high)
    openingSince = reader.instant()
    let details = reader.pair()
    shown.failure = Failure(
      Failure.Kind(rawValue: word.byte(2)) ?? .placeholder, detail: Int32(bitPattern: details.low),
      text: TextID(details.high))
    request = PendingRequest(reader.word())
    upcoming.read(from: &reader)
    upcoming.isConnected = word.bit(10)
    shown.preparedCount = 0
  }
}

extension Loading.Upcoming {
  @inline(__always)
  fileprivate func write(to writer: inout EssenceWriter, isNeeded: Bool) {
    guard isNeeded else {
      writer.put(UInt64(0))
      writer.put(UInt64(0))
      writer.put(UInt64(0))
      writer.put(UInt64(0))
      return
    }
    writer.put(naturalWidth, naturalHeight)
    writer.put(count.audio, count.video)
    writer.put(count.subtitle, selected.audio.rawValue)
    writer.put(selected.video.rawValue, selected.subtitle.rawValue)
  }

  fileprivate mutating func read(from reader: inout EssenceReader) {
    (naturalWidth, naturalHeight) = reader.signedPair()
    (count.audio, count.video) = reader.signedPair()
    let (subtitles, audio) = reader.signedPair()
    let (video, subtitle) = reader.signedPair()
    count.subtitle = subtitles
    selected = ByKind(audio: TrackID(audio), video: TrackID(video), subtitle: TrackID(subtitle))
  }
}

extension Closing {
  @inline(__always)
  func write(to writer: inout EssenceWriter, epoch: Epoch) {
    writer.put(since, if: isAwaited)
    let number = isAwaited ? Renumbered.number(newest.rawValue, newest: epoch.rawValue) : 0
    writer.put(UInt64(number) | UInt64(awaited) << 32)
  }

  mutating func read(from reader: inout EssenceReader) {
    since = reader.instant()
    let word = reader.word()
    newest = Epoch(UInt32(truncatingIfNeeded: word))
    awaited = word.byte(4)
  }
}

extension Retry {
  /// Whoever opens what is stopped or has failed resets all but the count. Only a network that comes back opens by itself
  /// what was under way as it failed, where the settings let it.
  @inline(__always)
  func write(to writer: inout EssenceWriter, phase: Phase, isReopened: Bool) {
    let goesOn =
      switch phase {
      case .empty, .idle: false
      case .failed: wasUnderWay && isReopened
      case .blocked, .opening, .prepared, .ended: true
      }
    writer.put(dueAt, if: isWaiting)
    writer.put(origin)
    writer.put(goesOn ? setback : .unknown)
    writer.put(count, goesOn ? reloads : 0)
    writer.put(
      UInt64(UInt32(bitPattern: goesOn ? resets : 0)) | isWaiting.at(32) | (goesOn && phase == .failed).at(33))
  }

  mutating func read(from reader: inout EssenceReader) {
    dueAt = reader.instant()
    origin = reader.time()
    setback = reader.time()
    (count, reloads) = reader.signedPair()
    let word = reader.word()
    resets = Int32(truncatingIfNeeded: word)
    isWaiting = word.bit(32)
    wasUnderWay = word.bit(33)
  }
}

extension Transport {
  /// What is known of a movement counts while there is one: a start sets it anew.
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable, keepsInstant: Bool, isKicked: Bool) {
    let isDriven = drive != .stopped
    let isCommanded = isDriven || isKicked
    writer.put(anchor)
    writer.put(anchoredAt, if: drive == .moving || keepsInstant)
    writer.put(probedAt, if: isDriven)
    writer.put(isDriven ? probedPosition : .zero)
    writer.put(shown.rate.thousandths, isDriven ? movingRate.thousandths : 0)
    writer.put(UInt32(isCommanded ? UInt32(bitPattern: commandedRate.thousandths) : 0), UInt32(unexpectedStops))
    writer.put(
      UInt64(pendingStops) | UInt64(drive.rawValue) << 8 | UInt64(waiting.rawValue) << 16 | shown.wantsPlay.at(24)
        | awaitsProbe.at(25) | hasTurned.at(26))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    anchor = reader.time()
    anchoredAt = reader.instant()
    probedAt = reader.instant()
    probedPosition = reader.time()
    let rates = reader.signedPair()
    let more = reader.pair()
    let word = reader.word()
    shown.rate = Rate(thousandths: rates.low)
    movingRate = Rate(thousandths: rates.high)
    commandedRate = Rate(thousandths: Int32(bitPattern: more.low))
    unexpectedStops = UInt16(truncatingIfNeeded: more.high)
    pendingStops = word.byte(0)
    drive = Drive(rawValue: word.byte(1)) ?? .placeholder
    waiting = Waiting(rawValue: word.byte(2)) ?? .placeholder
    shown.wantsPlay = word.bit(24)
    awaitsProbe = word.bit(25)
    hasTurned = word.bit(26)
  }
}

extension Seeking {
  /// Of the seeks that came before the newest only one matters, and only that it is not the newest.
  @inline(__always)
  func write(to writer: inout EssenceWriter) {
    writer.put(isActive ? origin : .zero)
    writer.put(isActive ? target : .zero)
    writer.put(isActive ? toleranceBefore : .zero)
    writer.put(isActive ? toleranceAfter : .zero)
    writer.put(issuedAt, if: isActive)
    writer.put(request.word)
    writer.put(
      UInt64(isActive ? attempts : 0) | isActive.at(16) | isVisible.at(17) | wasFinished.at(18)
        | (isActive && inFlight == serial).at(19))
  }

  mutating func read(from reader: inout EssenceReader) {
    let places = (reader.time(), reader.time())
    toleranceBefore = reader.span()
    toleranceAfter = reader.span()
    issuedAt = reader.instant()
    request = PendingRequest(reader.word())
    let word = reader.word()
    attempts = UInt16(truncatingIfNeeded: word)
    isActive = word.bit(16)
    isVisible = word.bit(17)
    wasFinished = word.bit(18)
    origin = isActive ? places.0 : .unknown
    target = isActive ? places.1 : .unknown
    serial = SeekSerial(Renumbered.newest)
    inFlight = isActive ? SeekSerial(word.bit(19) ? Renumbered.newest : Renumbered.newest &- 1) : .none
  }
}

extension Buffering {
  /// Instants matter while something waits: of the last data only that it came after the waiting began, of a stall only
  /// when the engine is told to play all the same.
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable, kick: TimeSpan) {
    writer.put(until)
    writer.put(bytesRead)
    writer.put(max(lastDataAt, waitingSince), if: isWaiting)
    writer.put(waitingSince, if: isWaiting)
    let isKickAwaited = shown.supply == .stalled && kick != .never && kickedAt == .never
    writer.put(stallSince, if: isKickAwaited)
    writer.put(kickedAt)
    writer.put(UInt64(shown.supply.rawValue) | isSaturated.at(8) | isWaiting.at(9))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    until = reader.time()
    bytesRead = reader.value()
    lastDataAt = reader.instant()
    waitingSince = reader.instant()
    stallSince = reader.instant()
    kickedAt = reader.instant()
    let word = reader.word()
    shown.supply = Supply(rawValue: word.byte(0))
    isSaturated = word.bit(8)
    isWaiting = word.bit(9)
  }
}

extension Timeline {
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    writer.put(shown.duration)
    writer.put(rangeStart)
    writer.put(rangeEnd)
    writer.put(referencePosition)
    writer.put(referenceDate)
    // The date at the clock.
    writer.put(hasWallClock ? wallClockOffset.saturatingPlus(writer.clock.microseconds) : 0)
    writer.put(
      UInt64(shown.streamType.rawValue) | isSeekable.at(8) | isDurationEstimated.at(9) | hasReference.at(10)
        | isReferenceDerived.at(11) | hasWallClock.at(12))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    shown.duration = reader.time()
    rangeStart = reader.time()
    rangeEnd = reader.time()
    referencePosition = reader.time()
    referenceDate = reader.value()
    wallClockOffset = reader.value()
    let word = reader.word()
    shown.streamType = StreamType(rawValue: word.byte(0)) ?? .placeholder
    isSeekable = word.bit(8)
    isDurationEstimated = word.bit(9)
    hasReference = word.bit(10)
    isReferenceDerived = word.bit(11)
    hasWallClock = word.bit(12)
  }
}

extension LiveEdge {
  /// All instants at which it may catch up again are one as soon as they have come.
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    let isAwaited = nextCatchUp > writer.clock
    writer.put(nextCatchUp, if: isAwaited)
    writer.put(shown.isLive.at(0) | holdsRate.at(1) | awaitsWindow.at(2) | isAwaited.at(3))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    let instant = reader.instant()
    let word = reader.word()
    nextCatchUp = word.bit(3) ? instant : .microseconds(.min)
    shown.isLive = word.bit(0)
    holdsRate = word.bit(1)
    awaitsWindow = word.bit(2)
  }
}

extension Tracks {
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    writer.put(shown.trackCount.audio, shown.trackCount.video)
    writer.put(shown.trackCount.subtitle, shown.selectedTrack.audio.rawValue)
    writer.put(shown.selectedTrack.video.rawValue, shown.selectedTrack.subtitle.rawValue)
    writer.put(wanted.audio.rawValue, wanted.video.rawValue)
    writer.put(UInt32(bitPattern: wanted.subtitle.rawValue), preferred.audio.rawValue)
    writer.put(preferred.video.rawValue, preferred.subtitle.rawValue)
    writer.put(found.words.isEmpty ? 0 : found.digest)
    writer.put(
      UInt64(shown.subtitle.rawValue) | hasAudio.at(32) | hasVideo.at(33) | shown.hasShownAudio.at(34)
        | shown.hasShownVideo.at(35))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    (shown.trackCount.audio, shown.trackCount.video) = reader.signedPair()
    let (subtitles, audio) = reader.signedPair()
    let (video, subtitle) = reader.signedPair()
    shown.trackCount.subtitle = subtitles
    shown.selectedTrack = ByKind(audio: TrackID(audio), video: TrackID(video), subtitle: TrackID(subtitle))
    let wishes = reader.signedPair()
    let (subtitleWish, audioLanguage) = reader.pair()
    let languages = reader.pair()
    wanted = ByKind(
      audio: TrackID(wishes.low), video: TrackID(wishes.high), subtitle: TrackID(Int32(bitPattern: subtitleWish)))
    preferred = ByKind(
      audio: TextID(audioLanguage), video: TextID(languages.low), subtitle: TextID(languages.high))
    if reader.word() == 0, !found.words.isEmpty { found.removeAll() }
    let word = reader.word()
    shown.subtitle = TextID(UInt32(truncatingIfNeeded: word))
    hasAudio = word.bit(32)
    hasVideo = word.bit(33)
    shown.hasShownAudio = word.bit(34)
    shown.hasShownVideo = word.bit(35)
  }
}

extension TrackTable {
  fileprivate var digest: UInt64 {
    var sum = Digest()
    for word in words { sum.put(word) }
    return sum.value | 1
  }
}

extension Presentation {
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    writer.put(shown.left, shown.right)
    writer.put(shown.naturalWidth, shown.naturalHeight)
    writer.put(stillRequest.word)
    writer.put(
      UInt64(UInt32(bitPattern: shown.rotation)) | shown.isMuted.at(32) | shown.isLooping.at(33) | isVideoEnabled.at(34)
        | UInt64(shown.scalingMode.rawValue) << 40)
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    (shown.left, shown.right) = reader.signedPair()
    (shown.naturalWidth, shown.naturalHeight) = reader.signedPair()
    stillRequest = PendingRequest(reader.word())
    stillSerial = stillRequest.isOpen ? StillSerial(Renumbered.newest) : .none
    let word = reader.word()
    shown.rotation = Int32(truncatingIfNeeded: word)
    shown.isMuted = word.bit(32)
    shown.isLooping = word.bit(33)
    isVideoEnabled = word.bit(34)
    shown.scalingMode = ScalingMode(rawValue: word.byte(5)) ?? .placeholder
    shown.loopCount = 0
  }
}

extension Interruption {
  /// All that are too long to resume are equally long.
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable, limit: TimeSpan) {
    let earliest = limit == .never ? writer.clock : Instant.zero + (writer.clock - .zero - limit - .microseconds(1))
    writer.put(max(since, earliest), if: shown.isInterrupted)
    writer.put(shown.isInterrupted.at(0) | (shown.isInterrupted && holds).at(1))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    since = reader.instant()
    let word = reader.word()
    shown.isInterrupted = word.bit(0)
    holds = word.bit(1)
  }
}

extension Surroundings {
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    writer.put(
      UInt64(shown.network.rawValue) | shown.isInBackground.at(8) | audioContinues.at(9)
        | shown.isPlayingExternally.at(10)
        | shown.isInPicture.at(11))
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    let word = reader.word()
    shown.network = NetworkPath(rawValue: word.byte(0)) ?? .placeholder
    shown.isInBackground = word.bit(8)
    audioContinues = word.bit(9)
    shown.isPlayingExternally = word.bit(10)
    shown.isInPicture = word.bit(11)
  }
}

extension Intervals {
  /// Without observers, a gate and a soft end nobody looks where the playhead was.
  @inline(__always)
  func write(to writer: inout EssenceWriter, isNeeded: Bool) {
    let isRunning = round != .none
    writer.put(digest)
    writer.put(isNeeded ? passed : .zero)
    writer.put(isNeeded ? next : Self.nowhere)
    writer.put(isNeeded ? gate : Self.nowhere)
    writer.put(isRunning ? reach : .zero)
    writer.put(isRunning ? served : 0, isRunning ? count : 0)
    writer.put(UInt64(round.rawValue) | isLanded.at(8) | isGateClosed.at(9) | awaitsLanding.at(10))
  }

  mutating func read(from reader: inout EssenceReader) {
    _ = reader.word()
    passed = reader.time()
    next = reader.time()
    gate = reader.time()
    reach = reader.time()
    (served, count) = reader.signedPair()
    let word = reader.word()
    round = Round(rawValue: word.byte(0)) ?? .placeholder
    isLanded = word.bit(8)
    isGateClosed = word.bit(9)
    awaitsLanding = word.bit(10)
  }
}

extension Segments {
  /// Without a list nothing of it is looked at.
  @inline(__always)
  func write(to writer: inout EssenceWriter, _ shown: inout Player.Observable) {
    writer.put(table.digest)
    writer.put(staged.digest)
    guard table.count != 0 || (shown.segment.rawValue | target.rawValue | shown.skipped.rawValue) != 0 else {
      for _ in 0..<7 { writer.put(UInt64(0)) }
      return
    }
    writer.put(lower)
    writer.put(upper)
    writer.put(origin)
    writer.put(skipOrigin)
    writer.put(shown.segment.rawValue, target.rawValue)
    writer.put(shown.skipped.rawValue, UInt32(skipsInVain))
    writer.put(
      UInt64(due.rawValue) | UInt64(selection.rawValue) << 8 | isSelected.at(16) | isPresent.at(17) | isStale.at(18)
        | isListNew.at(19) | endsInRun.at(20) | 1 << 21)
  }

  mutating func read(from reader: inout EssenceReader, _ shown: inout Player.Observable) {
    if reader.word() == 0, !table.isEmpty { table = SegmentTable() }
    if reader.word() == 0, staged.count != 0 { staged = SegmentList() }
    lower = reader.time()
    upper = reader.time()
    origin = reader.time()
    skipOrigin = reader.time()
    let names = reader.pair()
    let skip = reader.pair()
    let word = reader.word()
    if !word.bit(21) { (origin, skipOrigin) = (.unknown, .unknown) }
    shown.segment = SegmentID(names.low)
    target = SegmentID(names.high)
    shown.skipped = SegmentID(skip.low)
    skipsInVain = UInt16(truncatingIfNeeded: skip.high)
    due = Due(rawValue: word.byte(0)) ?? .placeholder
    selection = SelectionReason(rawValue: word.byte(1)) ?? .placeholder
    isSelected = word.bit(16)
    isPresent = word.bit(17)
    isStale = word.bit(18)
    isListNew = word.bit(19)
    endsInRun = word.bit(20)
  }
}
