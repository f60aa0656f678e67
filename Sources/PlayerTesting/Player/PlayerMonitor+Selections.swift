import PlayerCore

// What starts and seeks select, who takes over when the list changes, and where openings begin that name a segment or lie
// in a blocked one (SRG.md#1.8, SRG.md#3.2, SRG.md#3.4, SRG.md#3.6, SRG.md#5.7).

extension PlayerMonitor {
  @inline(never)
  mutating func checkSelections(_ input: Input, _ code: UInt16, _ isOver: Bool, _ player: inout Player) {
    if code == Kind.commitSegments, !said.isRefused { checkHeirs(&player) }
    let heard = segments.heard
    if heard.isSelected { checkSelected(heard, code, isOver, &player) }
    // Whether an opening reaches its start is the law of starts.
    let isAimed = !isOver && !before.pendingSelection.isNone && code != Kind.opened
    if isAimed, isPresenting { checkTargetTaken(heard, &player) }
    switch input {
    case .command(.seek(let position), _): if !said.isRefused { checkSelection(by: position, &player) }
    case .command(.restart(let position, _), _):
      if !said.isRefused, position.anchor != .defaultPosition { checkSelection(by: position, &player) }
    case .engine(.opened(let media), let epoch): checkStart(media, epoch, &player)
    default: break
    }
    checkNextStart(input, code, &player)
  }

  // MARK: Selection

  /// Only what a start or a seek has selected counts as selected, and for that reason.
  private mutating func checkSelected(
    _ heard: HeardOfSegments, _ code: UInt16, _ isOver: Bool, _ player: inout Player
  ) {
    guard isOver || before.pendingSelection.isNone else {
      let isTarget = heard.started == before.pendingSelection || heard.started == heir(of: segments.target, &player)
      return expect(isTarget && heard.startedSelection == segments.selection, .selectionWrong)
    }
    // It opened, and was paused there.
    let reason: SelectionReason = before.pendingSeek.isNone ? .initial : .update
    expect(code == Kind.opened && heard.startedSelection == reason, .selectionWrong)
  }

  /// What is selected starts wherever the engine has landed, unless that is blocked (SRG.md#3.2, SRG.md#3.6).
  private mutating func checkTargetTaken(_ heard: HeardOfSegments, _ player: inout Player) {
    expect(facts.pendingSelection.isNone, .selectionWrong)
    var target = before.pendingSelection
    if segment(target) == nil { target = heir(of: segments.target, &player) ?? target }
    let position = facts.isSeeking ? facts.anchor : facts.position
    let isBlocked = landing(behindBlockedAt: position, &player) != nil || segment(target)?.isBlocked == true
    expect(isBlocked ? !heard.isSelected : heard.isSelected && heard.started == target, .selectionWrong)
  }

  /// What a seek is going to select: the segment that it names, unless that is blocked, or a way around something blocked
  /// misses it (SRG.md#3.5).
  private mutating func checkSelection(by position: Position, _ player: inout Player) {
    // Where nothing can be sought, a restart stays where it is, also during a seek.
    guard facts.isSeeking, facts.epoch == before.epoch, before.canSeek else { return }
    expect(facts.pendingSelection == selection(by: position, landing: facts.position, &player), .selectionWrong)
  }

  private mutating func selection(by position: Position, landing: MediaTime, _ player: inout Player) -> SegmentID {
    guard position.names, let segment = segment(position.segment), !segment.isBlocked else { return .none }
    let isLedAround = !facts.shown.skipped.isNone
    return isLedAround && range(of: segment)?.contains(landing) != true ? .none : segment.id
  }

  // MARK: Another list

  /// A segment whose equivalent the new list has under another number goes on silently under that, if it still holds the
  /// playhead; else it ends under the number by which it is known (SRG.md#3.6).
  private mutating func checkHeirs(_ player: inout Player) {
    let current = before.shown.segment
    if !current.isNone {
      let heir = segment(current) != nil ? current : heir(of: segments.played, &player) ?? current
      let position = expectedPosition
      let isHolder = segment(at: position, &player)?.id == heir && landing(behindBlockedAt: position, &player) == nil
      if before.looksAtSegments, !isHolder {
        expect(segments.heard.ended == current, .heirWrong)
      } else {
        expect(segments.heard.ended.isNone && facts.shown.segment == heir, .heirWrong)
      }
    }
    let target = before.pendingSelection
    guard !target.isNone, !facts.pendingSelection.isNone else { return }
    let heir = segment(target) != nil ? target : heir(of: segments.target, &player) ?? target
    expect(facts.pendingSelection == heir, .heirWrong)
  }

