/// Finds the known word that is nearest to an unknown one.
public enum Nearest {
  /// The `candidates` with the smallest edit distance from `word`, the nearest first. Names that begin with it, or
  /// contain it, are near.
  public static func words(to word: String, among candidates: [String], count: Int = 3) -> [String] {
    let wanted = letters(of: word)
    let distances = candidates.enumerated().map { index, candidate in
      let other = letters(of: candidate)
      var distance = 4 * distance(wanted, other)
      if !wanted.isEmpty, contains(other, wanted) { distance = other.starts(with: wanted) ? 1 : 2 }
      return (distance: distance, index: index)
    }
    return distances.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.prefix(count).map {
      candidates[$0.index]
    }
  }

  /// What is compared of a word.
  private static func letters(of word: String) -> [Unicode.Scalar] {
    let beginning = String(String.UnicodeScalarView(word.unicodeScalars.prefix(64)))
    return Array(beginning.lowercased().unicodeScalars.prefix(64))
  }

  private static func contains(_ whole: [Unicode.Scalar], _ part: [Unicode.Scalar]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0...].starts(with: part) }
  }

  /// The candidate with the smallest edit distance from `word`, if that is at most a third of its length.
  public static func word(to word: String, among candidates: [String]) -> String? {
    let wanted = letters(of: word)
    guard !wanted.isEmpty else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let other = letters(of: candidate)
      let distance = distance(wanted, other)
      if distance < best?.distance ?? max(2, wanted.count / 3) + 1 { best = (candidate, distance) }
    }
    return best?.word
  }

  /// `Did you mean 'x'?`, or all candidates.
  public static func advice(for word: String, among candidates: [String]) -> String {
    if let nearest = self.word(to: word, among: candidates) { return "Did you mean '\(nearest)'?" }
    return candidates.count > 16 ? "" : "There are \(candidates.joined(separator: ", "))."
  }

  /// How many letters have to be inserted, removed, replaced, or changed over with their neighbour.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before = [Int](repeating: 0, count: b.count + 1)
    var above = Array(0...b.count)
    for row in 1...a.count {
      var current = [row] + [Int](repeating: 0, count: b.count)
      for column in 1...b.count {
        let change = a[row - 1] == b[column - 1] ? 0 : 1
        current[column] = min(above[column] + 1, current[column - 1] + 1, above[column - 1] + change)
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          current[column] = min(current[column], before[column - 2] + 1)
        }
      }
      (before, above) = (above, current)
    }
    return above[b.count]
  }
}
