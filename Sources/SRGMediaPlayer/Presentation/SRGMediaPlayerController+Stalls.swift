import PlayerCore
import PlayerRuntime

/// How the original detects a stall: from the beginning of playback it checks the position every second, and finds the
/// same one twice. It detects the end at the first check that finds another position (SRG.md#1.5).
struct StallWatch {
  private static let interval: Int64 = 1_000_000

  /// When the current playback began.
  var playingSince = Instant.zero
  /// Fires when the current stall has to be detected; `nil` when there is nothing to detect.
  var alarm: Alarm?
  private(set) var noticedAt = Instant.never
  /// Fires when the end of the stall has to be detected; `nil` while the player stalls.
  var recoveryAlarm: Alarm?
  private(set) var recoveredAt = Instant.never

  /// Expects the first check that finds the same position as the previous one; nothing is known before the first check.
  mutating func expect(since beginning: Instant) {
    let passed = max(0, (beginning - playingSince).microseconds)
    let looks = max(1, (passed + Self.interval - 1) / Self.interval) + 1
    noticedAt = playingSince + TimeSpan(microseconds: looks * Self.interval)
  }

  /// Expects the first check after the position began to move.
  mutating func expectRecovery(since beginning: Instant) {
    let passed = max(0, (beginning - playingSince).microseconds)
    recoveredAt = playingSince + TimeSpan(microseconds: (passed / Self.interval + 1) * Self.interval)
  }
}

extension SRGMediaPlayerController {
  /// Whether the player stalls but this is not shown yet: in the original it shows after a second or two.
  var hidesStall: Bool {
    environment.compatibility == .source && playbackState == .playing && host.player.state == .stalled
      && presenter.stall.alarm != nil && host.now < presenter.stall.noticedAt
  }

  /// Whether the player plays again but this is not shown yet: in the original it shows within a second.
  var hidesRecovery: Bool {
    isRecovering && presenter.stall.recoveryAlarm != nil && host.now < presenter.stall.recoveredAt
  }

  private var isRecovering: Bool {
    environment.compatibility == .source && playbackState == .stalled && host.player.state == .playing
  }

  /// Checks whether a stall begins or ends, or whether there is nothing left to wait for.
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
    presenter.stall.recoveryAlarm = host.schedule(at: presenter.stall.recoveredAt) { [weak self] in
      self?.host.perform { self?.presentStep() }
    }
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
    presenter.stall.alarm = host.schedule(at: presenter.stall.noticedAt) { [weak self] in
      self?.host.perform { self?.presentStep() }
    }
  }
}
