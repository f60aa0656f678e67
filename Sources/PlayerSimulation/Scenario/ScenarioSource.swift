import Yams

/// The text of a scenario file and where the nodes in it begin and end, so that parts can be taken out and all else
/// stays as it was written, comments included.
struct ScenarioSource {
  let scalars: [Unicode.Scalar]
  private let lines: [Int]

  init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars
    lines = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
  }

  /// A part of the text, and what it is replaced by.
  struct Edit {
    var range: Range<Int>
    var text = ""
  }

  /// The text after edits that do not overlap.
  func text(after edits: [Edit]) -> String {
    var view = String.UnicodeScalarView()
    var place = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where edit.range.lowerBound >= place {
      view.append(contentsOf: scalars[place..<edit.range.lowerBound])
      view.append(contentsOf: edit.text.unicodeScalars)
      place = edit.range.upperBound
    }
    view.append(contentsOf: scalars[place...])
    return String(view)
  }

  // MARK: Lines

  private func line(of offset: Int) -> Int {
    var (low, high) = (0, lines.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func end(ofLine line: Int) -> Int { line + 1 < lines.count ? lines[line + 1] : scalars.count }

  private func indentation(ofLine line: Int) -> Int {
    scalars[lines[line]..<end(ofLine: line)].prefix { $0 == " " }.count
  }

  /// The content of a line, without spaces around it.
  private func content(ofLine line: Int) -> ArraySlice<Unicode.Scalar> {
    var content = scalars[lines[line]..<end(ofLine: line)].drop { $0 == " " }
    while let last = content.last, " \n\r\t".unicodeScalars.contains(last) { content.removeLast() }
    return content
  }

  func column(of offset: Int) -> Int { offset - lines[line(of: offset)] }

  // MARK: Nodes

  func start(of node: Node) -> Int? {
    guard let mark = node.mark, lines.indices.contains(mark.line - 1) else { return nil }
    let offset = lines[mark.line - 1] + mark.column - 1
    return offset <= scalars.count ? offset : nil
  }

  /// From the first character to the position after the last; `nil` where that is not known.
  func range(of node: Node) -> Range<Int>? {
    guard let start = start(of: node), let end = end(of: node, from: start), start <= end else { return nil }
    return start..<end
  }

  func isFlow(_ node: Node) -> Bool {
    guard let start = start(of: node), start < scalars.count else { return false }
    return scalars[start] == "[" || scalars[start] == "{"
  }

  private func end(of node: Node, from start: Int) -> Int? {
    switch node {
    case .scalar(let scalar): return end(of: scalar, from: start)
    case .alias: return nil
    case .sequence(let sequence): return end(behind: Array(sequence), from: start, isFlow: isFlow(node))
    case .mapping(let mapping):
      return end(behind: mapping.flatMap { [$0.key, $0.value] }, from: start, isFlow: isFlow(node))
    }
  }

  private func end(behind children: [Node], from start: Int, isFlow: Bool) -> Int? {
    var end = isFlow ? start + 1 : start
    for child in children {
      guard let range = range(of: child) else { return nil }
      end = max(end, range.upperBound)
    }
    guard isFlow else { return end }
    // After the last child there are only spaces, a comma, comments and the bracket.
    var isComment = false
    while end < scalars.count {
      let scalar = scalars[end]
      end += 1
      if isComment {
        isComment = scalar != "\n"
      } else if scalar == "#" {
        isComment = true
      } else if scalar == "]" || scalar == "}" {
        return end
      } else if !" \t\r\n,:".unicodeScalars.contains(scalar) {
        return nil
      }
    }
    return nil
  }

  private func end(of scalar: Node.Scalar, from start: Int) -> Int? {
    switch scalar.style {
    case .doubleQuoted:
      guard start < scalars.count, scalars[start] == "\"" else { return nil }
      var end = start + 1
      while end < scalars.count, scalars[end] != "\"" { end += scalars[end] == "\\" ? 2 : 1 }
      return end < scalars.count ? end + 1 : nil
    case .singleQuoted:
      guard start < scalars.count, scalars[start] == "'" else { return nil }
      var end = start + 1
      while end < scalars.count {
        if scalars[end] != "'" {
          end += 1
        } else if end + 1 < scalars.count, scalars[end + 1] == "'" {
          end += 2
        } else {
          return end + 1
        }
      }
      return nil
    case .plain, .any:
      let words = Array(scalar.string.unicodeScalars)
      let end = start + words.count
      if end <= scalars.count, Array(scalars[start..<end]) == words { return end }
      return endOfBlock(from: start)
    case .literal, .folded: return endOfBlock(from: start)
    }
  }

  /// A text over several lines: those that are indented further than the one it begins on.
  private func endOfBlock(from start: Int) -> Int? {
    let first = line(of: start)
    var last = first
    for line in lines.indices.dropFirst(first + 1) {
      if content(ofLine: line).isEmpty { continue }
      guard indentation(ofLine: line) > indentation(ofLine: first) else { break }
      last = line
    }
    return content(ofLine: last).endIndex
  }

  // MARK: Taking out

  /// The edits without the children with these numbers; `nil` when they cannot be taken out. Each child is a range that
  /// begins at its key, or after its dash. At least one must stay.
  func removal(of gone: [Int], from children: [Range<Int>], inFlow: Bool) -> [Edit]? {
    guard gone.count < children.count else { return nil }
    if !inFlow {
      var edits: [Edit] = []
      for index in gone {
        guard let lines = ownLines(of: children[index]) else { return nil }
        edits.append(Edit(range: lines))
      }
      return edits
    }
    let gone = Set(gone)
    guard let lastKept = children.indices.last(where: { !gone.contains($0) }) else { return nil }
    var edits: [Edit] = []
    for index in gone where index < lastKept {
      edits.append(Edit(range: children[index].lowerBound..<children[index + 1].lowerBound))
    }
    if lastKept < children.count - 1, let last = children.last {
      edits.append(Edit(range: children[lastKept].upperBound..<last.upperBound))
    }
    return edits
  }

  /// The lines that belong to a part of a block and to nothing else: with its dash, and with the comments right above
  /// it.
  func ownLines(of range: Range<Int>) -> Range<Int>? {
    var first = line(of: range.lowerBound)
    let last = line(of: max(range.lowerBound, range.upperBound - 1))
    let before = scalars[lines[first]..<range.lowerBound].filter { $0 != " " }
    guard before.isEmpty || before == ["-"] else { return nil }
    let after = scalars[range.upperBound..<end(ofLine: last)].drop { " \t\r\n".unicodeScalars.contains($0) }
    guard after.isEmpty || after.first == "#" else { return nil }
    let indentation = indentation(ofLine: first)
    while first > 0, content(ofLine: first - 1).first == "#", self.indentation(ofLine: first - 1) == indentation {
      first -= 1
    }
    // A comment at the start of the file belongs to the file.
    if first == 0, content(ofLine: 0).first == "#" { first = line(of: range.lowerBound) }
    return lines[first]..<end(ofLine: last)
  }
}
