import Foundation
import PlayerCore
import PlayerRuntime
import Testing

@MainActor
@Suite("When a report of an engine happened")
struct ReportInstantTests {
  private let engine = PuppetEngine()

  /// The instant at which the media counts as prepared, when the host takes the report at 5 s.
  private func prepared(reported instant: Instant?, loadedAt load: Instant = .zero) -> Instant? {
    let host = MainPlayer(engine: engine, library: IdentifierTable(), timekeeping: .caller)
    var prepared: Instant?
    host.listener = { if case .prepared = $0.notification { prepared = $0.instant } }
    host.run(until: load)
    host.send(.load(item: host.library.item(for: "a"), start: .standard, autoplay: false, opens: true))
    host.run(until: .seconds(5))
    engine.reports = [EngineReport(.opened(OpenedMedia(duration: .seconds(9))), epoch: engine.epoch, at: instant)]
    host.report(.networkChanged(.wifi))
    return prepared
  }

  @Test("zero is an instant like any other")
  func zero() { #expect(prepared(reported: .zero) == .zero) }

  @Test("a report without an instant counts as made when the host takes it")
  func unknown() { #expect(prepared(reported: nil) == .seconds(5)) }

  @Test("an instant before the player's clock counts as that clock, one after the host's clock as now")
  func outside() {
    #expect(prepared(reported: .seconds(1), loadedAt: .seconds(2)) == .seconds(2))
    #expect(prepared(reported: .seconds(8)) == .seconds(5))
  }

  @Test("on the machine's clock an engine can read that clock; its reports count from then, even if taken late")
  func machine() throws {
    let host = MainPlayer(engine: engine, library: IdentifierTable())
    var prepared: Instant?
    host.listener = { if case .prepared = $0.notification { prepared = $0.instant } }
    host.send(.load(item: host.library.item(for: "a"), start: .standard, autoplay: false, opens: true))
    let clock = try #require(engine.clock)
    let opened = clock()
    engine.reports = [EngineReport(.opened(OpenedMedia(duration: .seconds(9))), epoch: engine.epoch, at: opened)]
    usleep(20_000)
    host.report(.networkChanged(.wifi))
    #expect(prepared == opened)
    host.shutDown()
  }
}
