import PlayerCore
import PlayerRuntime
import ScriptedEngine
import Backports
import Testing

/// Mutes what is unmuted and unmutes what is muted, forever or a limited number of times.
private final class PingPong: PlaybackObserver, @unchecked Sendable {  // Only touched by the host's executor.
  var limit = Int.max
  private(set) var count = 0
  let send: (Command) -> Void

  init(_ send: @escaping (Command) -> Void) { self.send = send }

  func playback(_ player: Player, did event: PlayerEvent) {
    guard case .mutedChanged(let isMuted) = event.notification, count < limit else { return }
    count += 1
    send(.setMuted(!isMuted))
  }
}

@MainActor
@Suite("Observers that answer each other")
struct ObserverBoundTests {
  @Test("on the virtual clock the run is exhausted, reports it, and resumes where it stopped")
  func virtual() {
    let player = VirtualPlayer(engine: ScriptedEngine(), library: IdentifierTable())
    var noticed: [HostDiagnostic.Kind] = []
    player.diagnosed = { noticed.append($0.kind) }
    let pingPong = PingPong { [unowned player] in player.send($0) }
    player.add(pingPong)
    player.send(.setMuted(true))
    #expect(pingPong.count == 10_001)
    #expect(noticed == [.observersBusy(inputs: 10_000)])
    #expect(player.run() == .exhausted)
    #expect(pingPong.count == 20_001)
    pingPong.limit = 0
    #expect(player.run() == .idle)
    #expect(player.player.isMuted == false)
  }

  @Test("a finite chain longer than two turns is carried out completely and in order")
  func longChain() {
    let player = VirtualPlayer(engine: ScriptedEngine(), library: IdentifierTable())
    let pingPong = PingPong { [unowned player] in player.send($0) }
    pingPong.limit = 25_000
    player.add(pingPong)
    let first = player.send(.setMuted(true))
    while player.run() == .exhausted {}
    #expect(pingPong.count == 25_000)
    #expect(player.answer(to: RequestID(first.rawValue + 25_000))?.answer == .done)
  }

  @Test("commands sent while inputs wait follow them, and are answered")
  func order() {
    let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable(), timekeeping: .caller)
    var pongs = 0
    host.listener = { event in
      guard case .mutedChanged(let isMuted) = event.notification, pongs < 15_000 else { return }
      pongs += 1
      host.send(.setMuted(!isMuted))
    }
    host.send(.setMuted(true))
    #expect(pongs == 10_001)
    #expect(host.waitingInputs == 1)
    var answer: Answer?
    host.send(.setLooping(true)) { answer = $0.answer }
    #expect(pongs == 15_000)
    #expect(host.player.isLooping)
    #expect(answer == .done)
  }

  @Test("on the caller's clock a run returns, and time does not advance")
  func callersClock() {
    let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable(), timekeeping: .caller)
    var noticed = 0
    host.diagnosed = { _ in noticed += 1 }
    var isPlaying = true
    host.listener = { event in
      guard case .mutedChanged(let isMuted) = event.notification, isPlaying else { return }
      host.send(.setMuted(!isMuted))
    }
    host.schedule(at: .seconds(1)) { host.send(.setMuted(true)) }
    host.run(until: .seconds(5))
    #expect(host.now == .seconds(1))
    host.run(until: .seconds(5))
    #expect(host.now == .seconds(1))
    #expect(noticed == 1)
    isPlaying = false
    host.run(until: .seconds(5))
    #expect(host.now == .seconds(5))
  }

  @Test("the main thread continues in between")
  func mainThread() async {
    let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable())
    var pongs = 0
    host.listener = { event in
      guard case .mutedChanged(let isMuted) = event.notification else { return }
      pongs += 1
      host.send(.setMuted(!isMuted))
    }
    host.send(.setMuted(true))
    let before = pongs
    while pongs == before { await Task.yield() }
    host.shutDown()
    let after = pongs
    for _ in 0..<100 { await Task.yield() }
    #expect(pongs == after)
  }

  @Test("an actor answers other callers in between")
  func live() async {
    let live = LivePlayer(engine: ScriptedEngine(), library: IdentifierTable())
    let noticed = Lock<[HostDiagnostic.Kind]>([])
    await live.onDiagnostic { diagnostic in noticed.withLock { $0.append(diagnostic.kind) } }
    let pingPong = PingPong { command in live.assumeIsolated { _ = $0.post(command) } }
    await live.add(pingPong)
    await live.post(.setMuted(true))
    #expect(await live.send(.setLooping(true)).answer == .done)
    #expect(noticed.withLock { $0 } == [.observersBusy(inputs: 10_000)])
    await live.shutDown()
  }

  @Test("a run with alarms that set each other returns as well")
  func alarms() {
    let host = MainPlayer(engine: ScriptedEngine(), library: IdentifierTable(), timekeeping: .caller)
    var noticed: [HostDiagnostic.Kind] = []
    host.diagnosed = { noticed.append($0.kind) }
    var rung = 0
    func set() {
      host.schedule(at: host.now) {
        rung += 1; set()
      }
    }
    set()
    host.run(until: .seconds(5))
    #expect(rung == 10_000)
    #expect(host.now == .zero)
    #expect(noticed == [.alarmsBusy(alarms: 10_000)])
  }
}

