import PlayerCore
import PlayerText

/// Reads the text form: combines lines into records.
final class TextReader {
  private(set) var header = TraceHeader()
  private(set) var loss: TraceLoss?
  private(set) var isFinished = false
  private(set) var recordOffset: Int64 = 0

  private var source: TraceBytes
  var bytesRead: Int64 { source.bytesRead }
  private var decoder = TextDecoder(StepMaker(.current))
  /// False if the content is known only by the names in the trace.
  private var isVocabularyKnown = true
  private var definitions = DefinitionCheck()
  private var line: Int64 = 0
  private var lastStep: Int64 = 0
  /// The step whose outputs may still come.
  private var open: PartialStep?
  private var openOffset: Int64 = 0
  /// The record after the open step.
  private var waiting: TraceRecord?
  private var waitingOffset: Int64 = 0

  init(_ source: TraceBytes) throws(TraceError) {
    self.source = source
    try readHeader()
  }

  private func readHeader() throws(TraceError) {
    guard let range = try nextLine() else { throw .notATrace(file: source.name, found: "nothing: it is empty") }
    let start = ByteRange(range.bytes, range.start, min(range.end, range.start + 24))
    guard start.count > 0, start.bytes[start.start] == UInt8(ascii: "{") else {
      throw .notATrace(file: source.name, found: "\"\(start.excerpt)\"")
    }
    guard !isTorn(range) else { throw .noHeader(file: source.name, bytes: Int64(range.count)) }
    let identity: TraceIdentity
    do throws(Flaw) { identity = try TextDecoder.identity(range) } catch { throw damage(error, recordOffset) }
    let found = try identity.find(.text, file: source.name)
    isVocabularyKnown = found.isKnown
    decoder = TextDecoder(StepMaker(found.vocabulary))
    decoder.toleratesAbsence = !found.isKnown
    do throws(Flaw) {
      guard case .header(let header) = try decoder.decode(range) else {
        throw Flaw(field: "k", expected: "\"h\": a trace begins with its header", found: "another record")
      }
      self.header = header
    } catch { throw damage(error, recordOffset) }
    // A trace that was read by its own names is written with them.
    if !isVocabularyKnown { header.vocabulary = found.vocabulary.hash }
    decoder.standard = header.freshState
    decoder.knowsState = isVocabularyKnown && header.stateLayout == decoder.vocabulary.layout
    decoder.traceHeader = header
  }

  func next() throws(TraceError) -> TraceRecord? {
    if let waiting {
      self.waiting = nil
      recordOffset = waitingOffset
      return waiting
    }
    while let range = try nextLine() {
      let offset = recordOffset
      if isFinished { throw damage(Self.behindTheEnd(range), offset) }
      let content: TextLine
      do { content = try decoder.decode(range) } catch {
        guard isTorn(range) else { throw damage(error, offset) }
        loss = TraceLoss(offset: offset, bytes: Int64(range.count), lastStep: lastStep)
        break
      }
      do {
        if let record = try take(content, offset) { return record }
      } catch { throw damage(error, offset) }
    }
    guard var step = open else { return nil }
    open = nil
    step.set(isWhole: !header.hasOutputs)
    recordOffset = openOffset
    return step.record
  }

  private static func behindTheEnd(_ range: ByteRange) -> Flaw {
    let start = ByteRange(range.bytes, range.start, min(range.end, range.start + 24))
    return Flaw(field: "end of the trace", expected: "nothing after the end record", found: start.excerpt)
  }

  /// Takes a line; returns the record that it completes.
  private func take(_ line: TextLine, _ offset: Int64) throws(Flaw) -> TraceRecord? {
    switch line {
    case .header: throw Flaw(field: "k", expected: "one header, in the first line", found: "a second header")
    case .input(let message, let number, let instant):
      guard number > lastStep else {
        throw Flaw(field: "n", expected: "a number above \(lastStep)", found: "\(number)")
      }
      let closed = open
      let opened = try decoder.maker.step(number, message, at: instant)
      recordOffset = openOffset
      open = opened
      openOffset = offset
      lastStep = number
      return closed?.record
    case .output(let message, let number):
      guard open != nil, number == lastStep else {
        throw Flaw(field: "n", expected: "the number of the previous input, \(lastStep)", found: "\(number)")
      }
      guard open?.outputCount ?? 0 < TraceLimit.outputs else {
        throw Flaw(field: "o", expected: "at most \(TraceLimit.outputs) outputs of one input", found: "more")
      }
      if var step = open {
        open = nil
        defer { open = step }
        try decoder.maker.add(message, to: &step)
      }
      return nil
    case .definition(let definition):
      try definitions.take(definition)
      return close(.definition(definition), offset)
    case .checkpoint(let checkpoint):
      guard checkpoint.number >= lastStep else {
        throw Flaw(field: "n", expected: "a number from \(lastStep) on", found: "\(checkpoint.number)")
      }
      lastStep = checkpoint.number
      return close(.checkpoint(checkpoint), offset)
    case .mark(let mark): return close(.mark(mark), offset)
    case .end(let end):
      isFinished = true
      return close(.end(end), offset)
    }
  }

  /// Returns the open step and keeps `record` for the next call, or returns `record` itself.
  private func close(_ record: TraceRecord, _ offset: Int64) -> TraceRecord {
    guard let step = open else {
      recordOffset = offset
      return record
    }
    open = nil
    waiting = record
    waitingOffset = offset
    recordOffset = openOffset
    return step.record ?? record
  }

  /// The next line without its end, at `recordOffset`; `nil` after the last. Empty lines are skipped.
  private func nextLine() throws(TraceError) -> ByteRange? {
    while true {
      var searched = source.index
      recordOffset = source.offset
      while true {
        if let end = source.window[searched...].firstIndex(of: 0x0A) {
          let range = ByteRange(source.window, source.index, end)
          source.index = end + 1
          line += 1
          if range.count > TraceLimit.record { throw tooLong() }
          if range.count == 0 { break }
          return range
        }
        let available = source.available
        if source.isLast {
          guard available > 0 else { return nil }
          let range = ByteRange(source.window, source.index, source.window.count)
          source.index = source.window.count
          line += 1
          if range.count > TraceLimit.record { throw tooLong() }
          return range
        }
        if available > TraceLimit.record { throw tooLong() }
        try source.fill(available + 1)
        searched = source.index + available
      }
    }
  }

  private func tooLong() -> TraceError { .tooLong(file: source.name, offset: recordOffset, what: "line \(line + 1)") }

  /// True for a last line without a line end: the file may break off inside it.
  private func isTorn(_ range: ByteRange) -> Bool {
    source.isLast && source.available == 0 && range.end == source.window.count
  }

  private func damage(_ flaw: Flaw, _ offset: Int64) -> TraceError {
    .damaged(TraceDamage(file: source.name, offset: offset, line: line, flaw: flaw))
  }
}
