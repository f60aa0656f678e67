import Foundation
import PlayerCore
import PlayerTesting
import Testing

@testable import ReducerTesting

@Suite("The memory of coverage-guided searches of players")
struct PlayerCoverageTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "coverage-\(UUID().uuidString)")
    .path(percentEncoded: false)

  private func search<Subject: Model>(
    _ model: Subject, _ seeds: Range<UInt64>, workers: Int = 1,
    from memory: CoverageMemory<Subject.Setup, Subject.Step> = .init()
  ) async -> (CoverageMemory<Subject.Setup, Subject.Step>, steps: Int) {
    var memory = memory
    let rounds = CoverageRounds(model, length: 20, workers: workers)
    let round = await rounds.round(seeds, from: &memory) { _, _ in true }
    #expect(round.sessions == UInt64(seeds.count) && !round.isStopped)
    return (memory, round.steps)
  }

  @Test("a round gives the same result on one core and on several, and other seeds give another result")
  func deterministic() async {
    let one = await search(PlayerModel(), 0..<200)
    let several = await search(PlayerModel(), 0..<200, workers: 3)
    #expect(one == several)
    #expect(one.0.markCount > 100 && one.0.poolCount > 10)
    #expect(await search(PlayerModel(), 200..<400).0 != one.0)
  }

  @Test("a search continues from a stored memory as from the original", arguments: [true, false])
  func stored(isWorld: Bool) async throws {
    if isWorld { try await goOn(WorldModel(properties: .none)) } else { try await goOn(PlayerModel()) }
  }

  private func goOn<Subject: CompactModel>(_ model: Subject) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = CoverageFile(folder)
    #expect(try file.load(for: model) == nil)
    let (memory, _) = await search(model, 0..<60)
    try file.save(memory, of: model)
    let loaded = try #require(try file.load(for: model))
    #expect(loaded == memory)
    let (on, _) = await search(model, 60..<120, from: loaded)
    let (same, _) = await search(model, 60..<120, from: memory)
    #expect(on == same)
    #expect(on.markCount > memory.markCount)
  }

  @Test("a damaged file is reported with its line, and a file of another reducer is ignored")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = CoverageFile(folder)
    try file.save(CoverageMemory(), of: PlayerModel())
    let path = file.path(of: PlayerModel())
    let header = try String(contentsOfFile: path, encoding: .utf8)
    for (text, place) in [
      ("garbage\n", ":1:"), (header + "{}\n", ":2:"), (header + "{\"marks\":[\"x\"],\"counts\":[1]}\n", ":2:"),
      (header + "{\"mark\":\"1\",\"setup\":[0,0],\"steps\":[[0,65535]]}\n", ":2:"),
      (header + "{\"mark\":\"1\",\"setup\":[99,0],\"steps\":[[0,0]]}\n", ":2:"),
      (header + "\n{}\n", ":2:"), (header + "{\"marks\":[],\"counts\":[]}\n\n", ":3:"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: CorpusError.self) { try file.load(for: PlayerModel()) }
      #expect(error?.description.contains(path + place) == true, "\(error?.description ?? "")")
    }
    let earlier = #"{"behaviour":1,"coverage":1,"model":"player","vocabulary":"0"}"# + "\n"
    for text in [header.replacing("model 1", with: "model 9"), header.replacing("player", with: "prayer"), earlier] {
      #expect(text != header)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try file.load(for: PlayerModel()) == nil)
    }
  }

  @Test("counts saturate at the end of their range")
  func hugeCounts() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = CoverageFile(folder)
    let (memory, _) = await search(PlayerModel(), 0..<60)
    try file.save(memory, of: PlayerModel())
    let path = file.path(of: PlayerModel())
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let huge = text.replacing(#/"chosen":\d+/#, with: "\"chosen\":\(UInt64.max)")
      .replacing(#/"counts":\[\d+/#, with: "\"counts\":[\(UInt64.max)")
    #expect(huge != text)
    try Data(huge.utf8).write(to: URL(fileURLWithPath: path))
    let loaded = try #require(try file.load(for: PlayerModel()))
    let (on, _) = await search(PlayerModel(), 60..<300, from: loaded)
    #expect(on.markCount >= loaded.markCount && on.poolCount >= loaded.poolCount)
    #expect(on.pool.first?.timesChosen == .max)
  }

  @Test("a stopped round is reported as stopped, and keeps its marks")
  func stops() async {
    var memory = CoverageMemory<PlayerSetup, PlayerStep>()
    let round = await CoverageRounds(PlayerModel(), length: 5).round(0..<8_192, from: &memory) { _, _ in false }
    #expect(round.isStopped && round.sessions == 4 * 1_024 && memory.markCount > 0)
  }
}
