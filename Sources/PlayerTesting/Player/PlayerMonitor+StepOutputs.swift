import PlayerCore

extension PlayerMonitor {
  /// The outputs of the current input so far.
  struct StepOutputs: Sendable {
    // The order of the outputs.

    /// Diagnostics 0, changes 1, other notifications 2, completions 3, engine commands 4.
    var rank: UInt8 = 0
    var place: Int8 = -1
    /// The reason that notifications must give.
    var expected = Reason.command
    var hasRetryReason = false
    var outputs: UInt8 = 0
    /// Without one about a clock that ran backwards, which comes beside any other.
    var diagnostics: UInt8 = 0
    var allDiagnostics: UInt8 = 0
    /// The kind of the input.
    var code: UInt16 = 0

    // Answers.

    /// Answers to the request of the input.
    var answers: UInt8 = 0
    var answered = InlineAnswers()
    /// The request that was answered with done, the last of them.
    var done = RequestID.none
    var isRefused = false
    var diagnosesStaleEpoch = false
    var diagnosesStaleSerial = false
    var diagnosesIgnored = false
    var diagnosesClamped = false
    var diagnosesEmptyRange = false

    // Openings, failures, and policy actions.

    var opens = false
    var reloads = false
    var schedulesRetry = false
    var byPolicy = false
    var isPrevented = false
    var asksForTime = false
    /// Failed content may be dropped in the same input, after the failure is announced.
    var hasFailed = false
    var failure = Failure.Kind.none
    /// The announced failure with its position, and the newest warning.
    var failed = Failure(.none)
    var failedAt = MediaTime.unknown
    var warned = Failure(.none)
    var warns = false
    var wait = TimeSpan.zero
    var retryDelay = TimeSpan.zero
    var retryAttempt: Int32 = 0
    var reloadAttempt: Int32 = 0
    /// Openings that were commanded to close, and closes that were announced.
    var closes: UInt8 = 0
    var confirmedCloses: UInt8 = 0
    /// How many of these the engine has not confirmed.
    var unansweredCloses: UInt8 = 0
    /// The opening whose close was announced, the last of them.
    var closed = Epoch.none

    // Playback.

    /// Whether a segment ended that was not announced: one of a new list, which had taken over from the announced one.
    var endsSuccessor = false
    var hasEnded = false
    var hasFrame = false
    var loops = false
    var paused = false
    var beginsStall = false
    var stallLasted = TimeSpan.zero
    var isDiscontinuous = false
    var jumps = false
    /// The jump reported by the engine, and the one that catches up with a live stream.
    var jump = (from: MediaTime.unknown, to: MediaTime.unknown)
    var catchUpJump = (from: MediaTime.unknown, to: MediaTime.unknown)
    /// The last position notified to an observer.
    var tick = MediaTime.unknown
    var changesSettings = false

    // Seeks and segments.

    var endsSeek = false
    var finishesSeek = false
    var seekEndedAt = MediaTime.unknown
    var endedSegment = SegmentID.none
    var nextSegment = SegmentID.none
    var lastPosition = MediaTime.unknown
    /// The skip that was announced, and where it was decided.
    var skip = (segment: SegmentID.none, origin: MediaTime.unknown)
    var endsSkip = false

    // Commands to the engine.

    var plays = false
    var kicks = false
    var pauses: Int32 = 0
    var probes = false
    var still = StillSerial.none
    var catchUp = MediaTime.unknown
    var commandsSeek = false
    var retriesSeek = false
    var seekTarget = MediaTime.unknown
    var seekBefore = TimeSpan.zero
    var seekAfter = TimeSpan.zero
    /// The kinds of renditions that were commanded, one bit each, and the renditions.
    var selects: UInt8 = 0
    var tracks = ByKind(audio: TrackID.off, video: TrackID.off, subtitle: TrackID.off)

    /// Resets in place, at every input.
    @inline(__always)
    init() {}
  }

  /// The requests that were answered by one input: the first four; no input answers more.
  struct InlineAnswers: Sendable {
    var numbers = FourInPlace(repeating: RequestID.none)
    var answers = FourInPlace(repeating: Answer.done)
    var count: UInt8 = 0

    @inline(__always)
    mutating func append(_ request: RequestID, _ answer: Answer) {
      if count < 4 { (numbers[Int(count)], answers[Int(count)]) = (request, answer) }
      if count < .max { count &+= 1 }
    }
  }
}
