/// The lines in which this build's vocabulary differs from that of format version 1.
enum VocabularyChanges {
  /// For builds that cannot compare the two: Embedded Swift. Written by
  /// `TAPEDECK_WRITE_TABLES=1 swift test --filter VocabularyTests`, and compared by it.
  static var text: String {
    """
    output 54 blockedPlaying reason:reason segment:segment isSeekable:bool
    enum 14 + startRangeTimeout commandsEndInterruption playsUnskippable
    setting 36 retryDelayKind int 2
    setting 78 startRangeTimeout span 2000000
    setting 79 commandsEndInterruption bool 0
    setting 80 playsUnskippable bool 0
    state loading.awaitsRange bool 0 after loading.isConnected
    state loading.awaitsRangeSince int 0 after loading.awaitsRange
    state transport.stoppedAt time -9223372036854775808 after transport.unexpectedStops
    state buffering.kickedFrom time -9223372036854775808 after buffering.kickedAt
    state buffering.waitedInVain span 0 after buffering.kickedFrom
    state liveEdge.caughtUpTo time -9223372036854775808 after liveEdge.nextCatchUp
    state interruption.count int 0 after interruption.isPending
    state segments.playedBlocked int 0 after segments.skipOrigin
    state segments.skipGoal time -9223372036854775808 after segments.skipsInVain
    """
  }

  #if hasFeature(Embedded)
  static var lines: String { text }
  #else
  static let lines = TraceVocabulary.current.changes.joined(separator: "\n")
  #endif

  static var areNone: Bool { lines.utf8.isEmpty }
}
