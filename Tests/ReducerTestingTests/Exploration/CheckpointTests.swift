import Foundation
import ReducerTesting
import Testing

@Suite("Checkpoints of explorations")
struct CheckpointTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "checkpoint-\(UUID().uuidString)")
  private var path: String { folder.appending(path: "numbers.checkpoint").path(percentEncoded: false) }

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func explorer(_ model: Numbers, states: Int = .max, findings: Int = 1) -> Explorer<Numbers> {
    var bounds = ExplorationBounds()
    bounds.states = min(states, bounds.states)
    bounds.findings = findings
    return Explorer(model, from: 1, within: bounds)
  }

  @Test("a resumed exploration ends like an uninterrupted one", arguments: [1, 9_000, 25_000, 30_000])
  func resumes(states: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = Numbers(limit: 30_000, trap: 500)
    let whole = explorer(model)
    whole.run()
    let first = explorer(model, states: states)
    first.run()
    try first.save(to: path)
    let rest = try Explorer(model, from: 1, resuming: path)
    #expect(rest.progress.states == first.progress.states)
    #expect(rest.run() == .complete)
    #expect(rest.progress.states == whole.progress.states)
    #expect(rest.progress.transitions == whole.progress.transitions)
    #expect(rest.progress.depth == whole.progress.depth)
    #expect(rest.deepestSession == whole.deepestSession)
    #expect(rest.stuckStates().first?.session == whole.stuckStates().first?.session)
    #expect(rest.stuckStates().count == whole.stuckStates().count)
    #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
  }

  @Test("a damaged, truncated or foreign checkpoint is an error with its place, never a crash")
  func damage() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = Numbers(limit: 300, trap: 50)
    let part = explorer(model, states: 100)
    part.run()
    try part.save(to: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try bytes.prefix(length).write(to: URL(filePath: path))
      let error = #expect(throws: CheckpointError.self, "\(length)") { try Explorer(model, from: 1, resuming: path) }
      #expect(error.map { $0.offset ?? -1 <= length && $0.description.hasPrefix(path) } == true, "\(length)")
    }
    for place in stride(from: 0, to: bytes.count, by: 5) {
      var damaged = bytes
      damaged[place] ^= 0x91
      try damaged.write(to: URL(filePath: path))
      #expect(throws: CheckpointError.self, "\(place)") { try Explorer(model, from: 1, resuming: path) }
    }
    try bytes.write(to: URL(filePath: path))
    let other = #expect(throws: CheckpointError.self) { try Explorer(Numbers(limit: 301), from: 1, resuming: path) }
    #expect(other?.description.contains("found \"numbers to 300") == true)
    #expect(throws: CheckpointError.self) { try Explorer(model, from: 2, resuming: path) }
    for name in ["/none", ""] {
      let error = #expect(throws: CheckpointError.self) { try Explorer(model, from: 1, resuming: folder.path + name) }
      #expect(error?.isUnreadable == true)
    }
    var bounds = ExplorationBounds()
    bounds.memory = bytes.count - 1
    let larger = #expect(throws: CheckpointError.self) {
      try Explorer(model, from: 1, within: bounds, resuming: path)
    }
    #expect(larger?.description.contains("\(bytes.count) bytes") == true && larger?.isUnreadable == false)
  }

  @Test("a process that dies while it writes leaves the previous checkpoint; a failed write is an error")
  func dead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = Numbers(limit: 300)
    try explorer(model).save(to: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    // The file of a process that died while it wrote must not disturb later ones.
    try bytes.prefix(99).write(to: folder.appending(path: ".tapedeck-0.partial"))
    #expect(try Explorer(model, from: 1, resuming: path).run() == .complete)
    try explorer(model).save(to: path)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    // A failed write leaves the old checkpoint and no other file.
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let nowhere = folder.path + "/none/numbers.checkpoint"
    let error = #expect(throws: CheckpointError.self) { try explorer(model, states: 9).save(to: nowhere) }
    #expect(error?.description.contains("No such file or directory") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
  }

  @Test("a checkpoint has 14 bytes per state")
  func size() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let explorer = Explorer(SlidingPuzzle(), from: SlidingPuzzle.solved)
    #expect(explorer.run() == .complete)
    try explorer.save(to: path)
    // No state is waiting, and there is no search for ways to good states.
    let bytesPerState = Double(try Data(contentsOf: URL(filePath: path)).count) / Double(explorer.progress.states)
    #expect(bytesPerState < 14 + 500.0 / 360)
  }
}
