import PlayerCore

/// One axis of a player's state as a viewer draws it: a value from a short list at every instant.
enum RunLane: String, CaseIterable {
  case state, phase, intent, supply, drive, seeking, interruption, hindrance, retry, network, live, background

  /// All of them: `allCases` makes a new array each time.
  static let all = allCases

  var title: String {
    switch self {
    case .state: "State"
    case .phase: "Phase"
    case .intent: "Intent"
    case .supply: "Buffer state"
    case .drive: "Engine"
    case .seeking: "Seek"
    case .interruption: "Interruption"
    case .hindrance: "Hindered"
    case .retry: "Retry"
    case .network: "Network"
    case .live: "Live edge"
    case .background: "Background"
    }
  }

  /// The names of its values, by number.
  var values: [String] {
    switch self {
    case .state: Self.words(PlaybackState.names)
    case .phase: Self.words(Phase.names)
    case .intent: ["pause", "play"]
    case .supply: (0..<8).map { SupplyText.name($0) ?? "" }
    case .drive: ["stopped", "starting", "moving"]
    case .seeking: ["none", "seeking"]
    case .interruption: ["none", "interrupted"]
    case .hindrance: ["no", "hindered"]
    case .retry: ["none", "waiting"]
    case .network: Self.words(NetworkPath.names)
    case .live: ["no", "at the edge"]
    case .background: ["foreground", "background"]
    }
  }

  /// Whether its first value means that there is nothing: it is omitted where a lane is drawn as slices.
  var hidesFirst: Bool {
    switch self {
    case .seeking, .interruption, .hindrance, .retry, .live, .background: true
    case .state, .phase, .intent, .supply, .drive, .network: false
    }
  }

  private static func words(_ names: StaticString) -> [String] {
    names.description.split(separator: " ").map { $0 == "-" ? "" : String($0) }
  }

  func value(_ inspection: borrowing Player.Inspection) -> UInt8 {
    switch self {
    case .state: inspection.shown.state.rawValue
    case .phase: inspection.shown.phase.rawValue
    case .intent: Self.number(inspection.shown.wantsPlay)
    case .supply: inspection.shown.supply.rawValue & 7
    case .drive: inspection.isMoving ? 2 : Self.number(inspection.isStarting)
    case .seeking: Self.number(inspection.isSeeking)
    case .interruption: Self.number(inspection.shown.isInterrupted)
    case .hindrance: Self.number(inspection.isHindered)
    case .retry: Self.number(inspection.isWaitingToRetry)
    case .network: inspection.shown.network.rawValue
    case .live: Self.number(inspection.shown.isLive)
    case .background: Self.number(inspection.shown.isInBackground)
    }
  }

  private static func number(_ flag: Bool) -> UInt8 { flag ? 1 : 0 }
}
