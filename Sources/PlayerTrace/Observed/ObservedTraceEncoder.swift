#if !hasFeature(Embedded)
import PlayerCore

/// Converts observations of another player into the bytes of a trace, in either form. It does not access files.
package struct ObservedTraceEncoder: Sendable {
  /// Something that was observed.
  package enum Observation: Hashable, Sendable {
    /// A notification that our player would have made.
    case notification(Player.Notification, Reason)
    /// The data reached so far.
    case buffer(until: MediaTime, Reason)
    /// The measured or expected throughput in bits per second.
    case bandwidth(Int64, Reason)
    /// A sign that occurs only in logs.
    case sign(ObservedSign)
    /// The line of the log, from 1.
    case line(Int64)
  }

  private var encoder: TraceEncoder
  /// The number of steps.
  package private(set) var steps: Int64 = 0
  private var outputs: Int64 = 0

  /// Begins a trace of a log.
  package init(
    _ form: TraceForm, engine: String, tool: String = "", note: String = "", recordedAt: Int64? = nil
  ) {
    encoder = TraceEncoder(
      form, header: ObservedRun.header(engine: engine, tool: tool, note: note, recordedAt: recordedAt))
  }

  /// The bytes encoded since ``removeAll()``.
  package var bytes: [UInt8] { encoder.bytes }
  /// The number of ``bytes``.
  package var count: Int { encoder.count }
  /// Removes all ``bytes`` and keeps their storage.
  package mutating func removeAll() { encoder.removeAll() }

  /// Names an item or a text, before the first observation that uses its number.
  package mutating func define(_ definition: TraceDefinition) { encoder.encode(.definition(definition)) }

  /// Adds a mark.
  package mutating func mark(_ text: String) { encoder.encode(.mark(TraceMark(number: steps, text: text))) }

  /// Appends a step; if there are more observations than a step can contain, they become several steps at the same
  /// instant.
  package mutating func encodeStep(at instant: Instant, _ observations: [Observation]) {
    var rest = observations[...]
    repeat {
      encodeWholeStep(at: instant, rest.prefix(TraceLimit.outputs))
      rest = rest.dropFirst(TraceLimit.outputs)
    } while !rest.isEmpty
  }

  private mutating func encodeWholeStep(at instant: Instant, _ observations: ArraySlice<Observation>) {
    steps += 1
    outputs += Int64(observations.count)
    let vocabulary = ObservedRun.vocabulary
    let input = TraceMessage(WireMessage(code: ObservedRun.inputCode), isInput: true, in: vocabulary)
    let messages = observations.map { TraceMessage(Self.message($0), isInput: false, in: vocabulary) }
    let recorded = RecordedStep(number: steps, instant: instant, input: input, outputs: messages)
    encoder.encode(.foreignStep(ForeignStep(recorded: recorded, input: nil, lostOfInput: [], outputs: [])))
  }

  /// The log has ended: nothing may follow.
  package mutating func end(_ ending: TraceEnding = .finished) {
    encoder.encode(.end(TraceEnd(number: steps, inputs: steps, outputs: outputs, digest: 0, ending: ending)))
  }

  private static func message(_ observation: Observation) -> WireMessage {
    var message: WireMessage
    switch observation {
    case .notification(let notification, let reason): return Output.notification(notification, reason).message
    case .buffer(let until, let reason):
      message = WireMessage(code: ObservedRun.bufferCode)
      message.put(reason.wireValue)
      message.put(until.wireValue)
    case .bandwidth(let bits, let reason):
      message = WireMessage(code: ObservedRun.bandwidthCode)
      message.put(reason.wireValue)
      message.put(bits)
    case .sign(let sign): return sign.message
    case .line(let number):
      message = WireMessage(code: ObservedRun.lineCode)
      message.put(Reason.environment.wireValue)
      message.put(number)
    }
    return message
  }
}
#endif
