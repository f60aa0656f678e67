import PlayerText

/// Notes that a user pinned to the steps of a trace: they are saved as its marks, and its marks are shown as notes.
package struct TraceNotes {
  /// The maximum length of a note in bytes of UTF-8; longer ones are cut, because no mark may come near the longest
  /// record of a trace.
  package static var longest: Int { 1 << 16 }

  private var words: [Int64: String] = [:]

  /// No notes: the marks of a trace stay as they are.
  package init() {}

  /// Pins a note to a step, or 0 for before the first, and replaces the trace's marks there. An empty text removes
  /// them.
  package mutating func pin(_ text: String, to step: Int64) {
    words[step] =
      text.utf8.count <= Self.longest ? text : String(decoding: text.utf8.prefix(Self.longest), as: UTF8.self)
  }

  func replaces(_ mark: TraceMark) -> Bool { words[mark.number] != nil }

  /// The notes that remain to be written, in order.
  var marks: [TraceMark] {
    words.keys.sorted().compactMap { step in
      let text = words[step] ?? ""
      return text.isEmpty ? nil : TraceMark(number: step, text: text)
    }
  }
}

extension TraceMemory {
  /// The whole trace in a form, with notes as its marks. A note whose step does not exist in the trace is omitted.
  ///
  /// A mark is not an input: it changes neither the digest of the trace nor the result of a replay.
  package func converted(to form: TraceForm, with notes: TraceNotes) throws(TraceError) -> [UInt8] {
    var reader = try reader()
    var encoder = TraceEncoder(form, header: reader.header)
    var waiting = notes.marks[...]
    var last: Int64 = 0
    func markSteps(before number: Int64) {
      while let mark = waiting.first, mark.number < number {
        encoder.encode(.mark(mark))
        waiting.removeFirst()
      }
    }
    while let record = try reader.next() {
      switch record {
      case .mark(let mark) where notes.replaces(mark): continue
      case .step(let step):
        markSteps(before: step.number)
        last = step.number
      case .foreignStep(let step):
        markSteps(before: step.number)
        last = step.number
      case .end: markSteps(before: last + 1)
      case .definition, .checkpoint, .mark: break
      }
      encoder.encode(record)
    }
    // A trace without an end.
    if !reader.isFinished { markSteps(before: last + 1) }
    return encoder.bytes
  }
}
