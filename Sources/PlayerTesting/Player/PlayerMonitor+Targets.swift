import PlayerCore

// Where seeks and starts go (SRG.md#1.8), and which date a position has (SRG.md#1.9).

extension PlayerMonitor {
  /// A seek in open media is on its way to where it was to go, as near as the media and what is blocked allow.
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
    guard isOpen, before.canSeek, facts.epoch == before.epoch, before.nextEpoch.isNone,
      facts.shown.phase == .prepared || facts.shown.phase == .opening
    else { return }
    guard let target = target(of: position, &player) else { return }
    let landing = max(target, behindBlocked(target, &player) ?? target)
    expect(facts.isSeeking && facts.position == landing, .soughtElsewhere)
    expect(facts.newestSeek.rawValue == before.newestSeek.rawValue &+ 1, .soughtElsewhere)
    if said.commandsSeek {
      let isTrapped = behindBlocked(target, &player) != nil
      let isTold =
        said.seekTarget == landing && said.seekAfter == max(.zero, position.toleranceAfter)
        && said.seekBefore == (isTrapped ? .zero : max(.zero, position.toleranceBefore))
      expect(isTold, .soughtElsewhere)
    } else {
      expect(policies.coalescesSeeks && before.isSeeking, .soughtElsewhere)
    }
    guard !facts.shown.seek.isNone else { return }
    // The first of a pile remembers where it set out from (SRG.md#1.7).
    let origin = before.shown.seek.isNone ? expectedPosition : before.shown.seekOrigin
    if before.isSeeking == !before.shown.seek.isNone, !before.isReturning {
      expect(facts.shown.seekOrigin == origin, .soughtElsewhere)
    }
  }

  /// The position that is meant, within what can be sought; `nil` where it goes into a segment.
  private mutating func target(of position: Position, _ player: inout Player) -> MediaTime? {
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
    return reach(wanted)
  }

  /// Within the bounds of the segment, with a margin where there is room for it (SRG.md#1.8).
  private mutating func target(inSegment position: Position, _ player: inout Player) -> MediaTime? {
    guard let segment = segment(position.segment) else {
      return position.anchor == .start ? .zero + position.offset : nil
    }
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
    let shown = facts.canSeek && facts.epoch == before.epoch ? facts.shown : before.shown
    return position.clamped(from: shown.rangeStart, to: shown.rangeEnd + (.zero - policies.seekEndMargin))
  }

  /// Where what is blocked at `position` can be left; `nil` where nothing is.
  private mutating func behindBlocked(_ position: MediaTime, _ player: inout Player) -> MediaTime? {
    guard facts.segmentCount > 0 else { return nil }
    return landing(behindBlockedAt: position, &player).map { max(position, reach($0)) }
  }

  // MARK: Starts

  /// Media that opens goes where it was to begin: on demand not too near its end, live at its edge (SRG.md#1.4,
  /// SRG.md#1.8).
  @inline(never)
  mutating func checkStartTarget(_ player: inout Player) {
    guard facts.segmentCount == 0, before.nextEpoch.isNone, before.shown.phase == .opening, !before.isSeeking,
      facts.epoch == before.epoch, facts.shown.phase == .opening || facts.shown.phase == .prepared
    else { return }
    let shown = facts.shown
    let isSeek = !before.pendingSeek.isNone
    let (anchor, offset) = (before.startAnchor, before.startOffset)
    let isDefault = anchor == .defaultPosition && offset == .zero || anchor == .start && offset <= .zero
    if isDefault, shown.streamType != .onDemand, !isSeek {
      expect(shown.phase == .prepared && !facts.isSeeking, .soughtElsewhere)
      if shown.streamType == .dvr { expect(facts.anchor == facts.windowEnd, .soughtElsewhere) }
      return
    }
    let isOnDemand = shown.streamType == .onDemand
    let wanted: MediaTime
    switch anchor {
    case .start: wanted = .zero + offset
    case .windowStart where isOnDemand, .defaultPosition where isOnDemand: wanted = .zero + offset
    case .liveEdge where isOnDemand: wanted = shown.duration + offset
    default: return
    }
    guard isOnDemand, !before.shown.rangeStart.isKnown || shown.rangeStart == .zero,
      facts.windowEnd == shown.duration
    else { return }
    var target = wanted.clamped(from: .zero, to: shown.duration + (.zero - policies.seekEndMargin))
    if !isSeek, senses.startIsPlain {
      let rest = tolerance(player.configuration, of: shown.duration - .zero)
      if wanted >= shown.duration + (.zero - rest) { target = .zero }
    } else if !isSeek {
      return
    }
    if target == .zero, !isSeek {
      expect(shown.phase == .prepared && facts.anchor == .zero, .soughtElsewhere)
    } else if facts.canSeek {
      expect(facts.isSeeking && facts.position == target && said.seekTarget == target, .soughtElsewhere)
    } else {
      expect(shown.phase == .prepared && facts.anchor == .zero && said.diagnostics > 0, .soughtElsewhere)
    }
  }

  /// The smaller of the two that are not zero (SRG.md#1.8, the table of tolerances).
  func tolerance(_ configuration: Configuration, of length: TimeSpan) -> TimeSpan {
    let absolute = configuration.startEndTolerance
    let ratio = configuration.startEndToleranceRatio.thousandths
    if ratio == 0 { return absolute }
    let relative = Rate(thousandths: Int32(ratio)).advance(during: max(.zero, length))
    return absolute == .zero ? relative : min(absolute, relative)
  }

  // MARK: Dates

  /// A window has dates as soon as anybody has told one: its end is now (SRG.md#1.9).
  func isDated(_ player: inout Player) -> Bool {
    let isInWorld =
      lists.dates.position.microseconds.magnitude < 1 << 60 && lists.dates.date.magnitude < 1 << 60
      && lists.dates.isKnown
    return !isInWorld || player.position(ofDate: 0) == position(ofDate: 0)
  }

  @inline(never)
  mutating func checkDates(_ player: inout Player) {
    guard facts.isEngineOpen, facts.shown.streamType == .dvr, senses.knowsDate, before.shown.phase == .prepared,
      facts.shown.phase == .prepared, facts.shown.rangeEnd > .zero, facts.canSeek
    else { return }
    expect(player.date(of: facts.shown.rangeEnd) != nil && isDated(&player), .datedWrongly)
  }
}
