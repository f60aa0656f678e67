import PlayerCore
import PlayerText

/// The part of a header that identifies the vocabulary of its trace.
struct TraceIdentity {
  var version: Int64 = 1
  var vocabulary: UInt64 = 0
  /// 0 when the header lacks it.
  var layout: UInt64 = 0
  var changes: [String] = []
  var tool = ""

  /// The vocabulary of the trace.
  ///
  /// A text trace of format 1 can have a vocabulary other than ``TraceVocabulary/base``, from before that was fixed.
  /// Its messages have names, so it is read as if it had that one, and missing fields are absent. A binary trace of
  /// this kind cannot be read.
  func find(_ form: TraceForm, file: String) throws(TraceError) -> (vocabulary: TraceVocabulary, isKnown: Bool) {
    guard version <= TraceHeader.currentVersion else {
      throw .newerVersion(file: file, found: version, supported: TraceHeader.currentVersion)
    }
    guard version >= 1 else {
      let flaw = Flaw(
        field: form == .text ? "v" : "version", expected: "a format version from 1 to \(TraceHeader.currentVersion)",
        found: "\(version)")
      throw .damaged(TraceDamage(file: file, offset: 0, line: form == .text ? 1 : nil, flaw: flaw))
    }
    let found: TraceVocabulary
    do { found = try .with(changes: version > 1 ? changes : []) } catch {
      throw .damaged(TraceDamage(file: file, offset: 0, line: form == .text ? 1 : nil, flaw: error))
    }
    if isSame(found.hash, vocabulary) {
      guard version == 1 || isSame(found.layout, layout) else {
        throw mismatch("state", layout, found.layout, file, form)
      }
      return (found, true)
    }
    guard version == 1 else { throw mismatch("vocabulary", vocabulary, found.hash, file, form) }
    guard form == .text else {
      throw .foreignVocabulary(file: file, found: vocabulary, expected: found.hash, tool: tool)
    }
    return (found, false)
  }

  private func mismatch(
    _ what: String, _ expected: UInt64, _ found: UInt64, _ file: String, _ form: TraceForm
  ) -> TraceError {
    let flaw = Flaw(
      field: "changes", expected: "lines that give the hash of the \(what), \(hexadecimal(expected))",
      found: hexadecimal(found))
    return .damaged(TraceDamage(file: file, offset: 0, line: form == .text ? 1 : nil, flaw: flaw))
  }
}

extension TraceDamage {
  init(file: String, offset: Int64, line: Int64?, flaw: Flaw) {
    self.init(
      file: file, offset: offset, line: line, field: flaw.field, expected: flaw.expected, found: flaw.found,
      advice: flaw.advice.isEmpty ? "Correct the line by hand, or use an intact copy" : flaw.advice)
  }
}

extension TraceHeader {
  /// Takes the values of all settings, in the order of the trace's vocabulary.
  mutating func take(_ values: [Int64], of vocabulary: TraceVocabulary) throws(Flaw) {
    guard vocabulary === TraceVocabulary.current else {
      origin = TraceOrigin(vocabulary, settings: values, into: &configuration)
      return
    }
    for (setting, value) in zip(Setting.allCases, values) where value != setting.specification.standard {
      configuration[setting] = value
      guard configuration[setting] == value else {
        let range = setting.specification.range
        throw Flaw(field: setting.name, expected: "\(range.lowerBound) … \(range.upperBound)", found: "\(value)")
      }
    }
  }
}
