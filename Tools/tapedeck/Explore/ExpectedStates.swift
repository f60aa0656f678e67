import Foundation
import PlayerTesting

/// The table of each scope's number of states, as source code.
enum ExpectedStates {
  /// Completely or not at all.
  static func write(_ states: [String: Int], to path: String) throws {
    do {
      try Data(text(states).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      Talk.error("\(path): cannot be written: \(error.localizedDescription). Write elsewhere")
      throw Exit.usage.error
    }
  }

  static func text(_ states: [String: Int]) -> String {
    let lines = PlayerScope.all.compactMap { scope in
      states[scope.name].map { "    \"\(scope.name)\": \(digits($0)),\n" }
    }
    return """
      extension PlayerScope {
        /// How many states each scope has that ends, by name: written by `tapedeck explore --write-expected`. A change of
        /// the reducer may change them; `tapedeck explore` fails when it does, so that it is meant and to be seen in a diff.
        public static let expectedStates = [
      \(lines.joined())  ]
      }

      """
  }

  /// As in source code: 9_000_000.
  private static func digits(_ number: Int) -> String {
    String(NumberText.grouped(Int64(number)).map { $0.isNumber ? $0 : "_" })
  }
}
