/// The openings that were commanded to close and have not confirmed it: a window over the newest eight.
///
/// A player continues at once; a confirmation is only announced. An opening that stays silent for
/// ``Configuration/closeTimeout`` is announced without one.
struct Closing: Hashable, Sendable {
  /// When the last close was commanded.
  var since = Instant.zero
  /// The newest epoch that was commanded to close.
  var newest = Epoch.none
  /// Bit *n*: the epoch *n* before ``newest`` has not confirmed.
  var awaited: UInt8 = 0

  var isAwaited: Bool { awaited != 0 }

  /// The bit of `epoch`; 0 when it lies outside the window.
  func bit(of epoch: Epoch) -> UInt8 {
    let age = newest.rawValue &- epoch.rawValue
    return age < 8 ? 1 << UInt8(truncatingIfNeeded: age) : 0
  }

  func epoch(bit: UInt32) -> Epoch { Epoch(newest.rawValue &- bit) }
}

extension Player {
  @inline(__always)
  var closeDeadline: Instant {
    closing.isAwaited ? closing.since.after(configuration.closeTimeout) : .never
  }

  /// Closes everything that the engine holds open.
  mutating func closeEngine(_ step: inout Step) {
    guard loading.isEngineOpen else { return }
    loading.close()
    closeEpoch(loading.epoch, &step)
    guard isReplacing else { return }
    closeEpoch(loading.nextEpoch, &step)
    loading.replaceEpoch()
  }

  mutating func closeEpoch(_ epoch: Epoch, _ step: inout Step) {
    step.command(.close, epoch)
    closing.since = clock
    let age = closing.newest.rawValue &- epoch.rawValue
    let isNewer = age > UInt32(Int32.max)
    if isNewer || !closing.isAwaited {
      let shift = closing.isAwaited ? 0 &- age : 8
      abandon(oldest: min(shift, 8), &step)
      closing.awaited = shift < 8 ? closing.awaited << UInt8(truncatingIfNeeded: shift) : 0
      closing.newest = epoch
    }
    let bit = closing.bit(of: epoch)
    if bit == 0 { announceAbandoned(epoch, &step) }
    closing.awaited |= bit
  }

  /// Closes that fall out of the window are announced as if they had timed out.
  private mutating func abandon(oldest count: UInt32, _ step: inout Step) {
    var bit: UInt32 = 8
    while bit > 8 &- count {
      bit &-= 1
      if closing.awaited & (1 << UInt8(truncatingIfNeeded: bit)) != 0 {
        announceAbandoned(closing.epoch(bit: bit), &step)
      }
    }
  }

  private mutating func announceAbandoned(_ epoch: Epoch, _ step: inout Step) {
    step.diagnose(.unanswered, of: 0)
    step.notifyAfterChanges(.closed(epoch))
  }

  mutating func giveUpClosing(_ step: inout Step) {
    abandon(oldest: 8, &step)
    closing.awaited = 0
  }

  mutating func handleClosed(_ epoch: Epoch, _ step: inout Step) {
    let bit = closing.bit(of: epoch)
    if closing.awaited & bit != 0 {
      closing.awaited &= ~bit
      step.notifyAfterChanges(.closed(epoch))
    } else if loading.isEngineOpen, !epoch.isNone, epoch == loading.epoch || epoch == loading.nextEpoch {
      handleUnaskedClosed(epoch, &step)
    } else {
      ignore(.staleEpoch, &step)
    }
  }

  /// Not requested: the engine closed by itself. A close is still commanded, so that every open has one.
  private mutating func handleUnaskedClosed(_ epoch: Epoch, _ step: inout Step) {
    if isReplacing, epoch == loading.epoch {
      handOver(&step)
    } else {
      fail(Failure(.unknown), &step)
    }
    // An opening older than the window was announced when it was commanded to close.
    let bit = closing.bit(of: epoch)
    guard closing.awaited & bit != 0 else { return }
    closing.awaited &= ~bit
    step.notifyAfterChanges(.closed(epoch))
  }
}
