#if os(Linux)
import Foundation
import PlayerCore
import ScriptedEngine
import Backports
import Testing

@testable import PlayerRuntime

/// The monitor over the machine's own network, whatever that is.
@Suite("The network monitor", .serialized)
struct NetworkMonitorTests {
  @Test("has read everything once created, and yields the current path first")
  func first() async throws {
    let monitor = try NetworkMonitor()
    let status = monitor.status
    #expect(status.path != .unknown && status.path == monitor.path)
    #expect(status.interfaces.contains { $0.kind == .loopback })
    #expect((status.deciding != nil) == (status.path != .none))
    for await path in monitor.paths() {
      #expect(path == monitor.path)
      break
    }
  }

  @Test("calls back with the current state first, on a separate thread")
  func callback() async throws {
    let (statuses, told) = AsyncStream.makeStream(of: (NetworkStatus, isMain: Bool).self)
    let monitor = try NetworkMonitor { told.yield(($0, Thread.isMainThread)) }
    for await (status, isMain) in statuses {
      #expect(status == monitor.status && !isMain)
      break
    }
  }

  @Test("ends its sequences when it is stopped or released")
  func end() async throws {
    var monitor: NetworkMonitor? = try NetworkMonitor()
    let stopped = try #require(monitor).paths()
    monitor?.stop()
    monitor?.stop()
    #expect(await stopped.reduce(into: 0) { count, _ in count += 1 } == 1)
    let late = try #require(monitor).paths()
    #expect(await late.reduce(into: 0) { count, _ in count += 1 } == 0)
    monitor = try NetworkMonitor()
    let released = try #require(monitor).paths()
    monitor = nil
    #expect(await released.reduce(into: 0) { count, _ in count += 1 } == 1)
  }

  @Test("leaves no socket behind: its thread closes it at the end")
  func leaks() throws {
    // The threads of other tests may still be about to close theirs.
    waitForLastSocket()
    let watching = try NetworkMonitor()
    #expect(sockets() == 1)
    watching.stop()
    for round in 0..<50 {
      let monitor = try NetworkMonitor()
      let paths = monitor.paths()
      if round % 2 == 0 { monitor.stop() }
      withExtendedLifetime(paths) {}
    }
    waitForLastSocket()
    #expect(sockets() == 0)
  }

  @Test("may be stopped from within its callback")
  func stopInside() throws {
    let monitor = Lock<NetworkMonitor?>(nil)
    let calls = Lock(0)
    try monitor.withLock {
      $0 = try NetworkMonitor { _ in
        calls.withLock { $0 += 1 }
        monitor.withLock { $0?.stop() }
      }
    }
    waitForLastSocket()
    #expect(sockets() == 0)
    #expect(calls.withLock(\.self) == 1)
  }

  @Test("is followed by a player, which knows the network before anything is loaded")
  func followed() async throws {
    let monitor = try NetworkMonitor()
    let live = LivePlayer(engine: ScriptedEngine(), library: IdentifierTable())
    await live.follow(monitor)
    #expect(await live.player.network == monitor.path)
    await live.shutDown()
    // Other observers continue.
    #expect(monitor.status.path != .unknown)
    for await _ in monitor.paths() { break }
  }

  @Test("is followed by a player on the main actor")
  @MainActor func followedByMainPlayer() throws {
    let monitor = try NetworkMonitor()
    let player = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable())
    player.follow(monitor)
    #expect(player.player.network == monitor.path)
    player.shutDown()
  }

  @Test("is kept by the player that follows it, and no longer")
  func kept() async throws {
    var monitor: NetworkMonitor? = try NetworkMonitor()
    weak let kept = monitor
    let live = LivePlayer(engine: ScriptedEngine(), library: IdentifierTable())
    await live.follow(try #require(monitor))
    monitor = nil
    #expect(kept != nil)
    await live.shutDown()
    for _ in 0..<6_000 {
      guard kept != nil else { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(kept == nil)
  }

  // MARK: Sockets of the process

  /// Waits until no monitor has a socket, for a minute at most.
  private func waitForLastSocket() {
    for _ in 0..<6_000 {
      guard sockets() > 0 else { return }
      usleep(10_000)
    }
  }

  /// Netlink sockets of this process that listen to groups: those of monitors. Their threads cannot be counted by name:
  /// a thread passes its name on to those that it starts.
  private func sockets() -> Int {
    let table = (try? String(contentsOfFile: "/proc/self/net/netlink", encoding: .utf8)) ?? ""
    let inodes = table.split(separator: "\n").compactMap { line -> Substring? in
      let fields = line.split(separator: " ")
      return fields.count > 9 && fields[1] == "0" && fields[3] != "00000000" ? fields.last : nil
    }
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return files.count { file in
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file)")) ?? ""
      return inodes.contains { target == "socket:[\($0)]" }
    }
  }
}
#endif
