import Yams

enum FailureReader {
  static func failure(_ key: String, _ table: inout Table) throws -> FailureKind {
    let (number, name) = try SpecificationReader.numbered(key, table.line)
    let word = try table.needText("reporter")
    guard let reporter = FailureKind.Reporter(rawValue: word) else {
      throw Problem("the reporter of \(name) is '\(word)'; expected engine or player", line: table.line)
    }
    return try FailureKind(
      number: number, name: name, text: table.needSentence(), cause: table.takeText("cause"), reporter: reporter,
      isConnectivity: table.takeFlag("connectivity") ?? false, line: table.line)
  }
}
