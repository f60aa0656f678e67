import PlayerCore

// The segments that starts and seeks select, the successor when the list changes, and the start of openings that name a
// segment or lie in a blocked one (SRG.md#1.8, SRG.md#3.2, SRG.md#3.4, SRG.md#3.6, SRG.md#5.7).

extension PlayerMonitor {
  @inline(never)
  mutating func checkSelections(_ input: Input, _ code: UInt16, _ isOver: Bool, _ player: inout Player) {
    if code == Kind.commitSegments, !stepOutputs.isRefused { checkHeirs(&player) }
    let outputs = segments.outputs
    if outputs.isSelected { checkSelected(outputs, code, isOver, &player) }
    // The law of starts checks whether an opening reaches its start.
    let isAimed = !isOver && !before.pendingSelection.isNone && !goesToStart(code)
    if isAimed, isPresenting { checkTargetTaken(outputs, code, &player) }
    switch input {
    case .command(.seek(let position), _): if !stepOutputs.isRefused { checkSelection(by: position, &player) }
    case .command(.restart(let position, _), _):
      if !stepOutputs.isRefused, position.anchor != .defaultPosition { checkSelection(by: position, &player) }
    case .engine(.opened, let epoch): if epoch == inspection.epoch { enterOpened(&player) }
    case .deadline: if goesToStart(code) { enterOpened(&player) }
    default: break
    }
    checkNextStart(input, code, &player)
  }

  // MARK: Selection

  /// Only a segment selected by a start or a seek counts as selected, with that reason.
  private mutating func checkSelected(
    _ outputs: SegmentOutputs, _ code: UInt16, _ isOver: Bool, _ player: inout Player
  ) {
    guard isOver || before.pendingSelection.isNone else {
      let isTarget =
        outputs.started == before.pendingSelection || outputs.started == successor(of: segments.target, &player)
      return expect(isTarget && outputs.startedSelection == segments.selection, .selectionWrong)
    }
    // The media opened, and was paused there.
    let reason: SelectionReason = before.pendingSeek.isNone ? .initial : .update
    expect(goesToStart(code) && outputs.startedSelection == reason, .selectionWrong)
  }

  /// The selected segment starts wherever the engine has landed, unless it is blocked (SRG.md#3.2, SRG.md#3.6), or the seek
  /// was given up.
  private mutating func checkTargetTaken(_ outputs: SegmentOutputs, _ code: UInt16, _ player: inout Player) {
    expect(inspection.pendingSelection.isNone, .selectionWrong)
    var target = before.pendingSelection
    if segment(target) == nil { target = successor(of: segments.target, &player) ?? target }
    let position = inspection.isSeeking ? inspection.anchor : inspection.position
    let isBlocked = landing(behindBlockedAt: position, &player) != nil || segment(target)?.isBlocked == true
    let isMissed = isBlocked || code == Kind.seekCompleted && !segments.hasLandedFinished
    expect(isMissed ? !outputs.isSelected : outputs.isSelected && outputs.started == target, .selectionWrong)
  }

  /// The target segment of a seek: the segment that it names, unless that is blocked, or a way around blocked media
  /// misses it (SRG.md#3.5).
  private mutating func checkSelection(by position: Position, _ player: inout Player) {
    // If the media cannot be sought, a restart does not move the playhead, not even during a seek.
    guard inspection.isSeeking, inspection.epoch == before.epoch, before.canSeek else { return }
    expect(
      inspection.pendingSelection == selection(by: position, landing: inspection.position, &player), .selectionWrong)
  }

  private mutating func selection(by position: Position, landing: MediaTime, _ player: inout Player) -> SegmentID {
    guard position.names, let segment = segment(position.segment), !segment.isBlocked else { return .none }
    let isLedAround = !inspection.shown.skipped.isNone
    let range = isUndetermined(segment) ? player.range(of: segment) : range(of: segment)
    return isLedAround && range?.contains(landing) != true ? .none : segment.id
  }

  // MARK: Another list

