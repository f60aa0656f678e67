import ArgumentParser
import PlayerTesting

/// Which properties a command looks at.
struct PropertySelection: ParsableArguments {
  @Option(help: ArgumentHelp("Look only at this property; can be given several times.", valueName: "id"))
  var property: [String] = []

  @Option(help: ArgumentHelp("Do not look at this property; can be given several times.", valueName: "id"))
  var allow: [String] = []

  /// In the order of the registry. Throws when an id names nothing, with the nearest that does.
  func properties() throws -> [PlayerProperty] {
    for id in property + allow where PlayerProperty.named(id) == nil { throw unknown(id) }
    return PlayerProperty.all.filter { (property.isEmpty || property.contains($0.id)) && !allow.contains($0.id) }
  }

  private func unknown(_ id: String) -> ValidationError {
    let nearest = PlayerProperty.all.map(\.id).min { Spelling.distance($0, id) < Spelling.distance($1, id) }
    let guess = nearest.map { ". The nearest is '\($0)'" } ?? ""
    return ValidationError("There is no property '\(id)'\(guess). 'tapedeck check --list' lists them.")
  }
}

/// How far a word is from another.
enum Spelling {
  /// Letters to insert, delete or replace (Levenshtein, 1966); of long words only the first 64 letters count.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
    var row = Array(0...b.count)
    for (index, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (place, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[place + 1]
        row[place + 1] = min(replaced, row[place] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
