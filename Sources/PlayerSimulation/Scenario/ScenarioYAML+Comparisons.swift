import Yams

// `position: > 10 s` is not YAML: a `>` at the start of a value announces a folded text, which begins in the next line.
// Authors of scenarios still write it. A text that the parser refuses cannot mean anything else, so it is read again
// with each such `>` replaced by a character that does not occur in the text and starts a plain value. All places stay
// the same; afterwards the nodes get their `>` back. Valid YAML is never touched, with one exception: `stalls: >5` with
// nothing indented below it is an empty text, which scenarios do not have.
enum ScenarioYAMLComparisons {
  /// The text with a stand-in for each `>` that begins a comparison; `nil` when there is none.
  static func mark(_ text: String) -> (text: String, standIn: Unicode.Scalar)? {
    guard
      let standIn = (0xE000...0xE0FF).lazy.compactMap({ Unicode.Scalar(UInt32($0)) })
        .first(where: { !text.unicodeScalars.contains($0) })
    else { return nil }
    var scalars = Array(text.unicodeScalars)
    let places = scalars.indices.filter { scalars[$0] == ">" && isComparison(at: $0, in: scalars) }
    if places.isEmpty { return nil }
    for place in places { scalars[place] = standIn }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return (String(view), standIn)
  }

  /// At the beginning of a value, with something after it in the line that no folded text has there.
  private static func isComparison(at place: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let before = scalars[..<place].last { $0 != " " }
    let isSpaced = place > 0 && scalars[place - 1] == " "
    switch before {
    case ":", "-": guard isSpaced else { return false }
    case "[", "{", ",": break
    default: return false
    }
    let rest = scalars[(place + 1)...]
    let header = rest.prefix { ("0"..."9").contains($0) || $0 == "+" || $0 == "-" }
    let spaces = rest[header.endIndex...].prefix { $0 == " " || $0 == "\t" }
    let end = spaces.endIndex
    guard end < scalars.count, scalars[end] != "\n", scalars[end] != "\r" else { return false }
    return scalars[end] != "#" || spaces.isEmpty
  }

  /// The nodes of a text that was marked, as they are written.
  static func restore(_ node: inout Node, _ standIn: Unicode.Scalar) {
    switch node {
    case .scalar(var scalar):
      guard scalar.string.unicodeScalars.contains(standIn) else { return }
      var view = String.UnicodeScalarView()
      for found in scalar.string.unicodeScalars { view.append(found == standIn ? ">" : found) }
      scalar.string = String(view)
      node = .scalar(scalar)
    case .sequence(var sequence):
      for index in sequence.indices { restore(&sequence[index], standIn) }
      node = .sequence(sequence)
    case .mapping(var mapping):
      for index in mapping.indices {
        var (key, value) = (mapping[index].key, mapping[index].value)
        restore(&key, standIn)
        restore(&value, standIn)
        mapping[index] = (key, value)
      }
      node = .mapping(mapping)
    case .alias: break
    }
  }

  /// Gives folded texts without content the words of their first line: `>5` is a comparison.
  static func fillEmpty(_ node: inout Node, _ source: ScenarioSource) {
    switch node {
    case .scalar(var scalar):
      guard scalar.style == .folded, scalar.string.isEmpty, let start = source.start(of: node),
        start < source.scalars.count, source.scalars[start] == ">"
      else { return }
      let word = source.scalars[start...].prefix { !" \t\r\n#".unicodeScalars.contains($0) }
      guard word.count == 2 else { return }
      scalar.string = String(String.UnicodeScalarView(word))
      scalar.style = .plain
      scalar.tag = Tag(.implicit)
      node = .scalar(scalar)
    case .sequence(var sequence):
      for index in sequence.indices { fillEmpty(&sequence[index], source) }
      node = .sequence(sequence)
    case .mapping(var mapping):
      for index in mapping.indices {
        var value = mapping[index].value
        fillEmpty(&value, source)
        mapping[index] = (mapping[index].key, value)
      }
      node = .mapping(mapping)
    case .alias: break
    }
  }
}
