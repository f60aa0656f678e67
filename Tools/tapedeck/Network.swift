import ArgumentParser
import Foundation
import PlayerCore
import PlayerRuntime

/// `tapedeck network`: what would the player be told about the network?
struct NetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Show which network the machine is on, and follow its changes.",
    discussion: """
      The path is that of the default route with the lowest metric whose interface is up, connected and has an \
      address. Without a default route, an interface with these properties counts by itself, wired before wireless \
      before cellular. Bridges, tunnels and other virtual interfaces count only when they carry the default route, as \
      wired. Inside a network namespace, that namespace is shown.

      EXIT CODES
        0        shown
        1        the network cannot be watched
        128 + n  ended by signal n: 130 is Ctrl-C

      JSON
      One object: path, deciding (the interface that decides), interfaces (index, name, kind, up, running, addresses, \
      defaultRoutes: their metrics). With --follow, one object at the start and one per change of the path.

      EXAMPLES
        tapedeck network
        tapedeck network --follow --json | jq --unbuffered -r .path
      """)

  @Flag(help: "Keep running, and print a line for every change of the path.")
  var follow = false

  @Flag(help: "Print one JSON object.")
  var json = false

  private enum Happening {
    case status(NetworkStatus)
    case console(Console.Happening)
  }

  func run() async throws {
    let (happenings, inbox) = AsyncStream.makeStream(of: Happening.self)
    if follow { Console.watch(keys: false, screen: false, output: true) { inbox.yield(.console($0)) } }
    let monitor: NetworkMonitor
    do throws(NetworkMonitorError) {
      monitor = try NetworkMonitor { inbox.yield(.status($0)) }
    } catch {
      Talk.error("\(error)")
      throw Exit.differs.error
    }
    defer { monitor.stop() }
    let output = DataStream()
    var isFirst = true
    for await happening in happenings {
      switch happening {
      case .status(let status):
        for line in try lines(status, isFirst: isFirst) { try output.line(line) }
        try output.flush()
        isFirst = false
        if !follow { return }
      case .console(.signal(let number)): throw ExitCode(128 + number)
      case .console(.outputClosed): throw ExitCode(128 + SIGPIPE)
      case .console(.keys), .console(.inputClosed): break
      }
    }
  }

  private func lines(_ status: NetworkStatus, isFirst: Bool) throws -> [String] {
    if json { return [try JSONLine.text(NetworkJSON(status))] }
    return isFirst ? NetworkText.lines(status) : [NetworkText.path(status)]
  }
}
