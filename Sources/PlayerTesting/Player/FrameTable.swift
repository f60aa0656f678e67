import PlayerCore

/// What an input may change in what a player shows; everything else stays as it was (Architecture.md#law-6).
///
/// Two lists: what inputs of a kind may always change, and what may change on an occasion, whatever the input is. The
/// page "Frame" shows both.
struct FrameTable: Sendable {
  /// What an input of one of these kinds may always change.
  struct Row: Sendable {
    var codes: [UInt16]
    var parts: Frame

    init(_ codes: UInt16..., parts: Frame) { (self.codes, self.parts) = (codes, parts) }
  }

  /// What may change where an input opens, closes or ends media, and where that may fail or leave a failure.
  private static let opening: Frame = [.phase, .opening, .state]
  private static let failing: Frame = [.phase, .opening, .state, .failure]

  static let shared = FrameTable()

  private var partsByCode = [Frame](repeating: [], count: Int(Vocabulary.codeLimit))

  init() {
    for row in Self.rows { for code in row.codes { partsByCode[Int(code)] = row.parts } }
  }

  /// What an input of this kind may always change.
  func parts(of code: UInt16) -> Frame { partsByCode[Int(code)] }

  static let rows: [Row] = [
    // Commands.
    Row(Kind.load, parts: [failing, .item, .intent, .interruption, .stalls, .loops]),
    Row(Kind.prepare, parts: failing),
    Row(Kind.play, parts: [failing, .starts, .interruption]),
    Row(Kind.toggle, parts: [failing, .intent, .interruption]),
    Row(Kind.pause, parts: [.holds, .interruption, .state]),
    Row(Kind.stop, parts: [failing, .holds]),
    Row(Kind.reset, parts: [failing, .holds, .item]),
    Row(Kind.reload, parts: [failing, .item]),
    Row(Kind.retry, parts: failing),
    Row(Kind.restart, parts: [opening, .intent, .interruption, .seek]),
    Row(Kind.seek, parts: [opening, .seek, .skip]),
    Row(Kind.setRate, parts: [.rate, .effectiveRate]),
    Row(Kind.setVolume, parts: .volume),
    Row(Kind.setMuted, parts: .mute),
    Row(Kind.setLooping, parts: .looping),
    Row(Kind.setScalingMode, parts: .scaling),
    Row(Kind.setRotation, parts: .rotation),
    Row(
      Kind.selectTrack, Kind.setPreferredLanguage, Kind.stageSegment, Kind.addPeriodicObserver,
      Kind.addBoundaryObserver, Kind.removeObserver, Kind.captureStill, parts: []),
    Row(Kind.commitSegments, parts: .segments),
    Row(Kind.set, parts: [opening, .supply, .streamType, .range, .segments]),
    // The environment.
    Row(Kind.networkChanged, parts: [failing, .network]),
    Row(Kind.interruptionBegan, parts: [.interruption, .state]),
    Row(Kind.interruptionEnded, parts: [.interruption, .holds, .state]),
    Row(Kind.routeChanged, parts: [.holds, .interruption, .state]),
    Row(Kind.remoteControl, parts: [failing, .intent, .interruption]),
    Row(Kind.enteredBackground, parts: [.background, .state]),
    Row(Kind.enteredForeground, parts: [.background, .holds, .interruption, .state]),
    Row(Kind.externalPlaybackChanged, parts: [.externalPlayback, .state]),
    Row(Kind.pictureInPictureChanged, parts: [.pictureInPicture, .state]),
    Row(Kind.wallClock, parts: .segments),
    // Reports.
    Row(
      Kind.connected, Kind.chapterFound, Kind.metadataFound, Kind.warned, Kind.stillCaptured, parts: []),
    Row(
      Kind.opened,
      parts: [opening, .prepared, .duration, .streamType, .range, .supply, .live, .effectiveRate, .segments]),
    Row(Kind.trackFound, parts: .trackCounts),
    Row(Kind.durationChanged, parts: [.duration, .streamType, .range, .segments]),
    Row(Kind.seekableRangeChanged, parts: [.streamType, .range, .segments]),
    Row(Kind.dateReference, parts: .segments),
    Row(Kind.naturalSizeChanged, parts: .size),
    Row(Kind.trackSelected, parts: .tracks),
    Row(Kind.subtitleShown, parts: .subtitle),
    Row(Kind.firstFrame, parts: .firstFrames),
    Row(Kind.buffered, parts: [.supply, .state]),
    Row(Kind.supplyChanged, Kind.starved, parts: [failing, .supply, .segments]),
    Row(Kind.playbackStarted, parts: [.supply, .state, .segments]),
    Row(Kind.playbackStopped, Kind.positionReported, parts: [failing, .segments]),
    Row(Kind.seekCompleted, parts: [opening, .prepared, .seek]),
    Row(Kind.ended, Kind.failed, Kind.closed, parts: failing),
    // Time.
    Row(Kind.deadline, parts: [failing, .segments]),
  ]
}
