import PlayerCore
import PlayerRuntime

/// How the original notices a stall: from the beginning of playback it looks at the position every second, and finds it
/// at the same place twice; and how it notices the end of one: at the first look that finds another position
/// (SRG.md#1.5).
struct StallWatch {
  private static let interval: Int64 = 1_000_000

  /// When the current playback began.
  var playingSince = Instant.zero
  /// Looks when the stall that is under way has to be noticed; `nil` when there is nothing to notice.
  var alarm: Alarm?
  private(set) var noticedAt = Instant.never
  /// Looks when the end of the stall has to be noticed; `nil` while the player stalls.
  var recoveryAlarm: Alarm?
  private(set) var recoveredAt = Instant.never

  /// The first look at which the position is what it was at the look before; nothing is known before the first look.
  mutating func expect(since beginning: Instant) {
    let passed = max(0, (beginning - playingSince).microseconds)
    let looks = max(1, (passed + Self.interval - 1) / Self.interval) + 1
    noticedAt = playingSince + TimeSpan(microseconds: looks * Self.interval)
  }

  /// The first look after the position began to move.
  mutating func expectRecovery(since beginning: Instant) {
    let passed = max(0, (beginning - playingSince).microseconds)
    recoveredAt = playingSince + TimeSpan(microseconds: (passed / Self.interval + 1) * Self.interval)
  }
}

extension SRGMediaPlayerController {
  /// Whether the player stalls and that is not shown yet: in the original it shows after a second or two.
  var hidesStall: Bool {
    environment.compatibility == .source && playbackState == .playing && host.player.state == .stalled
      && presenter.stall.alarm != nil && host.now < presenter.stall.noticedAt
  }

  /// Whether the player plays again and that is not shown yet: in the original it shows within a second.
  var hidesRecovery: Bool {
    isRecovering && presenter.stall.recoveryAlarm != nil && host.now < presenter.stall.recoveredAt
  }

  private var isRecovering: Bool {
    environment.compatibility == .source && playbackState == .stalled && host.player.state == .playing
  }

  /// A stall begins or ends, or there is no more to wait for.
  func watchStall() {
    watchBeginning()
    watchRecovery()
  }

  private func watchRecovery() {
    guard isRecovering else {
      presenter.stall.recoveryAlarm?.cancel()
      presenter.stall.recoveryAlarm = nil
      return
    }
    guard presenter.stall.recoveryAlarm == nil else { return }
    presenter.stall.expectRecovery(since: host.now)
    presenter.stall.recoveryAlarm = host.schedule(at: presenter.stall.recoveredAt) { [weak self] in self?.stepEnded() }
  }

  private func watchBeginning() {
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
