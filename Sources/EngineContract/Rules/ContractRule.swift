/// A rule of the contract between a host and an engine; the documentation of ``PlayerRuntime/Engine`` has them as a table.
///
/// The raw value is the rule's name in that table and in every report.
public enum ContractRule: String, CaseIterable, Hashable, Sendable {
  // Opening.
  case openAnswered = "open-answered"
  case openedOnce = "opened-once"
  case openDescribesFirst = "open-describes-first"
  case openReportsBuffer = "open-reports-buffer"
  case openAtBeginning = "open-at-beginning"
  case openRests = "open-rests"
  case openBeside = "open-beside"

  // Closing.
  case closeInTime = "close-in-time"
  case closedIsLast = "closed-is-last"

  // Playing.
  case playAnswered = "play-answered"
  case playRate = "play-rate"
  case playContinues = "play-continues"
  case positionTrue = "position-true"
  case pauseAnswered = "pause-answered"
  case pauseRests = "pause-rests"

  // Seeking.
  case seekAnswered = "seek-answered"
  case seekAnswersNewest = "seek-answers-newest"
  case seekLands = "seek-lands"
  case seekStays = "seek-stays"
  case seekReportsBuffer = "seek-reports-buffer"
  case seekRests = "seek-rests"

  // Questions.
  case positionAnswered = "position-answered"
  case stillAnswered = "still-answered"
  case trackAnswered = "track-answered"
  case trackReportsBuffer = "track-reports-buffer"

  // What an engine reports by itself.
  case bufferNews = "buffer-news"
  case bufferCovers = "buffer-covers"
  case bytesGrow = "bytes-grow"
  case firstFrameOnce = "first-frame-once"
  case starvedIsDry = "starved-is-dry"
  case starvedRests = "starved-rests"
  case stoppedRests = "stopped-rests"
  case endedAtEnd = "ended-at-end"
  case endedRests = "ended-rests"
  case failedHasCause = "failed-has-cause"
  case failedIsFinal = "failed-is-final"

  // Epochs, clocks, hosts.
  case epochKnown = "epoch-known"
  case reportsInOrder = "reports-in-order"
  case nextEventComes = "next-event-comes"
  case wakesHost = "wakes-host"
  case shutDownIsSilent = "shut-down-is-silent"

  /// What an engine must do, as in the table.
  public var sentence: String {
    switch self {
    case .openAnswered: "`open` is answered by `opened` or `failed`"
    case .openedOnce:
      "`opened` is reported once for each epoch, and before it nothing is buffered, shown, moved or ended"
    case .openDescribesFirst:
      """
      `connected` comes before everything else of its epoch; tracks and chapters before `opened`; the range of media that \
      can be sought and has no duration before `buffered`
      """
    case .openReportsBuffer:
      "`opened` is followed by `buffered`, or by `supplyChanged` of an engine that judges its buffer itself"
    case .openAtBeginning:
      "media with a duration opens at position zero, or where it wants to begin itself, which `positionReported` says"
    case .openRests: "after `opened` the playhead rests until `play`"
    case .openBeside: "an epoch with a standby opening (`keepsBuffer`) reads no more"
    case .closeInTime: "`close` is answered by `closed` within 100 ms, whatever the epoch is doing"
    case .closedIsLast: "`closed` answers a `close`, and is the last report of its epoch"
    case .playAnswered:
      "`play` is answered by `playbackStarted`; at rest also by `starved` or `ended`, where there is nothing to play"
    case .playRate: "`playbackStarted` has the requested rate"
    case .playContinues: "playback starts where the playhead rests"
    case .positionTrue: "the position of a moving playhead follows from the last report, the rate and the time since"
    case .pauseAnswered: "`pause` is answered by `playbackStopped`, also at rest"
    case .pauseRests: "after the answer to `pause` the playhead rests until `play`"
    case .seekAnswered: "the newest `seek` is answered by `seekCompleted` with its serial"
    case .seekAnswersNewest: "a seek is answered once at most, and not after a newer one was answered"
    case .seekLands: "in seekable media a seek lands, within its tolerances"
    case .seekStays: "after a seek that is given up the playhead rests where it was"
    case .seekReportsBuffer:
      "`seekCompleted`, also of a seek that was given up, is followed by `buffered`, from where the playhead is"
    case .seekRests: "after `seekCompleted` the playhead rests until `play`"
    case .positionAnswered: "`reportPosition` is answered by `positionReported`"
    case .stillAnswered: "`captureStill` is answered by `stillCaptured` with its serial, once"
    case .trackAnswered: "`selectTrack` is answered by `trackSelected` with the rendition, or by `warned`"
    case .trackReportsBuffer:
      "`trackSelected` with another rendition is followed by `buffered`, from where the playhead is"
    case .bufferNews: "`buffered` is reported again when its end has moved by a second, or `isSaturated` has changed"
    case .bufferCovers: "what plays was reported as buffered: the playhead is at most a second past it"
    case .bytesGrow: "`bytesRead` counts from the open on and never falls"
    case .firstFrameOnce: "`firstFrame` is reported once for each kind and epoch"
    case .starvedIsDry: "`starved` is reported when playback has come to the end of what is buffered, and only then"
    case .starvedRests: "after `starved` the playhead rests until `play`"
    case .stoppedRests: "after an unrequested `playbackStopped` the playhead rests until `play`"
    case .endedAtEnd: "`ended` is reported at the end of the media"
    case .endedRests: "after `ended` the playhead rests until `play`"
    case .failedHasCause: "`failed` has a kind; what does not exist fails, and what can be played does not"
    case .failedIsFinal: "after `failed` only `closed` follows"
    case .epochKnown: "every report belongs to an epoch that was opened"
    case .reportsInOrder: "reports come in the order in which things happened, and none before it happened"
    case .nextEventComes:
      "at `nextEvent` something is reported, or `nextEvent` moves later; before it nothing is reported unasked"
    case .wakesHost: "an engine that names no `nextEvent` calls its wake handler when it has something to report"
    case .shutDownIsSilent: "after `shutDown` nothing is reported"
    }
  }
}

/// A rule that does not hold: in which step, what was expected, and what was reported instead.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
  /// Which rule was broken.
  public var rule: ContractRule
  /// What the rule demands.
  public var expected: String
  /// What was seen.
  public var got: String

  /// What was expected, and what was seen.
  public var description: String { "expected \(expected); got \(got)" }
}