  /// If the new list has an equivalent of the segment under another number, that takes over without a notification if
  /// it still contains the playhead; else the segment ends under its known number (SRG.md#3.6).
  private mutating func checkHeirs(_ player: inout Player) {
    let current = before.shown.segment
    if !current.isNone {
      let successor = segment(current) != nil ? current : successor(of: segments.played, &player) ?? current
      let position = expectedPosition
      let isHolder =
        segment(at: position, &player)?.id == successor && landing(behindBlockedAt: position, &player) == nil
      if before.looksAtSegments, !isHolder {
        expect(segments.outputs.ended == current, .heirWrong)
      } else if stepOutputs.catchUp.isKnown, segment(at: stepOutputs.catchUp, &player)?.id != successor {
        // Catching up in the same step leaves what has just taken over.
        expect(segments.outputs.ended == successor, .heirWrong)
      } else {
        expect(segments.outputs.ended.isNone && inspection.shown.segment == successor, .heirWrong)
      }
    }
    let target = before.pendingSelection
    guard !target.isNone, !inspection.pendingSelection.isNone else { return }
    let successor = segment(target) != nil ? target : successor(of: segments.target, &player) ?? target
    expect(inspection.pendingSelection == successor, .heirWrong)
  }

  /// The first segment of the list that differs from `segment` only in its number; `nil` without one, or if the
  /// previous list had no such segment either.
  private mutating func successor(of segment: Segment?, _ player: inout Player) -> SegmentID? {
    guard let segment else { return nil }
    return lists.list.first { $0.differsOnlyInNumber(from: segment) }?.id
  }

  mutating func rememberSelection(_ input: Input, _ code: UInt16, _ player: inout Player) {
    if inspection.shown.segment != before.shown.segment || code == Kind.commitSegments {
      segments.played = inspection.shown.segment.isNone ? nil : segment(inspection.shown.segment)
    }
    if inspection.pendingSelection != before.pendingSelection || code == Kind.commitSegments {
      segments.target = inspection.pendingSelection.isNone ? nil : segment(inspection.pendingSelection)
    }
    guard !inspection.pendingSelection.isNone, goesElsewhere(input), !stepOutputs.isRefused else { return }
    segments.selection = .update
  }

  // MARK: Starts

  /// The next opening starts at the app's start position if nothing has moved it (SRG.md#1.6).
  private mutating func checkNextStart(_ input: Input, _ code: UInt16, _ player: inout Player) {
    let start = player.startPosition
    if case .command(.load(_, var wanted, _, _, _), _) = input, !stepOutputs.isRefused {
      if wanted.anchor == .playhead { wanted.anchor = .start }
      segments.initialStart = wanted
      expect(start == wanted, .beginsElsewhere)
    } else if inspection.shown.preparedCount != before.shown.preparedCount
      || inspection.shown.phase == .idle && stepOutputs.closes > 0
    {
      expect(segments.initialStart == nil || start == segments.initialStart, .beginsElsewhere)
    } else if case .command(.seek(let position), _) = input, !stepOutputs.isRefused, isAimed {
      var wanted = position
      if position.anchor == .playhead {
        wanted.anchor = before.startAnchor
        wanted.offset = inspection.startOffset
        wanted.segment = segments.start?.segment ?? start.segment
      }
      expect(start == wanted, .beginsElsewhere)
    }
    let isToBegin = inspection.shown.phase != .empty
    segments.start = isToBegin && inspection.segmentCount > 0 ? start : nil
    if inspection.shown.phase == .empty { segments.initialStart = nil }
  }

  /// Before playback a seek sets the start position.
  private var isAimed: Bool {
    switch before.shown.phase {
    case .idle, .blocked, .failed: true
    case .opening: !before.isSeeking
    case .empty, .prepared, .ended: false
    }
  }

  /// The media is open, and its start is decided.
  private mutating func enterOpened(_ player: inout Player) {
    if stepOutputs.diagnosesIgnored || inspection.awaitsStart { return }
    checkStart(&player)
    if segments.start?.names == true { segments.selection = before.pendingSeek.isNone ? .initial : .update }
  }

