extension Specification {
  /// Where the headers of the C library are.
  private static let folder = "Sources/CTapeDeck/include/tapedeck"

  /// The numbers of the vocabulary for C.
  var vocabularyHeader: GeneratedFile {
    var text = HeaderText(
      "VOCABULARY", "The numbers of everything in messages. Assigned once, and never reused.")
    text.line("#include <stdint.h>")
    text.section("A hash over all names, fields and enumerations: versions with equal hashes understand each other.")
    text.line("#define TD_VOCABULARY_HASH 0x\(vocabularyHash.hexadecimal)ULL")
    text.kinds(.input, "Codes of inputs, each followed by the places of its fields in `td_message.fields`.", self)
    text.kinds(.output, "Codes of outputs, and the places of their fields.", self)
    for enumeration in enumerations where enumeration.isPublic { text.enumeration(enumeration) }
    for set in sets { text.set(set) }
    text.section("Places of the enumerations, for `td_name`.")
    text.enumerators(
      registered.enumerated().map { ("TD_ENUMERATION_" + $1.name.upperSnake, Int64($0), "Values of `\($1.name)`.") })
    return text.file("\(Self.folder)/vocabulary.h")
  }
}

/// A C header in the layout of a hand-written one.
private struct HeaderText {
  private var lines: [String] = []
  private let guardName: String

  init(_ name: String, _ text: String) {
    guardName = "TAPEDECK_\(name)_H"
    lines = ["/*", " * Generated from \(Specification.path) by Tools/generate. Change that file, not this one.", " */"]
    comment("", text)
    line("#ifndef \(guardName)")
    line("#define \(guardName)")
    line()
  }

  func file(_ path: String) -> GeneratedFile {
    GeneratedFile(path: path, text: (lines + ["", "#endif", ""]).joined(separator: "\n"))
  }

  mutating func line(_ text: String = "") { lines.append(text) }

  mutating func section(_ text: String) {
    line()
    comment("", text)
  }

  private mutating func comment(_ margin: String, _ text: String) {
    let words = text.split(separator: "``", omittingEmptySubsequences: false).enumerated()
      .map { $0 % 2 == 1 ? "`\($1.split(separator: "/").last ?? $1)`" : String($1) }.joined()
    if margin.count + words.count + 7 <= 120 { return line("\(margin)/** \(words) */") }
    line("\(margin)/**")
    for part in words.wrapped(to: 120 - margin.count - 3) { line("\(margin) * \(part)") }
    line("\(margin) */")
  }

  mutating func enumerators(_ entries: [(name: String, number: Int64, text: String?)]) {
    line("enum {")
    for (index, entry) in entries.enumerated() {
      if let text = entry.text { comment("  ", text) }
      line("  \(entry.name) = \(entry.number)\(index == entries.count - 1 ? "" : ",")")
    }
    line("};")
  }

  mutating func kinds(_ direction: Family.Direction, _ text: String, _ specification: Specification) {
    section(text)
    var entries: [(name: String, number: Int64, text: String?)] = []
    for (name, kind, family) in specification.kinds(direction) {
      let prefix = "TD_\(direction.rawValue.upperSnake)_\(name.upperSnake)"
      let fields = specification.wireFields(of: kind, in: family).dropFirst(family.contextCount)
      entries.append((prefix, Int64(kind.code), kind.text))
      for (place, field) in fields.enumerated() {
        entries.append(("\(prefix)_\(field.name.upperSnake)", Int64(place), nil))
      }
    }
    enumerators(entries)
  }

  mutating func enumeration(_ enumeration: Enumeration) {
    section(enumeration.text)
    let prefix = "TD_\(enumeration.name.upperSnake)_"
    enumerators(enumeration.cases.map { (prefix + $0.name.upperSnake, Int64($0.number), $0.text) })
  }

  mutating func set(_ set: BitSet) {
    section(set.text)
    let prefix = "TD_\(set.name.upperSnake)_"
    let none = [(name: prefix + set.empty.name.upperSnake, number: Int64(0), text: Optional(set.empty.text))]
    enumerators(none + set.cases.map { (prefix + $0.name.upperSnake, 1 << Int64($0.number), $0.text) })
  }
}

extension Family {
  /// The number of its messages' fields that form the context of a record: all outputs have one.
  var contextCount: Int { first != nil || direction == .output ? 1 : 0 }
}

extension String {
  /// `retryDelayKind` as `RETRY_DELAY_KIND`.
  var upperSnake: String {
    var result = ""
    var wasLower = false
    for character in self {
      if character == "." {
        result += "_"
        wasLower = false
        continue
      }
      if character.isUppercase, wasLower { result += "_" }
      result += character.uppercased()
      wasLower = !character.isUppercase
    }
    return result
  }
}

extension UInt64 {
  var hexadecimal: String {
    let digits = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
