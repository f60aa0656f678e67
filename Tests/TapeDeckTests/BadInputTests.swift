import Foundation
import Testing

/// Runs the tables of the documentation: each command does what they promise.
@Suite("Bad input, as documented")
struct BadInputTests {
  struct Promise: CustomTestStringConvertible, Sendable {
    var what: String
    var command: String
    var says: String
    var exit: Int32
    var testDescription: String { what }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL.path(percentEncoded: false)
  private static let page = root + "Sources/PlayerRuntime/PlayerRuntime.docc/BadInput.md"

  /// The rows with four columns: | what | `command` | it says | exit |
  static let promises: [Promise] = {
    let text = (try? String(contentsOfFile: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[1].hasPrefix("`"), let exit = Int32(cells[3]) else { return nil }
      return Promise(
        what: cells[0], command: cells[1].trimmingCharacters(in: ["`"]), says: cells[2], exit: exit)
    }
  }()

  @Test("The tables are found")
  func tablesAreRead() { #expect(Self.promises.count >= 35) }

  @Test("reports what is wrong, and exits as documented", arguments: promises)
  func behavesAsDocumented(_ promise: Promise) throws {
    let scratch = try Scratch()
    let tools = URL(filePath: Executable.path).deletingLastPathComponent().path(percentEncoded: false)
    let shell = try Executable(
      ["-c", "cd '\(Self.root)' && { \(promise.command); }"], program: "/bin/bash",
      environment: [
        "DIR": scratch.path, "PATH": tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      ])
    let exit = try shell.wait()
    let said = shell.standardOutput + shell.standardError
    #expect(said.contains(promise.says), "\(promise.command) said: \(said)")
    #expect(exit == promise.exit, "\(promise.command) said: \(said)")
  }
}