  /// The first of the list that differs from `segment` in nothing but its number; `nil` where there is none, or where the
  /// list before had no such segment either.
  private mutating func heir(of segment: Segment?, _ player: inout Player) -> SegmentID? {
    guard let segment else { return nil }
    return lists.list.first { $0.differsOnlyInNumber(from: segment) }?.id
  }

  mutating func rememberSelection(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if facts.shown.segment != before.shown.segment || code == Kind.commitSegments {
      segments.played = facts.shown.segment.isNone ? nil : segment(facts.shown.segment)
    }
    if facts.pendingSelection != before.pendingSelection || code == Kind.commitSegments {
      segments.target = facts.pendingSelection.isNone ? nil : segment(facts.pendingSelection)
    }
    guard !facts.pendingSelection.isNone else { return }
    if goesElsewhere(input), !said.isRefused {
      segments.selection = .update
    } else if code == Kind.opened, facts.pendingSelection != before.pendingSelection {
      segments.selection = before.pendingSeek.isNone ? .initial : .update
    }
  }

  // MARK: Starts

  /// Where the next opening begins is where the app wanted it, once nothing has moved it since (SRG.md#1.6).
  private mutating func checkNextStart(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let start = player.startPosition
    if case .command(.load(_, var wanted, _, _, _), _) = input, !said.isRefused {
      if wanted.anchor == .playhead { wanted.anchor = .start }
      segments.initialStart = wanted
      expect(start == wanted, .beginsElsewhere)
    } else if facts.shown.preparedCount != before.shown.preparedCount || facts.shown.phase == .idle && said.closes > 0 {
      expect(segments.initialStart == nil || start == segments.initialStart, .beginsElsewhere)
    } else if case .command(.seek(let position), _) = input, !said.isRefused, isAimed {
      var wanted = position
      if position.anchor == .playhead {
        wanted.anchor = before.startAnchor
        wanted.offset = facts.startOffset
        wanted.segment = segments.start?.segment ?? start.segment
      }
      expect(start == wanted, .beginsElsewhere)
    }
    let isToBegin = facts.shown.phase != .empty
    segments.start = isToBegin && facts.segmentCount > 0 ? start : nil
    if facts.shown.phase == .empty { segments.initialStart = nil }
  }

  /// Before playback a seek sets where it will begin.
  private var isAimed: Bool {
    switch before.shown.phase {
    case .idle, .blocked, .failed: true
    case .opening: !before.isSeeking
    case .empty, .prepared, .ended: false
    }
  }

  /// Media on demand that opens with segments begins in the one that is named, and behind what is blocked there.
  private mutating func checkStart(_ media: OpenedMedia, _ epoch: Epoch, _ player: inout Player) {
    guard let start = segments.start, facts.segmentCount > 0, !said.diagnosesIgnored, epoch == facts.epoch,
      epoch == before.epoch, before.nextEpoch.isNone, facts.shown.streamType == .onDemand,
      facts.shown.phase == .opening || facts.shown.phase == .prepared
    else { return }
    let rests = facts.shown.phase == .prepared && facts.anchor == .zero
    guard facts.canSeek else { return expect(rests, .beginsElsewhere) }
    let isSeek = !before.pendingSeek.isNone
    guard let wanted = wantedStart(start, isSeek: isSeek, &player) else {
      // It cannot be told: it begins where the engine rests.
      return expect(rests && said.diagnostics > 0 && facts.pendingSelection.isNone, .beginsElsewhere)
    }
    let target = targetOfStart(wanted, isSeek: isSeek, &player)
    // What a seek before has selected, who gave up what played out, is selected still.
    var selects = start.names ? selection(by: start, landing: target, &player) : before.pendingSelection
    if target != .zero || isSeek {
      let isTold =
        said.seekTarget == target && said.seekBefore == max(.zero, start.toleranceBefore)
        && said.seekAfter == max(.zero, start.toleranceAfter)
      expect(facts.isSeeking && facts.position == target && isTold, .beginsElsewhere)
    } else {
      expect(rests, .beginsElsewhere)
      if isPresenting, landing(behindBlockedAt: .zero, &player) != nil { selects = .none }
    }
    let selected =
      facts.pendingSelection.isNone && segments.heard.isSelected ? segments.heard.started : facts.pendingSelection
    expect(selected == selects, .beginsElsewhere)
  }

