import PlayerCore
import PlayerText

/// Reads a trace from its beginning, record by record, in either form. It holds one record and a small window of the
/// file, however long the trace is.
///
/// A truncated trace is read as far as it goes: ``next()`` returns `nil`, ``isFinished`` is false and ``loss``
/// describes what could not be used. Any other damage is a ``TraceError``, after which nothing more is returned.
public struct TraceReader {
  /// The name of the file, for errors.
  public let file: String
  /// Text or binary.
  public let form: TraceForm
  /// The header of the trace.
  public let header: TraceHeader
  private var decoder: Decoder
  private var hasFailed = false

  private enum Decoder {
    case text(TextReader)
    case binary(Shared)
  }

  /// Copies of a ``TraceReader`` share their position.
  private final class Shared {
    var reader: BinaryReader

    init(_ reader: BinaryReader) { self.reader = reader }
  }

  #if !hasFeature(Embedded)
  /// Opens a file, or the standard input for the path `-`, and reads the header.
  public init(path: String) throws(TraceError) {
    let file = path == "-" ? OpenFile(descriptor: 0, name: "standard input") : try OpenFile.reading(path)
    try self.init(TraceBytes(file))
  }
  #endif

  /// Reads a trace that is in memory.
  public init(bytes: [UInt8], name: String = "trace") throws(TraceError) {
    try self.init(TraceBytes(bytes, name: name))
  }

  #if hasFeature(Embedded)
  init(_ bytes: OpenFile) throws(TraceError) { try self.init(TraceBytes(bytes)) }
  #endif

  private init(_ source: TraceBytes) throws(TraceError) {
    var source = source
    try source.fill(BinaryFormat.magic.count)
    file = source.name
    if source.window.starts(with: BinaryFormat.magic) {
      form = .binary
      let shared = Shared(try BinaryReader(source))
      header = shared.reader.header
      decoder = .binary(shared)
    } else {
      form = .text
      let reader = try TextReader(source)
      header = reader.header
      decoder = .text(reader)
    }
  }

  /// Reads a binary trace that is still being written, starting with these bytes; ``append(_:)`` adds later ones. Until
  /// ``endGrowing()``, ``next()`` also returns `nil` where the rest of a record has not arrived yet.
  ///
  /// Throws ``TraceError/noHeader(file:bytes:)`` when the header is incomplete: try again with more bytes.
  package init(growing bytes: [UInt8], name: String) throws(TraceError) {
    guard bytes.starts(with: BinaryFormat.magic) else {
      if BinaryFormat.magic.starts(with: bytes) { throw .noHeader(file: name, bytes: Int64(bytes.count)) }
      throw .notATrace(file: name, found: Excerpt.of(bytes.prefix(24)))
    }
    var source = TraceBytes([], name: name)
    bytes.withUnsafeBytes { source.append($0) }
    let shared = Shared(try BinaryReader(source))
    shared.reader.source.isGrowing = true
    (file, form, header, decoder) = (name, .binary, shared.reader.header, .binary(shared))
  }

  /// Whether more bytes may arrive.
  package var isGrowing: Bool {
    if case .binary(let shared) = decoder { shared.reader.source.isGrowing } else { false }
  }

