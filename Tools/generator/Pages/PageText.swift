/// A page of the documentation.
struct PageText {
  private(set) var text: String

  /// `abstract` is the sentence below the title.
  init(_ title: String, abstract: String) {
    text = "# \(title)\n\n\(abstract)\n\n"
    text += "<!-- Generated from \(Specification.path) by Tools/generate. Change that file, not this one. -->\n"
  }

  mutating func heading(_ title: String, level: Int = 2) {
    text += "\n\(String(repeating: "#", count: level)) \(title)\n"
  }

  /// Separate paragraphs, wrapped.
  mutating func paragraph(_ words: String) {
    text += "\n" + words.wrapped(to: 120).joined(separator: "\n") + "\n"
  }

  mutating func code(_ lines: [String], language: String) {
    text += "\n```\(language)\n" + lines.joined(separator: "\n") + "\n```\n"
  }

  mutating func table(_ head: [String], _ rows: [[String]]) {
    text += "\n| \(head.joined(separator: " | ")) |\n|\(head.map { _ in "---" }.joined(separator: "|"))|\n"
    for row in rows { text += "| \(row.map(Self.cell).joined(separator: " | ")) |\n" }
  }

  private static func cell(_ text: String) -> String { text.split(separator: "|").joined(separator: "\\|") }

  func file(_ name: String) -> GeneratedFile {
    GeneratedFile(path: "Sources/PlayerCore/PlayerCore.docc/Generated/\(name).md", text: text)
  }
}
