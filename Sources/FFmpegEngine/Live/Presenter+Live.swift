#if FFmpeg
import PlayerCore

extension Presenter {
  /// The window may have slid past the playhead while it rested. What is gone is not played, although some of it may
  /// still be queued: playback continues at the current start of the window.
  func returnToWindow() {
    guard !isSeeking, let start = state.access({ $0.windowStart }), clock.position < start else { return }
    returnsToWindow = true
    interrupt.breakOff()
    state.change { $0.seek = SeekRequest(returningTo: start) }
  }

  /// Whether presenting pauses until the reader has come back to the window. Where it cannot, what is queued
  /// plays out.
  var isReturning: Bool {
    if returnsToWindow, state.access({ $0.failure != nil }) { returnsToWindow = false }
    return returnsToWindow
  }

  /// Whether what comes next lies after media that went away before it was read: the gap is not waited for.
  func isBehindGap(_ plan: Plan) -> Bool {
    guard case .frame(_, let position) = plan, clock.isMoving,
      position > max(presentedUntil, clock.position) + Self.gapLimit
    else { return false }
    return state.access { $0.windowStart != nil }
  }

  func jump(to position: Int64, at now: Instant) {
    clock.move(from: position, at: clock.rate, since: now)
    report(.positionReported(.microseconds(position)), at: now)
  }

  /// A shorter gap in what is broadcast is a pause.
  private static var gapLimit: Int64 { 1_500_000 }
}
#endif
