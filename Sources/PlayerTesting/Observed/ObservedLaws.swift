/// The laws of runs that were only observed: the log of any player can break them.
///
/// The laws of ``PlayerProperty/all`` compare a player's answers with its inputs, of which a log has none. These laws
/// cover what a user would have noticed, and are lenient: logs are late, rounded, and written by ad-hoc code, so a law
/// that is broken only on paper must not be reported. Limits are in ``ObservedLimits``.
enum ObservedLaws {
  static let all: [PlayerProperty] = [
    playingPaused, playingStarved, playingInterrupted, notResumed, startEndless, stallEndless, stallDespiteData,
    rebufferLoop, positionFrozen, positionBack, positionJumped, seekUnfinished, seekElsewhere, seekUnasked, seekLoop,
    endedEarly, endedTwice, endedNever, failureAsEnd, pastTheEnd, failed, failureUnexplained, failureLoop, errorLoop,
    retryLoop, requestLoop, recoveryLoop, renditionFlapping, firstFrameNever, pictureFrozen, framesDropped, audioGaps,
    audioVideoDrift,
  ]

  private static func law(
    _ id: String, _ title: String, _ severity: PlayerProperty.Severity, _ source: String
  ) -> PlayerProperty {
    PlayerProperty("observed-" + id, title, severity, source: source, inputs: [], needs: .recording)
  }

  static let playingPaused = law(
    "playing-paused", "a player that was paused does not play", .critical, "BugZoo.md#7")
  static let playingStarved = law(
    "playing-starved", "a player that waits for data does not report that it plays", .error, "BugZoo.md#32")
  static let playingInterrupted = law(
    "playing-interrupted", "nothing plays while a call or another app holds playback", .critical, "BugZoo.md#7")
  static let notResumed = law(
    "not-resumed", "playback that is wanted, ready and not interrupted continues within 5 s", .critical, "BugZoo.md#20")
  static let startEndless = law(
    "start-endless", "playback that is wanted starts, or fails, within 20 s", .critical, "BugZoo.md#3")
  static let stallEndless = law(
    "stall-endless", "a stall ends, or playback fails, within 20 s", .critical, "BugZoo.md#10")
  static let stallDespiteData = law(
    "stall-despite-data", "playback does not wait for data where there are 2 s of it ahead", .critical, "BugZoo.md#2")
  static let rebufferLoop = law(
    "rebuffer-loop", "playback does not stall three times within 30 s, or with less than 10 s of playing in between",
    .error, "BugZoo.md#26")
  static let positionFrozen = law(
    "position-frozen", "while the player plays its position advances", .critical, "BugZoo.md#11")
  static let positionBack = law(
    "position-back", "without a seek the playhead does not go back", .critical, "BugZoo.md#5")
  static let positionJumped = law(
    "position-jumped", "without a seek the playhead does not jump ahead", .error, "BugZoo.md#5")
  static let seekUnfinished = law(
    "seek-unfinished", "a seek lands within 10 s", .critical, "BugZoo.md#6")
  static let seekElsewhere = law(
    "seek-elsewhere", "a seek lands within 12 s of its target, and not on the other side of its start", .error,
    "BugZoo.md#36")
  static let seekUnasked = law(
    "seek-unasked", "no seek ends that has not begun", .error, "BugZoo.md#33")
  static let seekLoop = law(
    "seek-loop", "a player does not seek to the same place four times within 10 s", .critical, "BugZoo.md#1")
  static let endedEarly = law(
    "ended-early", "media on demand ends at its duration", .critical, "BugZoo.md#9")
  static let endedTwice = law(
    "ended-twice", "playback ends once", .error, "BugZoo.md#25")
  static let endedNever = law(
    "ended-never", "playback that has reached the end of its media ends within 10 s", .error, "BugZoo.md#29")
  static let failureAsEnd = law(
    "failure-as-end", "a failure is not reported as the end of the media", .critical, "BugZoo.md#9")
  static let pastTheEnd = law(
    "past-the-end", "the playhead does not pass the duration by more than 10 s", .error, "BugZoo.md#29")
  static let failed = law(
    "failed", "playback does not fail", .error, "BugZoo.md#3")
  static let failureUnexplained = law(
    "failure-unexplained", "a failure has a reason", .error, "BugZoo.md#14")
  static let failureLoop = law(
    "failure-loop", "playback does not fail three times within 60 s", .critical, "BugZoo.md#26")
  static let errorLoop = law(
    "error-loop", "the same error does not come back five times within 60 s", .error, "BugZoo.md#26")
  static let retryLoop = law(
    "retry-loop", "what is retried succeeds, or fails for good, after four times", .error, "BugZoo.md#26")
  static let requestLoop = law(
    "request-loop", "the same data is not requested six times within 60 s", .error, "BugZoo.md#26")
  static let recoveryLoop = law(
    "recovery-loop", "a player that moves its playhead over a gap does so less than three times within 30 s", .error,
    "BugZoo.md#26")
  static let renditionFlapping = law(
    "rendition-flapping", "the rendition does not come back to one of the last 30 s four times", .warning,
    "BugZoo.md#16")
  static let firstFrameNever = law(
    "first-frame-never", "the picture shows its first frame within 5 s of playing", .critical, "BugZoo.md#11")
  static let pictureFrozen = law(
    "picture-frozen", "while the player plays its picture has frames", .critical, "BugZoo.md#11")
  static let framesDropped = law(
    "frames-dropped", "not half of the frames of 10 s are dropped", .error, "BugZoo.md#11")
  static let audioGaps = law(
    "audio-gaps", "the sound does not break off five times within 30 s", .error, "BugZoo.md#11")
  static let audioVideoDrift = law(
    "audio-video-drift", "sound and picture stay within 0.3 s of each other", .error, "BugZoo.md#11")
}

extension PlayerProperty {
  /// The laws of runs that were only observed: see ``ObservedChecker``.
  public static var observed: [PlayerProperty] { ObservedLaws.all }
}
