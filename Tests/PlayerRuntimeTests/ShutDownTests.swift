import PlayerCore
import PlayerRuntime
import PlayerTrace
import ScriptedEngine
import Backports
import Testing

/// What is left of a run.
private final class Remains: Sendable {
  struct Contents {
    var last: (Input, Player)?
    var ends = 0
    var answers: [RequestID: [Answer]] = [:]
  }

  let contents = Lock(Contents())

  var player: Player? { contents.withLock { $0.last?.1 } }
  var ends: Int { contents.withLock { $0.ends } }

  func take(_ completion: Completion) {
    contents.withLock { $0.answers[completion.request, default: []].append(completion.answer) }
  }

  /// True when the player is at rest and the recording says so.
  var isClosed: Bool {
    guard let player else { return false }
    return ends == 1 && player.phase == .empty && player.state == .idle && player.nextDeadline == .never
  }
}

private final class RemainsRecorder: RunRecorder {
  let remains: Remains
  init(_ remains: Remains) { self.remains = remains }
  func define(_ definition: PlayerTrace.TraceDefinition) {}
  func record(_ input: Input, at instant: Instant, outputs: Outputs, player: Player) {
    remains.contents.withLock { $0.last = (input, player) }
  }
  func flush() {}
  func end(player: Player) {
    remains.contents.withLock { contents in
      contents.ends += 1
      #expect(contents.last?.1 == player)
    }
  }
}

/// All hosts shut down alike: while media opens, plays and seeks, and when the engine is silent.
@MainActor
@Suite("Shutting down")
struct ShutDownTests {
  enum Moment: CaseIterable { case unused, opening, playing, seeking, closing, failed }

  private let library = IdentifierTable()
  private let remains = Remains()
  private var load: Command {
    .load(item: library.item(for: "a"), start: .standard, autoplay: true, opens: true)
  }

  private nonisolated static func engine(_ moment: Moment) -> sending ScriptedEngine {
    let engine = ScriptedEngine()
    engine.isSilent = moment == .opening
    engine.openLatency = .zero
    engine.seekLatency = .seconds(5)
    return engine
  }

  private func commands(_ moment: Moment) -> [Command] {
    switch moment {
    case .unused: []
    case .opening, .failed: [load]
    case .playing: [load, .addPeriodicObserver(ObserverID(1), interval: .milliseconds(100))]
    case .seeking: [load, .seek(.at(.seconds(2))), .seek(.at(.seconds(4)))]
    case .closing: [load, .stop]
    }
  }

  private func check(_ count: Int) {
    #expect(remains.isClosed)
    remains.contents.withLock { contents in
      #expect(contents.answers.count == count)
      #expect(contents.answers.values.allSatisfy { $0.count == 1 })
    }
  }

  @Test("the main actor's host answers everything once, and its recording ends at rest", arguments: Moment.allCases)
  func main(moment: Moment) async {
    let engine = Self.engine(moment)
    let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
    host.attach(RemainsRecorder(remains))
    let events = host.events()
    for command in commands(moment) { host.send(command, answer: remains.take) }
    host.run(until: .seconds(moment == .failed ? 1 : 0))
    host.shutDown()
    host.shutDown()
    check(commands(moment).count)
    #expect(engine.isShutDown)
    for await _ in events {}
    host.send(.play, answer: remains.take)
    check(commands(moment).count + 1)
  }

  @Test("a released host does the same", arguments: Moment.allCases)
  func mainReleased(moment: Moment) async {
    let engine = Self.engine(moment)
    let events: AsyncStream<PlayerEvent>
    do {
      let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
      host.attach(RemainsRecorder(remains))
      events = host.events()
      for command in commands(moment) { host.send(command, answer: remains.take) }
    }
    check(commands(moment).count)
    #expect(engine.isShutDown)
    for await _ in events {}
  }

  @Test("the virtual host, including what is scheduled", arguments: Moment.allCases, [true, false])
  func virtual(moment: Moment, isReleased: Bool) async {
    let engine = Self.engine(moment)
    let events: AsyncStream<PlayerEvent>
    do {
      let host = VirtualPlayer(engine: engine, library: library)
      host.attach(RemainsRecorder(remains))
      events = host.events()
      let requests = commands(moment).map { host.send($0) } + [host.schedule(.pause, at: .seconds(50))]
      host.run(until: .zero)
      if !isReleased {
        host.shutDown()
        #expect(requests.allSatisfy { host.answer(to: $0) != nil })
        #expect(host.answer(to: requests.last!)?.answer == .cancelled)
        #expect(host.answer(to: host.send(.play))?.answer == .cancelled)
        #expect(host.run() == .idle)
      }
    }
    #expect(remains.isClosed)
    #expect(engine.isShutDown)
    for await _ in events {}
  }

  @Test("the real-time host", arguments: Moment.allCases, [true, false])
  func live(moment: Moment, isReleased: Bool) async {
    let events: AsyncStream<PlayerEvent>
    do {
      let host = LivePlayer(engine: Self.engine(moment), library: library)
      await host.attach(RemainsRecorder(remains))
      events = await host.events()
      for command in commands(moment) { await host.post(command) }
      if !isReleased { await host.shutDown() }
    }
    for await _ in events {}
    #expect(remains.isClosed)
  }

  @Test("the recording ends at rest even if the engine has no time to confirm a close")
  func slowClose() {
    let engine = PuppetEngine()
    let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
    host.attach(RemainsRecorder(remains))
    host.send(load, answer: remains.take)
    host.send(.stop, answer: remains.take)
    host.send(load, answer: remains.take)
    host.shutDown()
    check(3)
    #expect(engine.commands.count { $0 == .close } == 2)
    #expect(engine.shutDowns == 1)
  }

  @Test("from within a notification it takes effect after the step, and nothing is reported afterwards")
  func withinNotification() {
    let engine = Self.engine(.playing)
    let host = MainPlayer(engine: engine, library: library, timekeeping: .caller)
    host.attach(RemainsRecorder(remains))
    host.listener = { event in
      guard case .prepared = event.notification else { return }
      host.send(.seek(.at(.seconds(3))), answer: remains.take)
      host.shutDown()
      host.send(.pause, answer: remains.take)
    }
    host.send(load, answer: remains.take)
    check(3)
    #expect(engine.isShutDown)
    #expect(!engine.commands.contains { if case .seek = $0 { true } else { false } })
  }

  @Test("a command that an observer sends during a shutdown is cancelled")
  func commandDuringShutdown() {
    let host = MainPlayer(engine: Self.engine(.playing), library: library, timekeeping: .caller)
    host.attach(RemainsRecorder(remains))
    host.listener = { event in
      if case .playbackStateChanged(_, .idle) = event.notification { host.send(self.load, answer: self.remains.take) }
    }
    host.send(load)
    host.shutDown()
    remains.contents.withLock { #expect($0.answers.values.map(\.self) == [[.cancelled]]) }
    #expect(remains.isClosed)
  }
}
