import Foundation
import PlayerCore
import PlayerRuntime
import PlayerTrace

/// A run on the machine's clock: all events enter one inbox and are processed in turn.
final class LiveRun {
  /// Receives all events of a run, from any thread.
  struct Inbox: Sendable {
    enum Message: Sendable {
      case event(PlayerEvent)
      case eventsEnded
      case console(Console.Happening)
      case tap(RunTap.Happening)
      case timer
    }

    fileprivate let messages: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation

    init() { (messages, continuation) = AsyncStream.makeStream() }

    func put(_ message: Inbox.Message) { continuation.yield(message) }
  }

  private let live: LivePlayer
  private(set) var controller: RunController
  private let trace: TraceRecorder?
  private let inbox: Inbox
  private let monitor: NetworkMonitor?
  private var ending: RunEnding?
  private var timer: Task<Void, Never>?
  private var timerInstant = Instant.never

  /// `monitor` watches the network for the player.
  init(
    _ live: LivePlayer, controller: RunController, trace: TraceRecorder?, inbox: Inbox, monitor: NetworkMonitor?
  ) {
    self.live = live
    self.controller = controller
    self.trace = trace
    self.inbox = inbox
    self.monitor = monitor
  }

  /// Plays until the run ends; then the player is shut down and the trace has its end.
  func run() async -> RunEnding {
    await begin()
    for await message in inbox.messages {
      if case .eventsEnded = message { break }
      await take(message)
      if ending == nil { await goOn() }
    }
    let ending = ending ?? .nothingLeft
    controller.complete(trace, ending, await live.player)
    return ending
  }

  private func begin() async {
    await live.attach(
      RunTap(trace, stills: controller.stills, script: controller.script) { [inbox] in inbox.put(.tap($0)) })
    let events = await live.events()
    Task { [inbox] in
      for await event in events { inbox.put(.event(event)) }
      inbox.put(.eventsEnded)
    }
    if let network = controller.options.network?.path { await live.report(.networkChanged(network)) }
    if let monitor { await live.follow(monitor) }
    for command in controller.firstCommands() { await live.post(command) }
    for command in controller.loadingCommands { await live.post(command) }
    await goOn()
  }

  private func take(_ message: Inbox.Message) async {
    switch message {
    case .event(let event):
      let commands = controller.take(event, await live.player)
      if ending == nil { for command in commands { await live.post(command) } }
    case .tap(let happening): controller.take(happening)
    case .console(let happening): if ending == nil { await take(happening) }
    case .timer: timerInstant = .never
    case .eventsEnded: break
    }
  }

  /// Performs the due actions, and sleeps until the next one is due.
  private func goOn() async {
    let player = await live.player
    let now = await live.now
    let due = controller.takeDue(at: now, player)
    for action in due { await perform(action) }
    if !due.isEmpty { return await goOn() }
    if let reason = controller.ending(player, at: now) { return await end(reason) }
    controller.view.update(player, at: now)
    let refresh = controller.view.refreshInterval(player)
    setTimer(min(controller.nextInstant(player), refresh == .never ? .never : now + refresh), now)
  }

  private func perform(_ action: Action) async {
    switch controller.order(for: action, await live.player, at: await live.now) {
    case .command(let command): controller.sent(action, as: await live.post(command))
    case .environment(let event): await live.report(event)
    case .impossible, nil: break
    }
  }

  private func end(_ reason: RunEnding) async {
    guard ending == nil else { return }
    ending = reason
    timer?.cancel()
    controller.end(reason, await live.player, at: await live.now)
    await live.shutDown()
  }

  private func setTimer(_ instant: Instant, _ now: Instant) {
    guard instant != timerInstant else { return }
    timerInstant = instant
    timer?.cancel()
    guard instant != .never else { return }
    // A minimum, so that no instants cause a busy loop.
    let wait = max(1_000, (instant - now).microseconds)
    timer = Task { [inbox] in
      guard (try? await Task.sleep(for: .microseconds(wait))) != nil else { return }
      inbox.put(.timer)
    }
  }
}

// MARK: - External events

extension LiveRun {
  private func take(_ happening: Console.Happening) async {
    switch happening {
    case .keys(let keys): for key in keys where ending == nil { await take(key) }
    case .signal(SIGTSTP): await suspend()
    case .signal(SIGCONT): controller.view.refresh(isBack: true)
    case .signal(SIGWINCH): controller.view.refresh(isBack: false)
    case .signal(let number): await end(.signal(number))
    // No key can quit the run any more: holding at the end would last forever.
    case .inputClosed: controller.plan.hasKeys = false
    case .outputClosed: await end(.outputClosed)
    }
  }

  private func take(_ key: Key) async {
    switch KeyTable.meaning(of: key) {
    case .action(let action): await perform(action)
    case .quit: await end(.quit)
    case .help: controller.view.toggleHelp()
    case .log: controller.view.toggleLog()
    case nil: break
    }
  }

  /// Stops the program, and playback with it, until it is continued.
  private func suspend() async {
    let wasPlaying = await live.player.wantsPlay
    if wasPlaying { await live.post(.pause) }
    controller.view.suspend()
    kill(getpid(), SIGSTOP)
    if wasPlaying { await live.post(.play) }
  }
}