  /// Media on demand that opens with segments starts in the named one, and after blocked media there.
  private mutating func checkStart(_ player: inout Player) {
    guard let start = segments.start, inspection.segmentCount > 0,
      inspection.epoch == before.epoch, inspection.shown.streamType == .onDemand,
      inspection.shown.phase == .opening || inspection.shown.phase == .prepared
    else { return }
    let rests = inspection.shown.phase == .prepared && inspection.anchor == .zero
    guard inspection.canSeek else {
      // A start that cannot be honoured is reported, and selects nothing.
      return expect(rests && (stepOutputs.diagnostics == 0 || inspection.pendingSelection.isNone), .beginsElsewhere)
    }
    let isSeek = !before.pendingSeek.isNone
    if mayPlayBlocked, !playsBlockedStarts { return }
    guard let wanted = wantedStart(start, isSeek: isSeek, &player) else {
      // If the start is unknown, playback begins where the engine is.
      return expect(rests && stepOutputs.diagnostics > 0 && inspection.pendingSelection.isNone, .beginsElsewhere)
    }
    let target = targetOfStart(wanted, isSeek: isSeek, &player)
    // The selection of an earlier seek still applies if that seek discarded the opening that was playing out.
    var selects = start.names ? selection(by: start, landing: target, &player) : before.pendingSelection
    if target != .zero || isSeek {
      let isCommanded = inspection.isSeeking && stepOutputs.seekTarget == target
      expect(isCommanded && inspection.position == target, .beginsElsewhere)
    } else {
      expect(rests, .beginsElsewhere)
      if isPresenting, landing(behindBlockedAt: .zero, &player) != nil { selects = .none }
    }
    let selected =
      inspection.pendingSelection.isNone && segments.outputs.isSelected
      ? segments.outputs.started : inspection.pendingSelection
    expect(selected == selects, .beginsElsewhere)
  }

  /// The position after blocked media at `wanted`, if starts avoid it. The skip is reported from `wanted`.
  private mutating func targetOfStart(_ wanted: MediaTime, isSeek: Bool, _ player: inout Player) -> MediaTime {
    let skipped = segments.outputs.skipped
    guard isSeek || player.configuration.relocatesBlockedStarts && !playsBlockedStarts,
      let landing = landing(behindBlockedAt: wanted, &player)?
        .clamped(from: inspection.shown.rangeStart, to: lastReachable), landing > wanted
    else {
      // A paused playhead in blocked media announces its own skip, from where it is.
      expect(skipped.isNone || segments.outputs.skippedAt == inspection.anchor, .beginsElsewhere)
      return wanted
    }
    // The skip may have been announced before the media was open, unless the start was moved.
    let isAnnounced = !before.shown.skipped.isNone && !stepOutputs.diagnosesClamped
    expect(isAnnounced ? skipped.isNone : segments.outputs.skippedAt == wanted, .beginsElsewhere)
    return landing
  }

  private var lastReachable: MediaTime { inspection.shown.rangeEnd + (.zero - policies.seekEndMargin) }

  /// The start in media time; `nil` if neither the media nor the list determines it.
  private mutating func wantedStart(_ start: Position, isSeek: Bool, _ player: inout Player) -> MediaTime? {
    let duration = inspection.shown.duration
    let (first, last) = (inspection.shown.rangeStart, lastReachable)
    if start.names { return startInSegment(start, isSeek: isSeek, &player).map { $0.clamped(from: first, to: last) } }
    let wanted: MediaTime
    switch start.anchor {
    case .start: wanted = .zero + start.offset
    case .windowStart, .defaultPosition: wanted = first + start.offset
    case .liveEdge: wanted = inspection.windowEnd + start.offset
    case .playhead: return nil
    case .date:
      guard let dated = position(ofDate: start.offset.microseconds) else { return nil }
      wanted = dated
    case .segment: return nil
    }
    if !isSeek, wanted >= duration + (.zero - tolerance(player.configuration, of: duration - .zero)) { return first }
    return wanted.clamped(from: first, to: last)
  }

  /// A position in the segment; one too near its end becomes its start (SRG.md#1.8).
  private mutating func startInSegment(_ start: Position, isSeek: Bool, _ player: inout Player) -> MediaTime? {
    let segment = self.segment(start.segment)
    if let segment, isUndetermined(segment) { return nil }
    guard let range = segment.flatMap({ range(of: $0) }) else {
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
  /// Whether a seek to the position selects the segment that it names.
  var names: Bool { !segment.isNone && (anchor == .segment || anchor == .date || anchor == .start) }
}

extension Segment {
  /// Equivalence as defined by the rules (SRG.md#3.1).
  fileprivate func differsOnlyInNumber(from other: Segment) -> Bool {
    start == other.start && end == other.end
      && (isBlocked, isHidden, isDated) == (other.isBlocked, other.isHidden, other.isDated)
  }
}
