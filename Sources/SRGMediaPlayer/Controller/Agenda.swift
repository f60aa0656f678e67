import PlayerCore

/// Keeps commands in order. A command may take several steps of the reducer, and handlers are called in between: what
/// they ask for comes behind what is under way.
struct Agenda {
  typealias Errand = @MainActor () -> Void

  var errands: [Errand] = []
  /// Whether an errand is being done.
  var isBusy = false
  /// Whether a step is being presented: what is sent then is taken by the host after it.
  var isPresenting = false
  /// How many inputs the host has not taken yet.
  var inputsUnderWay = 0
}

extension SRGMediaPlayerController {
  /// Does the errands in order, at once unless something is under way.
  func perform(_ errands: Agenda.Errand...) {
    agenda.errands += errands
    if !agenda.isBusy, !agenda.isPresenting { workOff() }
  }

  private func workOff() {
    while agenda.inputsUnderWay == 0, !agenda.errands.isEmpty {
      let errand = agenda.errands.removeFirst()
      agenda.isBusy = true
      errand()
      agenda.isBusy = false
    }
  }

  @discardableResult
  func send(_ command: Command, answer: ((Completion) -> Void)? = nil) -> RequestID {
    if agenda.isPresenting { agenda.inputsUnderWay += 1 }
    return host.send(command, answer: answer)
  }

  func report(_ event: EnvironmentEvent) {
    if agenda.isPresenting { agenda.inputsUnderWay += 1 }
    host.report(event)
  }

  func stepEnded() {
    if agenda.inputsUnderWay > 0 { agenda.inputsUnderWay -= 1 }
    agenda.isPresenting = true
    presentStep()
    if !agenda.isBusy { workOff() }
    agenda.isPresenting = false
  }
}
