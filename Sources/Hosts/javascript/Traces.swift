import PlayerCore
import PlayerText
import PlayerTrace

// What JavaScript calls to read traces. Each call leaves a text in JSON behind, which is fetched with
// `answerPlace` and `answerLength`; a result below 0 says that the text is about an error.

/// An instance of the module reads one trace, and on one thread.
private struct Instance {
  var answer: [UInt8] = []
  var reading: Reading?
  /// The trace that was given first, for what compares two.
  var other: [UInt8] = []
}

private nonisolated(unsafe) var instance = Instance()  // A module without shared memory has one thread.

/// A trace that is read record by record.
private struct Reading {
  var reader: TraceReader
  var encoder: TraceEncoder

  init(_ bytes: [UInt8]) throws(TraceError) {
    reader = try TraceReader(bytes: bytes)
    encoder = TraceEncoder(.text, header: reader.header)
  }

  /// The next record as lines of a text trace, in the words of the trace; `nil` after the last.
  mutating func next() throws(TraceError) -> [UInt8]? {
    encoder.removeAll()
    guard let record = try reader.next() else { return nil }
    encoder.encode(record)
    return encoder.bytes
  }
}

/// Bytes that JavaScript has copied into the memory of the module.
private func bytes(_ place: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: place, count: count))
}

private func answer(_ body: () throws(TraceError) -> JSONValue) -> Int32 {
  do throws(TraceError) {
    instance.answer = Array(try body().line.utf8)
    return 1
  } catch {
    return fail(error)
  }
}

private func fail(_ error: TraceError) -> Int32 {
  var values: [String: JSONValue?] = ["message": .text(error.reason), "kind": .text(error.kind)]
  if let place = error.place {
    values["offset"] = .integer(place.offset)
    values["line"] = place.line.map { .integer($0) }
  }
  instance.answer = Array(JSONValue.object(values).line.utf8)
  return -1
}

/// Where the text is that the last call has left behind.
@c public func answerPlace() -> UnsafePointer<UInt8>? { instance.answer.withUnsafeBufferPointer { $0.baseAddress } }
/// How many bytes it has.
@c public func answerLength() -> Int { instance.answer.count }

/// Opens a trace; its header as the line of a text trace.
@c public func open(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  do throws(TraceError) {
    let reading = try Reading(bytes(place, count))
    instance.reading = reading
    instance.answer = reading.encoder.bytes
    return 1
  } catch {
    return fail(error)
  }
}

/// The next record: 1 as lines of a text trace, or 0 after the last, with what a torn end cost.
@c public func next() -> Int32 {
  guard instance.reading != nil else { return 0 }
  do throws(TraceError) {
    if let lines = try instance.reading?.next() {
      instance.answer = lines
      return 1
    }
    let loss = instance.reading?.reader.loss
    instance.answer = Array(
      JSONValue.object([
        "isFinished": .flag(instance.reading?.reader.isFinished == true),
        "loss": loss.map { .object(["offset": .integer($0.offset), "bytes": .integer($0.bytes)]) },
      ]).line.utf8)
    return 0
  } catch {
    return fail(error)
  }
}

/// Replays a trace: what was found, as `tapedeck replay --json` has it.
@c public func replay(_ place: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = bytes(place, count)
  return answer { () throws(TraceError) in
    var reader = try TraceReader(bytes: bytes)
    let report = try TraceReplayer.replay(&reader)
    var line: Int64?
    if reader.form == .text, let offset = report.difference?.offset ?? report.unfollowed?.offset {
      let before = bytes.prefix(Int(offset)).reduce(into: Int64(0)) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
      line = 1 + before + (report.difference?.linesBehindInput ?? 0)
    }
    return .object(report.values(reader.header, line: line))
  }
}

/// Explains a step; below 1 the last one that failed or began a stall, or else the last one.
@c public func explain(_ place: UnsafePointer<UInt8>, _ count: Int, _ step: Double) -> Int32 {
  let bytes = bytes(place, count)
  return answer { () throws(TraceError) in
    let explanation = try TraceExplainer.explain(
      step < 1 ? nil : Int64(exactly: step),
      open: { () throws(TraceError) -> TraceReader in try TraceReader(bytes: bytes) })
    let names = try Names(TraceReader(bytes: bytes))
    return explanation.report(
      "trace", CauseWords { $0.isNone ? "" : names.texts[$0.rawValue] ?? "text \($0.rawValue)" })
  }
}

/// Takes the first of two traces that are to be compared.
@c public func keep(_ place: UnsafePointer<UInt8>, _ count: Int) { instance.other = bytes(place, count) }

/// Compares the trace that was kept with another one.
@c public func diff(_ place: UnsafePointer<UInt8>, _ count: Int, _ limit: Int32) -> Int32 {
  let (a, b) = (instance.other, bytes(place, count))
  return answer { () throws(TraceError) in
    var comparison = TraceComparison(
      try TraceReader(bytes: a, name: "a"), try TraceReader(bytes: b, name: "b"), ignoring: IgnoredFields())
    let names = (a: try Names(TraceReader(bytes: a)), b: try Names(TraceReader(bytes: b)))
    var report = ComparisonReport(limit: Int(limit))
    return try report.report(
      &comparison, "a", "b",
      items: (names.a.sources(without: names.b), names.b.sources(without: names.a))
    ).json
  }
}

/// What the numbers of a trace stand for, as far as it can be read.
private struct Names {
  var items: [UInt32: String] = [:]
  var texts: [UInt32: String] = [:]

  init(_ reader: consuming TraceReader) {
    var reader = reader
    while let record = try? reader.next() {
      guard case .definition(let definition) = record else { continue }
      switch definition {
      case .item(let item, let source): items[item.rawValue] = source
      case .text(let text, let words): texts[text.rawValue] = words
      }
    }
  }

  func sources(without other: Names) -> [String] { Set(items.values).subtracting(other.items.values).sorted() }
}
