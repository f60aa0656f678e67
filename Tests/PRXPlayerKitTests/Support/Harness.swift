import Foundation
import PRXPlayerKit
import PlayerCore
import PlayerRuntime

@testable import Conformance

/// A player over a scripted engine, on the virtual clock.
@MainActor
struct Harness {
  let player: PRXPlayer
  let engine = ScriptedMedia()
  let log = EventLog()

  init(_ behavior: PRXPlayerOptions.Behavior = .readme, _ change: (inout PRXPlayerOptions) -> Void = { _ in }) {
    var options = PRXPlayerOptions(behavior)
    options.notificationCenter = NotificationCenter()
    change(&options)
    engine.buffersAtOnce = true
    engine.keepsPlaying = true
    player = PRXPlayer(options, engine: engine, library: IdentifierTable(), timekeeping: .caller)
    log.follow(player)
  }

  func run(to seconds: Double) { player.host.run(until: .microseconds(Int64(seconds * 1e6))) }

  func report(_ event: EngineEvent) {
    engine.report(event, at: player.host.now)
    player.host.run(until: player.host.now)
  }

  func connect() { report(.connected(address: .none, nameLookup: .never, connect: .never, firstData: .never)) }
  func open(_ duration: MediaTime = .seconds(60)) { report(.opened(OpenedMedia(duration: duration))) }
  func starve() { report(.starved(position: engine.position(at: player.host.now))) }
  func fail() { report(.failed(Failure(.io))) }

  /// Calls `body` whenever the engine is told to open.
  func onOpening(_ body: @escaping () -> Void) {
    engine.onCommand = { command, _, _ in if case .open = command { body() } }
  }

  /// Plays an item.
  func play(_ item: any PRXPlayerItem) {
    player.playPlayerItem(item)
    connect()
    open()
  }
}
