import Foundation
import Testing

/// The player in a tmux terminal, whose screen is what a user sees.
final class Tmux {
  private static let program = "/usr/bin/tmux"
  static let exists = FileManager.default.isExecutableFile(atPath: program)

  private let scratch: Scratch
  private let server: Executable

  /// Starts `tapedeck play` with these arguments for a shell. When it ends, its exit code is on the screen.
  init(_ arguments: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
    scratch = try Scratch()
    let own = [
      "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLORTERM": "", "NO_COLOR": "", "SSH_CONNECTION": "",
      "XDG_CONFIG_HOME": scratch.file("config"), "SDL_AUDIODRIVER": "dummy",
    ].merging(environment) { $1 }
    let variables = own.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
    // The inner shell becomes the player, so its process id is known.
    let shell = """
      env \(variables) sh -c 'echo $$ > "\(scratch.file("process"))"; exec "$0" "$@"' '\(Executable.path)' play \
      \(arguments); echo "code=$?"; exec cat
      """
    // Not a daemon: the descriptors it inherits would keep this process waiting for the client that started it.
    server = try Executable(
      ["-u", "-D", "-f", "/dev/null", "-S", scratch.file("tmux")], program: Self.program, environment: Self.environment)
    let session = [
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", shell, ";", "set-option", "-g", "status", "off",
    ]
    // The server needs a moment to listen.
    guard try happens(lookingEvery: 50_000, { try client(session).code == 0 }) else {
      throw TestProblem("tmux does not listen: \(server.standardError)")
    }
  }

  /// What runs in it loses its terminal. The server would ignore other signals, its own command for it included: who starts it on
  /// a thread of a pool hands the signals down that are blocked there.
  deinit { kill(server.process.processIdentifier, SIGKILL) }

  /// The lines of the screen, without trailing spaces.
  func lines() throws -> [String] {
    try run(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Waits until the screen is as wanted; returns its lines.
  @discardableResult
  func wait(_ what: String, until isRight: ([String]) -> Bool) throws -> [String] {
    var lines: [String] = []
    let isShown = try happens(lookingEvery: 200_000) {
      lines = try self.lines()
      return isRight(lines)
    }
    guard isShown else { throw TestProblem("not on the screen: \(what)\n\(lines.joined(separator: "\n"))") }
    return lines
  }

  /// Waits until some line contains this.
  @discardableResult
  func wait(for text: String) throws -> [String] { try wait(text) { $0.contains { $0.contains(text) } } }

  /// Types characters, or keys by tmux's names, such as `Left`.
  func type(_ keys: String...) throws { try run(["send-keys"] + keys) }

  func signal(_ signal: Int32) throws {
    let text = try String(contentsOfFile: scratch.file("process"), encoding: .utf8)
    let process = try #require(Int32(text.trimmingCharacters(in: .newlines)))
    kill(process, signal)
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let (code, output) = try client(arguments)
    guard code == 0 else { throw TestProblem("tmux \(arguments): \(output)") }
    return output
  }

  private func client(_ arguments: [String]) throws -> (code: Int32, output: String) {
    let tmux = try Executable(
      ["-N", "-u", "-S", scratch.file("tmux")] + arguments, program: Self.program, environment: Self.environment)
    let code = try tmux.wait()
    return (code, code == 0 ? tmux.standardOutput : tmux.standardError)
  }

  private static let environment = ["TMUX": "", "TERM": "xterm-256color"]
}
