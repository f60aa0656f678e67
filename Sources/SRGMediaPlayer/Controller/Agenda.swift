import PlayerCore

/// Keeps commands in order. A command may take several steps of the reducer, and handlers are called in between: what
/// they ask for comes after what is under way.
struct Agenda {
  typealias Errand = @MainActor () -> Void

  var errands: [Errand] = []
  /// Whether an errand is being done.
  var isBusy = false
  /// Whether a step is being presented: what is sent then is taken by the host after it.
  var isPresenting = false
  /// How many steps it takes until the host has taken the last input of ours: others may have come before it.
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
    let request = host.send(command, answer: answer)
    countInputs()
    return request
  }

  func report(_ event: EnvironmentEvent) {
    host.report(event)
    countInputs()
  }

  private func countInputs() {
    if agenda.isPresenting { agenda.inputsUnderWay = host.waitingInputs }
  }

  func stepEnded() {
    if agenda.inputsUnderWay > 0 { agenda.inputsUnderWay -= 1 }
    agenda.isPresenting = true
    presentStep()
    if !agenda.isBusy { workOff() }
    agenda.isPresenting = false
  }
}
