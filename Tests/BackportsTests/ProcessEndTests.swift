#if os(macOS) || os(Linux)
import Backports
import Foundation
import Testing

// One after the other: Foundation must hear of the ends that it is asked for.
@Suite("How a process has ended", .serialized)
struct ProcessEndTests {
  /// Starts a command of the shell.
  private func start(_ command: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command]
    try process.run()
    return process
  }

  /// Waits up to a minute.
  private func end(_ process: Process) -> ProcessEnd? {
    for _ in 0..<6_000 {
      if let end = process.end { return end }
      usleep(10_000)
    }
    return nil
  }

  @Test("is known by its exit code or its signal, also later")
  func reasons() throws {
    let (exited, killed) = (try start("exit 7"), try start("kill -KILL $$"))
    #expect(end(exited) == .exited(7))
    #expect(end(killed) == .killed(by: SIGKILL))
    #expect(exited.waitForEnd() == .exited(7))
    exited.waitUntilExit()
    killed.waitUntilExit()
    #expect(exited.end == .exited(7))
    #expect(killed.end == .killed(by: SIGKILL))
  }

  @Test("stays known while Foundation collects it")
  func collection() throws {
    for _ in 0..<300 {
      let process = try start("exit 7")
      while process.end == nil { usleep(10) }
      // Foundation may notice very late, while others wait for it.
      for _ in 0..<1_000 where process.isRunning { try #require(process.end == .exited(7)) }
    }
  }

  @Test("is unknown while it runs, and before it is started")
  func running() throws {
    #expect(Process().end == nil)
    let process = try start("sleep 600")
    #expect(process.end == nil)
    // Threads of a Swift pool block most signals, and children inherit that.
    kill(process.processIdentifier, SIGKILL)
    #expect(end(process) == .killed(by: SIGKILL))
  }

  #if os(Linux)
  /// Foundation waits for the end of the one that has closed its descriptors, and for nothing else.
  @Test("is known while Foundation waits for another one")
  func other() throws {
    let closing = "for f in /proc/$$/fd/*; do n=${f##*/}; ((n > 2)) && eval \"exec $n>&-\"; done"
    let deaf = try start("\(closing); exec sleep 600")
    defer { kill(deaf.processIdentifier, SIGKILL) }
    let program = "/proc/\(deaf.processIdentifier)/exe"
    func isBash() throws -> Bool {
      try FileManager.default.destinationOfSymbolicLink(atPath: program).contains("bash")
    }
    for _ in 0..<6_000 {
      guard try isBash() else { break }
      usleep(10_000)
    }
    let isStillBash = try isBash()
    try #require(!isStillBash)
    // What Foundation notices within this time does not matter.
    usleep(100_000)
    #expect(end(try start("exit 7")) == .exited(7))
    #expect(try start("exit 8").waitForEnd() == .exited(8))
  }
  #endif
}
#endif
