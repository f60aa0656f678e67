import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Testing

@MainActor
@Suite("Alarms of the main actor's host")
struct AlarmTests {
  private let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable(), timekeeping: .caller)

  @Test("each rings once, at its instant, ordered by time and then by request")
  func order() {
    var rung: [String] = []
    host.schedule(at: .seconds(2)) { rung.append("b \(host.now.microseconds)") }
    host.schedule(at: .seconds(1)) { rung.append("a") }
    host.schedule(at: .seconds(2)) { rung.append("c") }
    #expect(host.nextInstant == .seconds(1))
    host.run(until: .microseconds(1_999_000))
    #expect(rung == ["a"])
    host.run(until: .seconds(9))
    #expect(rung == ["a", "b 2000000", "c"])
  }

  @Test("a cancelled alarm does not ring, and one set for the past rings at once")
  func cancelled() {
    var rung = 0
    let alarm = host.schedule(at: .seconds(1)) { rung += 1 }
    alarm.cancel()
    host.run(until: .seconds(5))
    #expect(rung == 0)
    host.schedule(at: .seconds(3)) { rung += 1 }
    host.run(until: .seconds(5))
    #expect(rung == 1)
  }

  @Test("its commands are carried out, and it may set another alarm")
  func sends() {
    host.schedule(at: .seconds(1)) { [host] in
      host.send(.load(item: host.library.item(for: "a"), start: .standard, autoplay: true, opens: true))
      host.schedule(at: .seconds(2)) { host.send(.pause) }
    }
    host.run(until: .microseconds(1_900_000))
    #expect(host.player.state == .playing)
    host.run(until: .seconds(3))
    #expect(host.player.state == .paused)
  }

  @Test("nothing rings after a shutdown")
  func shutDown() {
    var rung = false
    host.schedule(at: .seconds(1)) { rung = true }
    host.shutDown()
    host.schedule(at: .seconds(1)) { rung = true }
    host.run(until: .seconds(5))
    #expect(!rung)
  }

  @Test("on the machine's clock it rings by itself")
  func machine() async throws {
    let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable())
    await withCheckedContinuation { continuation in
      host.schedule(at: host.now + .milliseconds(20)) { continuation.resume() }
    }
    #expect(host.now > .microseconds(20_000))
    host.shutDown()
  }
}
