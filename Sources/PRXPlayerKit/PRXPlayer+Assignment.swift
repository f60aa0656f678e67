import PlayerCore

// The assignment of an item: the only way to load (PRX.md#4).

extension PRXPlayer {
  /// The outcome of an assignment.
  private enum Outcome {
    case drop
    case load
    /// Loads while the loaded asset plays out: the item is the same, but has a new asset.
    case replace
    /// Nothing to load: goes to the stored position, and plays or holds.
    case proceed
  }

  /// Makes `new` the item, even if it is the same one. Without `hold` the intent does not change.
  func assign(_ new: (any PRXPlayerItem)?, hold wanted: Bool? = nil) {
    let hold = wanted ?? holdsPlayback
    holdApart = hold
    let old = item
    let oldAsset = options.behavior == .readme ? asset : old?.playerAsset
    let isEqual = new?.isEqual(toPlayerItem: old) ?? false
    if !isEqual, currentRate != .zero { host.send(.pause) }
    item = new
    asset = new.map { asset(of: $0) }
    // An observer that reads the state during the notification of the item sees the upcoming state.
    isAssigning = true
    announceItem(from: old, to: new)
    carryOut(outcome(old, oldAsset, new, isEqual: isEqual), hold: hold, isAsked: wanted != nil)
    isAssigning = false
  }

  private func outcome(
    _ old: (any PRXPlayerItem)?, _ oldAsset: PRXAsset?, _ new: (any PRXPlayerItem)?, isEqual: Bool
  ) -> Outcome {
    guard let new, let asset else { return .drop }
    guard let old else { return .load }
    switch options.behavior {
    case .readme: return readmeOutcome(oldAsset, asset, isEqual: isEqual)
    case .source: return sourceOutcome(old, oldAsset, new, asset)
    }
  }

  /// An unequal item is another item, and so is one with another asset than was assigned (Contradictions.md#X-01); an
  /// item that is not loaded is loaded (Contradictions.md#X-36).
  private func readmeOutcome(_ oldAsset: PRXAsset?, _ asset: PRXAsset, isEqual: Bool) -> Outcome {
    if host.player.phase == .blocked, isEqual, asset == oldAsset { adoptPolicy() }
    switch host.player.phase {
    case .empty, .idle, .blocked, .failed: return .load
    case .opening, .prepared, .ended: break
    }
    if !isEqual { return .load }
    if asset == oldAsset { return .proceed }
    return player?.isDiscarded == false ? .replace : .load
  }

  /// The rows of the table, from the third on. The source asks the old item for its asset only now, so a reassigned
  /// item never seems to have had another asset.
  private func sourceOutcome(
    _ old: any PRXPlayerItem, _ oldAsset: PRXAsset?, _ new: any PRXPlayerItem, _ asset: PRXAsset
  ) -> Outcome {
    let itself = new.playerAsset
    guard itself.isURLAsset else { return .load }
    if old.isEqual(toPlayerItem: new), let loaded = player?.asset, loaded.isURLAsset {
      return loaded.hasAddress(of: itself) ? .proceed : .replace
    }
    guard let oldAsset, oldAsset.isURLAsset else { return .load }
    return oldAsset.hasAddress(of: itself) ? .proceed : .load
  }

  private func carryOut(_ outcome: Outcome, hold: Bool, isAsked: Bool) {
    switch outcome {
    case .drop:
      host.send(.reset)
      player = nil
      openingAsset = nil
      settleHold(hold)
    case .load: load(hold: hold)
    case .replace: replace(hold: hold)
    case .proceed: proceed(hold: hold, isAsked: isAsked)
    }
  }

  /// Makes the reducer's intent match.
  private func settleHold(_ hold: Bool) {
    holdApart = nil
    if host.player.wantsPlay == hold { host.send(hold ? .pause : .play) }
  }

  /// Loads the item's asset. It is first only set, so that the delegate's answers apply to its opening.
  func load(hold: Bool) {
    guard let asset else { return }
    player?.isDiscarded = true
    isReplacing = false
    metadata = [:]
    openingAsset = asset
    holdApart = nil
    host.send(
      .load(
        item: host.library.item(for: asset.source), start: .standard, autoplay: !hold, opens: false,
        isLocal: asset.isLocal))
    adoptPolicy()
    adoptSettings()
    host.send(.prepare)
  }

  /// The loaded asset keeps playing until the other one is ready.
  private func replace(hold: Bool) {
    guard let asset else { return }
    isReplacing = true
    metadata = [:]
    openingAsset = asset
    adoptPolicy()
    host.send(.reload(item: host.library.item(for: asset.source), flush: false, isLocal: asset.isLocal))
    if options.behavior == .readme || currentRate == .zero { settleHold(hold) }
  }

  /// The play/hold step: goes to the stored position and starts there unless the player holds. Before the item is ready
  /// it only records the intent. `isAsked`: the app has just requested it; otherwise the intent is the previous one.
  private func proceed(hold: Bool, isAsked: Bool) {
    let phase = host.player.phase
    let goesByInterruption = !isAsked && host.player.isInterrupted
    guard phase == .prepared || phase == .ended, player?.status == .readyToPlay else {
      // In the source, the upcoming readiness ends the interruption.
      if options.behavior == .readme { host.report(.interruptionEnded(mayResume: true)) }
      if goesByInterruption { holdApart = nil } else { settleHold(hold) }
      return
    }
    // The source seeks, and does not stop a moving player (Contradictions.md#X-35).
    let keepsMoving = options.behavior == .source && hold && currentRate != .zero
    holdApart = keepsMoving ? true : nil
    if !hold { adoptRate() }
    if let stored = storedPosition {
      host.send(.restart(.at(stored), autoplay: !hold || keepsMoving))
    } else if options.behavior == .source {
      host.send(.restart(.standard, autoplay: !hold || keepsMoving))
    } else {
      host.report(.interruptionEnded(mayResume: true))
    }
    // A play request is granted, however long the interruption was.
    if options.behavior == .readme, !goesByInterruption { settleHold(hold) }
  }

  /// Where the item should begin; nil when it stores no position.
  var storedPosition: MediaTime? {
    guard let time = item?.playerTime else { return nil }
    return time.isKnown ? max(.zero, time) : .zero
  }
}
