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
        /// The number of states of each scope that can be explored completely, by name. `tapedeck explore
        /// --write-expected` writes this file. If a change of the reducer changes a number, `tapedeck explore` fails: so
        /// such a change is deliberate, and visible in a diff.
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
