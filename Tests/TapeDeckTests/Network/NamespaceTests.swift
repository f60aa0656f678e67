import Foundation
import Testing

/// The monitor in a separate network namespace, with the interfaces that `Tools/namespaces` creates.
@Suite(
  "The network monitor in a namespace", .serialized,
  .enabled(if: Namespaces.areAllowed, "network namespaces cannot be made here: that needs root"))
struct NamespaceTests {
  private let namespaces: Namespaces
  init() throws { namespaces = try Namespaces() }

  @Test("lists each interface with its type and state")
  func shows() throws {
    let program = try namespaces.witness()
    try program.waitForPaths(["wifi"])
    let parts = program.standardOutput.split(separator: "; ")
    #expect(parts.first == "wifi by wlan0")
    #expect(parts.contains { $0.hasPrefix("wlan0 wireless usable, metrics [600], 10.75.1.2/24") })
    #expect(parts.contains { $0.hasPrefix("wwan0 cellular usable, metrics [700], 10.75.2.2/24") })
  }

  @Test("reports every change of the path once, in order")
  func follows() throws {
    let program = try namespaces.witness()
    try program.waitForPaths(["wifi"])
    for (change, paths) in [
      (["wifi", "down"], ["wifi", "cellular"]),
      (["cellular", "down"], ["wifi", "cellular", "none"]),
      (["cellular", "up"], ["wifi", "cellular", "none", "cellular"]),
      (["wifi", "up"], ["wifi", "cellular", "none", "cellular", "wifi"]),
      (["wifi", "lost"], ["wifi", "cellular", "none", "cellular", "wifi", "cellular"]),
      (["wifi", "up"], ["wifi", "cellular", "none", "cellular", "wifi", "cellular", "wifi"]),
    ] {
      try namespaces.tool(change)
      try program.waitForPaths(paths)
    }
  }

  @Test("follows addresses and routes, too")
  func routes() throws {
    let program = try namespaces.witness()
    var expected = ["wifi"]
    try program.waitForPaths(expected)
    for (arguments, path) in [
      ("route replace default via 10.75.2.1 dev wwan0 metric 50", "cellular"),
      // The kernel removes routes through the address without a notification.
      ("address delete 10.75.2.2/24 dev wwan0", "wifi"),
      ("route delete default dev wlan0", nil),  // wlan0 still has an address: its own network is reachable
      ("address delete 10.75.1.2/24 dev wlan0", "none"),
      ("address add 10.75.2.2/24 dev wwan0", "cellular"),
      ("address add fd00::2/64 dev wlan0 nodad", "wifi"),
      ("link set wlan0 down", "cellular"),
      ("link delete wwan0", "none"),
    ] as [(String, String?)] {
      try namespaces.ip(arguments)
      expected += path.map { [$0] } ?? []
      try program.waitForPaths(expected)
    }
  }

  @Test(
    "reports the last state after a storm of changes, and no state twice in a row, even when most changes are lost",
    arguments: [false, true])
  func storm(isDeaf: Bool) throws {
    let program = try namespaces.witness()
    try program.waitForPaths(["wifi"])
    // A stopped process does not read the kernel's messages, and the socket's buffer soon overflows.
    if isDeaf { program.send(SIGSTOP) }
    let batch = (0..<2_000).map { number in
      "address \(number % 2 == 0 ? "add" : "delete") 10.80.\(number / 2 % 250).1/24 dev wlan0"
    }
    try namespaces.batch(batch + ["link set wlan0 down", "link set wlan0 up", "link set wlan0 down"])
    if isDeaf { program.send(SIGCONT) }
    try program.waitUntil { $0.last == "cellular" }
    try namespaces.tool(["wifi", "up"])
    try program.waitUntil { $0.last == "wifi" }
    #expect(zip(program.paths, program.paths.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("With only the loopback interface there is no network")
  func loopbackOnly() throws {
    try namespaces.ip("link delete wlan0")
    try namespaces.ip("link delete wwan0")
    try namespaces.witness().waitForPaths(["none"])
  }
}

/// Two namespaces made by `Tools/namespaces`, removed after the test.
final class Namespaces {
  static let tools = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Tools").standardizedFileURL.path(percentEncoded: false)

  static let areAllowed =
    (try? Executable(["allowed"], program: tools + "/namespaces").wait()) == 0

  private let name = "tapedeck-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private var environment: [String: String] { ["TAPEDECK_NAMESPACES": name] }

  init() throws { try tool(["start", name]) }
  deinit { try? tool(["stop", name]) }

  func tool(_ arguments: [String]) throws {
    let program = try Executable(arguments, program: Self.tools + "/namespaces", environment: environment)
    if try program.wait() != 0 { throw TestProblem("\(arguments): \(program.standardError)") }
  }

  /// Runs `ip` on the device.
  func ip(_ arguments: String) throws { try tool(["device", "ip"] + arguments.split(separator: " ").map(String.init)) }

  /// Runs many commands of `ip` on the device as fast as possible.
  func batch(_ lines: [String]) throws {
    let scratch = try Scratch()
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: scratch.file("batch")))
    try tool(["device", "ip", "-batch", scratch.file("batch")])
  }

  /// Starts the program that prints what the monitor reports on the device.
  func witness() throws -> Executable {
    let program = URL(filePath: Executable.path).deletingLastPathComponent().appending(path: "NetworkWitness")
    return try Executable(
      ["device", "--", program.path(percentEncoded: false)], program: Self.tools + "/namespaces",
      environment: environment)
  }
}

extension Executable {
  /// The path of every line so far.
  fileprivate var paths: [String] {
    standardOutput.split(separator: "\n").compactMap { $0.split(separator: " ").first.map { String($0) } }
  }

  fileprivate func waitUntil(_ test: ([String]) -> Bool) throws {
    guard happens({ test(paths) }) else { throw TestProblem("\(paths); \(standardError)") }
  }

  fileprivate func waitForPaths(_ expected: [String]) throws {
    try waitUntil { $0.count >= expected.count }
    #expect(paths == expected)
  }
}
