import PlayerCore

/// How far a replay goes, and from where.
public struct ReplayOptions: Hashable, Sendable {
  /// Stops after this step.
  public var untilStep: Int64?
  /// Stops before the first step that is later than this.
  public var untilInstant: Instant?
  /// Begins with the last checkpoint at or before this step, instead of the beginning.
  public var fromStep: Int64?

  /// Limits of a replay; `nil` for none.
  public init(untilStep: Int64? = nil, untilInstant: Instant? = nil, fromStep: Int64? = nil) {
    self.untilStep = untilStep
    self.untilInstant = untilInstant
    self.fromStep = fromStep
  }
}

/// What a replay found.
public struct ReplayReport: Sendable {
  /// Inputs that were fed to the player.
  public var steps: Int64 = 0
  /// Outputs that were compared and equal.
  public var outputs: Int64 = 0
  /// Checkpoints that were compared and equal.
  public var checkpoints: Int64 = 0
  /// The step after which the replay began; 0 for the beginning.
  public var start: Int64 = 0
  /// The number and the instant of the last step that was fed.
  public var lastStep: Int64 = 0
  /// When the last step happened.
  public var lastInstant = Instant.zero
  /// The state at the end of the replay.
  public var player: Player
  /// The first difference; `nil` when there is none.
  public var difference: TraceDifference?
  /// The end record, when the replay reached it.
  public var end: TraceEnd?
  /// True when the replay reached the end of the trace.
  public var reachedEnd = true
  /// What was lost at a truncated end of the file.
  public var loss: TraceLoss?
  /// True when the trace was recorded by a core of another behaviour version.
  public var isOtherBehaviour = false

  /// True when the trace was recorded by a core whose state has other fields: inputs and outputs are compared,
  /// checkpoints and digests cannot be.
  public var isOtherState = false
  /// For a trace with another vocabulary: messages, fields and values in it that only one of the two vocabularies has,
  /// by name, and how often they occurred. They were not compared.
  public var uncompared: [String: Int64] = [:]
  /// Settings of the trace that are not at their default, and that this build does not have. The replay went without
  /// them.
  public var foreignSettings: [TraceOrigin.ForeignSetting] = []
  /// The input that this build does not have, at which the replay stopped; `nil` when it had all of them.
  public var unfollowed: UnfollowedInput?

  /// An input that a replay could not follow.
  public struct UnfollowedInput: Hashable, Sendable {
    /// The step that the replay cannot follow.
    public var step: Int64
    /// When it happened, on the host's clock.
    public var instant: Instant
    /// Where its record begins in the file, in bytes.
    public var offset: Int64
    /// The input, in the words of the trace.
    public var message: TraceMessage
    /// The unknown parts: its name, names of fields, or of values after an equals sign.
    public var lacks: [String]
  }

  /// True when everything that was compared is equal.
  public var isEqual: Bool { difference == nil }

  /// Throws when the replay stopped before the requested place.
  fileprivate func checkFollowed(_ reader: TraceReader) throws(TraceError) {
    guard let input = unfollowed else { return }
    throw .unknownInput(
      file: reader.file, offset: input.offset, step: input.step, message: input.message.description,
      lacks: input.lacks, tool: reader.header.tool)
  }
}

/// Feeds the inputs of a trace to a new player and compares the outputs with the recorded ones.
public enum TraceReplayer {
  /// Replays a trace from which nothing was read yet. Stops at the first difference.
  ///
  /// Throws a ``TraceError`` when the trace is damaged or cannot be replayed; a difference is not an error but part of
  /// the report. Replaying takes the memory of three players and some hundred steps, and time linear in the number of
  /// steps. `progress` is called every few thousand records with the number of bytes read.
  public static func replay(
    _ reader: inout TraceReader, _ options: ReplayOptions = ReplayOptions(), progress: (Int64) -> Void = { _ in }
  ) throws(TraceError) -> ReplayReport {
    try reader.requireInputs()
    if let from = options.fromStep { try reader.skip(toStep: from) }
    var run = Run(header: reader.header, file: reader.file, options)
    var records = 0
    while true {
      records += try reader.follow(&run, atMost: 4_096)
      guard !run.isOver, let record = try reader.next() else { break }
      try run.take(record, at: reader.offset)
      records += 1
      if records >= 4_096 {
        progress(reader.offset)
        records = 0
      }
    }
    try run.close(&reader)
    return run.report
  }

  /// The state after step `number`: 0 for the state before the first. In a long binary trace that is finished, the
  /// replay begins with a checkpoint near it.
  public static func state(in reader: inout TraceReader, at number: Int64) throws(TraceError) -> ReplayReport {
    try reader.skip(toStep: number)
    let report = try replay(&reader, ReplayOptions(untilStep: number))
    try report.checkFollowed(reader)
    guard report.lastStep == number || report.difference != nil else {
      throw .noSuchPlace(
        file: reader.file, asked: "step \(number)", available: "the last step is \(report.lastStep)")
    }
    return report
  }

  /// The state at an instant: after the last step before the first that is later. Throws when the trace ends before it.
  public static func state(in reader: inout TraceReader, at instant: Instant) throws(TraceError) -> ReplayReport {
    try reader.skip(toInstant: instant)
    let report = try replay(&reader, ReplayOptions(untilInstant: instant))
    try report.checkFollowed(reader)
    guard !report.reachedEnd || report.lastInstant >= instant || report.difference != nil else {
      throw .noSuchPlace(
        file: reader.file, asked: "instant \(seconds(instant))",
        available: "the trace ends at \(seconds(report.lastInstant)), after step \(report.lastStep)")
    }
    return report
  }
}

/// `15.25 s`: an instant in an error.
private func seconds(_ instant: Instant) -> String {
  let magnitude = instant.microseconds.magnitude
  var digits = String(magnitude % 1_000_000 + 1_000_000).dropFirst()
  while digits.last == "0" { digits = digits.dropLast() }
  let sign = instant.microseconds < 0 ? "-" : ""
  return "\(sign)\(magnitude / 1_000_000)\(digits.isEmpty ? "" : ".\(digits)") s"
}
