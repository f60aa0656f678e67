import PlayerCore
import PlayerText

// Questions about a whole trace, answered with the command line's JSON for hosts without a command line.

extension TraceMemory {
  /// Feeds the inputs to a fresh player and compares all outputs, as `tapedeck replay --json`.
  package func replay() throws(TraceError) -> JSONValue {
    var reader = try reader()
    let report = try TraceReplayer.replay(&reader)
    var line: Int64?
    if reader.form == .text, let offset = report.difference?.offset ?? report.unfollowed?.offset {
      line = self.line(at: offset) + (report.difference?.linesBehindInput ?? 0)
    }
    var values = report.values(reader.header, line: line)
    values["trace"] = .text(name)
    values["verdict"] = .text(report.difference != nil ? "differs" : report.unfollowed != nil ? "unfollowed" : "ok")
    values["extent"] = report.extent.map { .text($0) }
    return .object(values)
  }

  /// The causes of a step's effects, as `tapedeck explain --json`; without a step those of the last one that failed or
  /// began a stall, or else of the last one. A caller that has read the trace passes its texts; otherwise the whole
  /// trace is searched for them.
  package func explain(_ step: Int64?, texts: [UInt32: String]? = nil) throws(TraceError) -> JSONValue {
    let explanation = try TraceExplainer.explain(step, open: { () throws(TraceError) -> TraceReader in try reader() })
    let words: [UInt32: String]
    if let texts { words = texts } else { words = try Names(reader()).texts }
    return explanation.report(name, CauseWords { $0.isNone ? "" : words[$0.rawValue] ?? "text \($0.rawValue)" })
  }

  /// The differences between this trace and another one, as `tapedeck diff --json`.
  package func diff(_ other: TraceMemory, limit: Int) throws(TraceError) -> JSONValue {
    var comparison = TraceComparison(try reader(), try other.reader(), ignoring: IgnoredFields())
    let names = (a: try Names(reader()), b: try Names(other.reader()))
    var report = ComparisonReport(limit: limit)
    return try report.report(
      &comparison, name, other.name,
      items: (names.a.sources(without: names.b), names.b.sources(without: names.a))
    ).json
  }
}

extension TraceMemory {
  /// The whole trace in a form, as `tapedeck cat` writes it: nothing is lost. A torn end is omitted.
  package func converted(to form: TraceForm) throws(TraceError) -> [UInt8] {
    var reader = try reader()
    var encoder = TraceEncoder(form, header: reader.header)
    while let record = try reader.next() { encoder.encode(record) }
    return encoder.bytes
  }
}

extension TraceReader {
  /// What to report when ``next()`` has returned `nil`.
  package var conclusion: JSONValue {
    .object([
      "isFinished": .flag(isFinished),
      "loss": loss.map { .object(["offset": .integer($0.offset), "bytes": .integer($0.bytes)]) },
    ])
  }
}

extension TraceError {
  /// The error for programs: `kind` is a word, `trace` the name of the trace, `offset` a byte of it, and `line` a line
  /// of a text trace, if there is such a place.
  package var report: JSONValue {
    .object([
      "kind": .text(kind), "message": .text(reason), "trace": .text(file), "offset": place.map { .integer($0.offset) },
      "line": place?.line.map { .integer($0) },
    ])
  }
}

extension ReplayReport {
  /// How far the trace goes, in a word; `nil` if it was not followed to its end.
  fileprivate var extent: String? {
    if difference != nil { return nil }
    switch end?.ending {
    case .finished: return "finished"
    case .interrupted: return "interrupted"
    case .failed: return "failed"
    case nil: return loss != nil ? "torn" : unfollowed != nil ? "cut" : "unfinished"
    }
  }
}

/// The meanings of a trace's numbers, as far as it can be read.
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