  /// Behind what is blocked at `wanted`, where starts are to go around that. The way around it is told from there.
  private mutating func targetOfStart(_ wanted: MediaTime, isSeek: Bool, _ player: inout Player) -> MediaTime {
    let skipped = segments.heard.skipped
    guard player.configuration.relocatesBlockedStarts || isSeek,
      let landing = landing(behindBlockedAt: wanted, &player)
    else {
      // A paused playhead in blocked media announces a skip of its own, from there.
      expect(skipped.isNone || segments.heard.skippedAt == facts.anchor, .beginsElsewhere)
      return wanted
    }
    // It may have been announced before this was open.
    let isAnnounced = !before.shown.skipped.isNone
    expect(isAnnounced ? skipped.isNone : segments.heard.skippedAt == wanted, .beginsElsewhere)
    return max(wanted, landing.clamped(from: facts.shown.rangeStart, to: lastReachable))
  }

  private var lastReachable: MediaTime { facts.shown.rangeEnd + (.zero - policies.seekEndMargin) }

  /// The start in media time; `nil` where the media or the list cannot tell it.
  private mutating func wantedStart(_ start: Position, isSeek: Bool, _ player: inout Player) -> MediaTime? {
    let duration = facts.shown.duration
    let (first, last) = (facts.shown.rangeStart, lastReachable)
    if start.names { return startInSegment(start, isSeek: isSeek, &player).map { $0.clamped(from: first, to: last) } }
    let wanted: MediaTime
    switch start.anchor {
    case .start: wanted = .zero + start.offset
    case .windowStart, .defaultPosition: wanted = first + start.offset
    case .liveEdge: wanted = facts.windowEnd + start.offset
    case .playhead: return nil
    case .date:
      guard let dated = position(ofDate: start.offset.microseconds) else { return nil }
      wanted = dated
    case .segment: return nil
    }
    if !isSeek, wanted >= duration + (.zero - tolerance(player.configuration, of: duration - .zero)) { return first }
    return wanted.clamped(from: first, to: last)
  }

  /// Within the segment; too near its end is its beginning (SRG.md#1.8).
  private mutating func startInSegment(_ start: Position, isSeek: Bool, _ player: inout Player) -> MediaTime? {
    guard let segment = segment(start.segment), let range = range(of: segment) else {
      return start.anchor == .start ? .zero + start.offset : nil
    }
    let length = range.upperBound - range.lowerBound
    var wanted: MediaTime
    switch start.anchor {
    case .date:
      guard let dated = position(ofDate: start.offset.microseconds) else { return nil }
      wanted = dated
    case .start: wanted = .zero + start.offset
    default: wanted = range.lowerBound + start.offset
    }
    if !isSeek, wanted >= range.upperBound + (.zero - tolerance(player.configuration, of: length)) {
      wanted = range.lowerBound
    }
    let margin = player.configuration.segmentStartMargin
    let isRoomy = length >= margin + policies.seekEndMargin
    let last = range.upperBound + (.zero - max(policies.seekEndMargin, .microseconds(1)))
    return wanted.clamped(from: isRoomy ? range.lowerBound + margin : range.lowerBound, to: last)
  }
}

extension Position {
  /// Whether going there selects the segment that it names.
  fileprivate var names: Bool { !segment.isNone && (anchor == .segment || anchor == .date || anchor == .start) }
}

extension Segment {
  /// Equivalence as the rules have it (SRG.md#3.1).
  fileprivate func differsOnlyInNumber(from other: Segment) -> Bool {
    start == other.start && end == other.end
      && (isBlocked, isHidden, isDated) == (other.isBlocked, other.isHidden, other.isDated)
  }
}
