import PlayerText

extension TraceVocabulary {
  /// A vocabulary that has every message, field and case of several, so that it can express traces of all of them. Its
  /// state is that of the first.
  static func union(_ vocabularies: [TraceVocabulary]) -> TraceVocabulary {
    guard let first = vocabularies.first, vocabularies.contains(where: { $0 != first }) else {
      return vocabularies.first ?? .current
    }
    var lines = VocabularyLines.base
    do throws(Flaw) {
      for change in first.changes { try lines.apply(change) }
      for vocabulary in vocabularies.dropFirst() {
        lines.inputs = join(lines.inputs, vocabulary.inputs)
        lines.outputs = join(lines.outputs, vocabulary.outputs)
        lines.enumerations = join(lines.enumerations, vocabulary.enumerations)
      }
      return try TraceVocabulary(lines)
    } catch {
      // The union exceeds the limits of a vocabulary: what the first one lacks is not compared.
      return first
    }
  }

  /// Adds missing messages under free numbers, and missing fields to the others.
  private static func join(_ lines: [UInt8: String], _ schemas: [MessageSchema?]) -> [UInt8: String] {
    var result = lines
    var numbers: [String: UInt8] = [:]
    for (number, line) in lines { numbers[String(line.prefix { $0 != " " })] = number }
    for case let schema? in schemas {
      let fields = schema.fields.map { "\($0.name):\($0.typeName)" }
      if let number = numbers[schema.name], let line = result[number] {
        let known = splitWords(line).dropFirst()
        let names = Set(known.map { $0.prefix { $0 != ":" } })
        let room = 12 - known.count
        let missing = fields.filter { !names.contains($0.prefix { $0 != ":" }) }.prefix(max(0, room))
        result[number] = ([line] + missing).joined(separator: " ")
      } else if let free = (1...UInt8.max).first(where: { result[$0] == nil }) {
        result[free] = ([schema.name] + fields).joined(separator: " ")
      }
    }
    return result
  }

  /// Adds missing enumerations and cases.
  private static func join(_ lines: [String], _ enumerations: [CaseNames]) -> [String] {
    var result = lines
    for names in enumerations where !names.typeName.contains("|") {
      let cases = names.names.compactMap { $0 }
      guard let place = result.firstIndex(where: { $0.prefix { $0 != " " } == names.typeName }) else {
        result.append(([names.typeName] + cases).joined(separator: " "))
        continue
      }
      let known = Set(splitWords(result[place]).dropFirst())
      result[place] = ([result[place]] + cases.filter { !known.contains($0) }).joined(separator: " ")
    }
    return result
  }
}
