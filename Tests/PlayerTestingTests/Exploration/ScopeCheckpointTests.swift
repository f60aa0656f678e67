import Foundation
import PlayerTesting
import ReducerTesting
import Testing

@Suite("Checkpoints of the player's explorations")
struct ScopeCheckpointTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "checkpoint-\(UUID().uuidString)")
  private var path: String { folder.appending(path: "scope.checkpoint").path(percentEncoded: false) }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test("a scope resumed at every level finds the same counterexample")
  func scopes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var scope = PlayerScope.basic
    // No time-out ends the wait for the source to open.
    scope.configuration.openTimeout = .never
    var parts = Explorer(scope, from: PlayerScope.Setup())
    while parts.run(while: { _ in false }) == .interrupted {
      try parts.save(to: path)
      parts = try Explorer(scope, from: PlayerScope.Setup(), resuming: path)
    }
    let whole = Explorer(scope, from: PlayerScope.Setup())
    whole.run()
    #expect(parts.counterexamples.first?.session == whole.counterexamples.first?.session)
    #expect(whole.counterexamples.first?.violation.property == "wait-without-watchdog")
    try parts.save(to: path)
    let found = try Explorer(scope, from: PlayerScope.Setup(), resuming: path)
    #expect(found.counterexamples.first?.session == whole.counterexamples.first?.session)
  }

  @Test("a resumed scope has the same states, steps and depth as an uninterrupted one")
  func wholeScope() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var bounds = ExplorationBounds()
    bounds.states = 400
    let part = Explorer(PlayerScope.basic, from: PlayerScope.Setup(), within: bounds)
    #expect(part.run() == .states)
    try part.save(to: path)
    let rest = try Explorer(PlayerScope.basic, from: PlayerScope.Setup(), resuming: path)
    #expect(rest.run() == .complete)
    let whole = Explorer(PlayerScope.basic, from: PlayerScope.Setup())
    #expect(whole.run() == .complete)
    #expect(rest.progress.states == whole.progress.states)
    #expect(rest.progress.transitions == whole.progress.transitions)
    #expect(rest.progress.depth == whole.progress.depth)
    #expect(rest.stuckStates().count == 0)
  }

  @Test("a checkpoint of a scope has less than 32 bytes per state, including its steps")
  func size() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let explorer = Explorer(PlayerScope.basic, from: PlayerScope.Setup())
    #expect(explorer.run() == .complete)
    try explorer.save(to: path)
    #expect(Double(try Data(contentsOf: URL(filePath: path)).count) / Double(explorer.progress.states) < 32)
  }
}
