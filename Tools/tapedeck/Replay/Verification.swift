import Foundation
import PlayerCore
import PlayerTrace

/// The outcome of replaying one trace, in a word.
enum ReplayVerdict: String, CaseIterable, Encodable {
  case ok
  case differs
  /// The content is not that of a trace this program can read.
  case damaged
  /// It continues with an input that this version lacks; everything before it is equal.
  case unfollowed
  /// The file could not be opened, or has no such place.
  case unusable
}

/// How far a trace goes.
enum TraceExtent: Hashable {
  case ended(TraceEnding)
  /// There is no end record: the recorder was killed, or is still running.
  case unfinished
  /// The same, and the last record is incomplete.
  case torn(TraceLoss)
  /// The replay stopped before the end, as requested.
  case cut
}

/// The outcome for one trace.
struct ReplayOutcome {
  var trace: String
  var verdict: ReplayVerdict
  var exit: Exit
  var error: ErrorReport?
  var header: TraceHeader?
  var report: ReplayReport?
  var extent: TraceExtent?
  /// The line of the record that differs; nil in a binary trace.
  var line: Int64?
  /// Read when there is a difference to describe.
  var names = TraceNames()
  /// True when a checkpoint was requested but none is that early.
  var lacksCheckpoint = false
  /// The duration of the replay.
  var wallMicroseconds: Int64 = 0
}

/// Verifies traces.
struct Verification {
  var from: TracePlace?
  var until: TracePlace?
  var needsEnd = false

  /// Never throws: a problem with one trace must not hide the others.
  func verify(_ trace: String) -> ReplayOutcome {
    do { return try replay(trace) } catch {
      let isDamaged = error.exit == .damaged
      return ReplayOutcome(
        trace: trace, verdict: isDamaged ? .damaged : .unusable, exit: error.exit, error: ErrorReport(error))
    }
  }

  private func replay(_ trace: String) throws(TraceError) -> ReplayOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    let (header, report) = try report(trace)
    let extent = report.difference == nil ? extent(report) : nil
    var outcome = ReplayOutcome(trace: trace, verdict: .ok, exit: .ok, header: header, report: report, extent: extent)
    outcome.lacksCheckpoint = from != nil && report.start == 0
    outcome.wallMicroseconds = Int64(clock.now.duration(to: start) / .microseconds(-1))
    if let difference = report.difference {
      outcome.verdict = .differs
      outcome.exit = .differs
      outcome.line = LineFinder.line(in: trace, at: difference.offset).map { $0 + difference.linesBehindInput }
      outcome.names = try TraceNames(in: trace)
    } else if let input = report.unfollowed {
      outcome.verdict = .unfollowed
      outcome.exit = .differs
      outcome.line = LineFinder.line(in: trace, at: input.offset)
    } else if needsEnd, extent == .unfinished || report.loss != nil {
      outcome.verdict = .damaged
      outcome.exit = .damaged
      outcome.error = ErrorReport(
        "\(trace): the trace has no end record, but --complete requires one. Record it again", kind: "unfinished",
        file: trace)
    }
    return outcome
  }

  private func report(_ trace: String) throws(TraceError) -> (TraceHeader, ReplayReport) {
    // Looking up --from takes a separate reading.
    var reader = from == nil ? try TraceReader(path: trace) : try RepeatedTrace.open(trace)
    var options = ReplayOptions()
    switch until {
    case .step(let number): options.untilStep = number
    case .instant(let instant): options.untilInstant = instant
    case .end, nil: break
    }
    if let from { options.fromStep = try Self.step(of: from, in: trace) }
    let meter = ProgressMeter(trace)
    defer { meter.clear() }
    do {
      let report = try TraceReplayer.replay(&reader, options, progress: meter.show)
      meter.clear()
      reader.warnOfIndex()
      return (reader.header, try checked(report, trace))
    } catch {
      // Before the first checkpoint, the beginning is the nearest place to start.
      guard case .noSuchPlace(_, let asked, _) = error, asked.hasPrefix("checkpoint"), options.fromStep != nil else {
        throw error
      }
      options.fromStep = nil
      reader = try RepeatedTrace.open(trace)
      return (reader.header, try checked(TraceReplayer.replay(&reader, options), trace))
    }
  }

  /// The report, unless --from or --until leave nothing to compare.
  private func checked(_ report: ReplayReport, _ trace: String) throws(TraceError) -> ReplayReport {
    guard report.difference == nil else { return report }
    if let from, report.reachedEnd, from.isBehind(report.lastStep, report.lastInstant) {
      throw .beyondTheEnd(of: trace, from, report.lastStep, report.lastInstant)
    }
    if let until, report.steps == 0, !report.reachedEnd {
      throw .noSuchPlace(
        file: trace, asked: "step to compare until \(until)",
        available: "the replay begins after step \(report.start). Give a later place")
    }
    return report
  }

  /// The number of the last step that is not after `place`.
  static func step(of place: TracePlace, in trace: String) throws(TraceError) -> Int64 {
    if case .step(let number) = place { return number }
    var reader = try RepeatedTrace.open(trace)
    switch place {
    case .instant(let instant): try reader.skip(toInstant: instant)
    case .end: try reader.skip(toStep: .max)
    case .step: break
    }
    var last: Int64 = 0
    while let record = try reader.next() {
      switch record {
      case .step(let step):
        if place.isBefore(step) { return last }
        last = step.number
      case .foreignStep(let step):
        if place.isBefore(step.number, step.instant) { return last }
        last = step.number
      case .checkpoint(let checkpoint): last = max(last, checkpoint.number)
      case .definition, .mark, .end: break
      }
    }
    return last
  }

  func extent(_ report: ReplayReport) -> TraceExtent {
    if let end = report.end { return .ended(end.ending) }
    if let loss = report.loss { return .torn(loss) }
    if report.unfollowed != nil { return .cut }
    switch until {
    case .step(let number) where report.lastStep >= number: return .cut
    case .instant: return .cut
    case .step, .end, nil: return .unfinished
    }
  }
}

/// Finds lines of a text trace.
enum LineFinder {
  /// The number of the line that begins at this byte; nil for a binary trace and for a file that cannot be read twice.
  static func line(in trace: String, at offset: Int64) -> Int64? {
    guard TraceBeginning.isText(trace), let file = FileHandle(forReadingAtPath: trace) else { return nil }
    defer { try? file.close() }
    var line: Int64 = 1
    var rest = offset
    while rest > 0, let data = try? file.read(upToCount: Int(min(rest, Int64(TraceLimit.buffer)))), !data.isEmpty {
      line += Int64(data.count { $0 == UInt8(ascii: "\n") })
      rest -= Int64(data.count)
    }
    return line
  }
}

/// Distinguishes the forms by the first byte of a file.
enum TraceBeginning {
  static func isText(_ trace: String) -> Bool {
    guard trace != "-", let file = FileHandle(forReadingAtPath: trace) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 1))?.first == UInt8(ascii: "{")
  }
}
