import PlayerCore

/// An occasion on which a part may change although it does not belong to the input. Whether it applies follows from the
/// states before and after the input, the settings, and the announcements.
enum FrameOccasion: CaseIterable, Sendable {
  case mediaComesOrGoes
  case mediaIsReady
  case mediaEnds
  case seekBegins
  case seekEnds
  case playbackTurns
  case segmentsAreLookedAt
  case positionJumps
  case hasEdge
  case typeChanges
  case stallBegins
  case startsOver
  case wishEnds
  case contentIsDropped
  case readinessEndsInterruption
  case preparingPlays
  case playHolds
  case blockedIsSkippedAgain
  case startIsDecided

  /// `allCases`, which makes a new array each time.
  static let all = allCases

  /// When it applies, for readers.
  var words: String {
    switch self {
    case .mediaComesOrGoes: "another opening begins or takes over, an opening is closed, or failed content is replaced"
    case .mediaIsReady: "media becomes ready to play"
    case .mediaEnds: "media ends"
    case .seekBegins: "the player sets a new target for itself or the engine"
    case .seekEnds: "a seek ends, or another opening makes it unnecessary"
    case .playbackTurns: "the engine starts or stops being driven, or what hinders playback has changed"
    case .segmentsAreLookedAt: "playback or a pause begins or ends, or a look at the segments was due"
    case .positionJumps: "the position jumps, as it does to catch up with a live stream"
    case .hasEdge: "the stream has an edge"
    case .typeChanges: "the stream type changes"
    case .stallBegins: "a stall begins"
    case .startsOver: "the media starts over by itself"
    case .wishEnds: "a setting ends the intent to play, after a failure, a retry, the end or an interruption"
    case .contentIsDropped: "content has failed and a setting drops it"
    case .readinessEndsInterruption: "media becomes ready and a setting ends the interruption with that"
    case .preparingPlays: "the command is `prepare`, with `autoplay`"
    case .playHolds: "the command is `play`, with `playWhilePlayingPauses`"
    case .blockedIsSkippedAgain: "blocked media plays whose skips were used up, with `playsUnskippable`"
    case .startIsDecided: "the start of open media is decided that waited for what else is reported"
    }
  }

  /// What may change then.
  var parts: Frame {
    switch self {
    case .mediaComesOrGoes: .media
    case .mediaIsReady: [.state, .seek, .supply, .segments]
    case .mediaEnds: [.state, .supply, .seek, .segments]
    case .seekBegins: [.state, .seek, .supply, .segments]
    case .seekEnds: [.state, .seek, .segments]
    case .playbackTurns: .state
    case .segmentsAreLookedAt, .positionJumps: .segments
    case .hasEdge: [.live, .effectiveRate]
    case .typeChanges: [.live, .effectiveRate, .range]
    case .stallBegins: .stalls
    case .startsOver: .loops
    case .wishEnds: .holds
    case .contentIsDropped: .item
    case .readinessEndsInterruption: .interruption
    case .preparingPlays: .starts
    case .playHolds: .holds
    case .blockedIsSkippedAgain: .segments
    case .startIsDecided: .prepared
    }
  }
}

extension PlayerMonitor {
  mutating func isSo(_ occasion: FrameOccasion, _ code: UInt16, _ changes: Frame) -> Bool {
    switch occasion {
    case .mediaComesOrGoes: comesOrGoes(changes)
    case .mediaIsReady: changes.contains(.prepared)
    case .mediaEnds: changes.contains(.phase) && inspection.shown.phase == .ended
    case .seekBegins: inspection.newestSeek != before.newestSeek
    case .seekEnds: before.isSeeking && !inspection.isSeeking
    case .playbackTurns: isDrivenOtherwise
    case .segmentsAreLookedAt:
      before.looksAtSegments != inspection.looksAtSegments || before.isMoving != inspection.isMoving
        || before.isSegmentDue
    case .positionJumps: stepOutputs.jumps
    case .hasEdge: inspection.shown.streamType == .dvr || before.shown.streamType == .dvr
    case .typeChanges: changes.contains(.streamType)
    case .stallBegins: stepOutputs.beginsStall
    case .startsOver: stepOutputs.loops
    case .wishEnds: mayEndIntent
    case .contentIsDropped: policies.emptiesOnFailure && stepOutputs.hasFailed && inspection.shown.item.isNone
    case .readinessEndsInterruption: endsInterruption
    case .preparingPlays: code == Kind.prepare && policies.autoplays
    case .playHolds: code == Kind.play && policies.playMayHold
    case .blockedIsSkippedAgain: policies.playsUnskippable && !before.shown.playedBlocked.isNone
    case .startIsDecided: code == Kind.deadline && goesToStart(code)
    }
  }

  private func comesOrGoes(_ changes: Frame) -> Bool {
    // Failed media shows its last values until something else opens.
    changes.contains(.opening) || before.isEngineOpen != inspection.isEngineOpen
      || before.shown.phase == .failed && changes.contains(.phase)
  }

  private var isDrivenOtherwise: Bool {
    before.isMoving != inspection.isMoving || before.isStarting != inspection.isStarting
      || before.isHindered != inspection.isHindered || before.shown.wantsPlay != inspection.shown.wantsPlay
      || before.shown.supply != inspection.shown.supply
  }

  var endsInterruption: Bool {
    policies.readinessEndsInterruption && before.shown.isInterrupted
      && inspection.shown.preparedCount != before.shown.preparedCount
  }

  /// Whether a rule other than the app's may end the intent to play: after a failure, at the end, or when an
  /// interruption that was too long ends.
  var mayEndIntent: Bool {
    if stepOutputs.schedulesRetry { return !policies.retryKeepsIntent || policies.openFailureHolds }
    if stepOutputs.hasFailed {
      return policies.openFailureHolds || policies.emptiesOnFailure && !policies.stopKeepsIntent
    }
    return stepOutputs.hasEnded && policies.endClearsIntent || endsInterruption
  }
}
