import PlayerCore

/// Keeps commands in order. A command may take several steps of the reducer, and handlers are called in between: their
/// requests follow the commands in progress.
struct Agenda {
  typealias Errand = @MainActor () -> Void

  var errands: [Errand] = []
  /// Whether an errand is being done.
  var isBusy = false
  /// Whether a step is being presented: the host takes inputs that are sent meanwhile after it.
  var isPresenting = false
  /// The number of steps until the host has taken our last input: others may precede it.
  var inputsUnderWay = 0
}

extension SRGMediaPlayerController {
  /// Performs the errands in order, at once unless one is in progress.
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
