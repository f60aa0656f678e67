import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace
import Backports
import ScriptedEngine
import Testing

@Suite("The real-time host")
struct LivePlayerTests {
  let library = IdentifierTable()

  private func makePlayer(_ adjust: (ScriptedEngine) -> Void = { _ in }) -> LivePlayer {
    let engine = ScriptedEngine()
    engine.duration = .milliseconds(200)
    engine.openLatency = .milliseconds(5)
    engine.seekLatency = .milliseconds(5)
    adjust(engine)
    return LivePlayer(engine: engine, library: library)
  }

  private var load: Command {
    .load(item: library.item(for: "a.m4a"), start: .standard, autoplay: true, opens: true)
  }

  @Test("a load is answered when the media is prepared, and the events arrive in order")
  func playsToTheEnd() async {
    let player = makePlayer()
    let events = await player.events()
    let answer = await player.send(load)
    #expect(answer.answer == .done)
    var states: [PlaybackState] = []
    for await event in events {
      if case .playbackStateChanged(_, let to) = event.notification { states.append(to) }
      if case .ended = event.notification { break }
    }
    #expect(states == [.preparing, .playing, .ended])
    await player.shutDown()
  }

  @Test("observer objects receive every event while they live, and are not retained")
  func weakObservers() async {
    final class Listener: PlaybackObserver {
      let names = Lock<[String]>([])
      func playback(_ player: Player, did event: PlayerEvent) { names.withLock { $0.append(event.name) } }
    }
    let player = makePlayer()
    var listener: Listener? = Listener()
    weak let forgotten = listener
    await player.add(listener!)
    await player.send(load)
    #expect(listener!.names.withLock { $0.contains("prepared") })
    listener = nil
    #expect(forgotten == nil)
    await player.send(.pause)
    await player.shutDown()
  }

  @Test("a removed observer receives no more events")
  func removedObserver() async {
    final class Listener: PlaybackObserver {
      let count = Lock(0)
      func playback(_ player: Player, did event: PlayerEvent) { count.withLock { $0 += 1 } }
    }
    let player = makePlayer()
    let listener = Listener()
    await player.add(listener)
    await player.add(listener)
    await player.send(.setMuted(true))
    #expect(listener.count.withLock { $0 } == 1)
    await player.remove(listener)
    await player.send(.setMuted(false))
    #expect(listener.count.withLock { $0 } == 1)
    await player.shutDown()
  }

  @Test("a notification centre receives every event under its name, with the host as the object")
  func notificationCenter() async {
    let center = NotificationCenter()
    let player = makePlayer()
    let volumes = Lock<[PlayerEvent]>([])
    let token = center.addObserver(forName: .player("volumeChanged"), object: player, queue: nil) { notification in
      if let event = notification.userInfo?[PlayerEvent.userInfoKey] as? PlayerEvent {
        volumes.withLock { $0.append(event) }
      }
    }
    await player.post(to: center)
    await player.send(.setVolume(left: 500, right: 250))
    await player.send(.setVolume(left: 500, right: 250))
    #expect(volumes.withLock { $0.map(\.notification) } == [.volumeChanged(left: 500, right: 250)])
    center.removeObserver(token)
    await player.shutDown()
  }

  @Test("shutting down answers open requests, releases the engine and ends the sequences")
  func shutDown() async {
    let player = makePlayer { $0.isSilent = true }
    let events = await player.events()
    let load = load
    async let answer = player.send(load)
    while await player.player.phase != .opening { await Task.yield() }
    await player.shutDown()
    #expect(await answer.answer == .cancelled)
    var last: PlayerEvent?
    for await event in events { last = event }
    #expect(last != nil)
    #expect(await player.player.phase == .empty)
    #expect(await player.send(.play).answer == .cancelled)
    for await _ in await player.events() { Issue.record("a sequence of a host that is shut down") }
  }

  @Test("a seek is answered when it has landed")
  func seek() async {
    let player = makePlayer { $0.duration = .seconds(1_000) }
    await player.send(load)
    #expect(await player.send(.seek(.at(.seconds(500)))).answer == .done)
    #expect(await player.position >= .seconds(500))
    await player.shutDown()
  }

  @Test("a superseded seek is answered as such, and the newer one is cancelled with the host")
  func supersededSeek() async {
    let player = makePlayer {
      $0.duration = .seconds(1_000)
      $0.seekLatency = .seconds(900)
    }
    await player.send(load)
    async let first = player.send(.seek(.at(.seconds(100))))
    while await player.player.seekTarget != .seconds(100) { await Task.yield() }
    async let second = player.send(.seek(.at(.seconds(500))))
    #expect(await first.answer == .superseded)
    await player.shutDown()
    #expect(await second.answer == .cancelled)
  }

  @Test("an idle host without references is released")
  func isReleased() async {
    weak var forgotten: LivePlayer?
    do {
      let player = makePlayer()
      forgotten = player
      await player.send(load)
    }
    for _ in 0..<10_000 {
      guard forgotten != nil else { break }
      await Task.yield()
    }
    for _ in 0..<6_000 {
      guard forgotten != nil else { break }
      try? await Task.sleep(for: .milliseconds(10))
    }
    #expect(forgotten == nil)
  }

  @Test("the trace of a real-time run replays to the same state")
  func recording() async {
    let player = makePlayer()
    let recorded = Lock<[(Input, Instant, [Output])]>([])
    await player.attach(MirrorRecorder { step in recorded.withLock { $0.append(step) } })
    await player.send(load)
    await player.send(.seek(.at(.milliseconds(100))))
    await player.send(.pause)
    let final = await player.detachRecorder { $0 }
    var replayed = Player()
    var outputs = Outputs()
    for (input, instant, expected) in recorded.withLock({ $0 }) {
      replayed.receive(input, at: instant, into: &outputs)
      #expect(Array(outputs) == expected)
    }
    #expect(replayed == final)
    #expect(replayed.digest == final.digest)
    await player.shutDown()
  }
}

/// Passes every step on.
final class MirrorRecorder: RunRecorder {
  private let took: @Sendable ((Input, Instant, [Output])) -> Void

  init(_ took: @escaping @Sendable ((Input, Instant, [Output])) -> Void) { self.took = took }

  func define(_ definition: PlayerTrace.TraceDefinition) {}
  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) {
    took((input, instant, Array(outputs)))
  }
  func flush() {}
}
