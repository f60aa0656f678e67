/// A line of words and numbers some of which are hidden behind `*`.
///
/// Which words stand for a value need not be given: they are the ones that differ when the value does.
struct TextMask {
  private let words: [Substring]
  private var isHidden: [Bool]

  init(_ text: String) {
    words = Self.split(text)
    isHidden = Array(repeating: false, count: words.count)
  }

  mutating func hide(whatDiffersIn other: String) {
    let others = Self.split(other)
    let shorter = min(words.count, others.count)
    var start = 0
    while start < shorter, words[start] == others[start] { start += 1 }
    var end = 0
    while end < shorter - start, words[words.count - 1 - end] == others[others.count - 1 - end] { end += 1 }
    for index in start..<max(start, words.count - end) { isHidden[index] = true }
  }

  var text: String {
    var text = ""
    for (index, word) in words.enumerated() {
      if !isHidden[index] { text += word } else if index == 0 || !isHidden[index - 1] { text += "*" }
    }
    return text
  }

  /// The text with `#` in the place of each number.
  static func withoutNumbers(_ text: String) -> String {
    split(text).map { $0.contains { $0.isNumber } ? "#" : $0 }.joined()
  }

  /// Words and numbers, and each sign between them by itself.
  private static func split(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let word = isPartOfWord(first) ? rest.prefix(while: isPartOfWord) : rest.prefix(1)
      words.append(word)
      rest = rest[word.endIndex...]
    }
    return words
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._:+-".contains(character)
  }
}
