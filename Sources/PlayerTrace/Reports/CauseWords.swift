import PlayerCore

/// The words for the parts of an explanation.
package struct CauseWords {
  /// Returns the content of a text; empty for none.
  private let text: (TextID) -> String

  package init(_ text: @escaping (TextID) -> String) { self.text = text }

  /// The relation of an earlier step to the one above it.
  package func words(_ role: CauseRole, _ step: TraceStep) -> String {
    switch role {
    case .subject: ""
    case .armed(let slot): "the deadline '\(slot.wireName)' was set by"
    case .answered(let code): "the engine answers \(TraceVocabulary.current.outputName(code) ?? "a command") of"
    case .opening: "the opening it belongs to began with"
    case .closing: "its opening was closed by"
    case .newerSeek: "a newer seek was requested by"
    case .intent: "playback was requested by"
    case .request: "the request was made by"
    case .segments: "the segments were set by"
    case .observer: "the observer was added by"
    case .network: "the network was last reported by"
    case .landing: "the seek had landed with"
    case .data: "data was last reported by"
    }
  }

  /// The origin of an input without a cause.
  package func origin(_ input: Input) -> String {
    switch input {
    case .deadline: "it was not due: nothing happened"
    case .command: "the app requested it"
    case .environment: "it came from the player's environment"
    case .engine: "the engine reported it unasked"
    }
  }

  /// What a deadline waited for.
  package func purpose(_ slot: DeadlineSlot) -> String {
    switch slot {
    case .none: "nothing was awaited"
    case .close: "the engine should have closed by then"
    case .open: "the source should have been open by then"
    case .seek: "the seek should have landed by then"
    case .read: "data should have arrived by then"
    case .bufferingLimit: "the wait for data should have ended by then"
    case .pastEnd: "the playhead ran past the end"
    case .probe: "it was time to check whether the playhead moves"
    case .edge: "the playhead came near the live edge, or should catch up with it"
    case .interval: "the playhead reached a position that an observer requested"
    case .retry: "the next attempt was due"
    case .segment: "the playhead reached the edge of a segment"
    case .kick: "the stalled engine is commanded to play again"
    }
  }

  /// `seekTimeout = 30 s`.
  package func words(_ value: SettingValue) -> String { "\(value.setting.name) = \(value.setting.text(value.value))" }

  package func words(_ hindrance: Hindrance, _ player: Player) -> String {
    switch hindrance.axis {
    case .content: "there is no content"
    case .phase: phase(player)
    case .retry: "the opening failed and is tried again at \(TraceTime.stamp(player.deadline(of: .retry)))"
    case .network: "the network policy does not allow loading (network: \(player.network.wireName))"
    case .failure: "playback failed: \(player.failure.kind.wireName)\(detail(player.failure))"
    case .intent: "the app has not requested playback"
    case .interruption: "an interruption holds playback"
    case .background: "the app is in the background"
    case .seek:
      "a seek is in progress\(player.seekTarget.isKnown ? " to \(TraceTime.position(player.seekTarget))" : "")"
    case .supply: supply(player)
    case .drive: "the engine was commanded to play and has not confirmed it"
    }
  }

  private func phase(_ player: Player) -> String {
    switch player.phase {
    case .ended: "the media has ended"
    case .opening: "the source is not open yet"
    default: "nothing is open"
    }
  }

  private func detail(_ failure: Failure) -> String {
    let text = self.text(failure.text)
    return "\(failure.detail == 0 ? "" : " \(failure.detail)")\(text.isEmpty ? "" : " \"\(text)\"")"
  }

  private func supply(_ player: Player) -> String {
    guard player.configuration.derivesSupply else { return "the engine has no data (\(player.supply.words))" }
    let setting: Setting = player.supply.contains(.stalled) ? .rebuffer : .startBuffer
    let needed = words(SettingValue(setting, of: player))
    guard player.bufferedUntil.isKnown else { return "no data has arrived yet (\(needed))" }
    let ahead = max(.zero, player.bufferedUntil - player.position(at: player.clock))
    return "not enough data: \(TraceTime.span(ahead)) ahead (\(needed))"
  }
}

extension BufferState {
  /// `playable+playThrough`, as in a text trace.
  package var words: String { SupplyText.name(wireValue) ?? "" }
}
