// Repeats the beginning of an opening, in media that is already open.

extension Player {
  mutating func restart(
    at position: Position, autoplay: Bool, _ request: RequestID, _ step: inout Step
  ) {
    guard !shown.item.isNone else { return step.complete(request, .refused, .noContent) }
    guard shown.phase == .prepared || shown.phase == .ended else {
      return step.complete(request, .refused, .notPrepared)
    }
    let stays = position.anchor == .defaultPosition || !canSeek
    let refusal = stays ? .none : resolve(position).refusal
    guard refusal == .none else { return step.complete(request, .refused, refusal) }
    // Positions already reached are still notified under the previous gate.
    markIntervals(&step)
    setIntent(playing: autoplay)
    if autoplay { resetRetriesOnCommand() }
    if configuration.commandsEndInterruption { endInterruptions(mayResume: true, &step) }
    if stays {
      // The gate is after the beginning: if the playhead has passed it, it stays closed.
      armGate(from: mediaStart)
      return step.complete(request, .done)
    }
    seekNow(to: position, silently: true, request, &step)
    guard shown.phase == .prepared else { return }
    armGate(from: self.position(at: clock))
  }
}