  /// Adds bytes to a trace that is still being written.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if case .binary(let shared) = decoder, shared.reader.source.isGrowing { shared.reader.source.append(bytes) }
  }

  /// No more bytes arrive: an incomplete record is lost.
  package mutating func endGrowing() {
    if case .binary(let shared) = decoder { shared.reader.source.isGrowing = false }
  }

  /// The block of a binary trace to which the last record belongs; `nil` before the first, and in a text.
  var block: BinaryIndex.Block? {
    if case .binary(let shared) = decoder { shared.reader.block } else { nil }
  }

  /// Whether the trace is binary, in this build's vocabulary.
  var hasOwnSteps: Bool {
    if case .binary(let shared) = decoder { shared.reader.steps.isOwn } else { false }
  }

  /// The reader of a binary trace, as a copy; `nil` of a text.
  var binary: BinaryReader? {
    if case .binary(let shared) = decoder { shared.reader } else { nil }
  }

  /// The vocabulary of the trace: that of the core that recorded it.
  public var vocabulary: TraceVocabulary { header.words }

  /// The next record; `nil` after the last one.
  public mutating func next() throws(TraceError) -> TraceRecord? {
    guard !hasFailed else { return nil }
    do {
      switch decoder {
      case .text(let reader): return try reader.next()
      case .binary(let shared): return try shared.reader.next()
      }
    } catch {
      hasFailed = true
      throw error
    }
  }

  /// Reads at most `limit` steps, as long as `follower` knows them beforehand, and returns their number. It may always
  /// read none: ``next()`` returns the rest.
  mutating func follow(_ follower: inout some StepFollower, atMost limit: Int) throws(TraceError) -> Int {
    guard !hasFailed, case .binary(let shared) = decoder else { return 0 }
    do { return try shared.reader.follow(&follower, atMost: limit) } catch {
      hasFailed = true
      throw error
    }
  }

  /// Passes the next steps to `listener`, as long as they are binary and in this build's vocabulary, and returns their
  /// number.
  mutating func passSteps(to listener: inout some StepListener) throws(TraceError) -> Int {
    guard !hasFailed, case .binary(let shared) = decoder else { return 0 }
    do { return try shared.reader.pass(to: &listener) } catch {
      hasFailed = true
      throw error
    }
  }

  /// The next record in this build's words; `nil` after the last one. A step with parts that this build does not know
  /// is returned without them, and without its outputs. A step of an observed run, whose input is unknown, is returned
  /// as a deadline. Throws ``TraceError/unknownInput(file:offset:step:message:lacks:tool:)`` when it is the input that
  /// is not known.
  public mutating func nextKnown() throws(TraceError) -> TraceRecord? {
    guard let record = try next() else { return nil }
    return try known(record)
  }

  /// The record that ``next()`` returned last, in this build's vocabulary, as ``nextKnown()`` returns it.
  package mutating func known(_ record: TraceRecord) throws(TraceError) -> TraceRecord {
    guard case .foreignStep(let step) = record else { return record }
    if let known = step.known ?? step.observedStep { return .step(known) }
    hasFailed = true
    throw .unknownInput(
      file: file, offset: offset, step: step.number, message: step.recorded.input.description,
      lacks: step.lostOfInput, tool: header.tool)
  }

  /// Continues at a checkpoint shortly before a step, if nothing was returned yet: the index of a finished binary trace
  /// in a file gives its place. In other traces nothing is skipped.
  ///
  /// Definitions that are skipped are not returned.
  public mutating func skip(toStep number: Int64) throws(TraceError) { try skip(to: .step(number)) }

  /// Like ``skip(toStep:)``, to a checkpoint before the first one that is later than the instant.
  public mutating func skip(toInstant instant: Instant) throws(TraceError) { try skip(to: .instant(instant)) }

  private func skip(to point: TracePoint) throws(TraceError) {
    if case .binary(let shared) = decoder { try shared.reader.skip(to: point) }
  }

  /// What is wrong with the index of a binary trace, as far as known so far; `nil` when nothing is. A wrong index costs
  /// only time: what it would have skipped is read.
  public var indexProblem: String? {
    switch decoder {
    case .text: nil
    case .binary(let shared): shared.reader.indexProblem
    }
  }

  /// How many bytes of the file were read so far.
  public var bytesRead: Int64 {
    switch decoder {
    case .text(let reader): reader.bytesRead
    case .binary(let shared): shared.reader.source.bytesRead
    }
  }

  /// What was lost at a truncated end, once ``next()`` has returned `nil`; `nil` when the trace is finished or ends
  /// between records.
  public var loss: TraceLoss? {
    switch decoder {
    case .text(let reader): reader.loss
    case .binary(let shared): shared.reader.loss
    }
  }

  /// True once the end record was read.
  public var isFinished: Bool {
    switch decoder {
    case .text(let reader): reader.isFinished
    case .binary(let shared): shared.reader.isFinished
    }
  }

  /// Where the record that ``next()`` returned last begins, in bytes from the beginning of the file.
  public var offset: Int64 {
    switch decoder {
    case .text(let reader): reader.recordOffset
    case .binary(let shared): shared.reader.recordOffset
    }
  }
}

/// Compares a check value. A build for fuzzing accepts every one, because random bytes would never pass it.
@inline(__always)
func isSame<Value: Equatable>(_ found: Value, _ expected: Value) -> Bool {
  #if FUZZING
  return true
  #else
  return found == expected
  #endif
}
