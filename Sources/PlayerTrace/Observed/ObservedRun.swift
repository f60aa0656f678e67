import PlayerCore
import PlayerText

/// A trace of observations: the log of a player that does not use TapeDeck, as notifications at their instants.
///
/// Its inputs are unknown. So each step has the input ``input``, a word that no build's player accepts: it belongs to
/// the trace's own vocabulary, which every build reads by name. The format needs no extension for that: a build without
/// observed runs shows them as a trace of another version, and refuses to replay them.
package enum ObservedRun {
  /// The input of every step: something was observed.
  static var input: StaticString { "observed" }
  static var inputCode: UInt16 { 127 }
  /// The line of the log that the step comes from.
  static var lineCode: UInt16 { 125 }
  /// How far the data reached: `until` in media time.
  static var bufferCode: UInt16 { 126 }
  /// A measured or estimated throughput: `bitsPerSecond`.
  static var bandwidthCode: UInt16 { 127 }

  /// A stretch of this length without any step is no observation: the machine slept, or nobody was there. Where the log
  /// had other lines meanwhile, the trace has steps without outputs. A viewer who waits presses something sooner.
  package static var silence: TimeSpan { .seconds(600) }

  /// The reason why such a trace cannot be replayed.
  package static var reason: String {
    "it was made from the log of another player, which holds what was observed and no inputs: there is nothing to replay"
  }

  /// The beginning of the sentence that explains why such a trace yields no scenario.
  package static var noScenario: String { "it was made from the log of another player, and " }

  #if !hasFeature(Embedded)
  /// The words of this build, and those of an observed run.
  static let vocabulary: TraceVocabulary = {
    var lines = VocabularyLines.ofThisCore
    lines.inputs[UInt8(inputCode)] = "\(input)"
    lines.outputs[UInt8(lineCode)] = "logLine reason:reason line:long"
    lines.outputs[UInt8(bufferCode)] = "bufferObserved reason:reason until:time"
    lines.outputs[UInt8(bandwidthCode)] = "bandwidthObserved reason:reason bitsPerSecond:long"
    for (code, line) in ObservedSign.vocabularyLines { lines.outputs[UInt8(code)] = line }
    do throws(Flaw) { return try TraceVocabulary(lines) } catch {
      // A built-in table that tests read, not external input.
      preconditionFailure("the vocabulary of observed runs: \(error.field): \(error.expected), found \(error.found)")
    }
  }()

  /// The header of an observed run.
  package static func header(engine: String, tool: String, note: String, recordedAt: Int64?) -> TraceHeader {
    var header = TraceHeader(engine: engine, tool: tool, note: note, recordedAt: recordedAt)
    header.version = TraceHeader.currentVersion
    header.vocabulary = vocabulary.hash
    header.stateLayout = vocabulary.layout
    header.origin = TraceOrigin(
      vocabulary, settings: vocabulary.settings.map { $0.standard }, into: &header.configuration)
    return header
  }
  #endif
}

extension TraceHeader {
  /// Whether the trace is one of observations: it has outputs, and its inputs are not known.
  public var isObserved: Bool {
    #if TRACE_ENCODER
    return false
    #else
    guard let vocabulary = origin?.vocabulary, let schema = vocabulary.input(ObservedRun.inputCode) else {
      return false
    }
    return schema.fields.isEmpty && schema.name == ObservedRun.input.description
    #endif
  }
}

extension TraceReader {
  /// Throws when the trace has no inputs that could be fed to a player.
  package func requireInputs() throws(TraceError) {
    if header.isObserved { throw .notReplayable(file: file, reason: ObservedRun.reason) }
  }
}

/// What was observed at an instant.
package struct ObservedStep: Sendable {
  package var instant: Instant
  /// In the order of the log.
  package var outputs: [Output]
  /// Whether playback counts as wanted only because the log does not report the intent.
  package var isIntentAssumed = false
  /// Signs that occur only in logs.
  package var signs: [ObservedSign] = []
  /// How far the data reached, if the log reports it.
  package var buffered: MediaTime?
  /// The throughput in bits per second, if the log reports it.
  package var bandwidth: Int64?
  /// The line of the log, from 1; `nil` if the trace does not contain it.
  package var line: Int64?
}

extension ForeignStep {
  /// The step as one of an observed run; `nil` if it is not one.
  package var observed: ObservedStep? {
    guard let step = observedStep else { return nil }
    let messages = recorded.outputs.map { $0.message }
    return ObservedStep(
      instant: instant, outputs: step.outputs, isIntentAssumed: step.outputs.contains(where: Self.isAssumption),
      signs: messages.compactMap { ObservedSign($0) },
      buffered: value(ObservedRun.bufferCode).map { MediaTime(microseconds: $0) },
      bandwidth: value(ObservedRun.bandwidthCode), line: value(ObservedRun.lineCode))
  }

  /// A log that does not report play and pause contains no command: that playback is wanted is an assumption.
  private static func isAssumption(_ output: Output) -> Bool {
    if case .notification(.intentChanged(true), .environment) = output { true } else { false }
  }

  /// Whether the step is one of an observed run.
  var isObserved: Bool {
    input == nil && recorded.input.message.code == ObservedRun.inputCode
      && recorded.input.name == ObservedRun.input.description
  }

  /// The step without what only observed runs contain, as one in which only time passed.
  package var observedStep: TraceStep? {
    guard isObserved else { return nil }
    return TraceStep(
      number: number, instant: instant, input: .deadline,
      outputs: outputs.compactMap { $0.lost.isEmpty ? $0.known : nil }, isWhole: recorded.isWhole)
  }

  /// The second field of the first output with this number; the first is the reason.
  private func value(_ code: UInt16) -> Int64? {
    for output in recorded.outputs where output.message.code == code { return output.message[1] }
    return nil
  }
}
