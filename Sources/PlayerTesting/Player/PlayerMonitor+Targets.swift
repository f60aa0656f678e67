import PlayerCore

// Targets of seeks and starts (SRG.md#1.8), and the date of a position (SRG.md#1.9).

extension PlayerMonitor {
  /// A seek in open media goes to its target, as near as the media and blocked segments allow.
  @inline(never)
  mutating func checkTarget(of command: Command, _ player: inout Player) {
    let position: Position
    switch command {
    case .seek(let asked): position = asked
    case .restart(let asked, _):
      if asked.anchor == .defaultPosition || !before.canSeek { return }
      position = asked
    default: return
    }
    let isOpen =
      before.shown.phase == .prepared || before.shown.phase == .ended
      || before.shown.phase == .opening && before.isSeeking
    guard isOpen, before.canSeek, inspection.epoch == before.epoch,
      inspection.shown.phase == .prepared || inspection.shown.phase == .opening
    else { return }
    guard let wanted = wanted(position, &player) else { return }
    let target = reach(wanted)
    // A target that is moved is diagnosed.
    expect(stepOutputs.diagnosesClamped == (target != wanted), .droppedSilently)
    let landing = max(target, behindBlocked(target, &player) ?? target)
    expect(inspection.isSeeking, .soughtElsewhere)
    expectSame("position", inspection.position, landing, .soughtElsewhere)
    let newest = SeekSerial(before.newestSeek.rawValue &+ 1)
    expectSame("newest seek", inspection.newestSeek, newest, .soughtElsewhere)
    if stepOutputs.commandsSeek {
      expectSame("target of the seek", stepOutputs.seekTarget, landing, .soughtElsewhere)
    } else {
      expect(policies.coalescesSeeks && before.isSeeking, .soughtElsewhere)
    }
    guard !inspection.shown.seek.isNone else { return }
    // The first of stacked seeks keeps its origin (SRG.md#1.7).
    let origin = before.shown.seek.isNone ? expectedPosition : before.shown.seekOrigin
    expectSame("origin of the seek", inspection.shown.seekOrigin, origin, .soughtElsewhere)
  }

  /// The requested position; `nil` where it is undetermined.
  private mutating func wanted(_ position: Position, _ player: inout Player) -> MediaTime? {
    let shown = before.shown
    let wanted: MediaTime
    let selects =
      !position.segment.isNone && (position.anchor == .segment || position.anchor == .date || position.anchor == .start)
    if selects {
      guard let inside = target(inSegment: position, &player) else { return nil }
      wanted = inside
    } else {
      switch position.anchor {
      case .start: wanted = .zero + position.offset
      case .playhead: wanted = expectedPosition + position.offset
      case .liveEdge: wanted = shown.rangeEnd + position.offset
      case .windowStart: wanted = shown.rangeStart + position.offset
      case .defaultPosition:
        wanted = (shown.streamType == .dvr ? shown.rangeEnd : shown.rangeStart) + position.offset
      case .date:
        guard let dated = self.position(ofDate: position.offset.microseconds) else { return nil }
        wanted = dated
      case .segment: return nil
      }
    }
    return wanted
  }

  /// Within the bounds of the segment, with a margin where there is room for it (SRG.md#1.8).
  private mutating func target(inSegment position: Position, _ player: inout Player) -> MediaTime? {
    guard let segment = segment(position.segment) else {
      return position.anchor == .start ? .zero + position.offset : nil
    }
    if isUndetermined(segment) { return nil }
    guard let range = range(of: segment) else {
      return position.anchor == .start ? .zero + position.offset : nil
    }
    let (first, end) = (range.lowerBound, range.upperBound)
    var wanted = first + position.offset
    if position.anchor == .start { wanted = .zero + position.offset }
    if position.anchor == .date {
      guard let dated = self.position(ofDate: position.offset.microseconds) else { return nil }
      wanted = dated
    }
    let margin = player.configuration.segmentStartMargin
    let isRoomy = end - first >= margin + policies.seekEndMargin
    let last = end + (.zero - max(policies.seekEndMargin, .microseconds(1)))
    return wanted.clamped(from: isRoomy ? first + margin : first, to: last)
  }

  private mutating func reach(_ position: MediaTime) -> MediaTime {
    let shown = inspection.canSeek && inspection.epoch == before.epoch ? inspection.shown : before.shown
    return reachable(position, in: shown)
  }