@MainActor
@Suite("An engine that breaks its contract")
struct EngineBoundTests {
  private let engine = PuppetEngine()
  private let library = IdentifierTable()

  private var load: Command {
    .load(item: library.item(for: "a"), start: .standard, autoplay: true, opens: true)
  }

  /// Reports at its own instant, without end.
  private func chatter() {
    engine.onTake = { engine, now in
      engine.reports = [EngineReport(.metadataFound(key: .none, value: .none), epoch: engine.epoch, at: now)]
      engine.nextEvent = now
    }
  }

  @Test("endless reports at one instant fail playback, and the failure says why")
  func chattering() {
    let player = VirtualPlayer(engine: engine, library: library)
    var noticed: [HostDiagnostic] = []
    player.diagnosed = { noticed.append($0) }
    chatter()
    let request = player.send(load)
    #expect(player.run() == .idle)
    #expect(player.answer(to: request)?.answer == .failed)
    #expect(player.player.phase == .failed)
    #expect(noticed.map(\.kind) == [.engineBusy(reports: 10_000)])
    #expect(library.text(of: player.player.failure.text) == noticed[0].description)
    #expect(
      noticed[0].description
        == "engine failed at 0 s: 10000 reports without time passing. The engine was shut down."
    )
    #expect(engine.shutDowns == 1)
  }

  @Test("a next event in the past that never comes fails playback", arguments: [Instant.zero, .seconds(-1)])
  func silent(past: Instant) {
    let player = VirtualPlayer(engine: engine, library: library)
    var noticed: [HostDiagnostic.Kind] = []
    player.diagnosed = { noticed.append($0.kind) }
    engine.nextEvent = past
    player.send(load)
    #expect(player.run() == .idle)
    #expect(player.player.phase == .failed)
    #expect(noticed == [.engineSilent(nextEvent: past, rounds: 10_000)])
  }

  @Test("a next event that creeps through the past is no progress")
  func creeping() {
    let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
    host.run(until: .seconds(3_600))
    host.report(.networkChanged(.wifi))
    engine.nextEvent = .zero
    var asked = 0
    engine.onTake = { engine, _ in
      asked += 1
      engine.nextEvent = engine.nextEvent + .milliseconds(0) + TimeSpan(microseconds: 1)
    }
    host.send(load)
    #expect(host.player.phase == .failed)
    #expect(asked < 20_000)
  }

  @Test("commands and reports that cause each other without end fail playback")
  func answering() {
    let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
    engine.onCommand = { engine, command, epoch, now in
      switch command {
      case .open:
        engine.reports.append(EngineReport(.opened(OpenedMedia(duration: .seconds(9))), epoch: epoch, at: now))
      case .reportPosition:
        engine.reports.append(EngineReport(.positionReported(.zero), epoch: epoch, at: now))
      default: break
      }
    }
    engine.onTake = { engine, now in
      guard engine.reports.isEmpty, engine.epoch != .none else { return }
      // One more report for each one taken, as from an engine that mistakes its own echo for news.
      engine.reports = [EngineReport(.bufferedNothing, epoch: engine.epoch)]
    }
    host.send(load)
    #expect(host.player.phase == .failed)
    #expect(library.text(of: host.player.failure.text).hasPrefix("engine failed at 0 s: 10000 reports"))
  }

  @Test("many reports at one instant are no fault as long as they end")
  func burst() {
    let player = VirtualPlayer(engine: engine, library: library)
    engine.onCommand = { engine, command, epoch, now in
      guard case .open = command else { return }
      for number in 1...50_000 {
        let chapter = EngineEvent.chapterFound(
          SegmentID(UInt32(number)), start: .seconds(1), end: .seconds(2), title: .none)
        engine.reports.append(EngineReport(chapter, epoch: epoch, at: now))
      }
      engine.reports.append(EngineReport(.opened(OpenedMedia(duration: .seconds(9))), epoch: epoch, at: now))
    }
    player.send(load)
    player.run(until: .seconds(1))
    #expect(player.player.phase == .prepared)
  }

  @Test("the engine is not called again: later loads fail at once with the same words")
  func afterwards() {
    let player = VirtualPlayer(engine: engine, library: library)
    chatter()
    player.send(load)
    player.run()
    let count = engine.commands.count
    let words = player.player.failure.text
    let request = player.send(.load(item: library.item(for: "b"), start: .standard, autoplay: true, opens: true))
    #expect(player.answer(to: request)?.answer == .failed)
    #expect(player.player.failure.text == words)
    #expect(engine.commands.count == count)
    player.shutDown()
    #expect(engine.shutDowns == 1)
  }

  @Test("the recording contains what happened, and replays")
  func recorded() {
    let recorder = MemoryRecorder()
    let player = VirtualPlayer(engine: engine, library: library)
    player.attach(recorder)
    chatter()
    player.send(load)
    player.run()
    #expect(recorder.marks == [library.text(of: player.player.failure.text)])
    var replayed = Player()
    var outputs = Outputs()
    for (input, instant, _) in recorder.steps { replayed.receive(input, at: instant, into: &outputs) }
    #expect(replayed == player.player)
  }

  @Test("in real time as well: the actor answers, and so does the main actor")
  func realTime() async {
    chatter()
    let host = MainPlayer(engine: engine, library: library)
    host.send(load)
    #expect(host.player.phase == .failed)
    host.shutDown()
    let live = LivePlayer(engine: Self.chatterbox(), library: library)
    #expect(await live.send(load).answer == .failed)
    await live.shutDown()
  }

  private nonisolated static func chatterbox() -> sending PuppetEngine {
    let engine = PuppetEngine()
    engine.onTake = { engine, now in
      engine.reports = [EngineReport(.metadataFound(key: .none, value: .none), epoch: engine.epoch, at: now)]
      engine.nextEvent = now
    }
    return engine
  }
}

extension EngineEvent {
  fileprivate static var bufferedNothing: Self { .buffered(until: .zero, bytesRead: 0, isSaturated: false) }
}

@MainActor
@Suite("Without an engine")
struct UnavailableEngineTests {
  @Test("a load fails and names what is missing")
  func missing() {
    let library = IdentifierTable()
    // Not `standard`: tests of façades in the same process set it.
    let host = MainPlayer(engine: EngineMaker.unavailable(library, EngineHooks()), library: library)
    var answer: Answer?
    host.send(.load(item: library.item(for: "a"), start: .standard, autoplay: true, opens: true)) { answer = $0.answer }
    #expect(answer == .failed)
    #expect(host.player.phase == .failed)
    #expect(host.player.failure.kind == .notFound)
    #expect(library.text(of: host.player.failure.text).contains("FFmpegEngine.install()"))
    host.shutDown()
  }
}
