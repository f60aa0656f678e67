import ArgumentParser
import PlayerSimulation

/// Words with their explanations, under headings.
struct WordPage {
  struct Entry {
    var name: String
    /// Such as a type, a default and a range.
    var facts: [String] = []
    var text = ""
    /// Further lines, each a name and its description.
    var details: [(name: String, text: String)] = []
  }

  var screen: Screen
  private(set) var lines: [String] = []

  init(_ screen: Screen) { self.screen = screen }

  private var width: Int { min(max(screen.columns, 40), 120) }

  /// Entries under a heading; nothing without entries.
  mutating func add(_ heading: String, _ entries: [Entry]) {
    guard !entries.isEmpty else { return }
    if !lines.isEmpty { lines.append("") }
    lines.append(Style.bold(heading.uppercased(), screen))
    for entry in entries { add(entry) }
  }

  private mutating func add(_ entry: Entry) {
    let facts = entry.facts.filter { !$0.isEmpty }
    let head = wrapped([entry.name] + facts.map { "· \($0)" }, first: 2, rest: 6)
    for (index, line) in head.enumerated() {
      guard index == 0 else {
        lines.append(Style.dim(line, screen))
        continue
      }
      let rest = line.dropFirst(2 + entry.name.count)
      lines.append("  " + Style.bold(entry.name, screen) + Style.dim(String(rest), screen))
    }
    lines += wrapped(words(entry.text), first: 6, rest: 6)
    let column = min(24, entry.details.map(\.name.count).max() ?? 0)
    for detail in entry.details {
      let width = detail.text.isEmpty ? 0 : column - detail.name.count
      let name = detail.name + String(repeating: " ", count: max(0, width))
      lines += wrapped(["- " + name] + words(detail.text), first: 6, rest: 9 + column)
    }
  }

  private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  private func wrapped(_ parts: [String], first: Int, rest: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for part in parts {
      if line.isEmpty {
        line = String(repeating: " ", count: lines.isEmpty ? first : rest) + part
      } else if line.count + 1 + part.count <= width {
        line += " " + part
      } else {
        lines.append(line)
        line = String(repeating: " ", count: rest) + part
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

/// The words that a command shows.
struct WordFilter: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Show only entries whose names contain this, ignoring case; may be repeated.", valueName: "word"))
  var words: [String] = []

  /// The `entries` whose names contain a given word. Throws if there are none, with the nearest names.
  func chosen<Entry>(_ entries: [Entry], what: String, name: (Entry) -> String) throws -> [Entry] {
    guard !words.isEmpty else { return entries }
    var found = Set<Int>()
    for word in words {
      let exact = entries.indices.filter { name(entries[$0]) == word }
      let hits =
        exact.isEmpty ? entries.indices.filter { name(entries[$0]).lowercased().contains(word.lowercased()) } : exact
      if hits.isEmpty {
        let nearest = Nearest.words(to: word, among: entries.map(name)).joined(separator: ", ")
        throw ValidationError("There is no \(what) '\(word)'. The nearest are \(nearest).")
      }
      found.formUnion(hits)
    }
    return entries.indices.filter(found.contains).map { entries[$0] }
  }
}
