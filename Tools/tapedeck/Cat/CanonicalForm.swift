import Foundation
import PlayerCore
import PlayerTrace

/// Writes the selected part of a trace as a trace, in either form.
struct CanonicalForm {
  private let form: TraceForm
  private let filter: RecordFilter
  private let redacts: Bool

  init(_ form: TraceForm, _ filter: RecordFilter, redacts: Bool = false) {
    self.form = form
    self.filter = filter
    self.redacts = redacts
  }

  func write(_ reader: inout TraceReader, to sink: any TraceSink) throws(TraceError) -> SeenSteps {
    var seen = SeenSteps()
    var redactor = redacts ? TraceRedactor() : nil
    let header = header(reader.header)
    var encoder = TraceEncoder(form, header: redactor?.redact(header) ?? header)
    do {
      try encode(&reader, with: &encoder, to: sink, &seen, &redactor)
    } catch {
      // The part before the damage is worth keeping.
      try? sink.append(encoder.bytes)
      throw error
    }
    try sink.append(encoder.bytes)
    return seen
  }

  private func header(_ header: TraceHeader) -> TraceHeader {
    var header = header
    if filter.makesExcerpt { header.isExcerpt = true }
    if filter.dropsOutputs { header.hasOutputs = false }
    return header
  }

  private func encode(
    _ reader: inout TraceReader, with encoder: inout TraceEncoder, to sink: any TraceSink, _ seen: inout SeenSteps,
    _ redactor: inout TraceRedactor?
  ) throws(TraceError) {
    while let record = try reader.next() {
      if let place = record.stepPlace, filter.isOver(place.number, place.instant) { return seen.isCut = true }
      let kept = keep(record)
      if let place = record.stepPlace { seen.note(place.number, place.instant, isKept: kept != nil) }
      guard let kept else { continue }
      encoder.encode(redactor?.redact(kept) ?? kept)
      guard encoder.count >= TraceLimit.buffer else { continue }
      try sink.append(encoder.bytes)
      encoder.removeAll()
    }
  }

  private func keep(_ record: TraceRecord) -> TraceRecord? {
    switch record {
    case .step, .foreignStep: return filter.keep(step: record)
    case .definition: return filter.keeps(.definitions) || !filter.dropsInputs ? record : nil
    case .checkpoint: return filter.keeps(.checkpoints) || !filter.makesExcerpt ? record : nil
    case .mark: return filter.keeps(.marks) ? record : nil
    case .end(var end):
      guard filter.keeps(.end) || !filter.makesExcerpt else { return nil }
      if filter.dropsOutputs { end.outputs = 0 }
      return .end(end)
    }
  }
}

extension RecordFilter {
  /// True when some inputs are omitted.
  fileprivate var dropsInputs: Bool { makesExcerpt }
}