  /// The position after blocked media at `position`; `nil` if nothing is blocked there.
  private mutating func behindBlocked(_ position: MediaTime, _ player: inout Player) -> MediaTime? {
    guard inspection.segmentCount > 0 else { return nil }
    return landing(behindBlockedAt: position, &player).map { max(position, reach($0)) }
  }

  // MARK: Starts

  /// Media opens at its start position: on demand not too near its end, live at its edge (SRG.md#1.4, SRG.md#1.8).
  @inline(never)
  mutating func checkStartTarget(_ player: inout Player) {
    guard inspection.segmentCount == 0, before.shown.phase == .opening, !before.isSeeking,
      inspection.epoch == before.epoch, inspection.shown.phase == .opening || inspection.shown.phase == .prepared
    else { return }
    let shown = inspection.shown
    let isSeek = !before.pendingSeek.isNone
    let (anchor, offset) = (before.startAnchor, before.startOffset)
    let isDefault = anchor == .defaultPosition && offset == .zero || anchor == .start && offset <= .zero
    if isDefault, shown.streamType != .onDemand, !isSeek {
      expect(shown.phase == .prepared && !inspection.isSeeking, .soughtElsewhere)
      if shown.streamType == .dvr {
        expectSame("anchor", inspection.anchor, inspection.windowEnd, .soughtElsewhere)
      }
      return
    }
    let isOnDemand = shown.streamType == .onDemand
    let wanted: MediaTime
    switch anchor {
    case .start: wanted = .zero + offset
    case .windowStart where isOnDemand, .defaultPosition where isOnDemand: wanted = .zero + offset
    case .liveEdge where isOnDemand: wanted = shown.duration + offset
    case .segment where shown.streamType == .dvr:
      // A start that nothing determines is reported, and playback begins by default.
      expect(shown.phase == .prepared && !stepOutputs.diagnosesClamped, .soughtElsewhere)
      return expectSame("anchor", inspection.anchor, inspection.windowEnd, .soughtElsewhere)
    default: return
    }
    guard isOnDemand, !before.shown.rangeStart.isKnown || shown.rangeStart == .zero,
      inspection.windowEnd == shown.duration
    else { return }
    var target = wanted.clamped(from: .zero, to: shown.duration + (.zero - policies.seekEndMargin))
    // A start that is moved is diagnosed.
    if inspection.canSeek { expect(stepOutputs.diagnosesClamped == (target != wanted), .droppedSilently) }
    if !isSeek, memory.startIsPlain {
      let rest = tolerance(player.configuration, of: shown.duration - .zero)
      if wanted >= shown.duration + (.zero - rest) { target = .zero }
    } else if !isSeek {
      return
    }
    if target == .zero, !isSeek {
      expectSame("phase", shown.phase, .prepared, .soughtElsewhere)
      expectSame("anchor", inspection.anchor, .zero, .soughtElsewhere)
    } else if inspection.canSeek {
      expect(inspection.isSeeking, .soughtElsewhere)
      expectSame("position", inspection.position, target, .soughtElsewhere)
      expectSame("target of the seek", stepOutputs.seekTarget, target, .soughtElsewhere)
    } else {
      expect(shown.phase == .prepared && inspection.anchor == .zero && stepOutputs.diagnostics > 0, .soughtElsewhere)
    }
  }

  /// The smaller of the two that is not zero (SRG.md#1.8, the table of tolerances).
  func tolerance(_ configuration: Configuration, of length: TimeSpan) -> TimeSpan {
    let absolute = configuration.startEndTolerance
    let ratio = configuration.startEndToleranceRatio.thousandths
    if ratio == 0 { return absolute }
    let relative = Rate(thousandths: Int32(ratio)).advance(during: max(.zero, length))
    return absolute == .zero ? relative : min(absolute, relative)
  }

  // MARK: Dates

  /// A window has dates as soon as one is known: its end is now (SRG.md#1.9).
  mutating func isDated(_ player: inout Player) -> Bool {
    let isInWorld =
      lists.dates.position.microseconds.magnitude < 1 << 60 && lists.dates.date.magnitude < 1 << 60
      && lists.dates.isKnown
    return !isInWorld || player.position(ofDate: 0) == position(ofDate: 0)
  }

  @inline(never)
  mutating func checkDates(_ player: inout Player) {
    guard inspection.isEngineOpen, inspection.shown.streamType == .dvr, memory.knowsDate,
      before.shown.phase == .prepared,
      inspection.shown.phase == .prepared, inspection.shown.rangeEnd > .zero, inspection.canSeek
    else { return }
    expect(player.date(of: inspection.shown.rangeEnd) != nil && isDated(&player), .datedWrongly)
  }
}
