import Foundation
import PlayerCore
import PlayerTesting

/// Judges mutants: reads a line for each, `NUMBER MODELS PROPERTIES SESSIONS LENGTH SHRINKS`, and answers with a line of
/// JSON. Properties are one, or `-` and those that do not count with commas between. A line with a dot means that it is
/// still at work, and the first one, `ready`, that it takes orders. The only argument is the folder of the golden traces.
@main
struct Main {
  static func main() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let recordings = try Recordings(in: CommandLine.arguments[1])
    say("ready")
    while let line = readLine() {
      guard let order = Order(line) else { throw CocoaError(.formatting) }
      let verdict = order.carryOut(recordings)
      say(String(decoding: try encoder.encode(verdict), as: UTF8.self))
    }
  }

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
