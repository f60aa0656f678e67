import Foundation
import PlayerCore
import PlayerRuntime
import PlayerSimulation
import PlayerTrace

/// Keeps the plan of a run, and tracks its requests: the part of a run that is the same in real and in virtual time.
struct RunController {
  let options: RunOptions
  var plan: RunPlan
  let view: any RunView
  let stills: StillFiles
  let library: IdentifierTable
  /// Whether a trace that cannot be written ends the run.
  var needsTrace = false
  /// Whether decoded media goes to standard output.
  var writesMedia = false
  /// The parts of the media; nil when they are not needed.
  var segments: RunSegments?
  /// A scenario that drives the run.
  var script: ScenarioScript?
  private var rings = MediaRings()
  /// The unanswered requests.
  private var open: [RequestID: Action] = [:]
  /// Why the trace is incomplete; nil if it is complete or there is none.
  private(set) var traceFailure: String?
  /// The outcome of the scenario, once the run has ended.
  private(set) var outcome: ScenarioRun?
  /// Requests of `--at` without effect, in a sentence each, once the run has ended.
  private(set) var undone: [String] = []
  /// The engine warned of media that it could not play.
  private(set) var hasMissed = false
  /// Playback was to begin elsewhere, but the source cannot seek there.
  private(set) var isStartIgnored = false
  /// The actions performed when nothing played any more, as written.
  private var late: [String] = []

  init(_ options: RunOptions, view: any RunView, stills: StillFiles, library: IdentifierTable) {
    self.options = options
    plan = options.plan
    self.view = view
    self.stills = stills
    self.library = library
  }

  /// The commands to send first.
  mutating func firstCommands() -> [Command] {
    let commands = (script?.opening ?? []) + (segments?.firstCommands() ?? [])
    tellOfSegments()
    return commands
  }

  /// The commands to send after them. They name the item: a trace defines it where it is first needed.
  var loadingCommands: [Command] { options.commands(item: library.item(for: options.source), script?.scenario) }

  /// Shows an event; returns the commands to send in response.
  mutating func take(_ event: PlayerEvent, _ player: Player) -> [Command] {
    let commands = segments?.commands(after: event.notification, player) ?? []
    rings.take(event.notification)
    view.show(event)
    if !commands.isEmpty { tellOfSegments() }
    return commands
  }

  /// When the next action is due without a command of the user.
  func nextInstant(_ player: Player) -> Instant {
    let planned = plan.nextInstant(player)
    guard let script else { return planned }
    return min(planned, script.nextInstant, script.latest)
  }

  /// The due actions. `isSettled`: nothing else will happen at this instant.
  mutating func takeDue(at now: Instant, _ player: Player, isSettled: Bool = true) -> [Action] {
    takePlanned(at: now, player) + (isSettled ? script?.takeDue(at: now, player) ?? [] : [])
  }

  private mutating func takePlanned(at now: Instant, _ player: Player) -> [Action] {
    checkStart(player)
    if Self.isOver(player) {
      late += plan.actions.prefix { $0.instant <= now }.filter { !$0.action.isStill }.map(\.text)
    }
    return plan.takeDue(at: now, player, mayBegin: segments?.isReady ?? true)
  }

  private mutating func checkStart(_ player: Player) {
    guard plan.startsElsewhere, player.phase == .prepared else { return }
    plan.startsElsewhere = false
    guard player.seekableRange.isEmpty else { return }
    isStartIgnored = true
    view.say("--start changed nothing: this source cannot seek. It plays from where it begins by itself.")
  }

  /// Nothing plays, and nothing will without a command.
  private static func isOver(_ player: Player) -> Bool { player.phase == .ended || player.phase == .failed }

  /// The run has ended; to be called before the player is shut down.
  mutating func end(_ ending: RunEnding, _ player: Player, at now: Instant) {
    outcome = script?.finish(player, at: now, isIdle: ending.isIdle)
    switch ending {
    case .ended, .failed, .reached, .nothingLeft:
      undone =
        late.map { "--at \($0) changed nothing: playback was over by then. Give an earlier time." }
        + plan.actions.map { "--at \($0.text) was never done: the run was over before. Give an earlier time." }
    // The user ended it.
    case .quit, .signal, .outputClosed, .outputFailed, .startOutside, .recordingFailed, .stuck: break
    }
  }

  /// Completes the trace; to be called after the player was shut down.
  mutating func complete(_ trace: TraceRecorder?, _ ending: RunEnding, _ player: Player) {
    guard let trace, traceFailure == nil else { return }
    do { try trace.finish(ending.traceEnding, player: player) } catch { traceFailure = error.description }
  }

  private mutating func tellOfSegments() {
    guard let staged = segments?.staged else { return }
    view.setSegments(staged)
    if let remark = segments?.takeRemark() { view.say(remark) }
  }

  /// The command for an action; nil if it makes no sense now, which is reported.
  mutating func order(for action: Action, _ player: Player, at now: Instant) -> Action.Order? {
    let position = player.position(at: max(now, player.clock))
    let resolved = rings.resolve(action, segments?.staged ?? [], at: position, player)
    let order = resolved.order(for: player, item: library.item(for:), text: library.text(_:))
    if case .impossible(let reason) = order {
      view.say(reason)
      return nil
    }
    if case .still(let file) = action { stills.willAsk(for: file) }
    return order
  }

  /// The action was sent under this number. Answers may have come already: they wait until now.
  mutating func sent(_ action: Action, as request: RequestID) { open[request] = action }

  mutating func take(_ happening: RunTap.Happening) {
    switch happening {
    case .traceFailed(let reason):
      traceFailure = reason
      if !needsTrace { view.say("the trace ends here: \(reason)") }
    case .answered(let completion): take(completion)
    case .isDue: break
    case .missed: hasMissed = true
    }
    stills.takeResults().forEach(view.say)
  }

  private mutating func take(_ completion: Completion) {
    let action = open.removeValue(forKey: completion.request)
    switch (completion.answer, action) {
    case (.refused, _): view.say("refused: \(completion.refusal.sentence)")
    case (.failed, .still(let file)):
      view.say("there is no picture here")
      if file != nil { stills.didFail() }
    case (.done, _), (.superseded, _), (.cancelled, _), (.failed, _): break
    }
  }

  mutating func ending(_ player: Player, at now: Instant) -> RunEnding? {
    // The run continued after these actions.
    if !Self.isOver(player) { late = [] }
    if view.failure != 0 { return view.failure == EPIPE ? .outputClosed : .outputFailed(view.failure) }
    if needsTrace, traceFailure != nil { return .recordingFailed }
    if let script, now >= script.latest { return .reached }
    let ending = plan.ending(player, at: now, openRequests: open.count)
    // A later user action may continue the run, and later expectations count.
    if let script, script.nextInstant != .never, ending != .reached { return nil }
    if writesMedia, case .failed(let failure) = ending, failure.kind == .io, failure.detail == EPIPE {
      return .outputClosed
    }
    return ending
  }
}
