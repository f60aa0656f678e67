import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace
import ScriptedEngine
import Testing

@MainActor
@Suite("Recording with one line")
struct TraceFileTests {
  private let library = IdentifierTable()
  private let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).trace.jsonl")
  private var load: Command {
    .load(item: library.item(for: "https://a.example/b.m4a?token=7"), start: .standard, autoplay: true, opens: true)
  }

  private func text() throws -> String {
    defer { try? FileManager.default.removeItem(at: url) }
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test("earlier commands are in the trace, and its end record marks the run as finished")
  func early() throws {
    let host = MainPlayer(engine: ScriptedEngine(), library: library, timekeeping: .caller)
    host.send(.setMuted(true))
    host.send(.addPeriodicObserver(ObserverID(1), interval: .seconds(1)))
    host.record(to: url, note: "app 7") { Issue.record($0) }
    host.send(load)
    host.run(until: .seconds(3))
    host.shutDown()
    let text = try text()
    #expect(text.contains("setMuted"))
    #expect(text.contains("app 7"))
    #expect(text.split(separator: "\n").last?.contains("finished") == true)
  }

  @Test("addresses can be left out")
  func redacted() throws {
    let host = VirtualPlayer(engine: ScriptedEngine(), library: library)
    host.record(
      to: url,
      redacting: { definition in
        guard case .item(let item, let source) = definition else { return definition }
        return .item(item, source: source.split(separator: "?").first.map(String.init) ?? "")
      }
    ) { Issue.record($0) }
    host.send(load)
    host.run()
    host.shutDown()
    let text = try text()
    #expect(text.contains("a.example/b.m4a"))
    #expect(!text.contains("token"))
  }

  @Test("a file that cannot be created is reported once, and playback continues", arguments: [true, false])
  func failure(isLive: Bool) async {
    let nowhere = URL(filePath: "/nowhere/at/all.trace")
    if isLive {
      let host = LivePlayer(engine: ScriptedEngine(), library: library)
      await withCheckedContinuation { continuation in
        Task {
          await host.record(to: nowhere) { _ in continuation.resume() }
          await host.post(.setMuted(true))
        }
      }
      #expect(await host.send(.setLooping(true)).answer == .done)
      await host.shutDown()
    } else {
      var failures = 0
      let host = MainPlayer(engine: ScriptedEngine(), library: library, timekeeping: .caller)
      host.record(to: nowhere) { _ in failures += 1 }
      host.send(load)
      host.run(until: .seconds(1))
      #expect(failures == 1)
      #expect(host.player.state == .playing)
    }
  }
}

@MainActor
@Suite("Observing on the main actor")
struct ObservationTests {
  private let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable(), timekeeping: .caller)

  @Test("a closure reads the player, and is not called once its observation is cancelled or released")
  func closure() {
    var heard: [Bool] = []
    let observation = host.observe { [host] _ in heard.append(host.player.isMuted) }
    host.send(.setMuted(true))
    observation.cancel()
    host.send(.setMuted(false))
    #expect(heard == [true])
    var other: PlayerObservation? = host.observe { _ in heard.append(false) }
    _ = other
    other = nil
    host.send(.setMuted(true))
    #expect(heard == [true])
  }

  @Test("a closure that another one cancels is not called for the same event")
  func closureCancelsAnother() {
    var second: PlayerObservation?
    var heard = 0
    let first = host.observe { _ in second?.cancel() }
    second = host.observe { _ in heard += 1 }
    host.send(.setMuted(true))
    #expect(heard == 0)
    first.cancel()
  }
}
