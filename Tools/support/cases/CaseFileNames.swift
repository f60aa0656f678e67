/// Names the files of cases after their ids, which can be any text: each is a unique file name in one folder.
struct CaseFileNames {
  // As file systems may compare them.
  private var taken: Set<String> = []

  /// The limit of file systems, with room for an extension.
  private static let limit = 200

  private static let signs = "-_. +=,@".unicodeScalars

  /// The name for a case with this id, without an extension.
  mutating func name(for id: String) -> String {
    let plain = Self.plain(id)
    var name = plain
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(plain)-\(number)"
      number += 1
    }
    return name
  }

  /// Letters and digits of any language and a few signs are kept; a name does not begin with a sign, so that it is
  /// neither hidden nor the parent folder.
  private static func plain(_ id: String) -> String {
    var name = String.UnicodeScalarView()
    var count = 0
    // Characters may begin with a letter and have a slash after it.
    for scalar in id.unicodeScalars {
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      let next = isWord || !name.isEmpty && signs.contains(scalar) ? scalar : "-"
      count += UTF8.width(next)
      if count > limit { break }
      name.append(next)
    }
    return name.isEmpty ? "case" : String(name)
  }
}
