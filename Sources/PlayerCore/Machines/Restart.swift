// The beginning of an opening once more, in media that is open.

extension Player {
  mutating func restart(
    at position: Position, autoplay: Bool, _ request: RequestID, _ outputs: inout Outputs
  ) {
    guard !content.isEmpty else { return outputs.complete(request, .refused, .noContent) }
    guard loading.phase == .prepared || loading.phase == .ended else {
      return outputs.complete(request, .refused, .notPrepared)
    }
    let stays = position.anchor == .defaultPosition || !timeline.canSeek
    let refusal = stays ? .none : resolve(position).1
    guard refusal == .none else { return outputs.complete(request, .refused, refusal) }
    // What has been reached was told through the gate before.
    markIntervals(&outputs)
    transport.wantsPlay = autoplay
    endInterruption(mayResume: true, &outputs)
    if stays {
      // The gate lies behind the beginning: where the playhead has passed it, it stays shut.
      armGate(from: timeline.start)
      return outputs.complete(request, .done)
    }
    seekNow(to: position, silently: true, request, &outputs)
    guard loading.phase == .prepared else { return }
    armGate(from: self.position(at: clock))
  }
}
