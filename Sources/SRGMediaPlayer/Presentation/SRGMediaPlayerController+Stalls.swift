import PlayerCore
import PlayerRuntime

/// How the original notices a stall: from the beginning of playback it looks at the position every second, and finds it
/// at the same place twice (srg.md §1.5).
struct StallWatch {
  private static let interval: Int64 = 1_000_000

  /// When playback began that goes on.
  var playingSince = Instant.zero
  /// Looks when the stall that is under way has to be noticed; `nil` when there is nothing to notice.
  var alarm: Alarm?
  private(set) var noticedAt = Instant.never

  /// The first look at which the position is what it was at the look before; nothing is known before the first look.
  mutating func expect(since beginning: Instant) {
    let passed = max(0, (beginning - playingSince).microseconds)
    let looks = max(1, (passed + Self.interval - 1) / Self.interval) + 1
    noticedAt = playingSince + TimeSpan(microseconds: looks * Self.interval)
  }
}

extension SRGMediaPlayerController {
  /// Whether the player stalls and that is not shown yet: in the original it shows after a second or two.
  var hidesStall: Bool {
    environment.compatibility == .source && playbackState == .playing && host.player.state == .stalled
      && presenter.stall.alarm != nil && host.now < presenter.stall.noticedAt
  }

  /// A stall begins, or there is none to wait for any more.
  func watchStall() {
    let isStalling = playbackState == .playing && host.player.state == .stalled
    guard environment.compatibility == .source, isStalling else {
      presenter.stall.alarm?.cancel()
      presenter.stall.alarm = nil
      return
    }
    guard presenter.stall.alarm == nil else { return }
    presenter.stall.expect(since: host.now)
    presenter.stall.alarm = host.schedule(at: presenter.stall.noticedAt) { [weak self] in self?.stepEnded() }
  }
}
